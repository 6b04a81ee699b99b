import AlmanacModel

/// The texts of a table: every word, title and venue once.
struct InternedTexts: Sendable {
  private(set) var titleVariants: [RecordTable.TitleVariant] = []
  private(set) var words: [RecordTable.TitleWord] = []
  private(set) var venues: [RecordTable.Venue] = []
  private(set) var venueWords: [Int32] = []
  private(set) var places: [RecordTexts.Place] = []
  private(set) var shingles: [UInt16] = []
  private(set) var textWords: [UInt16] = []
  private(set) var tokens: [RecordTable.Token] = []
  private(set) var spellings: [UInt8] = []

  private var knownTokens = HashIndex()
  private var knownWordings = HashIndex()
  private var knownVenues = HashIndex()

  init(of blocks: [RecordTexts]) {
    shingles.reserveCapacity(blocks.reduce(0) { $0 + $1.shingles.count })
    textWords.reserveCapacity(blocks.reduce(0) { $0 + $1.textWords.count })
  }

  /// Finds the words of titles in venues, and releases what only interning needs.
  mutating func finish() {
    for (index, token) in tokens.enumerated() where !token.spelling.isEmpty {
      let meaning = VenueSpellings.meaning(of: token.hash)
      tokens[index].setVenueWord(
        meaning.map { knownTokens.number(of: $0) } ?? RecordTable.Token.emptyVenueWord)
    }
    (knownTokens, knownWordings, knownVenues) = (HashIndex(), HashIndex(), HashIndex())
  }

  /// The record with its texts in the table.
  mutating func interned(_ record: LinkageRecord, of block: RecordTexts) -> LinkageRecord {
    var record = record
    record.titleVariant = titleVariant(record, block)
    record.venue = venue(record, block)
    record.shingles = Self.append(block.shingles, record.shingles, to: &shingles)
    record.textWords = Self.append(block.textWords, record.textWords, to: &textWords)
    return record
  }

  private static func append(
    _ values: [UInt16], _ range: IndexRange, to all: inout [UInt16]
  ) -> IndexRange {
    let start = all.count
    all.append(contentsOf: values[range.range])
    return IndexRange(from: start, to: all.count)
  }

  private mutating func titleVariant(
    _ record: LinkageRecord, _ block: RecordTexts
  ) -> Int32 {
    let range = record.titleWords.range
    var phrase = StableHash.seed
    var parted = UInt64(bitPattern: Int64(record.source)) &+ (record.isTruncated ? 1 << 40 : 0)
    for index in range {
      let word = block.titleWords[index]
      phrase = PhraseHash.combine(phrase, word.hash)
      parted = PhraseHash.combine(parted, word.hash ^ UInt64(word.marks.rawValue))
    }
    let number = Int32(titleVariants.count)
    let known = knownWordings.number(of: parted, else: number)
    guard known == number else { return known }
    let start = words.count
    for index in range {
      let word = block.titleWords[index]
      let token = titleToken(word, block)
      words.append(
        RecordTable.TitleWord(
          token: token, marks: word.marks, isRepeated: isWord(token, from: start)))
    }
    titleVariants.append(
      RecordTable.TitleVariant(
        source: record.source, words: IndexRange(from: start, to: words.count),
        isTruncated: record.isTruncated,
        phrase: phrase))
    return number
  }

  private func isWord(_ token: Int32, from start: Int) -> Bool {
    for index in start..<words.count where words[index].token == token { return true }
    return false
  }

  private mutating func titleToken(
    _ word: RecordTexts.TitleWord, _ block: RecordTexts
  ) -> Int32 {
    let token = token(word.hash, isNumber: word.marks.contains(.number))
    if tokens[Int(token)].spelling.isEmpty {
      let start = spellings.count
      let from = Int(word.spelling)
      let spelling = block.spellings[from..<from + Int(word.length)]
      spellings.append(contentsOf: spelling)
      tokens[Int(token)].spell(spelling, IndexRange(from: start, to: spellings.count))
    }
    return token
  }

  private mutating func token(_ hash: UInt64, isNumber number: Bool) -> Int32 {
    let token = Int32(tokens.count)
    let known = knownTokens.number(of: hash, else: token)
    guard known == token else { return known }
    tokens.append(RecordTable.Token(hash, isNumber: number))
    return token
  }

  private mutating func venue(_ record: LinkageRecord, _ block: RecordTexts) -> Int32 {
    let place = record.place < 0 ? nil : block.places[Int(record.place)]
    var hash = StableHash.seed
    for index in record.venueWords.range {
      hash = PhraseHash.combine(hash, block.venueWords[index])
    }
    if let place {
      for part in [place.entry, place.room, place.reason, place.confidence.bitPattern] {
        hash = PhraseHash.combine(hash, part)
      }
    }
    let number = Int32(venues.count)
    let known = knownVenues.number(of: hash, else: number)
    guard known == number else { return known }
    let start = venueWords.count
    if place?.isNowhere != true {
      for index in record.venueWords.range {
        venueWords.append(token(block.venueWords[index], isNumber: block.venueNumbers[index]))
      }
    }
    venues.append(
      RecordTable.Venue(
        words: IndexRange(from: start, to: venueWords.count),
        place: place == nil ? -1 : Int32(places.count), hash: hash))
    if let place { places.append(place) }
    return number
  }
}
