import AlmanacModel

/// The things that a page describes in microdata (WHATWG HTML, section 5.2), in the vocabulary of
/// schema.org.
struct MicrodataReader {
  /// The elements that an `itemref` of the page names (section 5.2.2).
  private var named: [Substring: XMLNode] = [:]
  /// The names that are being followed: one within itself is not followed again.
  private var followed: Set<Substring> = []
  /// Texts around the element at hand that are values themselves.
  private var textDepth = 0
  /// Bytes of memory of what was taken so far, about.
  private var taken = 0
  /// What may be read more than once: a thing under two names within a thing under two names would
  /// be there four times, and what a thousand things refer to, a thousand times.
  private var budget: ReadBudget

  /// What was read of a page.
  struct Reading {
    /// The items that belong to no other, in document order.
    var nodes: [SchemaNode]
    /// Whether things that are described within things, or referred to, were left out.
    var isCut: Bool
  }

  /// - Parameter size: of the page, in bytes.
  static func read(_ root: XMLNode, size: Int) -> Reading {
    var reader = MicrodataReader(budget: ReadBudget(bytes: size * 2 + 1 << 20, levels: depth))
    reader.findNamed(in: root)
    let items = root.outermost(where: isItem)
    // One that is a property belongs to the item that refers to it.
    let own = reader.named.isEmpty ? items : items.filter { $0.words("itemprop").isEmpty }
    return Reading(nodes: own.map { reader.node($0) }, isCut: reader.budget.isExceeded)
  }

  private init(budget: ReadBudget) { self.budget = budget }

  /// Levels of elements, those that an `itemref` leads to included. A page has at most 256 of its own.
  private static let depth = 512

  static let tooMuch = Finding(
    "W_NESTING", severity: .warning,
    message: "microdata that nests or repeats things, by itemref or under several names, more "
      + "than any page needs; the rest was left out")

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
      guard !budget.isExceeded, let element = named[name], followed.insert(name).inserted
      else { continue }
      take(element, into: &node)
      followed.remove(name)
    }
    return node
  }

  private mutating func take(_ child: XMLNode, into node: inout SchemaNode) {
    guard budget.enter() else { return }
    defer { budget.leave() }
    // Elements that say nothing cost something too where they are come to again and again.
    if !followed.isEmpty, !budget.take(16) { return }
    let names = child.words("itemprop")
    let isItem = Self.isItem(child)
    if !names.isEmpty {
      add(child, isItem: isItem, to: names, of: &node)
    } else if isItem {
      // An item in an item that is no property of it, such as those of a list.
      add(child, isItem: true, to: ["@graph"], of: &node)
    }
    guard !isItem else { return }
    textDepth += names.isEmpty ? 0 : 1
    for inner in child.children { take(inner, into: &node) }
    textDepth -= names.isEmpty ? 0 : 1
  }

  /// Adds an element's text, or the item that it describes, under each of the names as far as the
  /// budget allows.
  private mutating func add(
    _ element: XMLNode, isItem: Bool, to names: [Substring], of node: inout SchemaNode
  ) {
    // The text of an element within a text is part of that text too.
    let isRepeated = !followed.isEmpty || textDepth > 0
    guard !isRepeated || budget.take(isItem ? 512 : 96) else { return }
    let before = taken
    let value: SchemaValue
    if isItem {
      value = .node(self.node(element))
      taken += 512
    } else {
      guard let text = text(of: element, isRepeated: isRepeated) else { return }
      value = .text(text)
      taken += 96 + text.utf8.count
    }
    let size = taken - before
    for (number, name) in names.enumerated() {
      if number > 0 {
        guard budget.take(size) else { return }
        taken += size
      }
      let name = SchemaType.name(of: String(name)) ?? String(name)
      node.properties[name, default: []].append(value)
    }
  }

  /// The value of a property (section 5.2.4); `content` is met on elements of every kind.
  ///
  /// - Parameter isRepeated: whether the budget pays for it.
  /// - Returns: nil where the budget does not allow to read it.
  private mutating func text(of element: XMLNode, isRepeated: Bool) -> String? {
    let attribute =
      switch element.name.local {
      case "audio", "embed", "iframe", "img", "source", "track", "video": "src"
      case "a", "area", "link": "href"
      case "object": "data"
      case "data", "meter": "value"
      case "time": "datetime"
      default: ""
      }
    guard let value = element.attribute("content") ?? element.attribute(attribute) else {
      return !isRepeated || budget.take(element) ? element.plainText : nil
    }
    return !isRepeated || budget.take(value.utf8.count) ? value : nil
  }
}
