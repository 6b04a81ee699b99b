import AlmanacModel

/// Gives words, titles and venues their numbers, record by record.
struct RecordTableBuilder {
  private(set) var candidates: [RecordTable.Candidate] = []
  private(set) var titleVariants: [RecordTable.TitleVariant] = []
  private(set) var words: [RecordTable.TitleWord] = []
  private(set) var venues: [RecordTable.Venue] = []
  private(set) var venueWords: [Int32] = []
  private(set) var places: [Placement] = []
  private(set) var shingles: [UInt16] = []
  private(set) var textWords: [UInt16] = []
  private(set) var tokens: [RecordTable.Token] = []
  private(set) var spellings: [UInt8] = []

  private var knownTokens = HashIndex()
  private var knownWordings = HashIndex()
  private var knownVenues = HashIndex()

  init(_ entries: [RecordTable.Entry], _ blocks: [RecordTexts]) {
    candidates.reserveCapacity(entries.count)
    var (shingles, words) = (0, 0)
    for entry in entries {
      let statement = blocks[entry.block].statements[entry.statement]
      shingles += statement.shingles.range.count
      words += statement.textWords.range.count
    }
    self.shingles.reserveCapacity(shingles)
    textWords.reserveCapacity(words)
  }

  mutating func add(
    _ statement: LinkageRecord, _ entry: RecordTable.Entry, _ block: RecordTexts
  ) {
    let first = shingles.count
    shingles.append(contentsOf: block.shingles[statement.shingles.range])
    let second = textWords.count
    textWords.append(contentsOf: block.textWords[statement.textWords.range])
    candidates.append(
      RecordTable.Candidate(
        item: Int32(entry.item), source: Int32(entry.source), occurrence: statement.occurrence,
        titleVariant: titleVariant(statement, Int32(entry.source), block),
        venue: venue(statement, block),
        isSeries: statement.isSeries, moment: entry.moment,
        shingles: IndexRange(from: first, to: shingles.count),
        textWords: IndexRange(from: second, to: textWords.count), uid: statement.uid,
        link: statement.link, host: statement.host,
        itemNumber: statement.itemNumber, announcements: statement.announcements))
  }

  private mutating func titleVariant(
    _ statement: LinkageRecord, _ source: Int32, _ block: RecordTexts
  ) -> Int32 {
    let range = statement.title.range
    var phrase = StableHash.seed
    var parted = UInt64(bitPattern: Int64(source)) &+ (statement.isTruncated ? 1 << 40 : 0)
    for index in range {
      let word = block.titleWords[index]
      phrase = PhraseHash.step(phrase, word.hash)
      parted = PhraseHash.step(parted, word.hash ^ UInt64(word.marks.rawValue))
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
        source: source, words: IndexRange(from: start, to: words.count),
        isTruncated: statement.isTruncated,
        isForeign: words[start...].contains { $0.marks.contains(.foreign) }, phrase: phrase))
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
      tokens[Int(token)].spell(
        WordDistance.letters(of: spelling), IndexRange(from: start, to: spellings.count))
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

  private mutating func venue(_ statement: LinkageRecord, _ block: RecordTexts) -> Int32 {
    let placement = statement.place < 0 ? nil : block.places[Int(statement.place)]
    var hash = StableHash.seed
    for index in statement.venue.range { hash = PhraseHash.step(hash, block.venueWords[index]) }
    if let placement {
      hash = PhraseHash.step(hash, StableHash(placement.place ?? "").value)
      hash = PhraseHash.step(hash, StableHash(placement.room ?? "").value)
      hash = PhraseHash.step(hash, StableHash(placement.reason?.rawValue ?? "").value)
      hash = PhraseHash.step(hash, placement.confidence.bitPattern)
    }
    let number = Int32(venues.count)
    let known = knownVenues.number(of: hash, else: number)
    guard known == number else { return known }
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
      RecordTable.Venue(
        words: IndexRange(from: start, to: venueWords.count), place: place, hash: hash))
    return number
  }
}
