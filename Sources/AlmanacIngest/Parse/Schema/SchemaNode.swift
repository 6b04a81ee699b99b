/// A thing described in the vocabulary of schema.org, whatever syntax it was written in.
struct SchemaNode: Sendable {
  /// Values of one property that are looked at: many events may refer to one thing, and what it says
  /// is read for each of them.
  static let valueLimit = 1_000
  /// Types of one thing that are taken over from another description of it.
  static let typeLimit = 100

  /// The node's own identifier (JSON-LD `@id`, microdata `itemid`).
  var id: String?
  /// Names without the vocabulary's address; types of other vocabularies as whole addresses.
  var types: [String] = []
  /// By name without the vocabulary's address, values in document order.
  var properties: [String: [SchemaValue]] = [:]

  /// Whether it only points to a node described elsewhere.
  var isReference: Bool { id != nil && types.isEmpty && properties.isEmpty }

  func values(_ name: String) -> [SchemaValue] { properties[name] ?? [] }

  /// Adds values to a property; the first are not copied.
  mutating func add(_ values: [SchemaValue], to name: String) {
    guard !values.isEmpty else { return }
    if properties[name] == nil { properties[name] = values } else { properties[name]? += values }
  }

  /// The first value that is text with more than white space; a thing speaks by its name.
  func text(_ names: String...) -> String? {
    for name in names {
      for value in values(name).prefix(Self.valueLimit) {
        if let text = value.text { return text }
      }
    }
    return nil
  }

  /// Every value of a property that is text.
  func texts(_ name: String) -> [String] {
    values(name).prefix(Self.valueLimit).compactMap(\.text)
  }

  /// What a thing is called that is the value of a property. Names that are things themselves are
  /// followed for one step.
  fileprivate func spoken(isWithin: Bool = false) -> String? {
    for name in ["name", "value"] {
      for value in values(name).prefix(4) {
        switch value {
        case .text: if let text = value.text { return text }
        case .node(let node): if !isWithin, let text = node.spoken(isWithin: true) { return text }
        }
      }
    }
    return nil
  }
}

/// One value of a property.
enum SchemaValue: Sendable {
  /// Numbers and truth values as JSON writes them.
  case text(String)
  case node(SchemaNode)

  /// The text, or what a thing is called; nil where that is blank.
  var text: String? {
    switch self {
    case .text(let text): text.isStated ? text : nil
    // schema.org wraps plain values: PropertyValue, Language, DefinedTerm, QuantitativeValue.
    case .node(let node): node.spoken()
    }
  }

  var node: SchemaNode? {
    guard case .node(let node) = self else { return nil }
    return node
  }
}

/// The nodes of one document by their identifiers, so that what points to them can be followed.
struct SchemaIndex {
  private var nodes: [String: SchemaNode] = [:]

  init(_ roots: [SchemaNode]) {
    for root in roots { add(root) }
  }

  /// The values with references replaced by what they point to.
  func values(_ name: String, of node: SchemaNode) -> [SchemaValue] {
    node.values(name).prefix(SchemaNode.valueLimit).map(resolved)
  }

  /// A value, or the node that it names.
  func resolved(_ value: SchemaValue) -> SchemaValue {
    switch value {
    case .text(let text): nodes[text].map { .node($0) } ?? value
    case .node(let node) where node.isReference:
      nodes[node.id ?? ""].map { .node($0) } ?? node.id.map { .text($0) } ?? value
    case .node: value
    }
  }

  /// Of several descriptions of one thing the longest counts.
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
