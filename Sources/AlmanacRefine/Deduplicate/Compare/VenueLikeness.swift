/// How alike two venue texts are in their words.
struct VenueLikeness: Sendable {
  /// Share of the information in the poorer text that the other has too; 0 ... 1.
  private(set) var share: Float = 0
  /// One text is no more than words that most have, such as the city: it tells no place.
  private(set) var isVague = false
  /// Both have a number that the other lacks: two rooms, two houses.
  private(set) var hasOtherNumbers = false

  /// In bits.
  private static let vagueness: Float = 4

  init(
    _ left: CandidateTable.Venue, _ right: CandidateTable.Venue, _ table: CandidateTable,
    _ weights: LexicalWeights
  ) {
    var (shared, onlyLeft, onlyRight): (Float, Float, Float) = (0, 0, 0)
    var (leftNumber, rightNumber) = (false, false)
    for index in left.words.range {
      let word = table.venueWords[index]
      let bits = weights.venueWords[Int(word)]
      if Self.contains(right, word, table) {
        shared += bits
      } else {
        onlyLeft += bits
        if Self.isNumber(word, table) { leftNumber = true }
      }
    }
    for index in right.words.range {
      let word = table.venueWords[index]
      guard !Self.contains(left, word, table) else { continue }
      onlyRight += weights.venueWords[Int(word)]
      if Self.isNumber(word, table) { rightNumber = true }
    }
    let poorer = shared + min(onlyLeft, onlyRight)
    share = poorer > 0 ? shared / poorer : 0
    isVague = poorer < Self.vagueness && max(onlyLeft, onlyRight) >= Self.vagueness
    hasOtherNumbers = leftNumber && rightNumber
  }

  static func contains(
    _ venue: CandidateTable.Venue, _ word: Int32, _ table: CandidateTable
  ) -> Bool {
    for index in venue.words.range where table.venueWords[index] == word { return true }
    return false
  }

  private static func isNumber(_ word: Int32, _ table: CandidateTable) -> Bool {
    table.tokens[Int(word)].isNumber
  }
}
