import AlmanacModel

/// A venue text in the words of a vocabulary, with what is between them.
///
/// A class, because many types refer to it, and copies took longer than reading the text.
final class VenueText: Sendable {
  struct Word: Sendable {
    /// Of the word as it is written.
    let hash: UInt64
    /// Number in the vocabulary; nil for a word that it doesn't have.
    private(set) var id: Int32?
    var traits: WordTraits
    /// Position among the folded words; the two words of `lt` have the same.
    let source: Int
    /// Parts are numbered from 0; commas, brackets, `@` and ` - ` part them.
    let part: Int
    /// Bytes.
    let length: Int
    /// The characters before it.
    let gap: FoldedText.Gap
    let isNumber: Bool
    /// Whether it names only what the place is near to.
    var isLandmark = false
    /// Read from a similar spelling.
    private(set) var isCorrected = false

    init(_ entry: Vocabulary.Entry?, _ word: FoldedText.Word, source: Int, part: Int) {
      id = entry?.first
      traits = entry?.traits ?? []
      self.source = source
      self.part = part
      gap = word.gap
      isNumber = word.isNumber
      length = word.range.count
      hash = word.hash
    }

    /// Whether neither the gazetteer nor a rule explains the word.
    var isUnknown: Bool {
      guard traits.isDisjoint(with: [.general, .local, .street]), !isNumber, length >= 3 else {
        return false
      }
      return id == nil || traits.contains(.foreign)
        || traits.subtracting([.addressOnly, .floor, .type, .subject]).isEmpty
    }

    /// Whether it may distinguish one place from another.
    var isInformative: Bool {
      !isNumber && length >= 3 && traits.isDisjoint(with: [.general, .street])
    }

    fileprivate func second(_ number: Int32, _ index: GazetteerIndex) -> Word {
      var second = self
      second.id = number
      second.traits = index.vocabulary.traits(of: number).union(traits)
      return second
    }

    /// Reads a misspelled word as the one that is meant.
    mutating func correct(to meant: Int32, _ index: GazetteerIndex) {
      id = meant
      traits = index.vocabulary.traits(of: meant)
      isCorrected = true
    }
  }

  /// The most words that are read; longer texts are descriptions.
  static let mostWords = 48

  let folded: FoldedText
  /// Without the dropped words.
  let words: [Word]
  /// A web address of a service for meetings or broadcasts: where to join.
  let hasMeetingLink: Bool
  /// Positions of numbers.
  let numbers: WordSet
  /// Positions of words that nothing in the text explains.
  let unknown: WordSet
  /// Positions of words that may distinguish one place from another.
  let informative: WordSet
  /// Positions of words that end a street's name or an address.
  let streets: WordSet
  /// Positions of the numbers of floors: 2 in "2nd floor", "2. OG" and "Level 2".
  let floors: WordSet

  /// The text with other readings of its words.
  convenience init(_ text: VenueText, readAs words: [Word]) {
    self.init(text.folded, words, hasMeetingLink: text.hasMeetingLink)
  }

  convenience init(_ text: String, _ index: GazetteerIndex) {
    // A slash between blanks parts alternatives; one without is part of a code.
    let folded = FoldedText(VenueMarkup.removed(from: text).replacing(" / ", with: " or "))
    self.init(JoinedNames.split(folded, index), index)
  }

  convenience init(_ folded: FoldedText, _ index: GazetteerIndex) {
    var hasMeetingLink = false
    var words: [Word] = []
    Self.read(folded, index, into: &words, &hasMeetingLink)
    self.init(folded, words, hasMeetingLink: hasMeetingLink)
  }

  private init(_ folded: FoldedText, _ words: [Word], hasMeetingLink: Bool) {
    var numbers = WordSet()
    var unknown = WordSet()
    var informative = WordSet()
    var streets = WordSet()
    for position in words.indices {
      let word = words[position]
      if word.isNumber, !Self.isYear(position, words, folded) { numbers.insert(position) }
      if word.isUnknown { unknown.insert(position) }
      if word.isInformative { informative.insert(position) }
      if !word.traits.isDisjoint(with: [.street, .addressOnly]) { streets.insert(position) }
    }
    self.folded = folded
    self.words = words
    self.hasMeetingLink = hasMeetingLink
    self.numbers = numbers
    self.unknown = unknown
    self.informative = informative
    self.streets = streets
    floors = numbers.isEmpty ? WordSet() : Self.floors(words, numbers)
  }

  /// Whether the number is the year of an event that the part ends with, and no room: "GA 2026 Conference".
  private static func isYear(_ position: Int, _ words: [Word], _ folded: FoldedText) -> Bool {
    let (number, next) = (words[position], position + 1)
    guard number.length == 4, words.indices.contains(next), words[next].part == number.part,
      VenueWords.events.contains(words[next].hash),
      !words.indices.contains(next + 1) || words[next + 1].part != number.part
    else { return false }
    let digits = folded.bytes[folded.words[number.source].range]
    return digits.starts(with: "19".utf8) || digits.starts(with: "20".utf8)
  }

  private static func floors(_ words: [Word], _ numbers: WordSet) -> WordSet {
    var floors = WordSet()
    for position in numbers where words[position].length <= 2 {
      let isNamed = position > 0 && words[position - 1].traits.contains(.floor)
      if isNamed && adjoins(words, position - 1) || isFollowedByFloor(words, position) {
        floors.insert(position)
      }
    }
    return floors
  }

  /// Whether the number is one of a floor whose word follows, with an ending or without: "2nd floor",
  /// "3e étage", "2. OG".
  private static func isFollowedByFloor(_ words: [Word], _ number: Int) -> Bool {
    let hasEnding =
      words.indices.contains(number + 1) && words[number + 1].gap.isEmpty
      && words[number + 1].length <= 2
    let floor = hasEnding ? number + 2 : number + 1
    guard words.indices.contains(floor), words[floor].traits.contains(.floor),
      words[floor].part == words[number].part
    else { return false }
    if hasEnding { return true }
    // "Hall 2 Level 3", "Room 2, floor 3"
    let isOfFloor =
      words.indices.contains(floor + 1) && words[floor + 1].isNumber && adjoins(words, floor)
    let isOfName =
      number > 0 && adjoins(words, number - 1)
      && !words[number - 1].traits.isDisjoint(with: [.building, .room, .gathering])
    return !isOfFloor && !isOfName
  }

  /// Whether a word and the next are in one part.
  private static func adjoins(_ words: [Word], _ position: Int) -> Bool {
    words[position].part == words[position + 1].part
  }

  private static func read(
    _ folded: FoldedText, _ index: GazetteerIndex, into words: inout [Word],
    _ hasMeetingLink: inout Bool
  ) {
    var part = 0
    var isLandmark = false
    /// Where the last word before a landmark is.
    var landmark: Int?
    /// The landmark goes on behind an "at" here: "not at the library", "no longer held at the library".
    var landmarkEnd = 0
    var isAddress = false
    let venue = VenueNotes.venue(in: folded)
    for source in venue.prefix(mostWords) {
      let word = folded.words[source]
      if source > venue.lowerBound, parts(word.gap) {
        part += 1
        // The bracket of "opposite Caspian Hall (Building C)" is about the same house, as is what follows "was:".
        if !word.gap.contains(.opening), source != landmark.map({ $0 + 1 }) { isLandmark = false }
      }
      // A web address names no place: it is passed over up to the next blank.
      if word.gap.contains(.space) { isAddress = false }
      if beginsAddress(word) { isAddress = true }
      if isAddress {
        if meetingHosts.contains(word.hash) { hasMeetingLink = true }
        continue
      }
      let entry =
        index.vocabulary.entry(of: word, in: folded)
        ?? index.vocabulary.misspelled(word, in: folded)
      if let entry, !entry.traits.isDisjoint(with: [.dropped, .breaks, .landmark]),
        !isState(source, of: venue, in: folded)
      {
        // The letter of "12A" is no article.
        if entry.traits.contains(.dropped),
          source == venue.lowerBound || !word.gap.isEmpty,
          !index.vocabulary.isLetter(at: source, in: folded)
        {
          continue
        }
        if entry.traits.contains(.breaks) || isDeparture(source, in: folded) {
          part += 1
          if source > landmarkEnd { isLandmark = false }
          if follows(source, in: folded, from: venue.lowerBound) {
            isLandmark = true
            landmarkEnd = source + 1
          }
          continue
        }
        if entry.traits.contains(.landmark) {
          if isPlainWord(source, in: folded) { continue }
          isLandmark = true
          landmark = source
          landmarkEnd = VenueWords.denials.contains(word.hash) ? source + 4 : source + 1
          continue
        }
      }
      if isSide(source, in: folded) || isHost(source, in: folded) {
        isLandmark = true
        landmarkEnd = source + 1
        continue
      }
      guard words.count + 2 <= WordSet.most else { break }
      var read = Word(entry, word, source: source, part: part)
      read.isLandmark = isLandmark
      // "3rd" and "1st" are no road and no street.
      if isOrdinal(source, in: folded) { read.traits = .general }
      words.append(read)
      if let second = entry?.second { words.append(read.second(second, index)) }
    }
  }

  /// Whether the word is a state's code in capitals at the end or before a postal code: "Gary, IN", "Salem, OR".
  private static func isState(
    _ source: Int, of venue: Range<Int>, in folded: FoldedText
  ) -> Bool {
    let word = folded.words[source]
    guard source > venue.lowerBound, word.isUpper, word.range.count == 2, parts(word.gap),
      Regions.isState(word.hash),
      folded.words[venue].contains(where: { !$0.isUpper && !$0.isNumber })
    else { return false }
    let next = source + 1
    return next >= venue.upperBound
      || folded.words[next].isNumber && folded.words[next].range.count == 5
  }

  /// The characters before the word at a position.
  func gap(before position: Int) -> FoldedText.Gap {
    words.indices.contains(position) ? words[position].gap : []
  }

  func word(at position: Int) -> FoldedText.Word? {
    guard words.indices.contains(position) else { return nil }
    let source = words[position].source
    return folded.words.indices.contains(source) ? folded.words[source] : nil
  }

  /// The word at a position as the text has it, folded, with what is joined to it.
  func written(_ position: Int) -> String {
    guard let word = word(at: position) else { return "" }
    var end = words[position].source + 1
    var text = String(decoding: folded.bytes[word.range], as: UTF8.self)
    while folded.words.indices.contains(end), folded.words[end].gap.isEmpty {
      text += String(decoding: folded.bytes[folded.words[end].range], as: UTF8.self)
      end += 1
    }
    return text
  }

  /// Whether nothing is before a position but rooms, floors and the campus's own name.
  func isHead(_ position: Int, campus: WordSet) -> Bool {
    words.indices.prefix(position).allSatisfy { before in
      isNumber(before) || words[before].traits.contains(.general) || campus.contains(before)
    }
  }

  /// Whether a word behind a position is not all in capitals.
  func hasSmallLetters(behind position: Int) -> Bool {
    words.indices.dropFirst(position + 1).contains { other in
      length(other) >= 3 && !isNumber(other) && word(at: other)?.isUpper == false
    }
  }

  func isNumber(_ position: Int) -> Bool { numbers.contains(position) }

  /// Whether neither the gazetteer nor a rule explains the word.
  func isUnknown(_ position: Int) -> Bool { unknown.contains(position) }

  /// In bytes; 0 where there is no word.
  func length(_ position: Int) -> Int {
    words.indices.contains(position) ? words[position].length : 0
  }

  /// Whether the next word follows directly, in the same part, with nothing but a blank or nothing.
  func adjoins(_ position: Int, _ next: Int) -> Bool {
    guard words.indices.contains(position), words.indices.contains(next) else { return false }
    return words[position].part == words[next].part && words[next].gap.isSubset(of: .space)
  }

  private static func beginsAddress(_ word: FoldedText.Word) -> Bool {
    (3...5).contains(word.range.count) && addressBeginnings.contains(word.hash)
  }

  /// Whether a word ends a number, as in "3rd".
  private static func isOrdinal(_ source: Int, in folded: FoldedText) -> Bool {
    let word = folded.words[source]
    return source > 0 && word.gap.isEmpty && folded.words[source - 1].isNumber
      && VenueWords.ordinalEnds.contains(word.hash)
  }

  /// Whether a word that may precede a landmark doesn't: "to" a time or "to be announced", and "was" within a
  /// name.
  private static func isPlainWord(_ source: Int, in folded: FoldedText) -> Bool {
    let word = folded.words[source]
    if word.hash == was { return source > 0 && !parts(word.gap) }
    guard word.hash == to, source + 1 < folded.words.count else { return false }
    return folded.words[source + 1].isNumber || folded.words[source + 1].hash == be
  }

  /// Whether the word and an "of" precede a landmark.
  private static func isSide(_ source: Int, in folded: FoldedText) -> Bool {
    VenueWords.sides.contains(folded.words[source].hash) && source + 2 < folded.words.count
      && folded.words[source + 1].hash == StableHash.bytes("of".utf8)
  }

  /// Whether the word and a "by" precede an organizer: "hosted by", "organized by".
  private static func isHost(_ source: Int, in folded: FoldedText) -> Bool {
    let word = folded.words[source].range
    return source + 2 < folded.words.count && word.count > 4
      && folded.words[source + 1].hash == StableHash.bytes("by".utf8)
      && folded.bytes[word].suffix(2).elementsEqual("ed".utf8)
  }

  /// Whether the "at" at a position is of a stop or of where to ask: "bus stop at", "directions are given at".
  private static func follows(_ source: Int, in folded: FoldedText, from start: Int) -> Bool {
    let before = folded.words[start..<source]
    return before.last.map { VenueWords.stops.contains($0.hash) } ?? false
      || before.suffix(5).contains { VenueWords.inquiries.contains($0.hash) }
  }

  /// Whether the word is the "from" of where people meet: "departs from", "starting from".
  private static func isDeparture(_ source: Int, in folded: FoldedText) -> Bool {
    source > 0 && folded.words[source].hash == StableHash.bytes("from".utf8)
      && VenueWords.departures.contains(folded.words[source - 1].hash)
  }

  /// Whether another part of the text begins behind the gap.
  static func parts(_ gap: FoldedText.Gap) -> Bool {
    gap.contains(.part) || (gap.contains([.mark, .space]) && !gap.contains(.dot))
  }

  private static let to = StableHash.bytes("to".utf8)
  private static let was = StableHash.bytes("was".utf8)
  private static let be = StableHash.bytes("be".utf8)
  private static let meetingHosts = Set(MeetingWords.inAddresses.map { StableHash.bytes($0.utf8) })
  private static let addressBeginnings = Set(
    ["http", "https", "www"].map { StableHash.bytes($0.utf8) })
}
