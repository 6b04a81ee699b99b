/// An element of HTML that `HTMLQuickReader` knows: one that safe HTML may hold and of which the text
/// writer knows what to do, by its name packed into a number.
struct HTMLQuickElement {
  enum Layout: UInt8 {
    case none, line, paragraph, lineBreak, item, list, cell
  }

  /// What it may leave to others to end.
  enum Group: UInt8 {
    case none, paragraph, item, term, row, cell
  }

  /// Up to eight bytes in lower case; 0: no element.
  let name: UInt64
  /// The same, the first of them in the lowest byte, and how many there are.
  let letters: UInt64
  let length: Int
  let layout: Layout
  let group: Group
  let isVoid: Bool
  /// Whether its start tag ends an open paragraph.
  let endsParagraph: Bool
  let isPicture: Bool
  let isAnchor: Bool
  /// Whether it may have attributes other than those that all may have, besides anchors and
  /// pictures.
  let hasOwnAttributes: Bool

  private init?(_ text: String) {
    guard let own = HTMLElement.allowed[text], text.utf8.count <= 8, text != "pre",
      !HTMLElement.hidden.contains(text)
    else { return nil }
    name = text.utf8.reduce(0) { $0 << 8 | UInt64($1) }
    letters = text.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    length = text.utf8.count
    layout =
      switch text {
      case "br": .lineBreak
      case "li": .item
      case "ul", "ol": .list
      case "td", "th": .cell
      case _ where HTMLElement.paragraphs.contains(text): .paragraph
      case _ where HTMLElement.blocks.contains(text): .line
      default: .none
      }
    group =
      switch text {
      case "p": .paragraph
      case "li": .item
      case "dt", "dd": .term
      case "tr": .row
      case "td", "th": .cell
      default: .none
      }
    isVoid = HTMLElement.voids.contains(text)
    endsParagraph = HTMLElement.isEnded("p", by: text)
    isPicture = text == "img"
    isAnchor = text == "a"
    hasOwnAttributes = !own.isEmpty && text != "img" && text != "a"
  }

  private init() {
    name = 0
    letters = 0
    length = 0
    layout = .none
    group = .none
    isVoid = false
    endsParagraph = false
    isPicture = false
    isAnchor = false
    hasOwnAttributes = false
  }

  /// As `HTMLElement.isEnded` has it of an open element and a start tag's.
  func isEnded(by other: HTMLQuickElement) -> Bool {
    switch group {
    case .none: false
    case .paragraph: other.endsParagraph
    case .item, .term: other.group == group
    case .row: other.group == .row
    case .cell: other.group == .cell || other.group == .row
    }
  }

  static func slot(_ name: UInt64) -> Int {
    Int(truncatingIfNeeded: (name &* 0x9E37_79B9_7F4A_7C15) >> 54)
  }

  /// By `slot`, the next one where that is taken.
  static let table: [HTMLQuickElement] = {
    var table = [HTMLQuickElement](repeating: HTMLQuickElement(), count: 1_024)
    for text in HTMLElement.allowed.keys.sorted() {
      guard let element = HTMLQuickElement(text) else { continue }
      var index = slot(element.name)
      while table[index].name != 0 { index = (index + 1) & 1_023 }
      table[index] = element
    }
    return table
  }()
}
