/// A node in the schema.org vocabulary, from JSON-LD or microdata.
struct SchemaNode: Sendable {
  /// The values of one property that are read. Many events may refer to one node, which is read for
  /// each of them.
  static let valueLimit = 1_000
  /// The limit of types taken over from another description of the same node.
  static let typeLimit = 100

  /// The node's own identifier (JSON-LD `@id`, microdata `itemid`).
  var id: String?
  /// Type names without the vocabulary's address; types of other vocabularies with their full
  /// address.
  var types: [String] = []
  /// By name without the vocabulary's address, values in document order.
  var properties: [String: [SchemaValue]] = [:]

  /// Whether the node only refers to a node described elsewhere.
  var isReference: Bool { id != nil && types.isEmpty && properties.isEmpty }

  func values(_ name: String) -> [SchemaValue] { properties[name] ?? [] }

  /// Appends values to a property.
  mutating func add(_ values: [SchemaValue], to name: String) {
    guard !values.isEmpty else { return }
    if properties[name] == nil { properties[name] = values } else { properties[name]? += values }
  }

  /// The first value that is not blank; for a node, its name.
  func text(_ names: String...) -> String? {
    for name in names {
      for value in values(name).prefix(Self.valueLimit) {
        if let text = value.text { return text }
      }
    }
    return nil
  }

  /// All text values of a property.
  func texts(_ name: String) -> [String] {
    values(name).prefix(Self.valueLimit).compactMap(\.text)
  }

  /// The name of a node that is a property value. A name that is a node itself is followed once.
  fileprivate func displayName(isNested: Bool = false) -> String? {
    for name in ["name", "value"] {
      for value in values(name).prefix(4) {
        switch value {
        case .text: if let text = value.text { return text }
        case .node(let node):
          if !isNested, let text = node.displayName(isNested: true) { return text }
        }
      }
    }
    return nil
  }
}

/// One value of a property.
enum SchemaValue: Sendable {
  /// Text; numbers and booleans as JSON writes them.
  case text(String)
  case node(SchemaNode)

  /// The text, or the name of a node; nil if it is blank.
  var text: String? {
    switch self {
    case .text(let text): text.nonBlank
    // schema.org wraps plain values in PropertyValue, Language, DefinedTerm and QuantitativeValue.
    case .node(let node): node.displayName()
    }
  }

  var node: SchemaNode? {
    guard case .node(let node) = self else { return nil }
    return node
  }
}

/// The nodes of one document by identifier, to resolve references.
struct SchemaIndex {
  private var nodes: [String: SchemaNode] = [:]

  init(_ roots: [SchemaNode]) {
    for root in roots { add(root) }
  }

  /// The values of a property with references resolved.
  func values(_ name: String, of node: SchemaNode) -> [SchemaValue] {
    node.values(name).prefix(SchemaNode.valueLimit).map(resolved)
  }

  /// A value, or the node that it refers to.
  func resolved(_ value: SchemaValue) -> SchemaValue {
    switch value {
    case .text(let text): nodes[text].map { .node($0) } ?? value
    case .node(let node) where node.isReference:
      nodes[node.id ?? ""].map { .node($0) } ?? node.id.map { .text($0) } ?? value
    case .node: value
    }
  }

  /// Adds a node and its nested nodes. Of several descriptions of one node the longest counts.
  private mutating func add(_ node: SchemaNode) {
    if let id = node.id, !node.isReference,
      node.properties.count > nodes[id]?.properties.count ?? -1
    {
      nodes[id] = node
    }
    for values in node.properties.values {
      for case .node(let child) in values { add(child) }
    }
  }
}
