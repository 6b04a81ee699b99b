/// One item of a mapped document, by whatever means the document names its parts.
protocol MappedItem {
  /// The texts at a path, in document order; a path that leads nowhere gives none.
  func values(at path: String) -> [String]
  /// Whether there is something at a path that has no text, such as an object.
  func isTextless(at path: String) -> Bool
  /// One-based line on which the item begins, where known.
  var line: Int? { get }
  /// What relative links are relative to.
  var base: String? { get }
}

/// An item of an XML document: `/` separates element names, `@name` reads an attribute, `.` is the
/// item itself, `field[@name=venue]` and `field[0]` choose among elements of one name. Names match
/// without their prefix, unless the path states one.
struct MappedXMLItem: MappedItem {
  let node: XMLNode

  var line: Int? { node.line }
  var base: String? { node.base }

  /// Every element has a text.
  func isTextless(at path: String) -> Bool { false }

  func values(at path: String) -> [String] {
    var nodes = [node]
    for step in MappedPath(path, separator: "/").steps where step.name != "." {
      if step.name.hasPrefix("@") {
        return nodes.flatMap { Self.attributes(of: $0, named: step.name.dropFirst()) }
      }
      nodes = nodes.flatMap { node in
        let named = node.children.filter { Self.matches($0.name, step.name[...]) }
        return step.selectors.reduce(named) { nodes, selector in
          selector.choose(from: nodes, Self.texts)
        }
      }
    }
    return nodes.map(\.markup)
  }

  /// Whether a path's step means this name; case does not matter.
  static func matches(_ name: XMLName, _ step: Substring) -> Bool {
    let wanted = step.lowercased()
    return name.local.lowercased() == wanted || name.qualified.lowercased() == wanted
  }

  private static func attributes(of node: XMLNode, named name: Substring) -> [String] {
    node.attributes.first { matches($0.name, name) }.map { [$0.value] } ?? []
  }

  private static func texts(of node: XMLNode, at name: String) -> [String] {
    if name.hasPrefix("@") { return attributes(of: node, named: name.dropFirst()) }
    return node.children.filter { matches($0.name, name[...]) }.map(\.text)
  }
}
