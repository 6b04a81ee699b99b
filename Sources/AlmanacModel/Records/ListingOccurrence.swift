public import AlmanacTime

/// One dated instance of a listing.
public struct ListingOccurrence: Hashable, Sendable {
  /// The start according to the rule; nil for a single event.
  public var recurrenceID: CalendarTime?
  public var start: CalendarTime
  /// Exclusive.
  public var end: CalendarTime?
  public var status = EventStatus.confirmed
  /// nil: as the listing.
  public var title: String?
  public var text: String?
  public var venue: String?
}

/// Expands listings into their occurrences in a window.
public struct ListingExpander: Sendable {
  /// The occurrences of a listing; `reason` is set if the list may be incomplete.
  public struct Expansion: Hashable, Sendable {
    /// In order of start.
    public var occurrences: [ListingOccurrence]
    public var reason: String?
  }

  private let window: Window
  /// The zone of whole days and floating times.
  private let zone: Zone
  private let zones: ZoneDatabase
  /// Maximum number of instances of one series.
  private let limit: Int

  public init(window: Window, zone: Zone, zones: ZoneDatabase, limit: Int = 5_000) {
    self.window = window
    self.zone = zone
    self.zones = zones
    self.limit = limit
  }

  /// The occurrences that overlap the window, including those that begin before it.
  public func expand(_ listing: Listing) -> Expansion {
    guard let recurrence = listing.recurrence else {
      let single = ListingOccurrence(
        start: listing.start, end: listing.end, status: listing.status)
      return Expansion(occurrences: touchesWindow(single) ? [single] : [])
    }
    let series = ListingInstances(
      listing: listing, recurrence: recurrence, zone: zone, zones: zones)
    let reach = series.reach
    let expansion = series.set.occurrences(
      from: window.from - reach, to: window.to + reach, zone: zone, zones: zones, limit: limit)
    let occurrences = series.occurrences(at: expansion.starts).filter(touchesWindow)
    return Expansion(
      // The rule's instances are in order; only overrides can change that.
      occurrences: listing.overrides.isEmpty ? occurrences : occurrences.sorted(by: isEarlier),
      reason: Self.reason(expansion.end))
  }

  private func isEarlier(_ left: ListingOccurrence, _ right: ListingOccurrence) -> Bool {
    let (first, second) = (left.start.instant(in: zone), right.start.instant(in: zone))
    if first != second { return first < second }
    // Two overrides may have the same start: break the tie, because the sort is not stable.
    return (left.recurrenceID ?? left.start).instant(in: zone)
      < (right.recurrenceID ?? right.start).instant(in: zone)
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
    case .limited: "it has more instances in the window than are expanded"
    case .exhausted(let reason): String(describing: reason)
    }
  }
}
