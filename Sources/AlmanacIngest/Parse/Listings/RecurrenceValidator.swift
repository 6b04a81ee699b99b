import AlmanacModel
import AlmanacTime

/// Checks whether recurrence rules can be expanded at reasonable cost.
///
/// Checking is limited to about 250 ms per document; rules left over are rejected as too expensive.
struct RecurrenceValidator {
  /// The maximum number of instances of a rule per year; an event every two hours has fewer.
  static let yearlyLimit = 5_000
  /// From here on COUNT counts as no end; 130 years of days have fewer.
  static let countLimit = 50_000

  private let zone: Zone
  private let zones: ZoneDatabase
  /// The remaining effort, in units of `RecurrenceSet`.
  private var effort = 2_000_000

  init(zone: Zone, zones: ZoneDatabase) {
    self.zone = zone
    self.zones = zones
  }

  /// Why a rule is unusable; nil if it is usable.
  mutating func error(
    of rule: RecurrenceRule, from start: CalendarTime
  ) -> ListingError.RuleError? {
    if isPlain(rule, from: start) { return nil }
    let first = start.instant(in: zone)
    if Self.timesADay(rule) > 1 {
      let year = look(at: rule, from: start, until: first + 366 * 86_400, Self.yearlyLimit)
      if year == nil { return .tooMuchWork }
      if year?.end == .limited { return .tooMany }
      if year?.starts.isEmpty == false { return nil }
    }
    // Only dates up to 2100 count.
    guard let found = look(at: rule, from: start, until: max(first + 1, Self.end), 1) else {
      return .tooMuchWork
    }
    return found.starts.isEmpty ? .noInstance : nil
  }

  /// Whether a series contains an instance, excluded ones included; false if that takes too long.
  mutating func includes(_ instance: CalendarTime, in listing: Listing) -> Bool {
    guard let recurrence = listing.recurrence else { return false }
    let start = instance.instant(in: zone)
    let found = RecurrenceSet(
      start: listing.start, rules: recurrence.rules, additions: recurrence.additions
    ).occurrences(
      from: start, to: start + 1, zone: zone, zones: zones, limit: 1,
      effort: min(effort, Self.ruleEffort))
    effort -= 100 + found.effort
    return !found.starts.isEmpty
  }

  /// Expands a rule; nil if that takes too long.
  private mutating func look(
    at rule: RecurrenceRule, from start: CalendarTime, until end: Instant, _ limit: Int
  ) -> RecurrenceExpansion? {
    let share = min(effort, Self.ruleEffort)
    let found = RecurrenceSet(start: start, rules: [rule]).occurrences(
      from: start.instant(in: zone), to: end, zone: zone, zones: zones, limit: limit,
      effort: share)
    // Finding a single instance costs too: a leap day on a Monday is far away.
    effort -= 100 + found.effort
    let isCut =
      found.end == .exhausted(.tooMuchWork) || found.end == .exhausted(.yieldsNothing)
    return isCut ? nil : found
  }

  /// The maximum effort for one rule: two passes over every day until 2100.
  private static let ruleEffort = 60_000

  /// 2101-01-01.
  private static let end = Instant(secondsSinceEpoch: 4_133_980_800)

  /// Whether a rule is of the most common kind: the start is an instance, and no day has two.
  private func isPlain(_ rule: RecurrenceRule, from start: CalendarTime) -> Bool {
    rule.frequency >= .daily && rule.until == nil && Self.timesADay(rule) == 1
      && rule.byMonth.isEmpty && rule.byMonthDay.isEmpty && rule.byYearDay.isEmpty
      && rule.byWeekNo.isEmpty && rule.bySetPos.isEmpty
      && (rule.frequency == .weekly || rule.byDay.isEmpty)
  }

  /// The instances per day by the BYHOUR, BYMINUTE and BYSECOND parts.
  private static func timesADay(_ rule: RecurrenceRule) -> Int {
    rule.frequency < .daily
      ? .max
      : max(1, rule.byHour.count) * max(1, rule.byMinute.count) * max(1, rule.bySecond.count)
  }
}
