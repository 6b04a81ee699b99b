import AlmanacModel
import AlmanacTime

/// A series that a calendar client expands to exactly the published occurrences.
///
/// Fails if clients could expand it differently; then each occurrence is a component of its own.
/// This concerns exception rules and several rules (RFC 5545 deprecates or discourages them), rules
/// with SKIP (RFC 7529, which few clients know), rules that can't be expanded, and unknown zones.
struct EventSeries {
  let start: CalendarTime
  let end: CalendarTime?
  let rule: RecurrenceRule?
  let additions: [CalendarTime]
  let exclusions: [CalendarTime]
  /// Occurrences of the rule with deviating values.
  let overrides: [PublishedOccurrence]
  /// Occurrences outside the rule.
  let detached: [PublishedOccurrence]

  private static let limit = 5_000

  init?(_ event: PublishedEvent, window: Window, zones: ZoneDatabase) {
    guard let series = event.event.series, series.recurrence.exclusionRules.isEmpty,
      series.recurrence.rules.count <= 1,
      series.recurrence.rules.allSatisfy({ $0.skip == .omit }),
      let zone = Self.zone(of: series.start, campus: event.zone, zones: zones)
    else { return nil }
    let reader = SeriesReader(series, zone: zone, campus: event.zone, zones: zones)
    // An instance that begins before the window may overlap it.
    guard let first = reader.first(before: window.to),
      let instances = reader.instances(
        from: window.from - max(0, reader.seconds), to: window.to, limit: Self.limit)
    else { return nil }
    start = first
    end = reader.end(of: first)
    rule = reader.rule
    additions = reader.additions
    let known = Dictionary(
      event.occurrences.map { (($0.recurrenceID ?? $0.start).instant(in: event.zone), $0) },
      uniquingKeysWith: { first, _ in first })
    let instants = Set(instances.map { $0.instant(in: event.zone) })
    // The expansion may be some hours older than the window, so ignore instances near its edges.
    let sure = Window(from: window.from + 36 * 3_600, to: window.to - 36 * 3_600)
    let missing = instances.filter { instance in
      let instant = instance.instant(in: event.zone)
      return known[instant] == nil
        && sure.overlaps(start: instant, end: instant + max(1, reader.seconds))
    }
    // Exclude instances that were not published, for example because they are hidden.
    exclusions = reader.exclusions + missing
    let regular = event.occurrences.filter {
      instants.contains(($0.recurrenceID ?? $0.start).instant(in: event.zone))
    }
    overrides = regular.filter { reader.differs($0, from: event) }
    detached = event.occurrences.filter {
      !instants.contains(($0.recurrenceID ?? $0.start).instant(in: event.zone))
    }
  }

  /// The zone of the rule; nil if calendar clients don't know it.
  private static func zone(of start: CalendarTime, campus: Zone, zones: ZoneDatabase) -> Zone? {
    guard case .zoned(let time) = start.anchored(in: campus) else { return campus }
    if time.zone == "UTC" { return .utc }
    guard
      let zone = ICalendarTime.declarable(
        time, zones: zones, campus: campus, isSeries: true),
      zone.offset(at: time.instant) == time.offset
    else { return nil }
    return zone
  }
}

/// Converts the parts of a series to the consistent value types that RFC 5545 requires.
private struct SeriesReader {
  let rule: RecurrenceRule?
  let additions: [CalendarTime]
  let exclusions: [CalendarTime]
  /// The exact duration of an instance in seconds.
  let seconds: Int
  private let series: Series
  private let start: CalendarTime
  private let zone: Zone
  private let campus: Zone
  private let zones: ZoneDatabase

  init(_ series: Series, zone: Zone, campus: Zone, zones: ZoneDatabase) {
    self.series = series
    self.zone = zone
    self.campus = campus
    self.zones = zones
    let start = series.start.anchored(in: campus)
    self.start = start
    rule = series.recurrence.rules.first.map { Self.bounded($0, like: start, in: zone) }
    additions = series.recurrence.additions.map { Self.time($0, like: start, in: zone) }
    exclusions = series.recurrence.exclusions.map { Self.time($0, like: start, in: zone) }
    seconds =
      series.end.map { $0.instant(in: campus).seconds(since: start.instant(in: campus)) }
      ?? (start.isDay ? 86_400 : 0)
  }

  /// The first instance of the rule. Clients would show a DTSTART that the rule doesn't match.
  func first(before end: Instant) -> CalendarTime? {
    guard let rule else { return start }
    let expansion = RecurrenceSet(start: start, rules: [rule]).occurrences(
      from: start.instant(in: campus), to: end, zone: campus, zones: zones, limit: 1)
    return expansion.starts.first
  }

  /// The instances in a time range; nil if the expansion is incomplete.
  func instances(from: Instant, to: Instant, limit: Int) -> [CalendarTime]? {
    let expansion = RecurrenceSet(
      start: start, rules: rule.map { [$0] } ?? [], additions: additions, exclusions: exclusions
    ).occurrences(from: from, to: to, zone: campus, zones: zones, limit: limit)
    guard expansion.end == .complete else { return nil }
    return expansion.starts
  }

  func end(of first: CalendarTime) -> CalendarTime? {
    guard let end = series.end else { return nil }
    if case .day(let day) = first {
      let days = max(1, end.date.dayNumber - start.date.dayNumber)
      return .day(day.adding(days: days))
    }
    return first.adding(CalendarDuration(seconds: seconds), zones: zones)
  }

  func differs(_ occurrence: PublishedOccurrence, from event: PublishedEvent) -> Bool {
    let rule = (occurrence.recurrenceID ?? occurrence.start).instant(in: campus)
    if occurrence.startsAt != rule || occurrence.start.isDay != start.isDay { return true }
    if let end = occurrence.end, !start.isDay,
      end.instant(in: campus).seconds(since: rule) != seconds
    {
      return true
    }
    if let end = occurrence.end, start.isDay, self.end(of: occurrence.start) ?? end != end {
      return true
    }
    return occurrence.title != nil || occurrence.text != nil || occurrence.status != event.status
      || occurrence.location != event.location
  }

  /// A time with the value type of the start, as RFC 5545 requires for RDATE and EXDATE.
  private static func time(_ time: CalendarTime, like start: CalendarTime, in zone: Zone)
    -> CalendarTime
  {
    if start.isDay { return .day(time.date) }
    switch time {
    case .day(let date):
      // An excluded day means the instance on that day.
      let moved = start.civil.adding(days: date.dayNumber - start.date.dayNumber)
      return .zoned(ZonedTime(local: moved, in: zone))
    case .floating(let local): return .zoned(ZonedTime(local: local, in: zone))
    case .zoned(let time): return .zoned(ZonedTime(time.instant, in: zone))
    }
  }

  /// Converts UNTIL to the type that RFC 5545 section 3.3.10 requires: a date if DTSTART is one,
  /// else UTC.
  private static func bounded(_ rule: RecurrenceRule, like start: CalendarTime, in zone: Zone)
    -> RecurrenceRule
  {
    guard let until = rule.until else { return rule }
    var rule = rule
    switch (start.isDay, until) {
    case (true, _): rule.until = .day(until.day(in: zone))
    case (false, .day(let date)):
      rule.until = .zoned(ZonedTime(zone.startOfDay(date.adding(days: 1)) - 1, in: .utc))
    case (false, .floating(let local)):
      rule.until = .zoned(ZonedTime(zone.instant(of: local), in: .utc))
    case (false, .zoned(let time)): rule.until = .zoned(ZonedTime(time.instant, in: .utc))
    }
    return rule
  }
}
