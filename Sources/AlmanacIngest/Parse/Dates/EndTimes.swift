import AlmanacTime

extension CalendarTime {
  /// Whether the time of day is 00:00:00.
  var isMidnight: Bool { civil == CivilDateTime(startOf: date) }

  /// The exclusive end in whole days: the day of a midnight, else the next day.
  var exclusiveEndDay: CivilDate { isMidnight ? date : date.adding(days: 1) }
}

extension ZonedTime {
  /// A local time on the clocks of another time: in its zone, or at its offset.
  init(local: CivilDateTime, like other: ZonedTime, zones: ZoneDatabase) {
    if let zone = other.zone.flatMap(zones.zone(named:)) {
      self.init(local: local, in: zone)
    } else {
      self.init(local: local, offset: other.offset, zone: other.zone)
    }
  }
}
