import AlmanacModel

/// The name of an element with its traits, looked up once per tag.
struct HTMLName: Equatable, Sendable {
  /// In lower case.
  let text: String
  let traits: Traits

  struct Traits: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    /// Its content is not shown.
    static let hidden = Traits(rawValue: 1)
    /// It has an empty line before and after it.
    static let paragraph = Traits(rawValue: 2)
    /// It starts and ends a line.
    static let block = Traits(rawValue: 4)
    /// Safe HTML may contain it.
    static let allowed = Traits(rawValue: 8)
    static let void = Traits(rawValue: 16)
    /// It identifies a text as HTML.
    static let known = Traits(rawValue: 32)
    /// It has a special layout in plain text.
    static let layout = Traits(rawValue: 64)
    /// Its end tag is optional.
    static let implied = Traits(rawValue: 128)
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
    if HTMLElement.laidOut.contains(text) { traits.insert(.layout) }
    if HTMLElement.implied.contains(text) { traits.insert(.implied) }
    self.traits = traits
  }

  /// The name in a range of bytes, in any case.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    if let name = Self.common[Self.packed(bytes, range)] {
      self = name
      return
    }
    let text = String(lowercasing: bytes[range])
    self.init(StreamSafeText.bounded(text))
  }

  /// Up to eight bytes in lower case as one number; 0 for longer names.
  private static func packed(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    guard range.count <= 8 else { return 0 }
    var packed: UInt64 = 0
    for index in range { packed = packed << 8 | UInt64(bytes[index].lowercased) }
    return packed
  }

  /// The known elements of at most eight bytes by their packed names.
  private static let common: [UInt64: HTMLName] = {
    let names = HTMLElement.all.filter { $0.utf8.count <= 8 }
    return Dictionary(
      names.map { (packed(Array($0.utf8), 0..<$0.utf8.count), HTMLName($0)) },
      uniquingKeysWith: { name, _ in name })
  }()
}
