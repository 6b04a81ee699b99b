/// All that a thing says, in 128 bits: things within things would be compared again at every level.
///
/// Two that say the same have the same digest in one run of the program; in another they have
/// another, so that nobody outside can make two meet.
struct SchemaDigest: Hashable {
  private var one = 0
  private var other = 0

  /// Takes what a thing says in an order that is the same every time.
  struct Builder {
    private var one = Hasher()
    private var other = Hasher()

    init(_ node: SchemaNode) {
      // Two hashers that are told different things first.
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
