import AlmanacTime

/// Reads the times of one event; what TZIDs mean is remembered for the next.
struct EventTimeReader {
  enum Reading: Equatable {
    case time(CalendarTime)
    case unreadable(String)
    /// A TZID that means nothing to us.
    case unknownZone(String)
    /// A zone known only by the document's own rules, at a time when its offset changes over the
    /// years: right for one date, not for a series.
    case offsetOnly(CalendarTime, String)

    var time: CalendarTime? {
      switch self {
      case .time(let time), .offsetOnly(let time, _): time
      case .unreadable, .unknownZone: nil
      }
    }
  }

  var zones: CalendarZones

  /// The value of DTSTART, DTEND and the like.
  mutating func read(_ line: ContentLine) -> Reading {
    read(line.text, zone: line.parameter("TZID"))
  }

  /// The values of EXDATE or RDATE, separated by commas; periods by their two ends.
  mutating func readList(_ line: ContentLine) -> [(start: Reading, end: CalendarTime?)] {
    let zone = line.parameter("TZID")
    return line.text.split(separator: ",").map { part in
      let ends = part.split(separator: "/", maxSplits: 1)
      let start = read(String(ends.first ?? part), zone: zone)
      guard ends.count == 2, let from = start.time else { return (start, nil) }
      if let duration = CalendarDuration(ends[1]) {
        return (start, from.adding(duration, zones: zones.zones))
      }
      return (start, read(String(ends[1]), zone: zone).time)
    }
  }

  mutating func read(_ text: String, zone name: String?) -> Reading {
    guard let value = DateTimeText(text) else { return .unreadable(text) }
    if value.isDay { return .time(.day(value.civil.date)) }
    // TZID must not stand with UTC (RFC 5545 section 3.2.19); UTC is the exact one of the two.
    if value.isUTC { return .time(.zoned(value.universal)) }
    guard let name else { return .time(floating(value.civil)) }
    switch zones.meaning(of: name, year: value.civil.date.year) {
    case .zone(let zone, _): return .time(.zoned(ZonedTime(local: value.civil, in: zone)))
    case .definition(let definition):
      guard let offset = definition.offset(at: value.civil, zones: zones.zones) else {
        return .unknownZone(name)
      }
      let time = CalendarTime.zoned(ZonedTime(local: value.civil, offset: offset, zone: nil))
      return definition.constantOffset == nil ? .offsetOnly(time, name) : .time(time)
    case .unknown: return .unknownZone(name)
    }
  }

  /// A time without a zone: on the clocks asked for, else floating.
  private func floating(_ local: CivilDateTime) -> CalendarTime {
    guard let zone = zones.floatingZone else { return .floating(local) }
    return .zoned(ZonedTime(local: local, in: zone))
  }
}
