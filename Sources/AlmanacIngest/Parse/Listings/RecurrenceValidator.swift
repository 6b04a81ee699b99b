import AlmanacModel
import AlmanacTime

/// Whether the rules of a document's series can be followed, before anybody expands them.
///
/// Rules made to burden cost at most a quarter of a second a document: when that is used up, what
/// would have to be tried is taken to be of their kind.
struct RecurrenceValidator {
  /// How many dates of one rule a year may have; an event every two hours has fewer.
  static let yearlyLimit = 5_000
  /// From here on COUNT means no end: 130 years of days have fewer.
  static let countLimit = 50_000

  private let zone: Zone
  private let zones: ZoneDatabase
  /// What may still be looked at, in the unit of `RecurrenceSet`.
  private var effort = 2_000_000

  init(zone: Zone, zones: ZoneDatabase) {
    self.zone = zone
    self.zones = zones
  }

  /// nil where the rule is as good as any.
  mutating func fault(
    of rule: RecurrenceRule, from start: CalendarTime
  ) -> ListingError.RuleFault? {
    if isPlain(rule, from: start) { return nil }
    let first = start.instant(in: zone)
    if Self.timesADay(rule) > 1 {
      let year = look(at: rule, from: start, until: first + 366 * 86_400, Self.yearlyLimit)
      if year == nil { return .tooMuchWork }
      if year?.end == .limited { return .tooMany }
      if year?.starts.isEmpty == false { return nil }
    }
    // What is after 2100 is no date of an event.
    guard let found = look(at: rule, from: start, until: max(first + 1, Self.end), 1) else {
      return .tooMuchWork
    }
    return found.starts.isEmpty ? .noInstance : nil
  }

  /// Whether a series has an instance, excluded or not; false where that takes too much work.
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

  /// nil where it takes too much work.
  private mutating func look(
    at rule: RecurrenceRule, from start: CalendarTime, until end: Instant, _ limit: Int
  ) -> RecurrenceExpansion? {
    let share = min(effort, Self.ruleEffort)
    let found = RecurrenceSet(start: start, rules: [rule]).occurrences(
      from: start.instant(in: zone), to: end, zone: zone, zones: zones, limit: limit,
      effort: share)
    // What it took to find the one instance counts, too: a leap day that is a Monday is far away.
    effort -= 100 + found.effort
    let isCut =
      found.end == .exhausted(.tooMuchWork) || found.end == .exhausted(.yieldsNothing)
    return isCut ? nil : found
  }

  /// What one rule may take of it: every day until 2100, twice.
  private static let ruleEffort = 60_000

  /// 2101-01-01.
  private static let end = Instant(secondsSinceEpoch: 4_133_980_800)

  /// Rules that nearly all series have: their start is an instance, and no day has two.
  private func isPlain(_ rule: RecurrenceRule, from start: CalendarTime) -> Bool {
    rule.frequency >= .daily && rule.until == nil && Self.timesADay(rule) == 1
      && rule.byMonth.isEmpty && rule.byMonthDay.isEmpty && rule.byYearDay.isEmpty
      && rule.byWeekNo.isEmpty && rule.bySetPos.isEmpty
      && (rule.frequency == .weekly || rule.byDay.isEmpty)
  }

  /// How many instances a day has that the rule lets pass.
  private static func timesADay(_ rule: RecurrenceRule) -> Int {
    rule.frequency < .daily
      ? .max
      : max(1, rule.byHour.count) * max(1, rule.byMinute.count) * max(1, rule.bySecond.count)
  }
}
