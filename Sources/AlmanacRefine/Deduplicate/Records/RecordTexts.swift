import AlmanacModel

/// Records and their texts in flat arrays, without a heap object for each of a million titles.
struct RecordTexts: Sendable {
  struct TitleWord: Sendable {
    let hash: UInt64
    /// In `spellings`.
    let spelling: UInt32
    let length: UInt8
    let marks: Marks
  }

  struct Marks: OptionSet, Sendable {
    let rawValue: UInt8
    static let number = Marks(rawValue: 1)
    /// The first word of a part between colons, dashes or brackets.
    static let opensPart = Marks(rawValue: 2)
    /// In another script than Latin, whose letters are ASCII once folded. Titles such as
    /// "元宵灯谜晚会 Lantern Riddles Night" say everything twice.
    static let foreign = Marks(rawValue: 4)
    /// Of a part that only says what kind of event it is: "Panel Discussion: Living with Heat".
    static let label = Marks(rawValue: 8)
  }

  /// Placements with less confidence never forbid a merge.
  static let leastConfidence = 0.6

  private(set) var records: [LinkageRecord] = []
  private(set) var titleWords: [TitleWord] = []
  /// Folded, in UTF-8.
  private(set) var spellings: [UInt8] = []
  /// Hashes of the distinct words of venue texts.
  private(set) var venueWords: [UInt64] = []
  /// Of each whether it is a number.
  private(set) var venueNumbers: [Bool] = []
  private(set) var places: [Placement] = []
  private(set) var shingles: [UInt16] = []
  private(set) var textWords: [UInt16] = []

  private var folder = FoldedTextBuilder(capacity: 256)
  private var parts = TitleParts()
  private var sketcher: TextSketcher?

  /// Most words of a title or venue that count.
  static let mostWords = 48

  /// Releases what only reading needs.
  mutating func finish() {
    folder = FoldedTextBuilder(capacity: 0)
    sketcher = nil
  }

  mutating func append(_ record: LinkageRecord) { records.append(record) }

  mutating func setTitle(_ text: Span<UInt8>, of record: inout LinkageRecord) {
    let title = title(text)
    record.title = title.words
    record.announcements = title.announcements
    record.isTruncated = Self.isTruncated(text)
  }

  mutating func setVenue(
    _ text: Span<UInt8>, _ placement: Placement?, of record: inout LinkageRecord
  ) {
    record.venue = venue(text)
    record.place = place(placement)
  }

  mutating func setText(_ text: Span<UInt8>, of record: inout LinkageRecord) {
    let written = self.text(text)
    record.shingles = written.shingles
    record.textWords = written.words
  }

  /// Writes a title's words; returns their range, and the hash of its announcements.
  mutating func title(_ text: Span<UInt8>) -> (words: IndexRange, announcements: UInt64) {
    folder.clear()
    folder.append(text)
    folder.close()
    let start = titleWords.count
    parts.read(folder.words)
    let spelled = spellings.count
    spellings.append(contentsOf: folder.bytes)
    for part in parts.parts {
      let isLabel = parts.parts.count > 1 && isLabel(part)
      for index in part.prefix(Self.mostWords) {
        let word = folder.words[index]
        var marks: Marks = word.isNumber ? .number : []
        if index == part.lowerBound { marks.insert(.opensPart) }
        if folder.bytes[word.range.lowerBound] >= 0x80 { marks.insert(.foreign) }
        if isLabel, TitleWords.commonWords.contains(word.hash) { marks.insert(.label) }
        titleWords.append(
          TitleWord(
            hash: word.hash,
            spelling: UInt32(truncatingIfNeeded: spelled + word.range.lowerBound),
            length: UInt8(clamping: word.range.count), marks: marks))
      }
      if titleWords.count - start >= Self.mostWords { break }
    }
    let count = min(titleWords.count - start, Self.mostWords)
    titleWords.removeLast(titleWords.count - start - count)
    return (IndexRange(from: start, to: start + count), parts.announcements)
  }

  private func isLabel(_ part: Range<Int>) -> Bool {
    part.allSatisfy {
      let hash = folder.words[$0].hash
      return TitleWords.commonWords.contains(hash) || TitleWords.stopWords.contains(hash)
    }
  }

  /// Three full stops or an ellipsis at the end.
  static func isTruncated(_ text: Span<UInt8>) -> Bool {
    var end = text.count
    while end > 0, text[end - 1] <= 0x20 { end -= 1 }
    guard end >= 3 else { return false }
    let last = (text[end - 3], text[end - 2], text[end - 1])
    return last == (0x2E, 0x2E, 0x2E) || last == (0xE2, 0x80, 0xA6)
  }

  mutating func venue(_ text: Span<UInt8>) -> IndexRange {
    folder.clear()
    folder.append(text)
    folder.close()
    let start = venueWords.count
    for word in folder.words.prefix(Self.mostWords) {
      guard let hash = VenueSpellings.meaning(of: word.hash), !isVenueWord(hash, from: start)
      else { continue }
      venueWords.append(hash)
      venueNumbers.append(word.isNumber)
    }
    return IndexRange(from: start, to: venueWords.count)
  }

  private func isVenueWord(_ hash: UInt64, from start: Int) -> Bool {
    for index in start..<venueWords.count where venueWords[index] == hash { return true }
    return false
  }

  mutating func place(_ placement: Placement?) -> Int32 {
    guard let placement else { return -1 }
    places.append(placement)
    return Int32(clamping: places.count - 1)
  }

  mutating func text(_ text: Span<UInt8>) -> (shingles: IndexRange, words: IndexRange) {
    let (first, second) = (shingles.count, textWords.count)
    if sketcher == nil { sketcher = TextSketcher() }
    sketcher?.read(text, shingles: &shingles, words: &textWords)
    return (
      IndexRange(from: first, to: shingles.count), IndexRange(from: second, to: textWords.count)
    )
  }
}
