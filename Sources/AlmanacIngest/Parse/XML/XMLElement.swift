/// An element with its content so far.
struct XMLElement: Sendable {
  /// A text among child elements.
  struct Piece: Sendable {
    var text: String
    /// The number of child elements before it.
    let position: Int
  }

  let start: StartElement
  /// The content of an element with a single text and no children, as most elements of feeds have.
  private(set) var only: String?
  /// The texts of other elements, in document order.
  private(set) var pieces: [Piece] = []
  private(set) var children: [XMLNode] = []
  /// See `XMLNode.isCut`.
  var isCut = false
  /// See `XMLNode.size`.
  var size = 0

  init(_ start: consuming StartElement) { self.start = start }

  mutating func append(_ child: consuming XMLNode) {
    takeApart()
    children.append(child)
  }

  /// Appends text. Short consecutive pieces are joined; libxml2 may send one per character.
  mutating func append(_ more: String) {
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

  private mutating func takeApart() {
    guard let text = only else { return }
    pieces.append(Piece(text: text, position: 0))
    only = nil
  }

  /// Allocates the capacity that an item of a feed needs for its fields.
  mutating func reserveChildren() { children.reserveCapacity(16) }
}
