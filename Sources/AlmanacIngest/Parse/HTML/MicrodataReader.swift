import AlmanacModel

/// Reads the items that a page describes in the schema.org vocabulary, in microdata (WHATWG HTML,
/// section 5.2) or RDFa Lite 1.1, which differs in the names of the attributes.
struct MicrodataReader {
  enum Syntax { case microdata, rdfa }

  private let syntax: Syntax
  /// The elements that an `itemref` on the page refers to (section 5.2.2).
  private var named: [Substring: XMLNode] = [:]
  /// The ids being followed, so that a reference cycle ends.
  private var followed: Set<Substring> = []
  /// The number of ancestors whose text is a property value.
  private var textDepth = 0
  /// The approximate memory of the values so far, in bytes.
  private var taken = 0
  /// Limits what is read repeatedly: nested items under several names would otherwise grow
  /// exponentially, and items referred to by many others quadratically.
  private var budget: ReadBudget

  /// The items of a page.
  struct Reading {
    /// The top-level items in document order.
    var nodes: [SchemaNode]
    /// Whether nested or referenced items were left out.
    var isCut: Bool
  }

  /// - Parameter size: The size of the page in bytes.
  static func read(_ root: XMLNode, size: Int, as syntax: Syntax = .microdata) -> Reading {
    var reader = MicrodataReader(
      syntax: syntax, budget: ReadBudget(bytes: size * 2 + 1 << 20, levels: depth))
    reader.findNamed(in: root)
    let items = root.outermost(where: reader.isItem)
    // An item that is a property belongs to the item that refers to it.
    let own = reader.named.isEmpty ? items : items.filter { $0.words("itemprop").isEmpty }
    return Reading(nodes: own.map { reader.node($0) }, isCut: reader.budget.isExceeded)
  }

  private init(syntax: Syntax, budget: ReadBudget) {
    self.syntax = syntax
    self.budget = budget
  }

  /// The limit of element levels, including those reached through `itemref`. A page itself has at
  /// most 256.
  private static let depth = 512

  static let tooMuch = Finding(
    "W_NESTING", severity: .warning,
    message: "microdata that nests or repeats things, by itemref or under several names, more "
      + "than any page needs; the rest was left out")

  private func isItem(_ element: XMLNode) -> Bool {
    element.attribute(syntax == .rdfa ? "typeof" : "itemscope") != nil
  }

  /// The names of the property that an element gives; empty if it gives none.
  private func names(of element: XMLNode) -> [Substring] {
    guard syntax == .rdfa else { return element.words("itemprop") }
    // Open Graph uses the same attribute.
    return element.words("property").map(Self.plain).filter { !$0.contains(":") }
  }

  /// A name of RDFa without the usual prefix of schema.org.
  private static func plain(_ name: Substring) -> Substring {
    name.hasPrefix("schema:") ? name.dropFirst(7) : SchemaType.name(of: String(name))?[...] ?? name
  }

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
    if syntax == .rdfa {
      node.id = element.attribute("resource") ?? element.attribute("about")
      node.types = element.words("typeof").map { String(Self.plain($0)) }
    } else {
      node.id = element.attribute("itemid")
      node.types = element.words("itemtype").map { SchemaType.name(of: String($0)) ?? String($0) }
    }
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
    // Elements without properties cost time too if they are visited repeatedly.
    if !followed.isEmpty, !budget.charge(16) { return }
    let names = names(of: child)
    let isItem = isItem(child)
    if !names.isEmpty {
      add(child, isItem: isItem, to: names, of: &node)
    } else if isItem {
      // A nested item that is no property, such as one of a list.
      add(child, isItem: true, to: ["@graph"], of: &node)
    }
    guard !isItem else { return }
    textDepth += names.isEmpty ? 0 : 1
    for inner in child.children { take(inner, into: &node) }
    textDepth -= names.isEmpty ? 0 : 1
  }

  /// Adds the text of an element, or the item it describes, under each name while the budget allows
  /// it.
  private mutating func add(
    _ element: XMLNode, isItem: Bool, to names: [Substring], of node: inout SchemaNode
  ) {
    // Text inside a property's text is part of that text too.
    let isRepeated = !followed.isEmpty || textDepth > 0
    guard !isRepeated || budget.charge(isItem ? 512 : 96) else { return }
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
        guard budget.charge(size) else { return }
        taken += size
      }
      let name = SchemaType.name(of: String(name)) ?? String(name)
      // The name of a link is its text. The standard has its address, which nobody means.
      if name == "name", ["a", "area"].contains(element.name.local),
        element.attribute("content") == nil, budget.charge(element),
        let text = element.plainText.nonBlank
      {
        node.properties[name, default: []].append(.text(text))
      } else {
        node.properties[name, default: []].append(value)
      }
    }
  }

  /// The value of a property (section 5.2.4); `content` and `datetime` are accepted on all
  /// elements.
  ///
  /// - Parameter isRepeated: Whether to charge the budget.
  /// - Returns: nil if the budget is exhausted.
  private mutating func text(of element: XMLNode, isRepeated: Bool) -> String? {
    let attribute =
      switch element.name.local {
      case "audio", "embed", "iframe", "img", "source", "track", "video": "src"
      case "a", "area", "link": "href"
      case "object": "data"
      case "data", "meter": "value"
      case "time": "datetime"
      case "abbr": "title"
      default: ""
      }
    let other = syntax == .rdfa ? ["resource", "href", "src", "datetime"] : ["datetime"]
    guard
      let value = element.attribute("content") ?? element.attribute(attribute)
        ?? other.lazy.compactMap({ element.attribute($0) }).first
    else {
      return !isRepeated || budget.charge(element) ? element.plainText : nil
    }
    return !isRepeated || budget.charge(value.utf8.count) ? value : nil
  }
}
