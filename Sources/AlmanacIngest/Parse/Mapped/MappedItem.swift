/// One item of a mapped document of any format.
protocol MappedItem {
  /// The texts at a path in document order; empty if there are none.
  func values(at path: String) -> [String]
  /// The names of the members of the first object at a path that is empty or ends with a separator;
  /// attributes of XML have their mark.
  func names(in parent: String) -> [String]
  /// Whether the value at a path has no text, such as an object.
  func isTextless(at path: String) -> Bool
  /// The one-based line of the item, if known.
  var line: Int? { get }
  /// The base of relative links.
  var base: String? { get }
}

extension MappedItem {
  func names(in parent: String) -> [String] { [] }
}

/// An item of an XML document.
///
/// In a path, `/` separates element names, `@name` is an attribute, `.` is the item itself, and
/// `field[@name=venue]` or `field[0]` selects among elements of one name. A name without prefix
/// matches any prefix. `../name` begins at the element around the item.
struct MappedXMLItem: MappedItem {
  let node: XMLNode
  /// The elements around it, as far as the mapping uses them; the outermost first.
  var around: [XMLNode] = []

  var line: Int? { node.line }
  var base: String? { node.base }

  /// Every element has text.
  func isTextless(at path: String) -> Bool { false }

  func values(at path: String) -> [String] {
    let (levels, rest) = MappedPath.levels(of: path)
    var nodes = Array((around + [node]).dropLast(levels).suffix(1))
    for step in MappedPath(rest, separator: "/").steps where step.name != "." {
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

  func names(in parent: String) -> [String] {
    let (levels, rest) = MappedPath.levels(of: parent)
    var nodes = Array((around + [node]).dropLast(levels).suffix(1))
    for step in MappedPath(rest, separator: "/").steps {
      nodes = nodes.flatMap { $0.children.filter { Self.matches($0.name, step.name[...]) } }
    }
    guard let node = nodes.first else { return [] }
    return node.children.map(\.name.local) + node.attributes.map { "@" + $0.name.local }
  }

  /// The items at a path below this one.
  func items(at path: ArraySlice<Substring>) -> [MappedXMLItem] {
    guard let step = path.first else { return [self] }
    return node.children.filter { Self.matches($0.name, step) }.flatMap { child in
      MappedXMLItem(node: child, around: around + [node]).items(at: path.dropFirst())
    }
  }

  /// Whether a step of a path matches a name, ignoring case.
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
