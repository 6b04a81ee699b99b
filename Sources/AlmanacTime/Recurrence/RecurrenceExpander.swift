/// Merges the instances of a series' rules and its added dates in order of time, and removes
/// excluded ones.
struct RecurrenceExpander {
  private let clock: SeriesClock
  private var budget: WorkBudget
  private var rules: [Source] = []
  private var exclusionRules: [Source] = []
  /// Added times in the window in descending order, so that the earliest can be popped.
  private var additions: [(key: Int64, time: CalendarTime)] = []
  private var excludedKeys: Set<Int64> = []
  private var excludedDays: Set<CivilDate> = []
  /// Whether rules of a series of days were skipped because they are finer than a day.
  private var hasSkippedRules = false

  /// A rule with its next instance.
  private struct Source {
    var sequence: OccurrenceSequence
    var head: OccurrenceSequence.Element?

    mutating func advance(_ budget: inout WorkBudget) {
      head = sequence.next(&budget)
    }
  }

  init(
    _ set: RecurrenceSet, clock: SeriesClock, window: ClosedRange<Int64>, budget: WorkBudget
  ) {
    self.clock = clock
    self.budget = budget
    rules = sources(of: set.rules, set.start, window)
    exclusionRules = sources(of: set.exclusionRules, set.start, window)
    for time in set.exclusions {
      // A day excludes all instances on it, unless the series consists of days.
      if time.isDay, !clock.isDay {
        excludedDays.insert(time.date)
      } else {
        excludedKeys.insert(clock.key(of: time))
      }
    }
    additions = set.additions.map { (clock.key(of: $0), clock.time(of: $0)) }
    if set.rules.isEmpty {
      additions.append((clock.key(of: set.start), set.start))
    } else if hasSkippedRules {
      additions.append((clock.startKey, set.start))
    }
    additions = additions.filter { window.contains($0.key) }.sorted { $0.key > $1.key }
  }

  /// A k-way merge of the rules' ascending sequences.
  mutating func run(limit: Int) -> RecurrenceExpansion {
    var starts: [CalendarTime] = []
    var lastKey: Int64?
    while !budget.isSpent, let next = takeEarliest() {
      // Rules and added dates may give the same instance.
      guard next.key != lastKey else { continue }
      lastKey = next.key
      guard !isExcluded(next.key) else { continue }
      guard starts.count < limit else {
        return RecurrenceExpansion(starts: starts, end: .limited, effort: budget.spent)
      }
      starts.append(next.time)
    }
    return RecurrenceExpansion(starts: starts, end: end(starts), effort: budget.spent)
  }

  private func end(_ starts: [CalendarTime]) -> RecurrenceExpansion.End {
    if budget.isSpent { return .exhausted(starts.isEmpty ? .yieldsNothing : .tooMuchWork) }
    return hasSkippedRules ? .exhausted(.finerThanDay) : .complete
  }

  private mutating func sources(
    of rules: [RecurrenceRule], _ start: CalendarTime, _ window: ClosedRange<Int64>
  ) -> [Source] {
    var sources: [Source] = []
    for rule in rules where !budget.isSpent {
      guard !clock.isDay || rule.frequency >= .daily else {
        hasSkippedRules = true
        continue
      }
      var source = Source(
        sequence: OccurrenceSequence(
          clock.isDay ? rule.endingOnDay(in: clock.readingZone) : rule,
          start: start.civil, isDay: clock.isDay, zone: clock.zone, window: window, &budget))
      repeat {
        source.advance(&budget)
      } while source.head.map { $0.instant < window.lowerBound } ?? false
      sources.append(source)
    }
    return sources
  }

  private mutating func takeEarliest() -> (key: Int64, time: CalendarTime)? {
    budget.spend((rules.count + exclusionRules.count) / 8)
    var earliest: (index: Int, element: OccurrenceSequence.Element)?
    for index in rules.indices {
      guard let head = rules[index].head, head.instant < earliest?.element.instant ?? .max else {
        continue
      }
      earliest = (index, head)
    }
    if let added = additions.last, added.key < earliest?.element.instant ?? .max {
      return additions.popLast()
    }
    guard let (index, element) = earliest else { return nil }
    rules[index].advance(&budget)
    return (element.instant, clock.time(of: element))
  }

  private mutating func isExcluded(_ key: Int64) -> Bool {
    if excludedKeys.contains(key) { return true }
    if !excludedDays.isEmpty, excludedDays.contains(clock.date(of: key)) { return true }
    for index in exclusionRules.indices {
      while let head = exclusionRules[index].head, head.instant < key {
        exclusionRules[index].advance(&budget)
      }
      if exclusionRules[index].head?.instant == key { return true }
    }
    return false
  }
}
