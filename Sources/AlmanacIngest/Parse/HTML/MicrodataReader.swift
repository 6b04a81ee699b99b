/// The things that a page describes in microdata (WHATWG HTML, section 5.2), in the vocabulary of
/// schema.org.
struct MicrodataReader {
  /// The elements that an `itemref` of the page names (section 5.2.2).
  private var named: [Substring: XMLNode] = [:]
  /// The names that are being followed: one within itself is not followed again.
  private var followed: Set<Substring> = []
  /// How many more may be followed: names that name each other would multiply.
  private var follows = 10_000

  /// Items that belong to no other, in document order.
  static func nodes(in root: XMLNode) -> [SchemaNode] {
    var reader = MicrodataReader()
    reader.findNamed(in: root)
    let items = root.outermost(where: isItem)
    // One that is a property belongs to the item that refers to it.
    let own = reader.named.isEmpty ? items : items.filter { $0.words("itemprop").isEmpty }
    return own.map { reader.node($0) }
  }

  private static func isItem(_ element: XMLNode) -> Bool { element.attribute("itemscope") != nil }

  private mutating func findNamed(in root: XMLNode) {
    var names: Set<Substring> = []
    root.walk { names.formUnion($0.words("itemref")) }
    guard !names.isEmpty else { return }
    root.walk { element in
      guard let name = element.attribute("id").map({ $0[...] }), names.contains(name),
        named[name] == nil
      else { return }
      named[name] = element
    }
  }

  private mutating func node(_ element: XMLNode) -> SchemaNode {
    var node = SchemaNode()
    node.id = element.attribute("itemid")
    node.types = element.words("itemtype").map { SchemaType.name(of: String($0)) ?? String($0) }
    for child in element.children { take(child, into: &node) }
    for name in element.words("itemref") {
      guard let element = named[name], follows > 0, followed.insert(name).inserted else {
        continue
      }
      follows -= 1
      take(element, into: &node)
      followed.remove(name)
    }
    return node
  }

  private mutating func take(_ child: XMLNode, into node: inout SchemaNode) {
    let names = child.words("itemprop")
    let isItem = Self.isItem(child)
    if !names.isEmpty {
      let value = isItem ? SchemaValue.node(self.node(child)) : .text(Self.value(of: child))
      for name in names {
        let name = SchemaType.name(of: String(name)) ?? String(name)
        node.properties[name, default: []].append(value)
      }
    } else if isItem {
      // An item in an item that is no property of it, such as those of a list.
      node.properties["@graph", default: []].append(.node(self.node(child)))
    }
    guard !isItem else { return }
    for inner in child.children { take(inner, into: &node) }
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
