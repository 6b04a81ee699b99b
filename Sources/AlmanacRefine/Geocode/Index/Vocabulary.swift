import AlmanacModel

/// The known words by number: those of the gazetteer and general words of venues.
///
/// A word is looked up by its hash, once; an abbreviation gives the words that it means.
struct Vocabulary: Sendable {
  struct Entry: Sendable {
    /// One word, or two for such as `lt`.
    let first: Int32
    let second: Int32?
    var traits: WordTraits
  }

  /// Other spellings of one word: "center".
  private(set) var variants: [(spelling: String, word: Int32)] = []
  private var entries: [UInt64: Entry] = [:]
  private struct Record {
    var traits: WordTraits = []
    /// The number of places that use the word in a name.
    var uses = 0
    /// Set once all uses are counted.
    var weight: Float = 0
  }

  private var records: [Record] = []
  private var spellings: [String] = []

  init() {
    add(VenueWords.dropped, .dropped)
    add(VenueWords.breaks, .breaks)
    add(VenueWords.landmark, .landmark)
    add(VenueWords.general, .general)
    add(VenueWords.kind, .kind)
    add(VenueWords.room, .room)
    add(VenueWords.gathering, .gathering)
    add(VenueWords.building, .building)
    add(VenueWords.street, .street)
    add(VenueWords.addressOnly, .addressOnly)
    add(VenueWords.floor, [.floor, .general])
    add(VenueWords.type, .type)
    add(VenueWords.subject, .subject)
    add(VenueWords.foreign, .foreign)
    for (short, long) in VenueWords.abbreviations.sorted(by: { $0.key < $1.key }) {
      abbreviate(short, long)
    }
  }

  var count: Int { records.count }

  func entry(_ hash: UInt64) -> Entry? {
    guard var entry = entries[hash] else { return nil }
    entry.traits.formUnion(traits(of: entry.first))
    return entry
  }

  /// The word of a name; a German street may be written "Karlstr.".
  func entry(of word: FoldedText.Word, in text: FoldedText) -> Entry? {
    if !word.isUpper, let meant = VenueWords.smallAbbreviations[word.hash] { return entry(meant) }
    if let entry = entry(word.hash) { return entry }
    return Self.streetHash(word, text).flatMap { entry($0) }
  }

  /// The word before a landmark, or for a street, that an unknown word of a text is with a slip: "accross",
  /// "Crecent". Left unread, it would make a venue of what the venue is only near to.
  func misspelled(_ word: FoldedText.Word, in text: FoldedText) -> Entry? {
    guard word.range.count >= 6, !word.isNumber else { return nil }
    let spelling = text.bytes[word.range]
    let meant = VenueWords.spelledOut.first { other in
      other.first == spelling.first
        && WordDistance.distance(spelling, other[...], atMost: 1) <= 1
    }
    return meant.flatMap { entry(StableHash.bytes($0)) }
  }

  /// The word as the vocabulary spells it.
  static func spelling(_ word: FoldedText.Word, _ text: FoldedText) -> [UInt8] {
    let street: [UInt8] = streetHash(word, text) == nil ? [] : Array("asse".utf8)
    return Array(text.bytes[word.range]) + street
  }

  static func streetHash(_ word: FoldedText.Word, _ text: FoldedText) -> UInt64? {
    let end = word.range.upperBound
    guard word.range.count > 5, text.bytes[end - 1] == UInt8(ascii: "r"),
      text.bytes[end - 2] == UInt8(ascii: "t"), text.bytes[end - 3] == UInt8(ascii: "s")
    else { return nil }
    return "asse".utf8.reduce(word.hash, StableHash.step)
  }

  func traits(of word: Int32) -> WordTraits {
    records[Int(word)].traits
  }

  func spelling(of word: Int32) -> String {
    spellings[Int(word)]
  }

  /// The weight of the word: about 1 if few places use it, near 0 for general words.
  func weight(of word: Int32) -> Float {
    records[Int(word)].weight
  }

  /// The number of the word, which is new where it was unknown.
  mutating func intern(_ word: String, hash: UInt64) -> Entry {
    if let known = entry(hash) { return known }
    let number = Int32(records.count)
    records.append(Record())
    spellings.append(word)
    let entry = Entry(first: number, second: nil, traits: [])
    entries[hash] = entry
    return entry
  }

  /// The words of a name, which are new where they were unknown.
  mutating func intern(_ folded: FoldedText) -> [Int32] {
    var result: [Int32] = []
    for (source, word) in folded.words.prefix(VenueText.mostWords).enumerated() {
      let spelling = String(decoding: Self.spelling(word, folded), as: UTF8.self)
      let entry = intern(spelling, hash: Self.streetHash(word, folded) ?? word.hash)
      if isSkipped(entry, at: source, in: folded) { continue }
      result.append(entry.first)
      if let second = entry.second { result.append(second) }
    }
    return result
  }

  /// The position among the folded words of the name's word at `first`.
  func source(ofWord first: Int, in folded: FoldedText) -> Int {
    var words = 0
    for (source, word) in folded.words.enumerated() {
      if words >= first { return source }
      let entry = entry(of: word, in: folded)
      if let entry, isSkipped(entry, at: source, in: folded) { continue }
      words += entry?.second == nil ? 1 : 2
    }
    return folded.words.count
  }

  /// Whether a name's word is none of its phrase: an article, a preposition.
  private func isSkipped(_ entry: Entry, at source: Int, in folded: FoldedText) -> Bool {
    guard !entry.traits.isDisjoint(with: [.dropped, .breaks, .landmark]) else { return false }
    return (source == 0 || !folded.words[source].gap.isEmpty) && !isLetter(at: source, in: folded)
  }

  /// Whether an "a" is no article but the letter of a building: "Block A", "Linden Court-A".
  func isLetter(at source: Int, in folded: FoldedText) -> Bool {
    let word = folded.words[source]
    guard source > 0, word.range.count == 1, word.gap.isDisjoint(with: [.part, .at]) else {
      return false
    }
    let next = source + 1
    let isLast =
      next >= folded.words.count || folded.words[next].gap.contains(.part)
      || Self.isRoom(at: next, in: folded)
    if entry(folded.words[source - 1].hash)?.traits.contains(.building) == true {
      return word.isUpper || isLast
    }
    let isJoined = word.gap == .mark
    return word.isUpper && (isLast || isJoined) && !folded.words[source - 1].isNumber
  }

  /// Whether a room's number is at a position: 12 in "Court A 12", B494 in "Court A B494".
  private static func isRoom(at source: Int, in folded: FoldedText) -> Bool {
    let (word, next) = (folded.words[source], source + 1)
    guard !word.gap.isEmpty else { return false }
    return word.isNumber
      || word.range.count == 1 && next < folded.words.count && folded.words[next].isNumber
        && folded.words[next].gap.isEmpty
  }

  /// The words that are written together as one, each with its first position: "goodbody" and "hall" of
  /// "goodbodyhall"; none if something is left.
  func parts(of word: some RandomAccessCollection<UInt8>) -> [(start: Int, word: Int32)] {
    guard word.count <= WordSet.most else { return [] }
    let word = Array(word)
    /// By end: where the longest word up to it begins, and its number.
    var lasts: [(start: Int, word: Int32)?] = Array(repeating: nil, count: word.count + 1)
    for start in word.indices where start == 0 || lasts[start] != nil {
      var hash = StableHash.seed
      for end in start + 1..<word.count + 1 {
        hash = StableHash.step(hash, word[end - 1])
        // Only the letter of a block is a word of one letter.
        guard end - start >= 2 || end == word.count, lasts[end] == nil, let entry = entries[hash],
          !traits(of: entry.first).isDisjoint(with: [.local, .dropped])
        else { continue }
        lasts[end] = (start, entry.first)
      }
    }
    var parts: [(start: Int, word: Int32)] = []
    var end = word.count
    while end > 0, let last = lasts[end] {
      parts.append(last)
      end = last.start
    }
    return parts.reversed()
  }

  func isNumber(_ word: Int32) -> Bool {
    spelling(of: word).utf8.first.map { $0 < 0x3A } ?? false
  }

  mutating func mark(_ word: Int32, _ trait: WordTraits) {
    records[Int(word)].traits.formUnion(trait)
  }

  mutating func unmark(_ word: Int32, _ trait: WordTraits) {
    records[Int(word)].traits.subtract(trait)
  }

  /// The number of places that use the word in a name.
  func uses(of word: Int32) -> Int {
    records[Int(word)].uses
  }

  mutating func countUse(_ word: Int32) {
    records[Int(word)].uses += 1
  }

  /// Fixes the weights; `places` is the number of places in all.
  mutating func weigh(places: Int) {
    let most = logarithm(Float(places) + 1)
    for index in records.indices {
      let rarity =
        logarithm((Float(places) + 1) / (Float(records[index].uses) + 1)) / max(most, 1)
      let isNumber = spellings[index].utf8.first.map { $0 < 0x3A } ?? false
      records[index].weight =
        records[index].traits.contains(.general)
        ? PlacementWeights.generalWordShare * max(rarity, PlacementWeights.generalWordShare)
        : isNumber
          ? PlacementWeights.numberInName : max(rarity, PlacementWeights.leastWord)
    }
  }

  private func logarithm(_ value: Float) -> Float {
    // Base 2 by halving: weights must be the same on every machine, libm's need not be.
    var rest = value
    var result: Float = 0
    while rest >= 2 {
      rest /= 2
      result += 1
    }
    return result + (rest - 1)
  }

  private mutating func add(_ words: [String], _ trait: WordTraits) {
    for word in words { mark(intern(word, hash: StableHash.bytes(word.utf8)).first, trait) }
  }

  private mutating func abbreviate(_ short: String, _ long: String) {
    let words = long.split(separator: " ").map { word in
      intern(String(word), hash: StableHash.bytes(word.utf8)).first
    }
    guard let first = words.first else { return }
    if words.count == 1 { variants.append((short, first)) }
    entries[StableHash.bytes(short.utf8)] = Entry(
      first: first, second: words.dropFirst().first,
      traits: words.count > 1 ? [.abbreviation, .general] : .abbreviation)
  }
}
