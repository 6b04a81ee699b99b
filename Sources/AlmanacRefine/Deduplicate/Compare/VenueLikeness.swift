/// How alike two venue texts are in their words.
struct VenueLikeness: Sendable {
  /// Share of the information in the poorer text that the other has too; 0 ... 1.
  private(set) var share: Float = 0
  /// One text is no more than words that most have, such as the city: it tells no place.
  private(set) var isVague = false
  /// Both have a number that the other lacks: two rooms, two houses.
  private(set) var hasOtherNumbers = false
  /// Each has so many bits or more that the other lacks.
  private(set) var ownBits: Float = 0

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
    ownBits = min(onlyLeft, onlyRight)
    hasOtherNumbers = leftNumber && rightNumber
  }

  /// Whether both titles say where it is: nearly half of what one of the venue texts says.
  static func isNamed(
    _ left: CandidateTable.Candidate, _ right: CandidateTable.Candidate, _ table: CandidateTable,
    _ weights: LexicalWeights
  ) -> Bool {
    [left, right].contains { candidate in
      var (all, named): (Float, Float) = (0, 0)
      for index in table.venues[Int(candidate.venue)].words.range {
        let word = table.venueWords[index]
        let bits = weights.venueWords[Int(word)]
        all += bits
        if has(left, word, table), has(right, word, table) { named += bits }
      }
      return named > 0 && named >= all * 0.4
    }
  }

  private static func has(
    _ candidate: CandidateTable.Candidate, _ word: Int32, _ table: CandidateTable
  ) -> Bool {
    for index in table.wordings[Int(candidate.wording)].words.range
    where table.words[index].token == word {
      return true
    }
    return false
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
