public import AlmanacTime

/// One dated happening of a listing, before listings become events.
public struct ListingOccurrence: Hashable, Sendable {
  /// The start that the rule gives it; nil for a single event.
  public var recurrenceID: CalendarTime?
  public var start: CalendarTime
  /// Exclusive.
  public var end: CalendarTime?
  public var status: EventStatus
  /// nil: as the listing.
  public var title: String?
  public var text: String?
  public var venue: String?

  public init(
    recurrenceID: CalendarTime? = nil, start: CalendarTime, end: CalendarTime? = nil,
    status: EventStatus = .confirmed, title: String? = nil, text: String? = nil,
    venue: String? = nil
  ) {
    self.recurrenceID = recurrenceID
    self.start = start
    self.end = end
    self.status = status
    self.title = title
    self.text = text
    self.venue = venue
  }
}

/// Expands listings into their occurrences in a window.
public struct ListingExpander: Sendable {
  /// What a listing gave; `reason` says why a series was cut short.
  public struct Expansion: Hashable, Sendable {
    /// In order of start.
    public var occurrences: [ListingOccurrence]
    public var reason: String?
  }

  private let window: Window
  /// The zone of whole days and floating times.
  private let zone: Zone
  private let zones: ZoneDatabase
  /// Most instances of one series.
  private let limit: Int

  public init(window: Window, zone: Zone, zones: ZoneDatabase, limit: Int = 5_000) {
    self.window = window
    self.zone = zone
    self.zones = zones
    self.limit = limit
  }

  /// The occurrences that touch the window, also those that began before it.
  public func expand(_ listing: Listing) -> Expansion {
    guard let recurrence = listing.recurrence else {
      let single = ListingOccurrence(
        start: listing.start, end: listing.end, status: listing.status)
      return Expansion(occurrences: touchesWindow(single) ? [single] : [])
    }
    let series = Instances(listing: listing, recurrence: recurrence, zone: zone, zones: zones)
    let lookback = max(0, series.seconds)
    let expansion = series.set.occurrences(
      from: window.from - lookback, to: window.to, zone: zone, zones: zones, limit: limit)
    var occurrences = expansion.starts.map(series.instance)
    occurrences += series.overridesOutside(Set(expansion.starts.map(series.key)))
    occurrences = occurrences.filter(touchesWindow)
    occurrences.sort { $0.start.instant(in: zone) < $1.start.instant(in: zone) }
    return Expansion(occurrences: occurrences, reason: Self.reason(expansion.end))
  }

  private func touchesWindow(_ occurrence: ListingOccurrence) -> Bool {
    let end = occurrence.end ?? (occurrence.start.isDay ? nextDay(occurrence.start) : nil)
    return window.overlaps(
      start: occurrence.start.instant(in: zone), end: end?.instant(in: zone))
  }

  private func nextDay(_ time: CalendarTime) -> CalendarTime { .day(time.date.adding(days: 1)) }

  private static func reason(_ end: RecurrenceExpansion.End) -> String? {
    switch end {
    case .complete: nil
    case .limited: "more instances in the window than are expanded"
    case .exhausted(let reason): reason.description
    }
  }
}

/// One series, ready to give its instances with their overrides.
private struct Instances {
  let set: RecurrenceSet
  /// Exact length of an instance in seconds (RFC 5545 section 3.8.5.3: with DTEND every instance
  /// has the same exact duration).
  let seconds: Int

  private let listing: Listing
  private let zone: Zone
  private let zones: ZoneDatabase
  private let overrides: [Instant: ListingOverride]
  /// THISANDFUTURE overrides in the order of their reach.
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
    overrides = Dictionary(
      listing.overrides.map { ($0.recurrenceID.instant(in: zone), $0) },
      uniquingKeysWith: { _, last in last })
    ranges = listing.overrides.filter(\.thisAndFuture)
      .sorted { $0.recurrenceID.instant(in: zone) < $1.recurrenceID.instant(in: zone) }
  }

  func key(_ start: CalendarTime) -> Instant { start.instant(in: zone) }

  func instance(_ start: CalendarTime) -> ListingOccurrence {
    let instant = key(start)
    if let override = overrides[instant] { return occurrence(of: override, at: start) }
    if let range = ranges.last(where: { $0.recurrenceID.instant(in: zone) <= instant }) {
      return shifted(start, by: range)
    }
    return ListingOccurrence(
      recurrenceID: start, start: start, end: end(of: start), status: listing.status)
  }

  /// Overrides of instances that the rule no longer gives, or gives outside the window.
  func overridesOutside(_ seen: Set<Instant>) -> [ListingOccurrence] {
    listing.overrides
      .filter { !seen.contains(key($0.recurrenceID)) }
      .map { occurrence(of: $0, at: $0.recurrenceID) }
  }

  private func occurrence(of override: ListingOverride, at start: CalendarTime)
    -> ListingOccurrence
  {
    ListingOccurrence(
      recurrenceID: start, start: override.start, end: override.end ?? end(of: override.start),
      status: override.status, title: override.title, text: override.text,
      venue: override.venue)
  }

  private func shifted(_ start: CalendarTime, by range: ListingOverride) -> ListingOccurrence {
    let shift = key(range.start).seconds(since: key(range.recurrenceID))
    let moved = add(shift, to: start)
    let length = range.end.map { key($0).seconds(since: key(range.start)) } ?? seconds
    return ListingOccurrence(
      recurrenceID: start, start: moved, end: listing.end == nil ? nil : add(length, to: moved),
      status: range.status, title: range.title, text: range.text, venue: range.venue)
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
}
