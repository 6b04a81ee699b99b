/// One item of a mapped document, by whatever means the document names its parts.
protocol MappedItem {
  /// The texts at a path, in document order; a path that leads nowhere gives none.
  func values(at path: String) -> [String]
  /// One-based line on which the item begins, where known.
  var line: Int? { get }
  /// What relative links are relative to.
  var base: String? { get }
}

/// An item of an XML document: `/` separates element names, `@name` reads an attribute, `.` is the
/// item itself. Names match without their prefix, unless the path states one.
struct MappedXMLItem: MappedItem {
  let node: XMLNode

  var line: Int? { node.line }
  var base: String? { node.base }

  func values(at path: String) -> [String] {
    var nodes = [node]
    for step in path.split(separator: "/") where step != "." {
      if step.hasPrefix("@") {
        let name = step.dropFirst()
        return nodes.compactMap { node in
          node.attributes.first { Self.matches($0.name, name) }?.value
        }
      }
      nodes = nodes.flatMap { node in node.children.filter { Self.matches($0.name, step) } }
    }
    return nodes.map(\.markup)
  }

  /// Whether a path's step means this name; case does not matter.
  static func matches(_ name: XMLName, _ step: Substring) -> Bool {
    let wanted = step.lowercased()
    return name.local.lowercased() == wanted || name.qualified.lowercased() == wanted
  }
}
