import AlmanacModel

/// The name of an element in a tag, with what the readers of HTML need to know of it: looked up
/// once for each tag.
struct HTMLName: Equatable, Sendable {
  /// In lower case.
  let text: String
  let traits: Traits

  struct Traits: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    /// What it holds is no text for readers.
    static let hidden = Traits(rawValue: 1)
    /// It stands apart by an empty line.
    static let paragraph = Traits(rawValue: 2)
    /// It begins and ends a line.
    static let block = Traits(rawValue: 4)
    /// Safe HTML may hold it.
    static let allowed = Traits(rawValue: 8)
    static let void = Traits(rawValue: 16)
    /// It marks a text as HTML.
    static let known = Traits(rawValue: 32)
  }

  private init(_ text: String) {
    self.text = text
    var traits: Traits = []
    if HTMLElement.hidden.contains(text) { traits.insert(.hidden) }
    if HTMLElement.paragraphs.contains(text) { traits.insert(.paragraph) }
    if HTMLElement.blocks.contains(text) { traits.insert(.block) }
    if HTMLElement.allowed[text] != nil { traits.insert(.allowed) }
    if HTMLElement.voids.contains(text) { traits.insert(.void) }
    if HTMLElement.isKnown(text) { traits.insert(.known) }
    self.traits = traits
  }

  /// The name that stands in `range`, in any case.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    let packed = Self.packed(bytes, range)
    if packed != 0, let common = Self.common[packed] {
      self = common
    } else {
      let text = String(decoding: bytes[range].lazy.map(\.lowercased), as: UTF8.self)
      self.init(StreamSafeText.bounded(text))
    }
  }

  /// Up to eight bytes in lower case as one number; 0 for longer names.
  private static func packed(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    guard range.count <= 8 else { return 0 }
    var packed: UInt64 = 0
    for index in range { packed = packed << 8 | UInt64(bytes[index].lowercased) }
    return packed
  }

  private static let common: [UInt64: HTMLName] = {
    var common: [UInt64: HTMLName] = [:]
    for text in HTMLElement.all where text.utf8.count <= 8 {
      let bytes = Array(text.utf8)
      common[packed(bytes, bytes.indices)] = HTMLName(text)
    }
    return common
  }()
}
