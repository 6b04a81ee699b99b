/// The instances of one rule in local seconds, ascending, from `lower` to `upper`, both included.
///
/// Without COUNT, it starts with the period of `lower`. With COUNT, it must count the instances
/// before `lower`: in one step if all periods have the same number of instances, else period by
/// period.
struct RuleSequence {
  private var periods: RecurrencePeriods
  private let setPositions: [Int]
  private let start: Int64
  private let lower: Int64
  private let upper: Int64
  /// The rest of COUNT; nil without COUNT.
  private var remaining: Int?
  private var nextPeriod: Int
  private var isFinished = false
  /// The positions that BYSETPOS selects among bases times offsets; nil for all.
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

  /// The next instance; nil at the end, and if the budget is spent.
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
      // The caller distinguishes a spent budget from the end by `budget.isSpent`.
      isFinished = true
      return
    }
    // BYSETPOS selects within the whole period, including instances before the start.
    let count = periods.bases.count * periods.offsets.count
    picked = setPositions.isEmpty ? nil : RuleSequence.pick(setPositions, of: count)
    end = picked?.count ?? count
    let first = index == 0 ? firstPosition(atOrAfter: start) : 0
    position = max(first, firstPosition(atOrAfter: lower))
    budget.spend(1 + setPositions.count / 2)
    skip(position - first)
    nextPeriod = index + 1
    if index == 0 { skipCertainPeriods() }
  }

  /// Subtracts instances before the window from COUNT.
  private mutating func skip(_ count: Int) {
    guard let left = remaining, count > 0 else { return }
    remaining = max(left - count, 0)
    if left <= count { isFinished = true }
  }

  /// Jumps to the window's first period if the number of instances in the periods between is known.
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

  /// Converts BYSETPOS to ascending indexes into a set of a size.
  private static func pick(_ positions: [Int], of count: Int) -> [Int] {
    let indexes = positions.lazy.map { $0 > 0 ? $0 - 1 : count + $0 }
    return Set(indexes.filter { 0..<count ~= $0 }).sorted()
  }

  private func value(at position: Int) -> Int64 {
    let index = picked?[position] ?? position
    let (base, offset) = index.quotientAndRemainder(dividingBy: periods.offsets.count)
    return periods.bases[base] + periods.offsets[offset]
  }

  /// Binary search for the first instance of the period at or after a local time.
  private func firstPosition(atOrAfter local: Int64) -> Int {
    (0..<end).partitioningIndex { value(at: $0) >= local }
  }
}
