import AlmanacModel

/// An element with all it holds. Built for one item of a feed at a time.
///
/// Whoever builds it fills it; from then on it is only read, until nobody else holds it and it is built
/// anew.
final class XMLNode {
  enum Content {
    case text(String)
    case element(XMLNode)
  }

  @exclusivity(unchecked) private(set) var name: XMLName
  @exclusivity(unchecked) private(set) var attributes: [XMLAttribute]
  @exclusivity(unchecked) private(set) var scope: XMLScope
  @exclusivity(unchecked) private(set) var line: Int
  /// All it holds, where that is one text, as of nearly all elements of feeds.
  @exclusivity(unchecked) private var only: String?
  /// All it holds, where that is more, in document order.
  @exclusivity(unchecked) private(set) var parts: [Content] = []
  /// Whether text or elements were left out, here or below, because there were too many.
  @exclusivity(unchecked) var isCut = false

  /// - Parameter text: all it holds at first.
  init(_ start: borrowing XMLStart, _ text: consuming String? = nil) {
    only = consume text
    name = start.name
    attributes = start.attributes
    scope = start.scope
    line = start.line
  }

  /// Builds it anew.
  ///
  /// Of the items of a feed the nodes have the same names and scopes in most places.
  func begin(_ start: borrowing XMLStart, _ text: consuming String?) {
    only = consume text
    if !parts.isEmpty { parts.removeAll(keepingCapacity: true) }
    if name !== start.name { name = start.name }
    if !attributes.isEmpty || !start.attributes.isEmpty { attributes = start.attributes }
    if scope !== start.scope { scope = start.scope }
    line = start.line
    isCut = false
  }

  /// As `XMLStart` has it.
  var language: String? { scope.language }
  /// As `XMLStart` has it.
  var base: String? { scope.base }

  /// Whether it holds one text and nothing else.
  var isTextAlone: Bool { only != nil }

  /// In document order.
  var content: [Content] { only.map { [.text($0)] } ?? parts }

  func append(_ child: consuming XMLNode) {
    takeApart(expecting: 32)
    parts.append(.element(consume child))
  }

  /// Short pieces of text that follow each other become one: there may be one for every sign.
  func append(_ more: String) {
    if let text = only {
      if text.utf8.count < 64 {
        only = text + more
      } else {
        takeApart(expecting: 4)
        parts.append(.text(more))
      }
    } else if parts.isEmpty {
      only = more
    } else if case .text(let text) = parts[parts.count - 1], text.utf8.count < 64 {
      parts[parts.count - 1] = .text(text + more)
    } else {
      parts.append(.text(more))
    }
  }

  private func takeApart(expecting count: Int) {
    if parts.isEmpty { parts.reserveCapacity(count) }
    guard let text = only else { return }
    parts.append(.text(text))
    only = nil
  }

  /// The elements directly within, in order.
  var children: [XMLNode] {
    var children: [XMLNode] = []
    guard !parts.isEmpty else { return children }
    children.reserveCapacity(parts.count)
    for case .element(let node) in parts { children.append(node) }
    return children
  }

  /// Whether it holds elements: then what it holds is HTML for certain.
  var isMarkup: Bool { parts.contains { if case .element = $0 { true } else { false } } }

  /// The first child of a name; any namespace unless one is given.
  func child(_ local: String, namespace: String? = nil) -> XMLNode? {
    for case .element(let node) in parts where node.matches(local, namespace) { return node }
    return nil
  }

  /// The children of a name; any namespace unless one is given.
  func children(_ local: String, namespace: String? = nil) -> [XMLNode] {
    children.filter { $0.matches(local, namespace) }
  }

  func matches(_ local: String, _ namespace: String? = nil) -> Bool {
    name.local == local && (namespace == nil || name.namespace == namespace)
  }

  /// The value of an attribute; without a namespace unless one is given.
  func attribute(_ local: String, namespace: String? = nil) -> String? {
    attributes.first { $0.name.local == local && $0.name.namespace == namespace }?.value
  }

  /// All text within, of descendants too, in document order.
  var text: String {
    if let only { return StreamSafeText.bounded(only) }
    var text = ""
    appendText(to: &text)
    return StreamSafeText.bounded(text)
  }

  private func appendText(to text: inout String) {
    for part in content {
      switch part {
      case .text(let piece): text += piece
      case .element(let node): node.appendText(to: &text)
      }
    }
  }

  /// What is within, as markup: for Atom's `type="xhtml"` (RFC 4287, section 3.1.1.3). Elements of
  /// XHTML lose their prefix, as HTML has none.
  var innerXML: String {
    var markup = ""
    appendInnerXML(to: &markup)
    return markup
  }

  /// The same with its texts as they are: of a field of escaped HTML into which elements have strayed.
  var literalMarkup: String {
    var markup = ""
    appendInnerXML(to: &markup, escaping: false)
    return markup
  }

  private func appendInnerXML(to markup: inout String, escaping: Bool = true) {
    for part in content {
      switch part {
      case .text(let piece) where !escaping: markup += piece
      case .text(let piece): Self.append(escaping: piece, to: &markup)
      case .element(let node): node.appendXML(to: &markup, escaping: escaping)
      }
    }
  }

  private func appendXML(to markup: inout String, escaping: Bool) {
    let tag = name.namespace == "http://www.w3.org/1999/xhtml" ? name.local : name.qualified
    markup += "<\(tag)"
    for attribute in attributes {
      markup += " \(attribute.name.qualified)=\""
      Self.append(escaping: attribute.value, to: &markup)
      markup += "\""
    }
    // As HTML an element that holds nothing has its end tag all the same.
    if content.isEmpty, HTMLElement.voids.contains(tag) {
      markup += " />"
    } else {
      markup += ">"
      appendInnerXML(to: &markup, escaping: escaping)
      markup += "</\(tag)>"
    }
  }

  private static func append(escaping text: String, to markup: inout String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": markup += "&amp;"
      case "<": markup += "&lt;"
      case ">": markup += "&gt;"
      case "\"": markup += "&quot;"
      default: markup.unicodeScalars.append(scalar)
      }
    }
  }
}
