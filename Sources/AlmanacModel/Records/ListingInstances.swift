import AlmanacTime

/// Generates the instances of one series and applies their overrides.
struct ListingInstances {
  let set: RecurrenceSet

  private let listing: Listing
  private let zone: Zone
  private let zones: ZoneDatabase
  /// Exact length of an instance in seconds. With DTEND, all instances have the same exact duration
  /// (RFC 5545 section 3.8.5.3).
  private let seconds: Int
  /// Overrides by the instant of their instance. Of several for one instant, the last one counts.
  private let overrides: [Instant: ListingOverride]
  /// THISANDFUTURE overrides in order of their first instance.
  private let ranges: [ListingOverride]

  init(listing: Listing, recurrence: Recurrence, zone: Zone, zones: ZoneDatabase) {
    self.listing = listing
    self.zone = zone
    self.zones = zones
    set = RecurrenceSet(
      start: listing.start, rules: recurrence.rules, exclusionRules: recurrence.exclusionRules,
      additions: recurrence.additions, exclusions: recurrence.exclusions)
    seconds =
      listing.end.map { $0.instant(in: zone).seconds(since: listing.start.instant(in: zone)) }
      ?? (listing.start.isDay ? 86_400 : 0)
    let aligned = listing.overrides.map { Self.aligned($0, with: listing.start, zones: zones) }
    overrides = Dictionary(
      aligned.map { ($0.recurrenceID.instant(in: zone), $0) },
      uniquingKeysWith: { _, last in last })
    ranges = aligned.filter(\.thisAndFuture)
      .sorted { $0.recurrenceID.instant(in: zone) < $1.recurrenceID.instant(in: zone) }
  }

  /// The largest distance in seconds between the window and a rule's start whose instance still
  /// overlaps the window: the longest instance plus the largest shift of a range.
  ///
  /// At most 400 days, so that an absurd override cannot extend the expansion by centuries.
  var reach: Int {
    let longest = ranges.map { length(of: $0) }.reduce(seconds, max)
    let shift = ranges.map { abs(self.shift(of: $0)) }.max() ?? 0
    return min(max(0, longest) + shift, 400 * 86_400)
  }

  /// The instances at these starts, plus overrides of instances that are not among them.
  func occurrences(at starts: [CalendarTime]) -> [ListingOccurrence] {
    guard !overrides.isEmpty else { return starts.map(instance) }
    let seen = Set(starts.map { $0.instant(in: zone) })
    let others = overrides.filter { !seen.contains($0.key) && !isExcluded($0.value) }.values
    return starts.map(instance) + others.map { occurrence(of: $0, at: $0.recurrenceID) }
  }

  private func instance(_ start: CalendarTime) -> ListingOccurrence {
    if !overrides.isEmpty {
      let instant = start.instant(in: zone)
      if let override = overrides[instant] { return occurrence(of: override, at: start) }
      if let range = ranges.last(where: { $0.recurrenceID.instant(in: zone) <= instant }) {
        return shifted(start, by: range)
      }
    }
    return ListingOccurrence(
      recurrenceID: start, start: start, end: end(of: start), status: listing.status)
  }

  /// Whether an EXDATE excludes the override's instance.
  private func isExcluded(_ override: ListingOverride) -> Bool {
    let instant = override.recurrenceID.instant(in: zone)
    return set.exclusions.contains { exclusion in
      exclusion.instant(in: zone) == instant
        || (exclusion.isDay && exclusion.date == override.recurrenceID.date)
    }
  }

  private func occurrence(
    of override: ListingOverride, at start: CalendarTime
  ) -> ListingOccurrence {
    ListingOccurrence(
      recurrenceID: start, start: override.start, end: override.end ?? end(of: override.start),
      status: override.status, title: override.title, text: override.text,
      venue: override.venue)
  }

  private func shifted(_ start: CalendarTime, by range: ListingOverride) -> ListingOccurrence {
    let moved = add(shift(of: range), to: start)
    let end =
      listing.end == nil && range.end == nil ? nil : add(length(of: range), to: moved)
    return ListingOccurrence(
      recurrenceID: start, start: moved, end: end, status: range.status, title: range.title,
      text: range.text, venue: range.venue)
  }

  private func shift(of range: ListingOverride) -> Int {
    range.start.instant(in: zone).seconds(since: range.recurrenceID.instant(in: zone))
  }

  private func length(of range: ListingOverride) -> Int {
    range.end.map { $0.instant(in: zone).seconds(since: range.start.instant(in: zone)) } ?? seconds
  }

  private func end(of start: CalendarTime) -> CalendarTime? {
    guard let end = listing.end else { return nil }
    if case .day(let last) = end, case .day(let first) = listing.start, case .day(let day) = start {
      return .day(day.adding(days: last.dayNumber - first.dayNumber))
    }
    return add(seconds, to: start)
  }

  private func add(_ seconds: Int, to time: CalendarTime) -> CalendarTime {
    if case .day(let day) = time { return .day(day.adding(days: seconds / 86_400)) }
    return time.adding(CalendarDuration(days: 0, seconds: seconds), zones: zones)
  }

  /// Completes a RECURRENCE-ID that some programs write as a day or without the zone: it gets the
  /// time of day and the zone of the series.
  private static func aligned(
    _ override: ListingOverride, with start: CalendarTime, zones: ZoneDatabase
  ) -> ListingOverride {
    var aligned = override
    switch (override.recurrenceID, start) {
    case (.day(let date), .zoned), (.day(let date), .floating):
      let clock = start.civil.adding(days: date.dayNumber - start.date.dayNumber)
      aligned.recurrenceID = time(clock, like: start, zones: zones)
    case (.floating(let clock), .zoned):
      aligned.recurrenceID = time(clock, like: start, zones: zones)
    default: break
    }
    return aligned
  }

  private static func time(
    _ clock: CivilDateTime, like start: CalendarTime, zones: ZoneDatabase
  ) -> CalendarTime {
    guard case .zoned(let time) = start else { return .floating(clock) }
    guard let zone = time.zone.flatMap(zones.zone(named:)) else {
      return .zoned(ZonedTime(local: clock, offset: time.offset, zone: time.zone))
    }
    return .zoned(ZonedTime(local: clock, in: zone))
  }
}
