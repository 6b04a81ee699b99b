import AlmanacModel

/// What distinguishes a place from its siblings: the letter of "Block B", the number of "Hall 7", a roman
/// numeral, a direction, the number of a code such as N14.
struct Designators: Sendable {
  /// A letter, or a number of at most two digits; a roman numeral of one letter is both.
  struct Designator: Sendable {
    private let first: Int
    private let second: Int

    /// nil for any other word.
    init?(_ word: FoldedText.Word, in text: FoldedText) {
      let bytes = text.bytes[word.range]
      if word.isNumber {
        guard bytes.count <= 2 else { return nil }
        first = bytes.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        second = first
        return
      }
      let numeral = Self.numerals[word.hash]
      if bytes.count == 1, let letter = bytes.first, letter >= UInt8(ascii: "a"), letter < 0x80 {
        first = 1_000 + Int(letter)
        second = numeral ?? first
      } else if let numeral, word.isUpper {
        first = numeral
        second = numeral
      } else {
        return nil
      }
    }

    private init(number: Int) {
      first = number
      second = number
    }

    func isLike(_ other: Designator) -> Bool {
      first == other.first || first == other.second || second == other.first
        || second == other.second
    }

    /// The numbers between two, as of "Halls 1-4".
    static func between(_ low: Designator, _ high: Designator) -> [Designator] {
      guard low.first < high.first, high.first - low.first <= 20, high.first < 1_000 else {
        return []
      }
      return (low.first + 1..<high.first).map { Designator(number: $0) }
    }

    private static let numerals: [UInt64: Int] = {
      var table: [UInt64: Int] = [:]
      for (position, numeral) in "i ii iii iv v vi vii viii ix x xi xii".split(separator: " ")
        .enumerated()
      {
        table[StableHash.bytes(numeral.utf8)] = position + 1
      }
      return table
    }()
  }

  /// A code of letters and a number: N14, LT 27, E4A.
  struct Code: Hashable, Sendable {
    let letters: UInt64
    let number: UInt64
  }

  let designators: [Designator]
  /// A bit for each of the four.
  let directions: UInt8
  let codes: [Code]

  /// nil if the names distinguish nothing.
  init?(of place: Place) {
    var designators: [Designator] = []
    var directions: UInt8 = 0
    var codes: [Code] = []
    for name in [place.name] + place.aliases + place.codes {
      let name = FoldedText(name)
      for (position, word) in name.words.enumerated() {
        directions |= Self.direction(word)
        if let code = Self.code(at: position, in: name), !codes.contains(code) {
          codes.append(code)
        }
        designators += Self.designators(at: position, in: name, after: designators.last)
      }
    }
    if designators.isEmpty, directions == 0, codes.isEmpty { return nil }
    self.designators = designators
    self.directions = directions
    self.codes = codes
  }

  /// The designator at a position of a name; those of "Halls 1-4" are four.
  private static func designators(
    at position: Int, in name: FoldedText, after last: Designator?
  ) -> [Designator] {
    let word = name.words[position]
    guard position > 0, isFree(position, in: name), word.isNumber || word.isUpper,
      let designator = Designator(word, in: name)
    else { return [] }
    guard let last, word.gap == .mark, word.isNumber, name.words[position - 1].isNumber else {
      return [designator]
    }
    return Designator.between(last, designator) + [designator]
  }

  /// Whether the word is no part of one that goes on without a blank.
  static func isFree(_ position: Int, in text: FoldedText) -> Bool {
    (position == 0 || !text.words[position].gap.isEmpty) && !isJoined(position, in: text)
  }

  /// Whether another word follows without a blank.
  private static func isJoined(_ position: Int, in text: FoldedText) -> Bool {
    position + 1 < text.words.count && text.words[position + 1].gap.isEmpty
  }

  /// 0 for a word that is no direction.
  static func direction(_ word: FoldedText.Word) -> UInt8 { directionWords[word.hash] ?? 0 }

  /// The code that begins at a position: at most four capitals and a number of at most three digits.
  static func code(at position: Int, in text: FoldedText) -> Code? {
    let next = position + 1
    guard next < text.words.count, text.words[next].isNumber,
      text.words[next].range.count <= 3, text.words[next].gap.isSubset(of: [.space, .mark])
    else { return nil }
    let letters = text.words[position]
    guard !letters.isNumber, letters.isUpper, letters.range.count <= 4,
      position == 0 || !letters.gap.isEmpty, !floorLetters.contains(letters.hash)
    else { return nil }
    var number = text.bytes[text.words[next].range].drop { $0 == UInt8(ascii: "0") }
      .reduce(StableHash.seed, StableHash.step)
    // E4A is another building than E4; COM4SR2 is a room of COM4.
    let suffix = next + 1
    if suffix < text.words.count, text.words[suffix].range.count == 1, isJoined(next, in: text),
      !isJoined(suffix, in: text), !text.words[suffix].isNumber
    {
      number = StableHash.step(number, text.bytes[text.words[suffix].range.lowerBound])
    }
    return Code(letters: letters.hash, number: number)
  }

  private static let directionWords: [UInt64: UInt8] = {
    var table: [UInt64: UInt8] = [:]
    let words: [(UInt8, [String])] = [
      (1, ["north", "northern", "nord"]), (2, ["south", "southern", "sud", "sued"]),
      (4, ["east", "eastern", "ost"]), (8, ["west", "western"]),
    ]
    for (bit, spellings) in words {
      for spelling in spellings { table[StableHash.bytes(spelling.utf8)] = bit }
    }
    return table
  }()

  /// "L3" and "B1" are floors more often than buildings.
  private static let floorLetters = Set(["l", "b", "lvl"].map { StableHash.bytes($0.utf8) })
}
