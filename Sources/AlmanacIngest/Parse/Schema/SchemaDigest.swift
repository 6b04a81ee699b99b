/// A 128-bit hash of a node with all nested nodes, for comparing nodes in constant time.
///
/// `Hasher` is seeded per process, so that nobody can construct a collision. Digests are comparable
/// within one process only.
struct SchemaDigest: Hashable {
  private var one = 0
  private var other = 0

  /// Combines the parts of a node, which must be added in a fixed order.
  struct Builder {
    private var one = Hasher()
    private var other = Hasher()

    init(_ node: SchemaNode) {
      // Different prefixes make the two hashes independent.
      other.combine(true)
      add { hasher in
        hasher.combine(node.id)
        hasher.combine(node.types)
      }
    }

    mutating func add(name: String) {
      add { hasher in
        hasher.combine(0 as UInt8)
        hasher.combine(name)
      }
    }

    mutating func add(_ text: String) {
      add { hasher in
        hasher.combine(1 as UInt8)
        hasher.combine(text)
      }
    }

    mutating func add(_ child: SchemaDigest) {
      add { hasher in
        hasher.combine(2 as UInt8)
        hasher.combine(child)
      }
    }

    private mutating func add(_ combine: (inout Hasher) -> Void) {
      combine(&one)
      combine(&other)
    }

    var finished: SchemaDigest { SchemaDigest(one: one.finalize(), other: other.finalize()) }
  }
}
