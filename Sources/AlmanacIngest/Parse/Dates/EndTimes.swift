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

extension Entry {
  /// Makes the event a whole-day one. Programs write times from midnight to midnight, in the local
  /// zone or in UTC, with an exclusive end.
  ///
  /// - Parameter zone: The zone of midnights that are at another time in UTC.
  mutating func makeWholeDay(in zone: Zone?) {
    guard let start, !start.isDay else { return }
    var clocks: Zone?
    if case .zoned(let time) = start, !start.isMidnight, let zone,
      let local = Optional(zone.civil(at: time.instant)),
      local == CivilDateTime(startOf: local.date)
    {
      clocks = zone
    }
    func placed(_ time: CalendarTime) -> CalendarTime {
      guard let clocks, case .zoned(let moment) = time else { return time }
      return .floating(clocks.civil(at: moment.instant))
    }
    let first = placed(start).date
    self.start = .day(first)
    recurrence.additions = recurrence.additions.map { .day(placed($0).date) }
    recurrence.additionEnds = [:]
    guard let end else { return }
    let after = placed(end).exclusiveEndDay
    self.end = after > first ? .day(after) : nil
  }
}
