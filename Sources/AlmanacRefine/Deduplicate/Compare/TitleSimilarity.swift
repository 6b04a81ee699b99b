/// Two titles side by side: what they share, and what each has that the other lacks, in bits.
struct TitleSimilarity: Sendable {
  enum Conflict: UInt8, Sendable {
    case none
    /// Only one title has a number, level or the like.
    case markedOnce
    case numbers, kind
  }

  private(set) var shared: Float = 0
  /// Without words that the venue, the date, the source's boilerplate or a truncation explains.
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

  init(
    _ first: RecordTable.Candidate, _ second: RecordTable.Candidate,
    _ table: RecordTable, _ weights: TermWeights
  ) {
    let one = table.titleVariants[Int(first.titleVariant)]
    let other = table.titleVariants[Int(second.titleVariant)]
    isEqual = one.phrase == other.phrase
    guard !isEqual else {
      addEqual(one, other, table, weights)
      return
    }
    var (leftFound, rightFound): (UInt64, UInt64) = (0, 0)
    match(one, other, table, weights, &leftFound, &rightFound)
    matchSlips(one, other, table, weights, &leftFound, &rightFound)
    let leftSide = Side(first, one, found: leftFound)
    let rightSide = Side(second, other, found: rightFound)
    var numbers = (false, false)
    onlyLeft = Self.weigh(leftSide, against: rightSide, table, weights, &numbers.0)
    onlyRight = Self.weigh(rightSide, against: leftSide, table, weights, &numbers.1)
    conflict = Self.conflict(leftSide, rightSide, numbers, table)
  }

  /// Of two titles each of which is the other's venue.
  ///
  /// - Parameter bits: What both say.
  init(exchanged bits: Float) { shared = bits }

  private struct Side {
    let candidate: RecordTable.Candidate
    let titleVariant: RecordTable.TitleVariant
    /// A bit for each word that the other title has.
    let found: UInt64

    init(
      _ candidate: RecordTable.Candidate, _ titleVariant: RecordTable.TitleVariant, found: UInt64
    ) {
      self.candidate = candidate
      self.titleVariant = titleVariant
      self.found = found
    }

    func lacks(_ offset: Int) -> Bool { found >> UInt64(offset) & 1 == 0 }

    /// Offset of the last word that both have; -1 where there is none.
    var last: Int { 63 - found.leadingZeroBitCount }
  }

  private mutating func addEqual(
    _ one: RecordTable.TitleVariant, _ other: RecordTable.TitleVariant, _ table: RecordTable,
    _ weights: TermWeights
  ) {
    let (left, right) = (one.words.range.lowerBound, other.words.range.lowerBound)
    for offset in 0..<min(one.words.range.count, other.words.range.count)
    where !table.words[left + offset].isRepeated {
      shared += min(weights.words[left + offset], weights.words[right + offset])
    }
  }

  private mutating func match(
    _ one: RecordTable.TitleVariant, _ other: RecordTable.TitleVariant, _ table: RecordTable,
    _ weights: TermWeights, _ leftFound: inout UInt64, _ rightFound: inout UInt64
  ) {
    let (left, right) = (one.words.range, other.words.range)
    for index in left {
      let token = table.words[index].token
      var places: UInt64 = 0
      for match in right where table.words[match].token == token {
        if places == 0, rightFound >> UInt64(match &- right.lowerBound) & 1 == 0 {
          shared += min(weights.words[index], weights.words[match])
        }
        places |= 1 << UInt64(match &- right.lowerBound)
      }
      guard places != 0 else { continue }
      rightFound |= places
      leftFound |= 1 << UInt64(index &- left.lowerBound)
    }
  }

  /// One word with a slip of the pen, or two that one of the titles writes together.
  private mutating func matchSlips(
    _ one: RecordTable.TitleVariant, _ other: RecordTable.TitleVariant, _ table: RecordTable,
    _ weights: TermWeights, _ leftFound: inout UInt64, _ rightFound: inout UInt64
  ) {
    let (left, right) = (one.words.range, other.words.range)
    var lacking = ~leftFound & Self.all(left.count)
    while lacking != 0 {
      let offset = lacking.trailingZeroBitCount
      lacking &= lacking - 1
      let word = table.tokens[Int(table.words[left.lowerBound &+ offset].token)]
      guard !word.isNumber, word.spelling.count >= 4 else { continue }
      var rest = ~rightFound & Self.all(right.count)
      while rest != 0 {
        let place = rest.trailingZeroBitCount
        rest &= rest - 1
        let match = right.lowerBound &+ place
        let seed = table.tokens[Int(table.words[match].token)]
        let (one, other) = (
          table.spellings[word.spelling.range], table.spellings[seed.spelling.range]
        )
        // "Toddler" and "toddlers" are one level, "boys" and "toys" are none.
        guard seed.spelling.count >= 4,
          word.kind == nil || seed.kind == nil
            || (word.kind == seed.kind && Self.isPlural(one, other)),
          WordDistance.mayBeSlip(
            Int(word.spelling.count), word.letters, Int(seed.spelling.count), seed.letters),
          WordDistance.isSlip(one, other)
        else { continue }
        // A misspelled word is rare by itself: the word that is meant has the weight.
        shared +=
          0.8 * min(weights.words[left.lowerBound &+ offset], weights.words[match])
        leftFound |= 1 << UInt64(offset)
        rightFound |= 1 << UInt64(place)
        break
      }
    }
  }

  private static func isPlural(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    let (short, long) = one.count < other.count ? (one, other) : (other, one)
    return long.count == short.count + 1 && long.last == UInt8(ascii: "s")
      && long.starts(with: short)
  }

  /// So many bits, the lowest; less than 64.
  private static func all(_ count: Int) -> UInt64 { 1 << UInt64(count) &- 1 }

  /// The weight of words that nothing explains; what the other side's description mentions counts
  /// by a third, what may be its translation by a fifth.
  private static func weigh(
    _ side: Side, against other: Side, _ table: RecordTable, _ weights: TermWeights,
    _ hasNumber: inout Bool
  ) -> Float {
    var sum: Float = 0
    let venue = table.venues[Int(side.candidate.venue)]
    let otherVenue = table.venues[Int(other.candidate.venue)]
    let last = side.last
    for (offset, index) in side.titleVariant.words.range.enumerated() where side.lacks(offset) {
      let token = table.words[index].token
      // Behind the cut the other title may say whatever this one says.
      if other.titleVariant.isTruncated, offset > last { continue }
      if !isDigit(token, table),
        VenueSimilarity.contains(venue, token, table)
          || VenueSimilarity.contains(otherVenue, token, table)
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
      if marks.contains(.foreign), !other.titleVariant.isForeign { weight *= 0.2 }
      if marks.contains(.label) { weight *= 0.35 }
      sum += weight
    }
    return sum
  }

  /// A single digit may number a part: that a postal code has it too explains nothing.
  private static func isDigit(_ token: Int32, _ table: RecordTable) -> Bool {
    table.tokens[Int(token)].isNumber && table.tokens[Int(token)].spelling.count == 1
  }

  private static func mentions(
    _ candidate: RecordTable.Candidate, _ token: Int32, _ table: RecordTable
  ) -> Bool {
    SortedSets.contains(
      table.textWords[candidate.textWords.range],
      TextSketcher.short(table.tokens[Int(token)].hash))
  }

  /// Whether the number repeats the event's date: "Concert 2026", "Talk on 3 March". A single digit
  /// does so only beside a month or "pm": it may number a part.
  private static func isDate(_ index: Int, _ side: Side, _ table: RecordTable) -> Bool {
    let spelling = table.tokens[Int(table.words[index].token)].spelling.range
    guard spelling.count <= 4 else { return false }
    let number = table.spellings[spelling].reduce(0) { $0 * 10 + Int($1 &- 0x30) }
    guard side.candidate.moment.isNumber(number) else { return false }
    guard spelling.count == 1 else { return true }
    let range = side.titleVariant.words.range
    let near = max(range.lowerBound, index - 2)..<min(range.upperBound, index + 3)
    return near.contains {
      TitleWords.dateWords.contains(table.tokens[Int(table.words[$0].token)].hash)
    }
  }

  private static func conflict(
    _ left: Side, _ right: Side, _ hasNumber: (Bool, Bool), _ table: RecordTable
  ) -> Conflict {
    if hasNumber.0, hasNumber.1 { return .numbers }
    var (leftMarked, rightMarked) = (false, false)
    let (first, second) = (
      kinds(left, table, &leftMarked), kinds(right, table, &rightMarked)
    )
    // "Gala: Registration Deadline" and "Gala" are two, though only one title has such a word.
    let preparation: UInt16 = 1 << UInt16(TitleWords.Kind.preparation.rawValue)
    if first & second != 0 || (first | second) & preparation != 0 { return .kind }
    let isMarked = leftMarked || rightMarked || hasNumber.0 != hasNumber.1
    return isMarked ? .markedOnce : .none
  }

  /// A bit for each kind of the words that the other title lacks.
  private static func kinds(
    _ side: Side, _ table: RecordTable, _ isMarked: inout Bool
  ) -> UInt16 {
    var kinds: UInt16 = 0
    for (offset, index) in side.titleVariant.words.range.enumerated() where side.lacks(offset) {
      let token = table.tokens[Int(table.words[index].token)]
      guard let kind = token.kind else { continue }
      kinds |= 1 << UInt16(kind.rawValue)
      // A season is often left out: "Spring Gala", "Gala".
      if !token.isStopWord, kind != .season { isMarked = true }
    }
    return kinds
  }
}
