import AlmanacModel

/// The records of one campus with their texts made comparable by index: equal words, titles of
/// one source and venues have one number each.
///
/// A class, because it is read for every pair: a copy of the struct would count twenty references.
final class RecordTable: Sendable {
  struct Candidate: Sendable {
    let item: Int32
    let source: Int32
    /// Which of the item's occurrences it is; the days of one occurrence share it.
    let occurrence: Int32
    let titleVariant: Int32
    let venue: Int32
    let isSeries: Bool
    var moment: Moment
    let shingles: IndexRange
    let textWords: IndexRange
    let uid: UInt64
    var link: UInt64
    /// Its source has the link on several starts: a page of a series, or of all performances of a piece.
    var isPageOfSeries = false
    let host: UInt64
    let itemNumber: UInt32
    let announcements: UInt64
  }

  /// A title as one source writes it; many records may share it.
  struct TitleVariant: Sendable {
    let source: Int32
    /// In `words`.
    let words: IndexRange
    let isTruncated: Bool
    /// It has words in another script than Latin.
    let isForeign: Bool
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
    let isNumber: Bool
    let isStopWord: Bool
    let kind: TitleWords.Kind?

    init(_ hash: UInt64, isNumber: Bool) {
      self.hash = hash
      self.isNumber = isNumber
      isStopWord = TitleWords.stopWords.contains(hash)
      kind = TitleWords.kind(hash)
    }

    mutating func spell(_ letters: UInt64, _ spelling: IndexRange) {
      self.letters = letters
      self.spelling = spelling
    }
  }

  struct Venue: Sendable {
    /// In `venueWords`.
    let words: IndexRange
    /// In `places`; -1 where the geocoder answered nothing.
    let place: Int32
    /// Stable hash of the words and the place.
    let hash: UInt64
  }

  let candidates: [Candidate]
  let titleVariants: [TitleVariant]
  let words: [TitleWord]
  let venues: [Venue]
  /// Tokens.
  let venueWords: [Int32]
  let places: [Placement]
  let shingles: [UInt16]
  let textWords: [UInt16]
  let tokens: [Token]
  let spellings: [UInt8]
  /// Stable hashes of the sources' names, by source.
  let sourceHashes: [UInt64]

  /// A record of a block, with the numbers that its item and source have in the table.
  struct Entry: Sendable {
    let block: Int
    let record: Int
    let item: Int
    let source: Int
    /// On the campus's clocks.
    let moment: Moment
  }

  /// - Parameters:
  ///   - entries: In the order that decides between equals.
  ///   - sources: Names of sources, by number.
  init(_ entries: [Entry], of blocks: [RecordTexts], sources: [String]) {
    var builder = RecordTableBuilder(entries, blocks)
    for entry in entries {
      let block = blocks[entry.block]
      builder.add(block.records[entry.record], entry, block)
    }
    candidates = builder.candidates
    titleVariants = builder.titleVariants
    words = builder.words
    venues = builder.venues
    venueWords = builder.venueWords
    places = builder.places
    shingles = builder.shingles
    textWords = builder.textWords
    tokens = builder.tokens
    spellings = builder.spellings
    sourceHashes = sources.map { StableHash($0).value }
  }

  private init(_ table: RecordTable, candidates: [Candidate]) {
    self.candidates = candidates
    titleVariants = table.titleVariants
    words = table.words
    venues = table.venues
    venueWords = table.venueWords
    places = table.places
    shingles = table.shingles
    textWords = table.textWords
    tokens = table.tokens
    spellings = table.spellings
    sourceHashes = table.sourceHashes
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
  func withJudgedLinks() -> RecordTable {
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
    guard !landing.isEmpty || !series.isEmpty else { return self }
    var candidates = candidates
    for index in candidates.indices where candidates[index].link != 0 {
      let link = candidates[index].link
      if landing.contains(link) { candidates[index].link = 0 }
      candidates[index].isPageOfSeries = series.contains(link)
    }
    return RecordTable(self, candidates: candidates)
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
