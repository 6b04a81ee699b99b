import AlmanacTime

/// Text folded for comparison, so that spelling variants are equal.
///
/// Case, diacritics, width and punctuation are folded; `&` is `and`; a word ends where letters meet
/// digits, so that `LT27`, `LT-27` and `lt 27` are equal. Latin letters become ASCII; other scripts
/// are kept in lower case, Han and kana with one word to a character. The work is done on bytes
/// because it is the inner loop of two stages (200,000 texts: 17 ms, Foundation: 735 ms).
public struct FoldedText: Sendable {
  /// The characters between a word and the one before it.
  struct Gap: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let space = Gap(rawValue: 1)
    /// A hyphen, slash, dot or the like.
    static let mark = Gap(rawValue: 2)
    /// A comma, bracket, bar, line end: another part of the text begins.
    static let part = Gap(rawValue: 4)
    /// `#`, that announces a unit's number.
    static let number = Gap(rawValue: 8)
    static let at = Gap(rawValue: 16)
    /// The closing of a bracket.
    static let closing = Gap(rawValue: 32)
    /// A mark that is a full stop, as in `1.10`.
    static let dot = Gap(rawValue: 64)
  }

  struct Word: Sendable {
    /// In `bytes`.
    let range: Range<Int>
    let hash: UInt64
    /// Empty where only letters met digits.
    let gap: Gap
    let isNumber: Bool
    /// Letters, and none of them in lower case: an acronym where the rest isn't shouted.
    let isUpper: Bool
  }

  /// The words joined with single spaces, in UTF-8.
  let bytes: [UInt8]
  let words: [Word]

  public init(_ text: String) {
    var builder = FoldedTextBuilder(capacity: text.utf8.count)
    text.withUTF8Span { builder.append($0) }
    builder.close()
    (bytes, words) = (builder.bytes, builder.words)
  }

  /// The first so many bytes of a text, cut between two characters.
  init(_ text: String, upTo length: Int) {
    var builder = FoldedTextBuilder(capacity: min(length, text.utf8.count))
    builder.read(text, upTo: length)
    (bytes, words) = (builder.bytes, builder.words)
  }

  public var string: String { String(decoding: bytes, as: UTF8.self) }

  public var tokens: [String] {
    words.map { String(decoding: bytes[$0.range], as: UTF8.self) }
  }

  /// The words of the text joined with single spaces; "" for a text without letters and digits.
  public static func fold(_ text: String) -> String { FoldedText(text).string }

  /// The words of the text in their order.
  public static func tokens(_ text: String) -> [String] { FoldedText(text).tokens }
}
