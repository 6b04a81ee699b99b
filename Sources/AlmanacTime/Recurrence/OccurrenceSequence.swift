/// The instances of one rule as instants of a zone, ascending.
///
/// A local time that a shift of the clocks skips moves behind local times that follow it, so that
/// those wait until nothing earlier can come.
struct OccurrenceSequence {
  /// An instance: its instant in seconds since 1970, and its local time before any shift.
  struct Element {
    let instant: Int64
    let local: Int64
  }

  private var rule: RuleSequence
  private let zone: Zone
  private let last: Int64
  private var segment: ZoneRules.Segment
  private var waiting: [Element] = []
  /// Nothing earlier than this can come any more.
  private var settled = Int64.min

  /// - Parameter window: The first and the last instant of interest, both included.
  init(
    _ rule: RecurrenceRule, start: CivilDateTime, isDay: Bool, zone: Zone,
    window: ClosedRange<Int64>, _ budget: inout WorkBudget
  ) {
    self.zone = zone
    last = min(window.upperBound, OccurrenceSequence.end(of: rule, in: zone))
    // Local times that a shift moved were on the offset of the day before.
    let first = window.lowerBound
    let earliest = zone.offsets(from: first - 90_000, through: first).lowerBound
    let latest = zone.offsets(from: last - 90_000, through: last).upperBound
    self.rule = RuleSequence(
      rule, start: start, isDay: isDay, from: first + Int64(earliest),
      through: last + Int64(latest), &budget)
    segment = zone.rules.segment(at: first)
  }

  mutating func next(_ budget: inout WorkBudget) -> Element? {
    while waiting.first.map({ $0.instant > settled }) ?? true {
      guard let local = rule.next(&budget) else {
        if budget.isSpent { return nil }
        settled = .max
        break
      }
      let element = resolve(local)
      if waiting.isEmpty, settled == element.instant { return within(element) }
      waiting.insert(
        element, at: waiting.lastIndex { $0.instant <= element.instant }.map { $0 + 1 } ?? 0)
      budget.spend(waiting.count / 64)
    }
    return waiting.isEmpty ? nil : within(waiting.removeFirst())
  }

  private func within(_ element: Element) -> Element? {
    element.instant <= last ? element : nil
  }

  /// Also notes what is settled: after a time that the clocks do show, nothing earlier comes.
  private mutating func resolve(_ local: Int64) -> Element {
    let guess = local - Int64(segment.type.offset)
    if guess - 2 * Zone.reach >= segment.start, guess + 2 * Zone.reach < segment.end {
      settled = guess
      return Element(instant: guess, local: local)
    }
    switch zone.match(local) {
    case .once(let instant), .twice(let instant, _):
      segment = zone.rules.segment(at: instant)
      settled = instant
      return Element(instant: instant, local: local)
    case .never(_, let before, _):
      return Element(instant: local - Int64(before), local: local)
    }
  }

  /// UNTIL as an instant; a day is meant until its end, a local time on the zone's clocks.
  private static func end(of rule: RecurrenceRule, in zone: Zone) -> Int64 {
    switch rule.until {
    case nil: .max
    case .day(let date):
      date == .max ? .max : (zone.startOfDay(date.adding(days: 1)) - 1).secondsSinceEpoch
    case .floating(let local): zone.instant(of: local).secondsSinceEpoch
    case .zoned(let time): time.instant.secondsSinceEpoch
    }
  }
}
