import AlmanacTime

/// Reads the times of events. Resolved TZIDs are cached.
struct EventTimeReader {
  enum Reading: Equatable {
    case time(CalendarTime)
    case unreadable(String)
    /// A TZID that cannot be resolved.
    case unknownZone(String)
    /// A time in a zone with daylight saving time that is known only by the document's own rules.
    /// Its offset is right for this date, not for a series.
    case offsetOnly(CalendarTime, Zone)

    var time: CalendarTime? {
      switch self {
      case .time(let time), .offsetOnly(let time, _): time
      case .unreadable, .unknownZone: nil
      }
    }
  }

  var zones: CalendarZones
  /// The TZID of the event's DTSTART. It applies to local times without one: some programs write the
  /// zone only once.
  var startZone: String?
  /// Whether the last value had no zone and was read in that of times without one.
  private(set) var wasFloating = false
  /// The contradiction in the last value.
  private(set) var conflict: ZoneConflict?

  /// Reads DTSTART, DTEND and other single values.
  ///
  /// A midnight with `VALUE=DATE` is a date: some programs write `VALUE=DATE:20261222T000000`.
  mutating func read(_ line: ContentLine) -> Reading {
    let value = DateTimeText(line.value)
    if let civil = value?.civil, value?.isDay == false, civil == CivilDateTime(startOf: civil.date),
      line.parameter("VALUE")?.uppercased() == "DATE"
    {
      return .time(.day(civil.date))
    }
    return read(value, zone: line.wholeParameter("TZID")) { line.text }
  }

  /// Reads the comma-separated values of EXDATE or RDATE; a period has two ends. Some programs
  /// separate them by semicolons.
  ///
  /// - Parameter limit: The maximum number of values read.
  mutating func readList(
    _ line: ContentLine, limit: Int
  ) -> [(start: Reading, end: CalendarTime?)] {
    let zone = line.wholeParameter("TZID")
    let parts = line.value.split(maxSplits: max(limit, 0)) {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";")
    }
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
    (wasFloating, conflict) = (false, nil)
    if value.isDay { return .time(.day(value.civil.date)) }
    // A time with `Z` must have no TZID (RFC 5545, section 3.2.19), and other offsets are forbidden
    // (section 3.3.5). The offset counts.
    if let offset = value.offset {
      let time = zonedTime(value, name)
      if let time, time.offset == offset, offset != 0 { return .time(.zoned(time)) }
      if let time, let name, time.offset != offset {
        conflict = ZoneConflict(
          "is at \(Zone.fixed(offset: offset)), but its TZID is '\(FieldText.excerpt(name, 60))'")
      }
      return .time(.zoned(value.universal))
    }
    guard let name = name ?? startZone ?? zones.plainName else {
      return .time(floating(value.civil))
    }
    switch zones.meaning(of: name, year: value.civil.date.year) {
    case .zone(let zone, _, let definition):
      let time = ZonedTime(local: value.civil, in: zone)
      if let definition, value.civil >= definition.firstOnset {
        let offset = Self.offset(of: value.civil, on: definition.zone)
        if offset != time.offset { zones.noteDifference(name, time, definition: offset) }
      }
      if ZoneNames.isOfOtherSeason(name, at: time.instant, in: zones.floatingZone) {
        conflict = ZoneConflict(inOtherSeason: name, of: zones.floatingZone)
      }
      return .time(.zoned(time))
    case .definition(let clocks, let isConstant):
      let time = CalendarTime.zoned(
        ZonedTime(
          local: value.civil, offset: Self.offset(of: value.civil, on: clocks), zone: nil))
      return isConstant ? .time(time) : .offsetOnly(time, clocks)
    case .unknown:
      let time = ZoneNames.time(value.civil, abbreviated: name, zones: zones.zones)
      return time.map { .time(.zoned($0)) } ?? .unknownZone(name)
    case .floating: return .time(floating(value.civil))
    }
  }

  /// The time in a zone that is known by its name.
  private mutating func zonedTime(_ value: DateTimeText, _ name: String?) -> ZonedTime? {
    guard let name,
      case .zone(let zone, _, _) = zones.meaning(of: name, year: value.civil.date.year)
    else { return nil }
    return ZonedTime(local: value.civil, in: zone)
  }

  /// The offset of a local time. A time in a gap has the offset before it (RFC 5545, section
  /// 3.3.5).
  private static func offset(of local: CivilDateTime, on clocks: Zone) -> Int {
    Int(local.localSeconds - clocks.instant(of: local).secondsSinceEpoch)
  }

  /// A time without a zone: in the context's zone, else floating.
  private mutating func floating(_ local: CivilDateTime) -> CalendarTime {
    guard let zone = zones.floatingZone else { return .floating(local) }
    wasFloating = true
    return .zoned(ZonedTime(local: local, in: zone))
  }
}
