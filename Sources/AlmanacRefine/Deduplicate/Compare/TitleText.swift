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
  let stated: EventStatus?
  /// Distinct words, ascending.
  let sortedHashes: [UInt64]

  init(_ title: String) {
    let folded = FoldedText(title)
    var parts = Self.parts(of: folded)
    var stated: EventStatus?
    let remaining = parts.filter { part in
      guard part.count <= 4, let status = TitleWords.announcements[folded.text(of: part)] else {
        return true
      }
      stated = stated ?? status
      return false
    }
    // A title of nothing but an announcement is the title.
    if !remaining.isEmpty {
      parts = Self.strippingBare(remaining, of: folded, stated: &stated)
    } else {
      stated = nil
    }
    var words: [Word] = []
    var segments: [Range<Int>] = []
    for part in parts {
      let start = words.count
      words += folded.words[part].map {
        Word(hash: $0.hash, range: $0.range, isNumber: $0.isNumber)
      }
      segments.append(start..<words.count)
    }
    self.bytes = folded.bytes
    self.words = words
    self.segments = segments
    self.stated = stated
    sortedHashes = Array(Set(words.map(\.hash))).sorted()
  }

  /// Equal for titles of the same words in the same order.
  var key: UInt64 { hash(of: words.indices) }

  /// Equal for segments of the same words in the same order.
  func hash(of segment: Range<Int>) -> UInt64 {
    words[segment].reduce(into: StableHash()) { $0.combine(bytesOf: $1.hash) }.value
  }

  func spelling(of word: Word) -> ArraySlice<UInt8> { bytes[word.range] }

  /// Whether the word is in another script than Latin, whose letters are ASCII once folded. Titles
  /// such as "元宵灯谜晚会 Lantern Riddles Night" say everything twice.
  func isForeign(_ word: Word) -> Bool { bytes[word.range].first.map { $0 >= 0x80 } ?? false }

  var hasForeignWords: Bool { words.contains(where: isForeign) }

  func string(of segment: Range<Int>) -> String {
    words[segment].map { String(decoding: bytes[$0.range], as: UTF8.self) }
      .joined(separator: " ")
  }

  private static func parts(of folded: FoldedText) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = 0
    for (index, word) in folded.words.enumerated() where index > start {
      // "stand-up" is one part; "Film - Alien", "Film: Alien" and "Film (Alien)" are two.
      guard word.gap.contains(.part) || word.gap.contains([.space, .mark]) else { continue }
      parts.append(start..<index)
      start = index
    }
    if start < folded.words.count { parts.append(start..<folded.words.count) }
    return parts
  }

  private static func strippingBare(
    _ parts: [Range<Int>], of folded: FoldedText, stated: inout EventStatus?
  ) -> [Range<Int>] {
    var parts = parts
    func isBare(_ index: Int) -> Bool {
      let word = folded.text(of: index..<index + 1)
      guard TitleWords.bareAnnouncements.contains(word) else { return false }
      stated = stated ?? (TitleWords.announcements[word] ?? nil)
      return true
    }
    if let first = parts.first, first.count > 1, isBare(first.lowerBound) {
      parts[0] = first.dropFirst()
    }
    if let last = parts.last, last.count > 1, isBare(last.upperBound - 1) {
      parts[parts.count - 1] = last.dropLast()
    }
    return parts
  }
}

extension FoldedText {
  /// The words of that range joined with spaces.
  fileprivate func text(of range: Range<Int>) -> String {
    words[range].map { String(decoding: bytes[$0.range], as: UTF8.self) }.joined(separator: " ")
  }
}
