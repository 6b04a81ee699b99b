import AlmanacModel

/// Expands JSON-LD in any form (one object, an array, `@graph`, nested, flattened) into schema.org
/// nodes.
struct JSONLDExpander {
  /// The nesting limit; published descriptions are far below it.
  private static let depth = 100

  private(set) var roots: [SchemaNode] = []
  /// Whether content was left out because it is nested too deeply.
  private(set) var isCut = false

  mutating func expand(_ document: JSONValue) {
    for case .node(let node) in values(document, JSONLDContext(), depth: 0) { roots.append(node) }
  }

  private mutating func values(
    _ value: JSONValue, _ context: JSONLDContext, depth: Int
  ) -> [SchemaValue] {
    guard depth < Self.depth else {
      isCut = true
      return []
    }
    switch value {
    case .null: return []
    case .bool(let bool): return [.text(bool ? "true" : "false")]
    case .integer(let number): return [.text(String(number))]
    case .number(let number): return [.text(String(number))]
    case .string(let text): return [.text(text)]
    case .array(let values):
      var found: [SchemaValue] = []
      found.reserveCapacity(values.count)
      for value in values {
        if case .string(let text) = value {
          found.append(.text(text))
        } else {
          found += self.values(value, context, depth: depth + 1)
        }
      }
      return found
    case .object(let members): return object(members, context, depth: depth)
    }
  }

  /// Expands an object: a node, a value (`@value`), or a wrapper of several (`@list`, `@set`, a
  /// bare `@graph`).
  private mutating func object(
    _ members: [String: JSONValue], _ outer: JSONLDContext, depth: Int
  ) -> [SchemaValue] {
    let context = members["@context"].map(outer.adding) ?? outer
    var node = SchemaNode()
    var wrapped: [SchemaValue] = []
    // JSON members have no order; sorted names make the output reproducible.
    for (term, value) in members.sorted(by: { $0.key < $1.key }) where term != "@context" {
      switch context.meaning(of: term) {
      case .keyword("@value"): return values(value, context, depth: depth + 1)
      case .keyword("@list"), .keyword("@set"), .keyword("@graph"), .keyword("@included"):
        wrapped += values(value, context, depth: depth + 1)
      case .keyword("@id"): node.id = value.string
      case .keyword("@type"): node.types += Self.types(value, context)
      case .keyword("@reverse"), .keyword("@nest"):
        for (name, values) in nested(value, context, depth: depth + 1) {
          node.add(values, to: name)
        }
      case .keyword: break
      case .schema(let name), .other(let name):
        let found = property(value, context.container(of: term), context, depth: depth + 1)
        node.add(found, to: name)
      }
    }
    if node.types.isEmpty, node.properties.isEmpty, !wrapped.isEmpty { return wrapped }
    node.add(wrapped, to: "@graph")
    return [.node(node)]
  }

  private mutating func nested(
    _ value: JSONValue, _ context: JSONLDContext, depth: Int
  ) -> [(String, [SchemaValue])] {
    var found: [(String, [SchemaValue])] = []
    for case .node(let node) in values(value, context, depth: depth) {
      for name in node.properties.keys.sorted() { found.append((name, node.values(name))) }
    }
    return found
  }

  /// The values of a property. With a container, the values of all keys.
  private mutating func property(
    _ value: JSONValue, _ container: JSONLDContext.Container?, _ context: JSONLDContext,
    depth: Int
  ) -> [SchemaValue] {
    guard container != nil, case .object(let members) = value else {
      return values(value, context, depth: depth)
    }
    var found: [SchemaValue] = []
    for key in members.keys.sorted() {
      found += values(members[key] ?? .null, context, depth: depth)
    }
    return found
  }

  private static func types(_ value: JSONValue, _ context: JSONLDContext) -> [String] {
    (value.array ?? [value]).compactMap(\.string).map { type in
      switch context.meaning(of: type) {
      case .schema(let name), .other(let name), .keyword(let name): name
      }
    }
  }
}
