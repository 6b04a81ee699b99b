import AlmanacModel

/// A complete element.
final class XMLNode: Sendable {
  private enum Part {
    case text(String)
    case element(XMLNode)
  }

  private let content: XMLElement

  init(_ content: consuming XMLElement) { self.content = content }

  var name: XMLName { content.start.name }
  /// See `XMLName.number`.
  var nameNumber: Int { content.start.name.number }
  var attributes: [XMLAttribute] { content.start.attributes }
  /// One-based line in the document.
  var line: Int { content.start.line }
  /// The child elements, in document order.
  var children: [XMLNode] { content.children }
  /// Whether text or elements were left out, here or below, because of the size limit.
  var isCut: Bool { content.isCut }
  /// The approximate bytes of a tree in memory; 0 for other nodes than its root.
  var size: Int { content.size }

  /// See `XMLScope.language`.
  var language: String? { content.start.language }
  /// See `XMLScope.base`.
  var base: String? { content.start.base }

  /// The number of its texts and child elements.
  var partCount: Int { content.only != nil ? 1 : content.pieces.count + children.count }

  /// Its own texts, in order.
  var ownTexts: [String] { content.only.map { [$0] } ?? content.pieces.map(\.text) }

  /// Visits its texts and child elements in document order.
  private func forEachPart(_ body: (Part) -> Void) {
    if let only = content.only { return body(.text(only)) }
    let pieces = content.pieces
    var next = 0
    for index in 0...children.count {
      while next < pieces.count, pieces[next].position == index {
        body(.text(pieces[next].text))
        next += 1
      }
      if index < children.count { body(.element(children[index])) }
    }
  }

  /// Whether it has child elements, so that its content is certainly HTML.
  var isMarkup: Bool { !children.isEmpty }

  /// The first child with a name; in any namespace if none is given.
  func child(_ local: String, namespace: String? = nil) -> XMLNode? {
    children.first { $0.matches(local, namespace) }
  }

  func matches(_ local: String, _ namespace: String? = nil) -> Bool {
    name.local == local && (namespace == nil || name.namespace == namespace)
  }

  /// The value of an attribute; without a namespace if none is given.
  func attribute(_ local: String, namespace: String? = nil) -> String? {
    attributes.first { $0.name.local == local && $0.name.namespace == namespace }?.value
  }

  /// The text of the element and its descendants, in document order.
  var text: String {
    if let only = content.only { return StreamSafeText.bounded(only) }
    var text = ""
    appendText(to: &text)
    return StreamSafeText.bounded(text)
  }

  private func appendText(to text: inout String) {
    forEachPart { part in
      switch part {
      case .text(let piece): text += piece
      case .element(let node): node.appendText(to: &text)
      }
    }
  }

  /// The content as markup, for Atom's `type="xhtml"` (RFC 4287, section 3.1.1.3). XHTML elements
  /// lose their prefix, because HTML has none.
  var innerXML: String {
    var markup = ""
    appendInnerXML(to: &markup)
    return markup
  }

  /// The content with unescaped text: a field of escaped HTML that also contains elements.
  var literalMarkup: String {
    var markup = ""
    appendInnerXML(to: &markup, escaping: false)
    return markup
  }

  private func appendInnerXML(to markup: inout String, escaping: Bool = true) {
    forEachPart { part in
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
    // In HTML only void elements have no end tag.
    if partCount == 0, HTMLElement.voids.contains(tag) {
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
