/// The things that a page describes in microdata (WHATWG HTML, section 5.2), in the vocabulary of
/// schema.org.
///
/// `itemref` is not followed: no page of events we know uses it.
enum MicrodataReader {
  /// Items that belong to no other, in document order.
  static func nodes(in root: XMLNode) -> [SchemaNode] {
    root.outermost(where: isItem).map(node)
  }

  private static func isItem(_ element: XMLNode) -> Bool { element.attribute("itemscope") != nil }

  private static func node(_ element: XMLNode) -> SchemaNode {
    var node = SchemaNode()
    node.id = element.attribute("itemid")
    node.types = element.words("itemtype").map { SchemaType.name(of: String($0)) ?? String($0) }
    collect(element, into: &node)
    return node
  }

  private static func collect(_ element: XMLNode, into node: inout SchemaNode) {
    for child in element.children {
      let names = child.words("itemprop")
      if !names.isEmpty {
        let value = isItem(child) ? SchemaValue.node(self.node(child)) : .text(value(of: child))
        for name in names {
          let name = SchemaType.name(of: String(name)) ?? String(name)
          node.properties[name, default: []].append(value)
        }
      } else if isItem(child) {
        // An item in an item that is no property of it, such as those of a list.
        node.properties["@graph", default: []].append(.node(self.node(child)))
      }
      if !isItem(child) { collect(child, into: &node) }
    }
  }

  /// The value of a property (section 5.2.4); `content` is met on elements of every kind.
  private static func value(of element: XMLNode) -> String {
    if let content = element.attribute("content") { return content }
    let attribute =
      switch element.name.local {
      case "audio", "embed", "iframe", "img", "source", "track", "video": "src"
      case "a", "area", "link": "href"
      case "object": "data"
      case "data", "meter": "value"
      case "time": "datetime"
      default: ""
      }
    return element.attribute(attribute) ?? element.plainText
  }
}
