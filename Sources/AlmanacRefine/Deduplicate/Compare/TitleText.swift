import AlmanacModel

/// A title as it is compared: its words without the announcements around them.
struct TitleText: Hashable, Sendable {
  struct Word: Hashable, Sendable {
    let hash: UInt64
    /// In `bytes`.
    let range: Range<Int>
    let isNumber: Bool
  }

  /// Folded, in UTF-8.
  let bytes: [UInt8]
  /// In their order; empty for a title without letters and digits.
  let words: [Word]
  /// Parts between colons, dashes and brackets; indices of `words`.
  let segments: [Range<Int>]
  /// What an announcement such as `CANCELLED:` says.
  let announcedStatus: EventStatus?
  /// Distinct words, ascending.
  let sortedHashes: [UInt64]

  init(_ title: String) {
    let folded = FoldedText(title)
    let title = TitleParts(words: folded.words)
    var words: [Word] = []
    var segments: [Range<Int>] = []
    for part in title.parts {
      let start = words.count
      words += folded.words[part].map {
        Word(hash: $0.hash, range: $0.range, isNumber: $0.isNumber)
      }
      segments.append(start..<words.count)
    }
    self.bytes = folded.bytes
    self.words = words
    self.segments = segments
    self.announcedStatus = title.announcedStatus
    sortedHashes = Array(Set(words.map(\.hash))).sorted()
  }

  /// Equal for titles of the same words in the same order.
  var key: UInt64 { hash(of: words.indices) }

  /// Equal for segments of the same words in the same order.
  func hash(of segment: Range<Int>) -> UInt64 {
    words[segment].reduce(into: StableHash()) { $0.combine(bytesOf: $1.hash) }.value
  }

  func spelling(of word: Word) -> ArraySlice<UInt8> { bytes[word.range] }

  func string(of segment: Range<Int>) -> String {
    words[segment].map { String(decoding: bytes[$0.range], as: UTF8.self) }
      .joined(separator: " ")
  }
}
