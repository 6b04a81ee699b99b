import AlmanacTime

/// Reads the times of one event; what TZIDs mean is remembered for the next.
struct EventTimeReader {
  enum Reading: Equatable {
    case time(CalendarTime)
    case unreadable(String)
    /// A TZID that means nothing to us.
    case unknownZone(String)
    /// A zone known only by the document's own rules, whose offset changes over the year: right for
    /// one date, not for a series.
    case offsetOnly(CalendarTime, Zone)

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
    read(DateTimeText(line.value), zone: line.wholeParameter("TZID")) { line.text }
  }

  /// The values of EXDATE or RDATE, separated by commas; periods by their two ends.
  ///
  /// - Parameter limit: how many are read at most.
  mutating func readList(
    _ line: ContentLine, limit: Int
  ) -> [(start: Reading, end: CalendarTime?)] {
    let zone = line.wholeParameter("TZID")
    let parts = line.value.split(separator: UInt8(ascii: ","), maxSplits: max(limit, 0))
    return parts.prefix(limit).map { part in
      let ends = part.split(separator: UInt8(ascii: "/"), maxSplits: 1)
      let first = ends.first ?? part
      let start = read(DateTimeText(first), zone: zone) { Windows1252Fallback.decode(first) }
      guard ends.count == 2, let from = start.time else { return (start, nil) }
      let text = Windows1252Fallback.decode(ends[1])
      if let duration = CalendarDuration(text) {
        return (start, from.adding(duration, zones: zones.zones))
      }
      return (start, read(DateTimeText(ends[1]), zone: zone) { text }.time)
    }
  }

  private mutating func read(
    _ value: DateTimeText?, zone name: String?, text: () -> String
  ) -> Reading {
    guard let value else { return .unreadable(text()) }
    if value.isDay { return .time(.day(value.civil.date)) }
    // TZID must not stand with UTC (RFC 5545 section 3.2.19); UTC is the exact one of the two.
    if value.isUTC { return .time(.zoned(value.universal)) }
    guard let name else { return .time(floating(value.civil)) }
    switch zones.meaning(of: name, year: value.civil.date.year) {
    case .zone(let zone, _, let definition):
      let time = ZonedTime(local: value.civil, in: zone)
      if let definition, value.civil >= definition.firstOnset {
        let offset = Self.offset(of: value.civil, on: definition.zone)
        if offset != time.offset { zones.noteDifference(name, time, definition: offset) }
      }
      return .time(.zoned(time))
    case .definition(let clocks, let isConstant):
      let time = CalendarTime.zoned(
        ZonedTime(
          local: value.civil, offset: Self.offset(of: value.civil, on: clocks), zone: nil))
      return isConstant ? .time(time) : .offsetOnly(time, clocks)
    case .unknown: return .unknownZone(name)
    case .floating: return .time(floating(value.civil))
    }
  }

  /// A time that the clocks skip is read with the offset before the gap (RFC 5545 section 3.3.5).
  private static func offset(of local: CivilDateTime, on clocks: Zone) -> Int {
    Int(local.localSeconds - clocks.instant(of: local).secondsSinceEpoch)
  }

  /// A time without a zone: on the clocks asked for, else floating.
  private func floating(_ local: CivilDateTime) -> CalendarTime {
    guard let zone = zones.floatingZone else { return .floating(local) }
    return .zoned(ZonedTime(local: local, in: zone))
  }
}
