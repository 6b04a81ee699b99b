public import AlmanacTime

extension Listing {
  /// The instance that an override changes, as a listing of its own.
  ///
  /// - Parameter zone: The zone of days and floating times.
  public func date(_ override: ListingOverride, zone: Zone, zones: ZoneDatabase) -> Listing {
    let instances = ListingInstances(
      listing: self, recurrence: recurrence ?? Recurrence(), zone: zone, zones: zones)
    var date = self
    date.recurrence = nil
    date.overrides = []
    date.start = override.start
    date.end = override.end ?? instances.end(of: override.start)
    date.title = override.title ?? title
    date.text = override.text ?? text
    date.venue = override.venue ?? venue
    // The listing's point is that of its own venue.
    if override.venue != nil { date.coordinate = nil }
    date.status = override.status
    return date
  }

  /// Removes an instance from the series (RFC 5545 section 3.8.5.1).
  ///
  /// - Parameters:
  ///   - isRange: Whether all later instances go, too.
  ///   - zone: The zone of days and floating times.
  public mutating func exclude(
    _ instance: CalendarTime, isRange: Bool, zone: Zone, zones: ZoneDatabase
  ) {
    recurrence?.exclusions.append(instance)
    overrides.removeAll { $0.recurrenceID == instance }
    if isRange { end(before: instance, zone: zone, zones: zones) }
  }

  /// Removes an instance and all later ones from the series.
  private mutating func end(before instance: CalendarTime, zone: Zone, zones: ZoneDatabase) {
    let first = instance.instant(in: zone)
    let length = instance.isDay ? CalendarDuration(days: -1) : CalendarDuration(seconds: -1)
    let last = instance.adding(length, zones: zones)
    for index in recurrence?.rules.indices ?? 0..<0 {
      let until = recurrence?.rules[index].until
      if let until, Self.ends(until, before: instance, zone) { continue }
      recurrence?.rules[index].until = last
    }
    recurrence?.additions.removeAll { $0.instant(in: zone) >= first }
    overrides.removeAll { $0.recurrenceID.instant(in: zone) >= first }
  }

  /// Whether a rule ends before an instance. If either is a day, days are compared, because UNTIL
  /// with a day includes that day.
  private static func ends(
    _ until: CalendarTime, before instance: CalendarTime, _ zone: Zone
  ) -> Bool {
    until.isDay || instance.isDay
      ? until.date < instance.date : until.instant(in: zone) < instance.instant(in: zone)
  }
}
