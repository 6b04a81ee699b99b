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
  /// Of the heaviest word that one title lacks.
  private(set) var rarestOwn: Float = 0
  /// Of the heaviest part that one title has and the other lacks, such as "Opening Concert" of "Harbor
  /// Festival: Opening Concert".
  private(set) var partOnlyLeft: Float = 0
  private(set) var partOnlyRight: Float = 0
  private(set) var conflict = Conflict.none
  /// Both have a word of what takes place several times a day, such as a tour or a story time.
  private(set) var areSessions = false
  /// Same words in the same order.
  private(set) var isEqual = false

  /// Both have as much of their own: "Brass Ensemble", "Jazz Ensemble".
  var less: Float { min(onlyLeft, onlyRight) }
  var more: Float { max(onlyLeft, onlyRight) }

  /// 0 ... 1: shared information; what both have besides counts in full, what only one has, such as
  /// a subtitle, by a fifth.
  var agreement: Float {
    let whole = shared + less + (more - less) * 0.2
    return whole > 0 ? shared / whole : 0
  }

  init(
    _ first: LinkageRecord, _ second: LinkageRecord,
    _ table: RecordTable, _ weights: TermWeights
  ) {
    let one = table.titleVariants[Int(first.titleVariant)]
    let other = table.titleVariants[Int(second.titleVariant)]
    isEqual = one.phrase == other.phrase
    guard !isEqual else {
      addEqual(one, other, table, weights)
      return
    }
    var pairing = WordPairing()
    match(one, other, table, weights, &pairing)
    matchSlips(one, other, table, weights, &pairing)
    var left = Side(first, one, found: pairing.left)
    var right = Side(second, other, found: pairing.right)
    onlyLeft = left.weigh(against: right, table, weights)
    onlyRight = right.weigh(against: left, table, weights)
    rarestOwn = max(left.rarest, right.rarest)
    (partOnlyLeft, partOnlyRight) = (left.ownPart, right.ownPart)
    conflict = Self.conflict(left, right, table)
  }

  /// Of two titles each of which is the other's venue.
  ///
  /// - Parameter bits: What both say.
  init(exchanged bits: Float) { shared = bits }

  /// The words that two titles have in common, by their offsets.
  private struct WordPairing {
    /// A bit for each word of the left title that the right one has.
    var left: UInt64 = 0
    var right: UInt64 = 0

    mutating func add(_ offset: Int, _ partner: Int) {
      left |= 1 << UInt64(offset)
      right |= 1 << UInt64(partner)
    }
  }

  private struct Side {
    let candidate: LinkageRecord
    let titleVariant: RecordTable.TitleVariant
    /// A bit for each word that the other title has.
    let found: UInt64
    private(set) var hasNumber = false
    private(set) var rarest: Float = 0
    /// The weight of the heaviest part without a word of the other title.
    private(set) var ownPart: Float = 0

    var count: Int { Int(titleVariant.words.count) }

    init(
      _ candidate: LinkageRecord, _ titleVariant: RecordTable.TitleVariant, found: UInt64
    ) {
      self.candidate = candidate
      self.titleVariant = titleVariant
      self.found = found
    }

    func lacks(_ offset: Int) -> Bool { found >> UInt64(offset) & 1 == 0 }

    /// Offset of the last word that both have; -1 where there is none.
    var last: Int { 63 - found.leadingZeroBitCount }

    /// Weighs the words that nothing explains; what the other side's description mentions counts by a
    /// third.
    mutating func weigh(
      against other: Side, _ table: RecordTable, _ termWeights: TermWeights
    ) -> Float {
      var (sum, part): (Float, Float) = (0, 0)
      var isPartShared = false
      let venue = table.venues[Int(candidate.venue)]
      let otherVenue = table.venues[Int(other.candidate.venue)]
      let last = last
      for (offset, index) in titleVariant.words.range.enumerated() {
        let token = table.words[index].token
        let marks = table.words[index].marks
        if marks.contains(.opensPart) || table.tokens[Int(token)].opensPart {
          if !isPartShared { ownPart = max(ownPart, part) }
          (part, isPartShared) = (0, false)
        }
        guard lacks(offset) else {
          if !table.tokens[Int(token)].isStopWord { isPartShared = true }
          continue
        }
        // A truncated title may continue with these words.
        if other.titleVariant.isTruncated, offset > last { continue }
        if !TitleSimilarity.isDigit(token, table),
          isOfVenue(index, venue, table) || isOfVenue(index, otherVenue, table)
        {
          continue
        }
        if marks.contains(.number) {
          if TitleSimilarity.isDate(index, self, table) { continue }
          hasNumber = true
        }
        var weight = termWeights.words[index]
        if termWeights.isBoilerplate[index], hasSharedNeighbor(offset, table, termWeights) {
          weight = termWeights.bits[Int(token)]
        }
        if TitleSimilarity.mentions(other.candidate, token, table) { weight *= 0.35 }
        if marks.contains(.label) { weight *= 0.35 }
        rarest = max(rarest, weight)
        sum += weight
        part += weight
      }
      if !isPartShared || followsFestival(table) { ownPart = max(ownPart, part) }
      return sum
    }

    /// Whether the words that the other title lacks follow the name of a festival, as in "Maker Fest Soldering
    /// Workshop" and "Apple Days Cider Pressing".
    private func followsFestival(_ table: RecordTable) -> Bool {
      titleVariant.words.range.enumerated().dropLast().contains { offset, index in
        !lacks(offset) && lacks(offset + 1)
          && table.tokens[Int(table.words[index].token)].isFestival
      }
    }

    /// Whether the venue has the word. A word without information in venue texts, such as "hall", is
    /// of the venue if a word beside it is.
    private func isOfVenue(
      _ index: Int, _ venue: RecordTable.Venue, _ table: RecordTable
    ) -> Bool {
      func has(_ index: Int) -> Bool {
        VenueSimilarity.contains(venue, table.venueWord(ofTitleWord: index), table)
      }
      guard table.venueWord(ofTitleWord: index) == RecordTable.Token.emptyVenueWord else {
        return has(index)
      }
      let range = titleVariant.words.range
      return (index > range.lowerBound && has(index - 1))
        || (index + 1 < range.upperBound && has(index + 1))
    }

    /// Whether the other title has a word of the boilerplate around this one, as "Jazz Ensemble" and
    /// "Brass Ensemble", "Finance Committee" and "Housing Committee" have.
    private func hasSharedNeighbor(
      _ offset: Int, _ table: RecordTable, _ termWeights: TermWeights
    ) -> Bool {
      let first = titleVariant.words.range.lowerBound
      func isShared(_ offset: Int) -> Bool {
        !lacks(offset) && !table.tokens[Int(table.words[first + offset].token)].isStopWord
      }
      var start = offset
      while start > 0, !table.words[first + start].marks.contains(.opensPart) {
        start -= 1
        if isShared(start) { return true }
      }
      var end = offset + 1
      while end < count, !table.words[first + end].marks.contains(.opensPart) {
        if isShared(end) { return true }
        end += 1
      }
      return false
    }
  }

  private mutating func addEqual(
    _ one: RecordTable.TitleVariant, _ other: RecordTable.TitleVariant, _ table: RecordTable,
    _ weights: TermWeights
  ) {
    let (left, right) = (one.words.range.lowerBound, other.words.range.lowerBound)
    for offset in 0..<min(one.words.range.count, other.words.range.count)
    where !table.words[left + offset].isRepeated {
      shared += min(weights.words[left + offset], weights.words[right + offset])
      if table.tokens[Int(table.words[left + offset].token)].isSession { areSessions = true }
    }
  }

  private mutating func match(
    _ one: RecordTable.TitleVariant, _ other: RecordTable.TitleVariant, _ table: RecordTable,
    _ weights: TermWeights, _ pairing: inout WordPairing
  ) {
    let (left, right) = (one.words.range, other.words.range)
    for index in left {
      let token = table.words[index].token
      // Backwards, so that the first equal word becomes the partner.
      var (first, isNew): (Int?, Bool) = (nil, false)
      for match in right.reversed() where table.words[match].token == token {
        let place = match &- right.lowerBound
        (first, isNew) = (match, pairing.right >> UInt64(place) & 1 == 0)
        pairing.add(index &- left.lowerBound, place)
      }
      if let first, isNew { shared += min(weights.words[index], weights.words[first]) }
      if first != nil, table.tokens[Int(token)].isSession { areSessions = true }
    }
  }

  /// One word with a slip of the pen, or two that one of the titles writes together.
  private mutating func matchSlips(
    _ one: RecordTable.TitleVariant, _ other: RecordTable.TitleVariant, _ table: RecordTable,
    _ weights: TermWeights, _ pairing: inout WordPairing
  ) {
    let (left, right) = (one.words.range, other.words.range)
    var lacking = ~pairing.left & Self.all(left.count)
    while lacking != 0 {
      let offset = lacking.trailingZeroBitCount
      lacking &= lacking - 1
      let token = Int(table.words[left.lowerBound &+ offset].token)
      let word = table.tokens[token]
      guard !word.isNumber, word.spelling.count >= 3 else { continue }
      var rest = ~pairing.right & Self.all(right.count)
      while rest != 0 {
        let place = rest.trailingZeroBitCount
        rest &= rest - 1
        let match = right.lowerBound &+ place
        let otherToken = Int(table.words[match].token)
        let seed = table.tokens[otherToken]
        let isUnique = min(weights.counts[token], weights.counts[otherToken]) <= 1
        guard !seed.isNumber,
          WordDistance.mayBeSlip(
            Int(word.spelling.count), word.letters, Int(seed.spelling.count), seed.letters,
            isUnique: isUnique)
        else { continue }
        let (one, other) = (
          table.spellings[word.spelling.range], table.spellings[seed.spelling.range]
        )
        // "Toddler" and "toddlers" are one level, "teen" and "tween" are two.
        guard
          word.kind == nil || seed.kind == nil
            || (word.kind == seed.kind && Self.isPlural(one, other)),
          WordDistance.isSlip(one, other, isUnique: isUnique)
        else { continue }
        // A misspelled word is rare by itself: the word that is meant has the weight.
        shared +=
          0.8 * min(weights.words[left.lowerBound &+ offset], weights.words[match])
        pairing.add(offset, place)
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

  /// A single digit may number a part: that a postal code has it too explains nothing.
  private static func isDigit(_ token: Int32, _ table: RecordTable) -> Bool {
    table.tokens[Int(token)].isNumber && table.tokens[Int(token)].spelling.count == 1
  }

  private static func mentions(
    _ candidate: LinkageRecord, _ token: Int32, _ table: RecordTable
  ) -> Bool {
    SortedSets.contains(
      table.textWords, in: candidate.textWords.range,
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
    _ left: Side, _ right: Side, _ table: RecordTable
  ) -> Conflict {
    if left.hasNumber, right.hasNumber { return .numbers }
    var (leftMarked, rightMarked) = (false, false)
    let (first, second) = (
      kinds(left, table, &leftMarked), kinds(right, table, &rightMarked)
    )
    // "Gala: Registration Deadline" and "Gala" are two, though only one title has such a word.
    let companion: UInt16 = 1 << UInt16(TitleWords.Kind.companion.rawValue)
    if first & second != 0 || (first | second) & companion != 0 { return .kind }
    let isMarked = leftMarked || rightMarked || left.hasNumber != right.hasNumber
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
