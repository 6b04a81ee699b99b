import AlmanacModel

/// The statements of one campus with their texts made comparable by index: equal words, titles of
/// one source and venues have one number each.
struct CandidateTable: Sendable {
  struct Candidate: Sendable {
    let item: Int32
    let source: Int32
    let wording: Int32
    let venue: Int32
    let isSeries: Bool
    fileprivate(set) var moment: Moment
    let shingles: Stretch
    let textWords: Stretch
    let uid: UInt64
    fileprivate(set) var link: UInt64
    let host: UInt64
    let announcements: UInt64
  }

  /// A title as one source writes it; many statements may share it.
  struct Wording: Sendable {
    let source: Int32
    /// In `words`.
    let words: Stretch
    let isTruncated: Bool
    /// It has words in another script than Latin.
    let isForeign: Bool
    /// Equal for titles of the same words in the same order.
    let phrase: UInt64
  }

  struct TitleWord: Sendable {
    let token: Int32
    let marks: StatementBlock.Marks
  }

  struct Venue: Sendable {
    /// In `venueWords`.
    let words: Stretch
    /// In `places`; -1 where the geocoder answered nothing.
    let place: Int32
    /// Stable hash of the words and the place.
    let hash: UInt64
  }

  private(set) var candidates: [Candidate] = []
  private(set) var wordings: [Wording] = []
  private(set) var words: [TitleWord] = []
  private(set) var venues: [Venue] = []
  /// Tokens.
  private(set) var venueWords: [Int32] = []
  private(set) var places: [Placement] = []
  private(set) var shingles: [UInt16] = []
  private(set) var textWords: [UInt16] = []
  /// By token.
  private(set) var tokenHashes: [UInt64] = []
  /// By token, in `spellings`; empty for words that no title has.
  private(set) var tokenSpellings: [Stretch] = []
  private(set) var spellings: [UInt8] = []
  /// By token.
  private(set) var isNumber: [Bool] = []
  /// Stable hashes of the sources' names, by source.
  let sourceHashes: [UInt64]
  let itemCount: Int

  private var tokens: [UInt64: Int32] = [:]
  private var knownWordings: [UInt64: Int32] = [:]
  private var knownVenues: [UInt64: Int32] = [:]

  /// A statement of a block, with the numbers that its item and source have in the table.
  struct Entry: Sendable {
    let block: Int
    let statement: Int
    let item: Int
    let source: Int
  }

  /// - Parameters:
  ///   - entries: In the order that decides between equals.
  ///   - sources: Names of sources, by number.
  init(_ entries: [Entry], of blocks: [StatementBlock], sources: [String], itemCount: Int) {
    sourceHashes = sources.map { StableHash($0).value }
    self.itemCount = itemCount
    candidates.reserveCapacity(entries.count)
    for entry in entries {
      let block = blocks[entry.block]
      add(block.statements[entry.statement], entry, block)
    }
    tokens = [:]
    knownWordings = [:]
    knownVenues = [:]
  }

  /// Takes away the links that one source has on items of more than two titles: landing pages,
  /// which say nothing. Of two, it may be one thing that was renamed or posted twice.
  mutating func dropLandingPages() {
    var titles: [UInt64: (first: UInt64, second: UInt64?)] = [:]
    var landing: Set<UInt64> = []
    for candidate in candidates where candidate.link != 0 {
      let key = PhraseHash.step(candidate.link, UInt64(candidate.source))
      let title = wordings[Int(candidate.wording)].phrase
      guard let known = titles[key] else {
        titles[key] = (title, nil)
        continue
      }
      guard known.first != title, known.second != title else { continue }
      if known.second == nil {
        titles[key] = (known.first, title)
      } else {
        landing.insert(candidate.link)
      }
    }
    guard !landing.isEmpty else { return }
    for index in candidates.indices where landing.contains(candidates[index].link) {
      candidates[index].link = 0
    }
  }

  /// The moments on clocks that all sources share.
  mutating func subtract(_ offsets: [UInt64: Int64]) {
    guard !offsets.isEmpty else { return }
    let bySource = sourceHashes.map { offsets[$0] ?? 0 }
    for index in candidates.indices {
      let offset = bySource[Int(candidates[index].source)]
      if offset != 0 {
        candidates[index].moment = candidates[index].moment.subtracting(offset)
      }
    }
  }

  private mutating func add(
    _ statement: Statement, _ entry: Entry, _ block: StatementBlock
  ) {
    let first = shingles.count
    shingles.append(contentsOf: block.shingles[statement.shingles.range])
    let second = textWords.count
    textWords.append(contentsOf: block.textWords[statement.textWords.range])
    candidates.append(
      Candidate(
        item: Int32(entry.item), source: Int32(entry.source),
        wording: wording(statement, Int32(entry.source), block), venue: venue(statement, block),
        isSeries: statement.isSeries, moment: statement.moment,
        shingles: Stretch(from: first, to: shingles.count),
        textWords: Stretch(from: second, to: textWords.count), uid: statement.uid,
        link: statement.link, host: statement.host, announcements: statement.announcements))
  }

  private mutating func wording(
    _ statement: Statement, _ source: Int32, _ block: StatementBlock
  ) -> Int32 {
    let range = statement.title.range
    var phrase = StableHash.seed
    var parted = UInt64(bitPattern: Int64(source)) &+ (statement.isTruncated ? 1 << 40 : 0)
    for index in range {
      let word = block.titleWords[index]
      phrase = PhraseHash.step(phrase, word.hash)
      parted = PhraseHash.step(parted, word.hash ^ UInt64(word.marks.rawValue))
    }
    if let known = knownWordings[parted] { return known }
    let number = Int32(wordings.count)
    knownWordings[parted] = number
    let start = words.count
    for index in range {
      let word = block.titleWords[index]
      words.append(TitleWord(token: titleToken(word, block), marks: word.marks))
    }
    wordings.append(
      Wording(
        source: source, words: Stretch(from: start, to: words.count),
        isTruncated: statement.isTruncated,
        isForeign: words[start...].contains { $0.marks.contains(.foreign) }, phrase: phrase))
    return number
  }

  private mutating func titleToken(
    _ word: StatementBlock.TitleWord, _ block: StatementBlock
  ) -> Int32 {
    let token = token(word.hash, isNumber: word.marks.contains(.number))
    if tokenSpellings[Int(token)].isEmpty {
      let start = spellings.count
      let from = Int(word.spelling)
      spellings.append(contentsOf: block.spellings[from..<from + Int(word.length)])
      tokenSpellings[Int(token)] = Stretch(from: start, to: spellings.count)
    }
    return token
  }

  private mutating func token(_ hash: UInt64, isNumber number: Bool) -> Int32 {
    if let token = tokens[hash] { return token }
    let token = Int32(tokenHashes.count)
    tokens[hash] = token
    tokenHashes.append(hash)
    tokenSpellings.append(.empty)
    isNumber.append(number)
    return token
  }

  private mutating func venue(_ statement: Statement, _ block: StatementBlock) -> Int32 {
    let placement = statement.place < 0 ? nil : block.places[Int(statement.place)]
    var hash = StableHash.seed
    for index in statement.venue.range { hash = PhraseHash.step(hash, block.venueWords[index]) }
    if let placement {
      hash = PhraseHash.step(hash, StableHash(placement.place ?? "").value)
      hash = PhraseHash.step(hash, StableHash(placement.room ?? "").value)
      hash = PhraseHash.step(hash, StableHash(placement.reason?.rawValue ?? "").value)
      hash = PhraseHash.step(hash, placement.confidence.bitPattern)
    }
    if let known = knownVenues[hash] { return known }
    let number = Int32(venues.count)
    knownVenues[hash] = number
    let start = venueWords.count
    // What the geocoder knows to be no place has no words that a place could share.
    let isPlace = placement?.reason != .toBeAnnounced && placement?.reason != .online
    if isPlace {
      for index in statement.venue.range {
        venueWords.append(token(block.venueWords[index], isNumber: block.venueNumbers[index]))
      }
    }
    var place: Int32 = -1
    if let placement {
      place = Int32(places.count)
      places.append(placement)
    }
    venues.append(
      Venue(words: Stretch(from: start, to: venueWords.count), place: place, hash: hash))
    return number
  }
}
