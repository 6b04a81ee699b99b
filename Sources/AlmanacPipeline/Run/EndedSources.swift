import AlmanacModel
import AlmanacStore
import AlmanacTime

/// Sources that count as gone, because they have failed or their documents were rejected for too long.
/// Their series end.
struct EndedSources: Sendable {
  /// By source, the last moment at which an occurrence of its series may start.
  private let ends: [String: Instant]
  private let zone: @Sendable (Source) -> Zone

  /// - Parameters:
  ///   - states: Of the sources that failed at their last attempt or whose document is rejected.
  ///   - zone: The zone in which a source's days and floating times are read.
  init(
    _ sources: [Source], _ states: [String: SourceState], after seconds: Int, now: Instant,
    zone: @escaping @Sendable (Source) -> Zone
  ) {
    self.zone = zone
    var ends: [String: Instant] = [:]
    for source in sources {
      ends[source.id] = states[source.id].flatMap {
        Self.end(of: source, $0, after: seconds, now: now)
      }
    }
    self.ends = ends
  }

  /// When the series of a source end; nil while it is not given up.
  ///
  /// - Parameter seconds: How long it must have given nothing that can be read.
  static func end(
    of source: Source, _ state: SourceState, after seconds: Int, now: Instant
  ) -> Instant? {
    guard source.kind.hasEvents, state.address == source.url, let since = state.unusableSince
    else { return nil }
    let end = since + seconds
    return end <= now ? end : nil
  }

  /// The warning that a source counts as gone; nil while it is not given up.
  static func finding(
    of source: Source, _ state: SourceState, after seconds: Int, now: Instant
  ) -> Finding? {
    end(of: source, state, after: seconds, now: now).map { end in
      Finding(
        "W_GONE", severity: .warning, source: source.id,
        message: "it has given nothing that can be read for so long that it counts as gone: its "
          + "series end at \(end.rfc3339); remove the source, or correct its address in feed.yaml")
    }
  }

  func contains(_ source: Source) -> Bool { ends[source.id] != nil }

  /// The input of later stages.
  var text: String {
    ends.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.rfc3339)" }.joined(separator: "\n")
  }

  /// The listing, without occurrences after its source's end if it is a series.
  func limiting(_ listing: Listing, of source: Source) -> Listing {
    guard let end = ends[source.id], var recurrence = listing.recurrence else { return listing }
    let zone = zone(source)
    let until: CalendarTime =
      listing.start.isDay
      ? .day(zone.civil(at: end).date)
      : .zoned(ZonedTime(local: Zone.utc.civil(at: end), offset: 0, zone: "UTC"))
    recurrence.rules = recurrence.rules.compactMap { rule in
      limited(rule, from: listing.start, until: until, end, zone)
    }
    recurrence.additions.removeAll { $0.instant(in: zone) > end }
    var listing = listing
    listing.recurrence = recurrence
    listing.overrides.removeAll { $0.start.instant(in: zone) > end }
    return listing
  }

  /// The rule up to the end; nil if nothing is left of it. A rule has UNTIL or COUNT, never both (RFC 5545,
  /// section 3.3.10).
  private func limited(
    _ rule: RecurrenceRule, from start: CalendarTime, until: CalendarTime, _ end: Instant,
    _ zone: Zone
  ) -> RecurrenceRule? {
    var rule = rule
    if let count = rule.count {
      let starts = RecurrenceSet(start: start, rules: [rule]).occurrences(
        from: start.instant(in: zone), to: end + 1, zone: zone, zones: .system, limit: count
      ).starts
      rule.count = starts.count
      return starts.isEmpty ? nil : rule
    }
    if rule.until.map({ $0.instant(in: zone) > end }) ?? true { rule.until = until }
    return rule
  }
}
