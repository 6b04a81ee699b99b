import AlmanacModel
import AlmanacTime

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
    /// Of a part that only says what kind of event it is: "Panel Discussion: Living with Heat".
    static let label = Marks(rawValue: 4)
  }

  /// A placement, reduced to what is compared.
  struct Place: Sendable {
    /// Placements with less confidence never forbid a merge.
    private static let leastConfidence = 0.6

    /// Hashes of the texts; of "" where there is none.
    let entry: UInt64
    let room: UInt64
    let reason: UInt64
    let hasRoom: Bool
    let coordinate: Coordinate?
    let confidence: Double
    /// It names an entry of the gazetteer with enough confidence to forbid a merge.
    let isConfident: Bool
    let isOnline: Bool
    /// The geocoder knows that the text is no place: it has no words that a place could share.
    let isNowhere: Bool

    init(_ placement: Placement) {
      entry = StableHash(placement.place ?? "").value
      room = StableHash(placement.room ?? "").value
      reason = StableHash(placement.reason?.rawValue ?? "").value
      hasRoom = placement.room != nil
      coordinate = placement.coordinate
      confidence = placement.confidence
      isConfident =
        placement.place != nil && confidence >= Self.leastConfidence
        && placement.method != .default
      isOnline = placement.reason == .online
      isNowhere = isOnline || placement.reason == .toBeAnnounced
    }
  }

  private(set) var records: [LinkageRecord] = []
  private(set) var titleWords: [TitleWord] = []
  /// Folded, in UTF-8.
  private(set) var spellings: [UInt8] = []
  /// Hashes of the distinct words of venue texts.
  private(set) var venueWords: [UInt64] = []
  /// Of each whether it is a number.
  private(set) var venueNumbers: [Bool] = []
  private(set) var places: [Place] = []
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

  /// Adds the link and the identifier of an item to its record, and writes its texts.
  mutating func fill(
    _ record: inout LinkageRecord, title: String, venue: String?, _ placement: Placement?,
    text: String?, uid: String?, link: String?
  ) {
    setTitle(title, of: &record)
    setVenue(venue ?? "", placement, of: &record)
    setText(text ?? "", of: &record)
    record.uid = uid.map { StableHash($0).value } ?? 0
    if let link = LinkText(link) {
      (record.link, record.host, record.itemNumber) = (link.hash, link.hostHash, link.numberHash)
    }
  }

  /// Writes a title's words without the announcements around it.
  mutating func setTitle(_ text: String, of record: inout LinkageRecord) {
    fold(text)
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
        if isLabel, TitleWords.commonWords.contains(word.hash) { marks.insert(.label) }
        titleWords.append(
          TitleWord(
            hash: word.hash,
            spelling: UInt32(truncatingIfNeeded: spelled + word.range.lowerBound),
            length: UInt8(clamping: word.range.count), marks: marks))
      }
      if titleWords.count - start >= Self.mostWords { break }
    }
    titleWords.removeLast(max(0, titleWords.count - start - Self.mostWords))
    record.titleWords = IndexRange(from: start, to: titleWords.count)
    record.announcements = parts.announcements
    record.isTruncated = text.withUTF8Span(Self.isTruncated)
  }

  private mutating func fold(_ text: String) {
    folder.clear()
    text.withUTF8Span { folder.append($0) }
    folder.close()
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

  mutating func setVenue(
    _ text: String, _ placement: Placement?, of record: inout LinkageRecord
  ) {
    fold(text)
    let start = venueWords.count
    for word in folder.words.prefix(Self.mostWords) {
      guard let hash = VenueSpellings.meaning(of: word.hash), !isVenueWord(hash, from: start)
      else { continue }
      venueWords.append(hash)
      venueNumbers.append(word.isNumber)
    }
    record.venueWords = IndexRange(from: start, to: venueWords.count)
    record.place = placement == nil ? -1 : Int32(clamping: places.count)
    if let placement { places.append(Place(placement)) }
  }

  private func isVenueWord(_ hash: UInt64, from start: Int) -> Bool {
    for index in start..<venueWords.count where venueWords[index] == hash { return true }
    return false
  }

  mutating func setText(_ text: String, of record: inout LinkageRecord) {
    let (first, second) = (shingles.count, textWords.count)
    if sketcher == nil { sketcher = TextSketcher() }
    text.withUTF8Span { sketcher?.read($0, shingles: &shingles, words: &textWords) }
    record.shingles = IndexRange(from: first, to: shingles.count)
    record.textWords = IndexRange(from: second, to: textWords.count)
  }
}
