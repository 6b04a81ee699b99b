import AlmanacModel

/// An element with all it holds. Built for one item of a feed at a time.
///
/// Whoever builds it fills it; from then on it is only read, until nobody else holds it and it is built
/// anew.
final class XMLNode {
  /// A text beside elements.
  private struct Piece {
    var text: String
    /// How many elements stand before it.
    let position: Int
  }

  private enum Part {
    case text(String)
    case element(XMLNode)
  }

  @exclusivity(unchecked) private(set) var name: XMLName
  @exclusivity(unchecked) private(set) var attributes: [XMLAttribute]
  @exclusivity(unchecked) private(set) var scope: XMLScope
  @exclusivity(unchecked) private(set) var line: Int
  /// All it holds, where that is one text, as of nearly all elements of feeds.
  @exclusivity(unchecked) private var only: String?
  /// The texts it holds, where it holds more, in document order.
  @exclusivity(unchecked) private var pieces: [Piece] = []
  /// How many elements it holds.
  @exclusivity(unchecked) private(set) var elementCount = 0
  /// The elements it holds, in document order; behind them those that it held before it was built anew.
  @exclusivity(unchecked) private var elements: [XMLNode] = []
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
    if name !== start.name { name = start.name }
    if !attributes.isEmpty || !start.attributes.isEmpty { attributes = start.attributes }
    if scope !== start.scope { scope = start.scope }
    only = consume text
    empty(line: start.line)
  }

  /// Whether it begins as another element does, that has no attributes.
  private func isLike(_ likeness: XMLLikeness) -> Bool {
    name.number == likeness.name && ObjectIdentifier(scope) == likeness.scope
      && attributes.isEmpty && !likeness.hasAttributes
  }

  /// Leaves nothing of what it held before, but for the one text.
  private func empty(line: Int) {
    elementCount = 0
    if !pieces.isEmpty { pieces.removeAll(keepingCapacity: true) }
    self.line = line
    isCut = false
  }

  /// As `XMLStart` has it.
  var language: String? { scope.language }
  /// As `XMLStart` has it.
  var base: String? { scope.base }

  /// How many texts and elements it holds.
  var partCount: Int { only != nil ? 1 : pieces.count + elementCount }

  /// The texts directly within, in order.
  var ownTexts: [String] { only.map { [$0] } ?? pieces.map(\.text) }

  /// One of the elements directly within, by its place among them.
  func element(at index: Int) -> XMLNode { elements[index] }

  /// The element that was added last.
  var lastElement: XMLNode? { elementCount > 0 ? elements[elementCount &- 1] : nil }

  /// Adds an element: the one that stood in its place before is built anew where nobody else holds it.
  ///
  /// Feeds have items that are alike, and to make nodes is a good part of the time that one takes.
  func append(_ start: borrowing XMLStart, _ text: consuming String? = nil) {
    if only != nil { takeApart() }
    let index = elementCount
    elementCount &+= 1
    if index >= elements.count {
      if elements.isEmpty { elements.reserveCapacity(16) }
      elements.append(XMLNode(start, text))
    } else if isKnownUniquelyReferenced(&elements[index]) {
      elements[index].begin(start, text)
    } else {
      elements[index] = XMLNode(start, text)
    }
  }

  /// Adds an element that holds text alone, or nothing.
  ///
  /// - Parameters:
  ///   - text: taken from the caller, who gets another one.
  ///   - start: asked where the one that stood in its place before was another one.
  func append(
    _ likeness: XMLLikeness, line: Int, _ text: inout String?, start: () -> XMLStart
  ) {
    let index = elementCount
    if only == nil, index < elements.count, isKnownUniquelyReferenced(&elements[index]) {
      // The array holds it meanwhile.
      let isAlike = Unmanaged.passUnretained(elements[index])._withUnsafeGuaranteedRef { node in
        guard node.isLike(likeness) else { return false }
        swap(&node.only, &text)
        node.empty(line: line)
        node.forget(keeping: 0)
        return true
      }
      if isAlike {
        elementCount &+= 1
        return
      }
    }
    append(start(), text)
    elements[index].forget(keeping: 0)
  }

  /// Takes the element back that was added last.
  func removeLast() {
    elementCount &-= 1
    forget(keeping: 0)
  }

  /// Lets go of the elements that it held before, but for the first of them.
  func forget(keeping most: Int) {
    guard elements.count &- elementCount > most else { return }
    elements.removeSubrange((elementCount &+ most)...)
  }

  /// Short pieces of text that follow each other become one: there may be one for every sign.
  func append(_ more: String) {
    if let text = only, text.utf8.count < 64 {
      only = text + more
    } else if only == nil, pieces.isEmpty, elementCount == 0 {
      only = more
    } else if let last = pieces.last, last.position == elementCount, last.text.utf8.count < 64 {
      pieces[pieces.count - 1].text += more
    } else {
      takeApart()
      pieces.append(Piece(text: more, position: elementCount))
    }
  }

  private func takeApart() {
    guard let text = only else { return }
    pieces.append(Piece(text: text, position: 0))
    only = nil
  }

  /// Visits what it holds, in document order.
  private func forEachPart(_ body: (Part) -> Void) {
    if let only { return body(.text(only)) }
    var next = 0
    for index in 0...elementCount {
      while next < pieces.count, pieces[next].position == index {
        body(.text(pieces[next].text))
        next += 1
      }
      if index < elementCount { body(.element(elements[index])) }
    }
  }

  /// The elements directly within, in order.
  var children: [XMLNode] { elementCount == 0 ? [] : Array(elements[..<elementCount]) }

  /// Whether it holds elements: then what it holds is HTML for certain.
  var isMarkup: Bool { elementCount > 0 }

  /// The first child of a name; any namespace unless one is given.
  func child(_ local: String, namespace: String? = nil) -> XMLNode? {
    elements[..<elementCount].first { $0.matches(local, namespace) }
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
