/// Two titles side by side: what they share, and what each has that the other lacks, in bits.
struct TitleLikeness: Sendable {
  enum Conflict: UInt8, Sendable {
    case none
    /// Only one title has a number, level or the like.
    case markedOnce
    case numbers, kind
  }

  private(set) var shared: Float = 0
  /// After what explains it is taken away: the venue, the date, the source's habits, a cut.
  private(set) var onlyLeft: Float = 0
  private(set) var onlyRight: Float = 0
  private(set) var conflict = Conflict.none
  /// Same words in the same order.
  private(set) var isEqual = false

  var less: Float { min(onlyLeft, onlyRight) }
  var more: Float { max(onlyLeft, onlyRight) }

  /// 0 ... 1: shared information; what both have besides counts in full, what only one has, such as
  /// a subtitle, by a fifth.
  var agreement: Float {
    let whole = shared + less + (more - less) * 0.2
    return whole > 0 ? shared / whole : 0
  }

  init(_ left: Int, _ right: Int, _ table: CandidateTable, _ weights: LexicalWeights) {
    let (first, second) = (table.candidates[left], table.candidates[right])
    let one = table.wordings[Int(first.wording)]
    let other = table.wordings[Int(second.wording)]
    var (leftFound, rightFound): (UInt64, UInt64) = (0, 0)
    match(one, other, table, weights, &leftFound, &rightFound)
    isEqual = one.phrase == other.phrase
    guard !isEqual else { return }
    matchSlips(one, other, table, weights, &leftFound, &rightFound)
    let leftSide = Side(first, one, found: leftFound)
    let rightSide = Side(second, other, found: rightFound)
    var numbers = (false, false)
    onlyLeft = Self.weigh(leftSide, against: rightSide, table, weights, &numbers.0)
    onlyRight = Self.weigh(rightSide, against: leftSide, table, weights, &numbers.1)
    conflict = Self.conflict(leftSide, rightSide, numbers, table, weights)
  }

  private struct Side {
    let candidate: CandidateTable.Candidate
    let wording: CandidateTable.Wording
    /// A bit for each word that the other title has.
    let found: UInt64

    init(
      _ candidate: CandidateTable.Candidate, _ wording: CandidateTable.Wording, found: UInt64
    ) {
      self.candidate = candidate
      self.wording = wording
      self.found = found
    }

    func lacks(_ offset: Int) -> Bool { found >> UInt64(offset) & 1 == 0 }

    /// Offset of the last word that both have; -1 where there is none.
    var last: Int { 63 - found.leadingZeroBitCount }
  }

  private mutating func match(
    _ one: CandidateTable.Wording, _ other: CandidateTable.Wording, _ table: CandidateTable,
    _ weights: LexicalWeights, _ leftFound: inout UInt64, _ rightFound: inout UInt64
  ) {
    let (left, right) = (one.words.range, other.words.range)
    for (offset, index) in left.enumerated() {
      let token = table.words[index].token
      var isFound = false
      for (place, match) in right.enumerated() where table.words[match].token == token {
        if !isFound, leftFound >> UInt64(offset) & 1 == 0, rightFound >> UInt64(place) & 1 == 0 {
          shared += min(weights.words[index], weights.words[match])
        }
        isFound = true
        rightFound |= 1 << UInt64(place)
      }
      if isFound { leftFound |= 1 << UInt64(offset) }
    }
  }

  /// One word with a slip of the pen, or two that one of the titles writes together.
  private mutating func matchSlips(
    _ one: CandidateTable.Wording, _ other: CandidateTable.Wording, _ table: CandidateTable,
    _ weights: LexicalWeights, _ leftFound: inout UInt64, _ rightFound: inout UInt64
  ) {
    for (offset, index) in one.words.range.enumerated() where leftFound >> UInt64(offset) & 1 == 0 {
      let word = Int(table.words[index].token)
      guard !table.isNumber[word], table.tokenSpellings[word].count >= 4 else { continue }
      for (place, match) in other.words.range.enumerated()
      where rightFound >> UInt64(place) & 1 == 0 {
        let twin = Int(table.words[match].token)
        guard !table.isNumber[twin], weights.kinds[word] == nil || weights.kinds[twin] == nil,
          WordDistance.isSlip(
            table.spellings[table.tokenSpellings[word].range],
            table.spellings[table.tokenSpellings[twin].range])
        else { continue }
        // A slip is rare by itself: the word that it stands for says how much it tells.
        shared += 0.8 * min(weights.words[index], weights.words[match])
        leftFound |= 1 << UInt64(offset)
        rightFound |= 1 << UInt64(place)
        break
      }
    }
  }

  /// The weight of words that nothing explains; what the other side's description mentions counts
  /// by a third, what may be its translation by a fifth.
  private static func weigh(
    _ side: Side, against other: Side, _ table: CandidateTable, _ weights: LexicalWeights,
    _ hasNumber: inout Bool
  ) -> Float {
    var sum: Float = 0
    let venue = table.venues[Int(side.candidate.venue)]
    let otherVenue = table.venues[Int(other.candidate.venue)]
    let last = side.last
    for (offset, index) in side.wording.words.range.enumerated() where side.lacks(offset) {
      let token = table.words[index].token
      // Behind the cut the other title may say whatever this one says.
      if other.wording.isTruncated, offset > last { continue }
      if !isDigit(token, table),
        VenueLikeness.contains(venue, token, table)
          || VenueLikeness.contains(otherVenue, token, table)
      {
        continue
      }
      if table.words[index].marks.contains(.number) {
        if isDate(index, side, table) { continue }
        hasNumber = true
      }
      var weight = weights.words[index]
      if mentions(other.candidate, token, table) { weight *= 0.35 }
      let marks = table.words[index].marks
      if marks.contains(.foreign), !other.wording.isForeign { weight *= 0.2 }
      if marks.contains(.label) { weight *= 0.35 }
      sum += weight
    }
    return sum
  }

  /// A single digit may number a part: that a postal code has it too explains nothing.
  private static func isDigit(_ token: Int32, _ table: CandidateTable) -> Bool {
    table.isNumber[Int(token)] && table.tokenSpellings[Int(token)].count == 1
  }

  private static func mentions(
    _ candidate: CandidateTable.Candidate, _ token: Int32, _ table: CandidateTable
  ) -> Bool {
    let word = TextSketcher.short(table.tokenHashes[Int(token)])
    var (low, high) = (candidate.textWords.range.lowerBound, candidate.textWords.range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      let value = table.textWords[middle]
      if value == word { return true }
      if value < word { low = middle + 1 } else { high = middle }
    }
    return false
  }

  /// Whether the number repeats the event's date: "Concert 2026", "Talk on 3 March". A single digit
  /// does so only beside a month or "pm": it may number a part.
  private static func isDate(_ index: Int, _ side: Side, _ table: CandidateTable) -> Bool {
    let spelling = table.tokenSpellings[Int(table.words[index].token)].range
    guard spelling.count <= 4 else { return false }
    let number = table.spellings[spelling].reduce(0) { $0 * 10 + Int($1 &- 0x30) }
    guard side.candidate.moment.isNumber(number) else { return false }
    guard spelling.count == 1 else { return true }
    let range = side.wording.words.range
    let near = max(range.lowerBound, index - 2)..<min(range.upperBound, index + 3)
    return near.contains {
      TitleWords.dateWords.contains(table.tokenHashes[Int(table.words[$0].token)])
    }
  }

  private static func conflict(
    _ left: Side, _ right: Side, _ hasNumber: (Bool, Bool), _ table: CandidateTable,
    _ weights: LexicalWeights
  ) -> Conflict {
    if hasNumber.0, hasNumber.1 { return .numbers }
    var isMarked = hasNumber.0 != hasNumber.1
    for (offset, index) in left.wording.words.range.enumerated() where left.lacks(offset) {
      guard let kind = weights.kinds[Int(table.words[index].token)] else { continue }
      for (place, match) in right.wording.words.range.enumerated() where right.lacks(place) {
        if weights.kinds[Int(table.words[match].token)] == kind { return .kind }
      }
    }
    for side in [left, right] {
      for (offset, index) in side.wording.words.range.enumerated() where side.lacks(offset) {
        let token = Int(table.words[index].token)
        if weights.kinds[token] != nil, !TitleWords.stopWords.contains(table.tokenHashes[token]) {
          isMarked = true
        }
      }
    }
    return isMarked ? .markedOnce : .none
  }
}
