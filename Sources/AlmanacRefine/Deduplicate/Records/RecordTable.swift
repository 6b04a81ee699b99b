import AlmanacModel

/// The records of one campus with their texts made comparable by index: equal words, titles of
/// one source and venues have one number each.
///
/// A class, because it is read for every pair: a copy of the struct would count twenty references.
final class RecordTable: Sendable {
  /// A title as one source writes it; many records may share it.
  struct TitleVariant: Sendable {
    let source: Int32
    /// In `words`.
    let words: IndexRange
    let isTruncated: Bool
    /// Equal for titles of the same words in the same order.
    let phrase: UInt64
  }

  struct TitleWord: Sendable {
    let token: Int32
    let marks: RecordTexts.Marks
    /// The title had it before.
    let isRepeated: Bool
  }

  /// A word of titles or venues.
  struct Token: Sendable {
    let hash: UInt64
    /// A bit for each letter, as `WordDistance` has it.
    private(set) var letters: UInt64 = 0
    /// In `spellings`; empty for words that no title has.
    private(set) var spelling = IndexRange.empty
    /// The token by which venues have a word of titles; -1 if none has it, and `emptyVenueWord` if it
    /// has no information there, such as "hall".
    private(set) var venueWord: Int32 = -1
    static let emptyVenueWord: Int32 = -2
    let isNumber: Bool
    let isStopWord: Bool
    let kind: TitleWords.Kind?
    private(set) var isSession: Bool
    let opensPart: Bool
    private(set) var isFestival: Bool
    let isPlaceKind: Bool
    let isVersus: Bool

    init(_ hash: UInt64, isNumber: Bool) {
      self.hash = hash
      self.isNumber = isNumber
      isStopWord = TitleWords.stopWords.contains(hash)
      kind = TitleWords.kind(hash)
      isSession = TitleWords.sessionWords.contains(hash)
      opensPart = TitleWords.openingWords.contains(hash)
      isFestival = TitleWords.festivalWords.contains(hash)
      isVersus = TitleWords.versusWords.contains(hash)
      isPlaceKind = VenueSpellings.placeKinds.contains(hash)
    }

    mutating func spell(_ letters: ArraySlice<UInt8>, _ spelling: IndexRange) {
      self.letters = WordDistance.letters(of: letters)
      self.spelling = spelling
      // "Oktoberfest", "Bookfest".
      if letters.count > 4, letters.suffix(4).elementsEqual("fest".utf8) { isFestival = true }
      // "Altstadtführung", "stadswandeling".
      for end in TitleWords.sessionEndings
      where letters.suffix(end.utf8.count).elementsEqual(end.utf8) {
        isSession = true
      }
    }

    mutating func setVenueWord(_ token: Int32) { venueWord = token }
  }

  struct Venue: Sendable {
    /// In `venueWords`.
    let words: IndexRange
    /// In `places`; -1 where the geocoder answered nothing.
    let place: Int32
    /// Stable hash of the words and the place.
    let hash: UInt64
  }

  let candidates: [LinkageRecord]
  /// Stable hashes of the sources' names, by source.
  let sourceHashes: [UInt64]
  private let texts: InternedTexts

  var titleVariants: [TitleVariant] { texts.titleVariants }
  var words: [TitleWord] { texts.words }
  var venues: [Venue] { texts.venues }
  /// Tokens.
  var venueWords: [Int32] { texts.venueWords }
  var places: [RecordTexts.Place] { texts.places }
  var shingles: [UInt16] { texts.shingles }
  var textWords: [UInt16] { texts.textWords }
  var tokens: [Token] { texts.tokens }
  var spellings: [UInt8] { texts.spellings }

  func venueWord(ofTitleWord index: Int) -> Int32 { tokens[Int(words[index].token)].venueWord }

  /// - Parameters:
  ///   - records: With the blocks that have their texts, in the order that decides between equals.
  ///   - sources: Names of sources, by number.
  init(
    _ records: [(block: Int, record: LinkageRecord)], of blocks: [RecordTexts], sources: [String]
  ) {
    var texts = InternedTexts(of: blocks)
    var candidates: [LinkageRecord] = []
    candidates.reserveCapacity(records.count)
    for (block, record) in records {
      candidates.append(texts.interned(record, of: blocks[block]))
    }
    texts.finish()
    Self.judgeLinks(of: &candidates, texts.titleVariants)
    self.candidates = candidates
    self.texts = texts
    sourceHashes = sources.map { StableHash($0).value }
  }

  private init(_ table: RecordTable, candidates: [LinkageRecord]) {
    self.candidates = candidates
    (texts, sourceHashes) = (table.texts, table.sourceHashes)
  }

  /// What one source has a link on.
  private struct Page {
    let item: Int32
    let occurrence: Int32
    let start: Int64
    let title: UInt64
    var otherTitle: UInt64?
  }

  /// Removes links that one source has on items of more than two titles: these are landing pages. Two
  /// titles may be one event that was renamed or posted twice. Links that one source has on several
  /// starts are marked.
  private static func judgeLinks(
    of candidates: inout [LinkageRecord], _ titleVariants: [TitleVariant]
  ) {
    var known = HashIndex(capacity: candidates.count)
    var pages: [Page] = []
    var (landing, series): (Set<UInt64>, Set<UInt64>) = ([], [])
    for candidate in candidates where candidate.link != 0 {
      let key = PhraseHash.combine(candidate.link, UInt64(candidate.source))
      let title = titleVariants[Int(candidate.titleVariant)].phrase
      let number = Int(known.number(of: key, else: Int32(pages.count)))
      guard number < pages.count else {
        pages.append(
          Page(
            item: candidate.item, occurrence: candidate.occurrence,
            start: candidate.moment.start, title: title))
        continue
      }
      let page = pages[number]
      // The days of one occurrence are one start.
      let isOther = page.item != candidate.item || page.occurrence != candidate.occurrence
      if isOther, page.start != candidate.moment.start { series.insert(candidate.link) }
      guard page.title != title, page.otherTitle != title else { continue }
      if page.otherTitle == nil {
        pages[number].otherTitle = title
      } else {
        landing.insert(candidate.link)
      }
    }
    guard !landing.isEmpty || !series.isEmpty else { return }
    for index in candidates.indices where candidates[index].link != 0 {
      let link = candidates[index].link
      if landing.contains(link) { candidates[index].link = 0 }
      candidates[index].isPageOfSeries = series.contains(link)
    }
  }

  /// With the moments on clocks that all sources share.
  func subtracting(_ offsets: [UInt64: Int64]) -> RecordTable {
    guard !offsets.isEmpty else { return self }
    let bySource = sourceHashes.map { offsets[$0] ?? 0 }
    var candidates = candidates
    for index in candidates.indices {
      let offset = bySource[Int(candidates[index].source)]
      if offset != 0 {
        candidates[index].moment = candidates[index].moment.subtracting(offset)
      }
    }
    return RecordTable(self, candidates: candidates)
  }
}
