/// Two titles side by side: what they share, and what each has that the other lacks.
struct TitleComparison {
  /// Why two titles can't be of one event.
  enum Conflict: Hashable {
    case numbers
    case kind(TitleWords.Kind)
  }

  /// Bits of information in the shared words.
  private(set) var shared = 0.0
  /// Bits in the words that only one title has, after what explains them is taken away.
  private(set) var onlyLeft = 0.0
  private(set) var onlyRight = 0.0
  private(set) var conflict: Conflict?
  /// Only one title has a number, level or the like.
  private(set) var isMarkedOnce = false
  /// Same words, slips apart, in any order.
  private(set) var isEqual = false

  /// 0 ... 1: shared information; what both have besides counts in full, what only one has, such as
  /// a subtitle, by a fifth.
  var agreement: Double {
    let conflicting = min(onlyLeft, onlyRight)
    let extra = max(onlyLeft, onlyRight) - conflicting
    let whole = shared + conflicting + extra * 0.2
    return whole > 0 ? shared / whole : 0
  }

  init(_ left: Candidate, _ right: Candidate, statistics: TitleStatistics) {
    let leftOnly = Self.words(of: left.title, notIn: right.title)
    let rightOnly = Self.words(of: right.title, notIn: left.title)
    var slipped: Set<UInt64> = []
    for word in leftOnly {
      guard
        let twin = rightOnly.first(where: {
          !slipped.contains($0.hash) && Self.isSlip(word, of: left.title, $0, of: right.title)
        })
      else { continue }
      slipped.insert(word.hash)
      slipped.insert(twin.hash)
      shared += 0.8 * min(statistics.weight(of: word.hash), statistics.weight(of: twin.hash))
    }
    let leftRest = leftOnly.filter { !slipped.contains($0.hash) }
    let rightRest = rightOnly.filter { !slipped.contains($0.hash) }
    isEqual = leftRest.isEmpty && rightRest.isEmpty
    let common = Set(left.title.sortedHashes).subtracting(leftOnly.map(\.hash))
    // Summed in a fixed order: floating-point sums depend on it.
    for word in common.sorted() { shared += statistics.weight(of: word) }
    let leftHabit = Self.habitWords(of: left, statistics)
    let rightHabit = Self.habitWords(of: right, statistics)
    onlyLeft = Self.weigh(leftRest, of: left, against: right, habit: leftHabit, statistics)
    onlyRight = Self.weigh(rightRest, of: right, against: left, habit: rightHabit, statistics)
    findConflict(leftRest, rightRest, left, right)
  }

  private static func words(of title: TitleText, notIn other: TitleText) -> [TitleText.Word] {
    var seen: Set<UInt64> = []
    return title.words.filter {
      !SortedSets.contains(other.sortedHashes, $0.hash) && seen.insert($0.hash).inserted
    }
  }

  private static func isSlip(
    _ word: TitleText.Word, of title: TitleText, _ other: TitleText.Word, of otherTitle: TitleText
  ) -> Bool {
    guard !word.isNumber, !other.isNumber,
      TitleWords.kinds[word.hash] == nil || TitleWords.kinds[other.hash] == nil
    else { return false }
    return WordDistance.isSlip(title.spelling(of: word), otherTitle.spelling(of: other))
  }

  /// Words of the openings and endings that the source puts on everything.
  private static func habitWords(
    of candidate: Candidate, _ statistics: TitleStatistics
  ) -> Set<UInt64> {
    let title = candidate.title
    guard title.segments.count > 1 else { return [] }
    var words: Set<UInt64> = []
    for segment in [title.segments.first, title.segments.last].compactMap({ $0 })
    where statistics.isHabit(title.hash(of: segment), of: candidate.source) {
      words.formUnion(title.words[segment].map(\.hash))
    }
    return words
  }

  /// The weight of words that nothing explains: not a venue, not the source's habit; what the other
  /// side's description mentions counts by a third, what may be its translation by a fifth.
  private static func weigh(
    _ words: [TitleText.Word], of candidate: Candidate, against other: Candidate,
    habit: Set<UInt64>, _ statistics: TitleStatistics
  ) -> Double {
    words.reduce(0) { sum, word in
      if SortedSets.contains(candidate.venue.words, word.hash)
        || SortedSets.contains(other.venue.words, word.hash)
        || isDate(word, of: candidate)
      {
        return sum
      }
      var weight = statistics.weight(of: word.hash)
      if habit.contains(word.hash) { weight *= 0.1 }
      if SortedSets.contains(other.text.words, word.hash) { weight *= 0.35 }
      if candidate.title.isForeign(word), !other.title.hasForeignWords { weight *= 0.2 }
      if isOfLabel(word, of: candidate.title) { weight *= 0.35 }
      return sum + weight
    }
  }

  /// Whether the word's whole part of the title only says what kind of event it is: "Panel
  /// Discussion: Living with Heat".
  private static func isOfLabel(_ word: TitleText.Word, of title: TitleText) -> Bool {
    guard title.segments.count > 1, TitleWords.commonWords.contains(word.hash),
      let index = title.words.firstIndex(of: word),
      let segment = title.segments.first(where: { $0.contains(index) })
    else { return false }
    return title.words[segment].allSatisfy {
      TitleWords.commonWords.contains($0.hash) || TitleWords.stopWords.contains($0.hash)
    }
  }

  /// Whether the number repeats the event's date: "Concert 2026", "Talk on 3 March". A single digit
  /// does so only beside a month or "pm": it may number a part.
  private static func isDate(_ word: TitleText.Word, of candidate: Candidate) -> Bool {
    guard word.isNumber, word.range.count <= 4 else { return false }
    let number = candidate.title.spelling(of: word).reduce(0) { $0 * 10 + Int($1 &- 0x30) }
    guard candidate.moment.numbers.contains(number) else { return false }
    guard word.range.count == 1 else { return true }
    let words = candidate.title.words
    guard let index = words.firstIndex(of: word) else { return false }
    let neighbors = words[max(0, index - 2)..<min(words.count, index + 3)]
    return neighbors.contains { TitleWords.dateWords.contains($0.hash) }
  }

  private mutating func findConflict(
    _ left: [TitleText.Word], _ right: [TitleText.Word], _ first: Candidate, _ second: Candidate
  ) {
    let leftNumbers = left.filter { $0.isNumber && !Self.isDate($0, of: first) }
    let rightNumbers = right.filter { $0.isNumber && !Self.isDate($0, of: second) }
    if !leftNumbers.isEmpty, !rightNumbers.isEmpty { conflict = .numbers }
    var kinds: Set<TitleWords.Kind> = []
    for word in left { if let kind = TitleWords.kinds[word.hash] { kinds.insert(kind) } }
    for word in right {
      guard let kind = TitleWords.kinds[word.hash], kinds.contains(kind) else { continue }
      conflict = conflict ?? .kind(kind)
    }
    isMarkedOnce =
      leftNumbers.isEmpty != rightNumbers.isEmpty
      || (left + right).contains {
        TitleWords.kinds[$0.hash] != nil && !TitleWords.stopWords.contains($0.hash)
      }
  }
}
