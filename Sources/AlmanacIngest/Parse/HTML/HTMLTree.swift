import AlmanacModel

/// The element tree of an HTML text, bounded in depth and size. Optional end tags may be missing.
struct HTMLTree {
  /// The root, which contains all elements.
  let root: XMLNode
  /// Whether the text ends inside a script, so that the rest of the page is missing.
  let isTruncated: Bool

  /// - Parameters:
  ///   - bytes: UTF-8.
  ///   - base: The base of relative links, unless a `base` element declares another one.
  ///   - depth: Deeper elements are replaced by their content.
  init(_ bytes: [UInt8], base: String?, depth: Int = ReadingLimits().depth) {
    var builder = HTMLTreeBuilder(bytes, base: base, depth: depth)
    root = builder.run()
    isTruncated = builder.isTruncated
  }
}

private struct HTMLTreeBuilder {
  private var tokens: HTMLTokenizer
  private let depth: Int
  private var base: String?
  private var tree = XMLTreeBuilder(limitBytes: 32 << 20)
  private var open: [(name: HTMLName, language: String?)] = []
  private var line = 1
  private var counted = 0
  private(set) var isTruncated = false

  init(_ bytes: [UInt8], base: String?, depth: Int) {
    tokens = HTMLTokenizer(bytes)
    self.base = base
    self.depth = depth
  }

  mutating func run() -> XMLNode {
    let document = StartElement(
      name: XMLName(local: "#document"), attributes: [], scope: XMLScope(base: base),
      depth: 1, line: 1)
    tree.start(document)
    while let token = tokens.next() {
      switch token {
      case .text(let range): text(range, resolving: true)
      case .literal(let range): text(range, resolving: false)
      case .start(let tag): start(tag)
      case .end(let name): end(name)
      case .other: break
      }
    }
    while open.popLast() != nil { _ = tree.end() }
    return tree.end() ?? XMLNode(XMLElement(document))
  }

  private mutating func text(_ range: Range<Int>, resolving: Bool) {
    let text = String(decoding: tokens.bytes[range], as: UTF8.self)
    tree.characters(resolving ? HTMLEntities.decode(text) : text)
  }

  private mutating func start(_ tag: HTMLTag) {
    while let last = open.last, HTMLElement.isEnded(last.name, by: tag.element) { close() }
    count(to: tag.attributes.lowerBound)
    let isRaw = HTMLElement.rawText.contains(tag.name)
    if open.count < depth {
      let attributes = tag.attributes(in: tokens.bytes)
      take(tag.element, attributes)
      if tag.element.traits.contains(.void) { _ = tree.end() }
    } else if isRaw {
      tokens.skipContent(of: tag.name)
    }
    guard isRaw, open.last?.name == tag.element else { return }
    let content = tokens.content(of: tag.name)
    // References are resolved in titles and text areas, but not in scripts.
    text(content.range, resolving: ["title", "textarea"].contains(tag.name))
    if tag.name == "script", !content.isClosed { isTruncated = true }
  }

  private mutating func take(_ name: HTMLName, _ attributes: [(name: String, value: String)]) {
    let language = attributes.first { $0.name == "lang" || $0.name == "xml:lang" }?.value
    tree.start(
      StartElement(
        name: XMLName(local: name.text),
        attributes: attributes.map { XMLAttribute(name: XMLName(local: $0.name), value: $0.value) },
        scope: XMLScope(language: language ?? open.last?.language, base: base),
        depth: open.count + 2, line: line))
    if name.text == "base", let href = attributes.first(where: { $0.name == "href" })?.value {
      base = URLText.normalized(href, base: base) ?? base
    }
    if !name.traits.contains(.void) { open.append((name, language ?? open.last?.language)) }
  }

  /// Ends an element with all elements inside it. An end tag without a start tag is ignored.
  private mutating func end(_ name: HTMLName) {
    guard let index = open.lastIndex(where: { $0.name == name }) else { return }
    while open.count > index { close() }
  }

  private mutating func close() {
    open.removeLast()
    _ = tree.end()
  }

  private mutating func count(to position: Int) {
    for byte in tokens.bytes[counted..<max(counted, position)] where byte == 0x0A { line += 1 }
    counted = max(counted, position)
  }
}

extension XMLNode {
  /// The outermost descendants that match; matching elements inside them are not included. The
  /// content of a template is not part of the page (HTML, section 4.12.3).
  func outermost(where matches: (XMLNode) -> Bool) -> [XMLNode] {
    var found: [XMLNode] = []
    collectOutermost(where: matches, into: &found)
    return found
  }

  private func collectOutermost(where matches: (XMLNode) -> Bool, into found: inout [XMLNode]) {
    for child in children where child.name.local != "template" {
      if matches(child) {
        found.append(child)
      } else {
        child.collectOutermost(where: matches, into: &found)
      }
    }
  }

  /// Visits all descendants in document order.
  func walk(_ visit: (XMLNode) -> Void) {
    for child in children {
      visit(child)
      child.walk(visit)
    }
  }

  /// The words of the attribute `class`.
  var classes: [Substring] { words("class") }

  /// The words of a space-separated attribute.
  func words(_ attribute: String) -> [Substring] {
    self.attribute(attribute)?.split(whereSeparator: \.isWhitespace) ?? []
  }

  /// The visible text with its line breaks.
  var plainText: String { HTMLMarkup.plainText(innerXML) }
}
