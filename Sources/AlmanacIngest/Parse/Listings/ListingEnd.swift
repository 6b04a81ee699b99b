import AlmanacModel
import AlmanacTime

extension Listing {
  /// Removes an instance and all later ones from the series.
  ///
  /// - Parameter zone: The zone of whole days and floating times.
  mutating func end(before instance: CalendarTime, zone: Zone, zones: ZoneDatabase) {
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
