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
  /// Of words by which each title names its own venue, where the other record lacks them.
  private(set) var placesOnly: Float = 0
  /// Both have a word that is no stop word.
  private(set) var isRelated = true
  private(set) var conflict = Conflict.none
  /// Of rare words that both titles have and that follow a word of only one of them, such as the speaker in
  /// "Dissertation Defense: Mira Dorn" and "PhD Defense - Mira Dorn (Geology)": what precedes the parts of a
  /// program is its name, what follows is what it is about. 0 if one title has no words of its own.
  private(set) var subject: Float = 0
  /// Both have a word of what takes place several times a day, such as a tour or a story time.
  private(set) var areSessions = false
  /// Same words in the same order.
  private(set) var isEqual = false

  /// Bits of a word that names a venue.
  private static let namedPlace: Float = 3

  /// Both have as much of their own: "Brass Ensemble", "Jazz Ensemble".
  var less: Float { min(onlyLeft, onlyRight) }
  var more: Float { max(onlyLeft, onlyRight) }

  /// A part of one of the titles has nothing of the other title.
  var hasOwnPart: Bool { max(partOnlyLeft, partOnlyRight) > 0 }

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
    let pairing = WordPairing(one, other, table, weights)
    (shared, areSessions) = (pairing.shared, pairing.areSessions)
    var left = Side(first, one, found: pairing.left)
    var right = Side(second, other, found: pairing.right)
    onlyLeft = left.weigh(against: right, table, weights)
    onlyRight = right.weigh(against: left, table, weights)
    if left.ownPart > 0, right.ownPart > 0 {
      onlyLeft += left.ownVenueBits
      onlyRight += right.ownVenueBits
    }
    isRelated = left.isRelated
    rarestOwn = max(left.rarest, right.rarest)
    (partOnlyLeft, partOnlyRight) = (left.ownPart, right.ownPart)
    placesOnly = min(left.placeBits, right.placeBits)
    conflict = Self.conflict(
      left, right, table,
      isProgram: areSessions
        || min(weights.sums[Int(first.titleVariant)], weights.sums[Int(second.titleVariant)])
          < weights.severalWords
    )
    // "Tasting at Alder's" and "Tasting at Birch's", each in its own house.
    if placesOnly >= Self.namedPlace { conflict = .kind }
    if less >= PairScorer.ownBits { subject = Self.subject(left, right, table, weights) }
  }

  /// Of two titles each of which is the other's venue.
  ///
  /// - Parameter bits: What both say.
  init(exchanged bits: Float) { shared = bits }

  private struct Side {
    let candidate: LinkageRecord
    let titleVariant: RecordTable.TitleVariant
    /// A bit for each word that the other title has.
    let found: UInt64
    private(set) var hasNumber = false
    private(set) var isRelated = false
    private(set) var rarest: Float = 0
    /// The weight of the heaviest part without a word of the other title.
    private(set) var ownPart: Float = 0
    /// Of words of the venues in such parts: the venue doesn't explain the orchard in "Cider Week:
    /// Orchard Tour" beside "Cider Week: Cellar Supper".
    private(set) var ownVenueBits: Float = 0
    /// Of words of its own venue that the other title and venue lack: the title names the venue.
    private(set) var placeBits: Float = 0

    var count: Int { Int(titleVariant.words.count) }

    init(
      _ candidate: LinkageRecord, _ titleVariant: RecordTable.TitleVariant, found: UInt64
    ) {
      self.candidate = candidate
      self.titleVariant = titleVariant
      self.found = found
    }

    /// Whether the word is the last one of a part of the title but for a number: "Session B", "English B2".
    func endsPart(_ index: Int, _ table: RecordTable) -> Bool {
      index + 1 == titleVariant.words.range.upperBound
        || !table.words[index + 1].marks.isDisjoint(with: [.opensPart, .number])
    }

    func lacks(_ offset: Int) -> Bool { found >> UInt64(offset) & 1 == 0 }

    /// Offset of the last word that both have; -1 where there is none.
    var last: Int { 63 - found.leadingZeroBitCount }

    /// Weighs the words that nothing explains; what the other side's description mentions counts by a
    /// third.
    mutating func weigh(
      against other: Side, _ table: RecordTable, _ termWeights: TermWeights
    ) -> Float {
      var sum: Float = 0
      var part = Part()
      let venue = table.venues[Int(candidate.venue)]
      let otherVenue = table.venues[Int(other.candidate.venue)]
      let last = last
      for (offset, index) in titleVariant.words.range.enumerated() {
        let token = table.words[index].token
        let marks = table.words[index].marks
        if marks.contains(.opensPart) || table.tokens[Int(token)].opensPart
          || followsFestival(offset, table)
        {
          close(part)
          part = Part()
        }
        guard lacks(offset) else {
          if !table.tokens[Int(token)].isStopWord { (part.isShared, isRelated) = (true, true) }
          continue
        }
        // A truncated title may continue with these words.
        if other.titleVariant.isTruncated, offset > last { continue }
        if !TitleSimilarity.isDigit(token, table),
          isOfVenue(index, venue, table) || isOfVenue(index, otherVenue, table)
        {
          part.venueBits += termWeights.words[index]
          if !isOfVenue(index, otherVenue, table) { placeBits += termWeights.words[index] }
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
        // The number of an edition is no part: "8. Lantern Night".
        if !marks.contains(.number) { part.bits += weight }
      }
      close(part)
      return sum
    }

    /// What a part of a title has that the other title lacks.
    private struct Part {
      var bits: Float = 0
      var venueBits: Float = 0
      /// Whether the other title has a word of it.
      var isShared = false
    }

    private mutating func close(_ part: Part) {
      // A part of stop words and the venue is only the venue.
      guard !part.isShared, part.bits >= 1 else { return }
      ownPart = max(ownPart, part.bits + part.venueBits)
      ownVenueBits += part.venueBits
    }

    /// Tokens of the rare words that both titles have and that no venue explains, and those among them that
    /// follow a word that the other title lacks. The name of a festival precedes its parts or follows them.
    func wordsOfSubject(_ table: RecordTable, _ termWeights: TermWeights) -> (
      shared: [Int32], subject: [Int32]
    ) {
      let venue = table.venues[Int(candidate.venue)]
      var (shared, subject): ([Int32], [Int32]) = ([], [])
      var (hasOwn, isUmbrella) = (false, false)
      for (offset, index) in titleVariant.words.range.enumerated() {
        let word = table.words[index]
        let token = table.tokens[Int(word.token)]
        if word.marks.contains(.opensPart) { isUmbrella = false }
        if token.opensPart || token.isFestival { isUmbrella = true }
        if lacks(offset) {
          if termWeights.words[index] > 2 { hasOwn = true }
        } else if !isUmbrella, !token.isNumber, termWeights.counts[Int(word.token)] <= 4,
          !isOfVenue(index, venue, table)
        {
          shared.append(word.token)
          if hasOwn { subject.append(word.token) }
        }
      }
      return (shared, subject)
    }

    /// Whether the title is of a game and the other title has no word of what follows "vs".
    func hasOtherOpponent(_ table: RecordTable) -> Bool {
      var (isBehind, hasOwn) = (false, false)
      for (offset, index) in titleVariant.words.range.enumerated() {
        let token = table.tokens[Int(table.words[index].token)]
        if token.isVersus {
          isBehind = offset > 0
        } else if isBehind, !token.isStopWord {
          guard lacks(offset) else { return false }
          hasOwn = true
        }
      }
      return hasOwn
    }

    /// Whether the word opens a part behind the name of a festival, as in "Maker Fest Soldering Workshop" and
    /// "Apple Days Cider Pressing".
    private func followsFestival(_ offset: Int, _ table: RecordTable) -> Bool {
      guard offset > 0, lacks(offset), !lacks(offset - 1) else { return false }
      let before = table.words[titleVariant.words.range.lowerBound + offset - 1]
      return table.tokens[Int(before.token)].isFestival
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
    let range = side.titleVariant.words.range
    guard spelling.count == 1 else { return !hasUnit(index, in: range, table) }
    let near = max(range.lowerBound, index - 2)..<min(range.upperBound, index + 3)
    return near.contains {
      TitleWords.dateWords.contains(table.tokens[Int(table.words[$0].token)].hash)
    }
  }

  /// Whether a short word that is no part of a date follows the number: "10 km", "12K".
  private static func hasUnit(_ index: Int, in range: Range<Int>, _ table: RecordTable) -> Bool {
    guard index + 1 < range.upperBound else { return false }
    let next = table.tokens[Int(table.words[index + 1].token)]
    return next.spelling.count <= 2 && !next.isNumber && !next.isStopWord
      && !table.words[index + 1].marks.contains(.opensPart)
      && !TitleWords.dateWords.contains(next.hash)
  }

  private static func subject(
    _ left: Side, _ right: Side, _ table: RecordTable, _ weights: TermWeights
  ) -> Float {
    let (first, second) = (
      left.wordsOfSubject(table, weights), right.wordsOfSubject(table, weights)
    )
    let tokens = Set(first.subject).union(second.subject)
      .intersection(first.shared).intersection(second.shared)
    guard tokens.count > 1 else { return 0 }
    return tokens.sorted().reduce(0) { $0 + weights.bits[Int($1)] }
  }

  /// - Parameter isProgram: Whether the titles may name several events, such as tours in two languages.
  private static func conflict(
    _ left: Side, _ right: Side, _ table: RecordTable, isProgram: Bool
  ) -> Conflict {
    if left.hasNumber, right.hasNumber { return .numbers }
    if left.hasOtherOpponent(table), right.hasOtherOpponent(table) { return .kind }
    let (first, second) = (OwnKinds(left, table), OwnKinds(right, table))
    // "Gala: Registration Deadline" and "Gala" are two, though only one title has such a word.
    let common = first.kinds.intersection(second.kinds)
    if !common.isEmpty || first.kinds.union(second.kinds).contains(.companion) { return .kind }
    // So are "Tour" and "Tour in French", which has nothing else of its own.
    if isProgram, first.isLanguage || second.isLanguage { return .kind }
    let isMarked = first.isMarked || second.isMarked || left.hasNumber != right.hasNumber
    return isMarked ? .markedOnce : .none
  }

  /// The kinds of the words of one title that the other lacks.
  private struct OwnKinds {
    private(set) var kinds: Set<TitleWords.Kind> = []
    /// A number, level or the like.
    private(set) var isMarked = false
    private var hasOthers = false
    /// They name a language and nothing else.
    var isLanguage: Bool { kinds == [.language] && !hasOthers }

    init(_ side: Side, _ table: RecordTable) {
      for (offset, index) in side.titleVariant.words.range.enumerated() where side.lacks(offset) {
        let token = table.tokens[Int(table.words[index].token)]
        // A letter names a part only at the end: the French "à" and "d'" do not.
        guard let kind = token.kind, kind != .letter || side.endsPart(index, table) else {
          if !token.isStopWord { hasOthers = true }
          continue
        }
        kinds.insert(kind)
        // A season is often left out: "Spring Gala", "Gala".
        if !token.isStopWord, kind != .season { isMarked = true }
      }
    }
  }
}
