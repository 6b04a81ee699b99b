/// The instances of one rule in local seconds, ascending, from `lower` to `upper` included.
///
/// Without COUNT it begins at the period that holds `lower`; with COUNT it passes over the periods
/// before in one step where each has the same number of instances, else it counts them.
struct RuleSequence {
  private var periods: RecurrencePeriods
  private let setPositions: [Int]
  private let start: Int64
  private let lower: Int64
  private let upper: Int64
  private var remaining: Int?
  private var nextPeriod: Int
  private var isFinished = false
  /// Where BYSETPOS picks: indexes into bases times offsets; `nil` for all of them.
  private var picked: [Int]?
  private var position = 0
  private var end = 0

  init(
    _ rule: RecurrenceRule, start: CivilDateTime, isDay: Bool, from lower: Int64,
    through upper: Int64, _ budget: inout WorkBudget
  ) {
    periods = RecurrencePeriods(rule, start: start, isDay: isDay)
    budget.spend(10 + periods.offsets.count / 16)
    setPositions = rule.bySetPos
    self.start = start.localSeconds
    self.lower = max(lower, start.localSeconds)
    self.upper = upper
    remaining = rule.count
    nextPeriod = rule.count == nil ? periods.index(containing: lower) : 0
  }

  /// `nil` at the end, or when the budget is spent.
  mutating func next(_ budget: inout WorkBudget) -> Int64? {
    while !isFinished, !budget.isSpent {
      if position < end {
        let value = value(at: position)
        position += 1
        budget.spend(1)
        return take(value)
      }
      loadPeriod(&budget)
    }
    return nil
  }

  private mutating func take(_ value: Int64) -> Int64? {
    guard value <= upper, remaining != 0 else {
      isFinished = true
      return nil
    }
    remaining = remaining.map { $0 - 1 }
    return value
  }

  private mutating func loadPeriod(_ budget: inout WorkBudget) {
    guard let index = periods.load(nextPeriod, upTo: upper, &budget) else {
      // A spent budget is told apart from the end by whoever holds it.
      isFinished = true
      return
    }
    picked = setPositions.isEmpty ? nil : pick()
    end = picked?.count ?? periods.bases.count * periods.offsets.count
    let first = index == 0 ? firstPosition(atOrAfter: start) : 0
    position = max(first, firstPosition(atOrAfter: lower))
    budget.spend(1 + setPositions.count / 2)
    skip(position - first)
    nextPeriod = index + 1
    if index == 0 { skipCertainPeriods() }
  }

  /// Counts instances that lie before the window.
  private mutating func skip(_ count: Int) {
    guard let left = remaining, count > 0 else { return }
    remaining = max(left - count, 0)
    if left <= count { isFinished = true }
  }

  /// Goes on at the window's first period when the ones between have a known number of instances.
  private mutating func skipCertainPeriods() {
    guard remaining != nil, position == end, let count = periods.certainCount else { return }
    let perPeriod =
      setPositions.isEmpty ? count : RuleSequence.pick(setPositions, of: count).count
    let target = periods.index(containing: lower)
    guard target > nextPeriod else { return }
    let (skipped, overflow) = perPeriod.multipliedReportingOverflow(by: target - nextPeriod)
    skip(overflow ? .max : skipped)
    nextPeriod = target
  }

  private func pick() -> [Int] {
    RuleSequence.pick(setPositions, of: periods.bases.count * periods.offsets.count)
  }

  /// BYSETPOS as ascending indexes into a set of that size.
  private static func pick(_ positions: [Int], of count: Int) -> [Int] {
    let indexes = positions.lazy.map { $0 > 0 ? $0 - 1 : count + $0 }
    return Set(indexes.filter { 0..<count ~= $0 }).sorted()
  }

  private func value(at position: Int) -> Int64 {
    let index = picked?[position] ?? position
    let (base, offset) = index.quotientAndRemainder(dividingBy: periods.offsets.count)
    return periods.bases[base] + periods.offsets[offset]
  }

  private func firstPosition(atOrAfter local: Int64) -> Int {
    var low = 0
    var high = end
    while low < high {
      let middle = (low + high) / 2
      if value(at: middle) < local { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
