import AlmanacModel

/// An element with its content.
final class XMLNode {
  /// A text beside elements.
  private struct Piece {
    var text: String
    /// How many child elements precede it.
    let position: Int
  }

  private enum Part {
    case text(String)
    case element(XMLNode)
  }

  let name: XMLName
  let attributes: [XMLAttribute]
  /// In the document, from 1.
  let line: Int
  private let scope: XMLScope
  /// The content of an element with one text and nothing else, as nearly all elements of feeds are.
  private var only: String?
  /// The texts of other elements, in document order.
  private var pieces: [Piece] = []
  /// The child elements, in document order.
  private(set) var children: [XMLNode] = []
  /// Whether text or elements were left out, here or below, because there were too many.
  var isCut = false

  init(_ start: consuming StartElement) {
    name = start.name
    attributes = start.attributes
    scope = start.scope
    line = start.line
  }

  /// As `XMLScope` has it.
  var language: String? { scope.language }
  /// As `XMLScope` has it.
  var base: String? { scope.base }

  /// How many texts and elements it contains.
  var partCount: Int { only != nil ? 1 : pieces.count + children.count }

  /// The texts directly within, in order.
  var ownTexts: [String] { only.map { [$0] } ?? pieces.map(\.text) }

  func append(_ child: XMLNode) {
    takeApart()
    children.append(child)
  }

  /// Removes the child element that was added last.
  func removeLast() { children.removeLast() }

  /// Short pieces of text that follow each other become one: there may be one for every character.
  func append(_ more: String) {
    if let text = only, text.utf8.count < 64 {
      only = text + more
    } else if only == nil, pieces.isEmpty, children.isEmpty {
      only = more
    } else if let last = pieces.last, last.position == children.count, last.text.utf8.count < 64 {
      pieces[pieces.count - 1].text += more
    } else {
      takeApart()
      pieces.append(Piece(text: more, position: children.count))
    }
  }

  private func takeApart() {
    guard let text = only else { return }
    pieces.append(Piece(text: text, position: 0))
    only = nil
  }

  /// Visits its texts and elements, in document order.
  private func forEachPart(_ body: (Part) -> Void) {
    if let only { return body(.text(only)) }
    var next = 0
    for index in 0...children.count {
      while next < pieces.count, pieces[next].position == index {
        body(.text(pieces[next].text))
        next += 1
      }
      if index < children.count { body(.element(children[index])) }
    }
  }

  /// Whether it has child elements: then its content is certainly HTML.
  var isMarkup: Bool { !children.isEmpty }

  /// The first child of a name; any namespace unless one is given.
  func child(_ local: String, namespace: String? = nil) -> XMLNode? {
    children.first { $0.matches(local, namespace) }
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
    forEachPart { part in
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
    // As HTML an element that holds nothing has its end tag all the same.
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
