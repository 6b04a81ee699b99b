/// The instances of one rule as instants in a zone, ascending.
///
/// Local times ascend, but their instants may not: a skipped local time moves forward by the length
/// of the gap, past the local times that follow. Elements are therefore buffered until no earlier
/// one can follow.
struct OccurrenceSequence {
  /// An instance: its instant in seconds since 1970, and its nominal local time.
  struct Element {
    let instant: Int64
    let local: Int64
  }

  private var rule: RuleSequence
  private let zone: Zone
  private let last: Int64
  private var segment: ZoneRules.Segment
  /// Buffered elements, ascending.
  private var waiting: [Element] = []
  /// No further element is earlier than this instant.
  private var settled = Int64.min

  /// - Parameter window: The instants to cover, both bounds included.
  init(
    _ rule: RecurrenceRule, start: CivilDateTime, isDay: Bool, zone: Zone,
    window: ClosedRange<Int64>, _ budget: inout WorkBudget
  ) {
    self.zone = zone
    last = min(window.upperBound, OccurrenceSequence.end(of: rule, in: zone))
    // A skipped local time has the offset before its gap: include the offsets of the previous 25
    // hours.
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
      // Fast path: most elements need no buffer.
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

  /// The element for a local time. Updates `settled`: after a local time that exists, no earlier
  /// instant can follow.
  private mutating func resolve(_ local: Int64) -> Element {
    // Fast path: the time is well inside the current segment, far from any transition.
    let guess = local - Int64(segment.type.offset)
    if guess - 2 * Zone.reach >= segment.start, guess + 2 * Zone.reach < segment.end {
      settled = guess
      return Element(instant: guess, local: local)
    }
    switch zone.resolve(local) {
    case .unique(let instant), .ambiguous(let instant, _):
      segment = zone.rules.segment(at: instant)
      settled = instant
      return Element(instant: instant, local: local)
    case .gap(_, let before, _):
      return Element(instant: local - Int64(before), local: local)
    }
  }

  /// UNTIL as an instant: the end of a day, or a local time in the zone.
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
