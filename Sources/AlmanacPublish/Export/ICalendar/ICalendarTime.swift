import AlmanacTime

/// A time in iCalendar: a date, a local time with a declared zone, or UTC (RFC 5545 section 3.3.5).
struct ICalendarTime: Hashable {
  /// `;VALUE=DATE`, `;TZID=…` or nothing.
  let parameter: String
  let value: String

  /// Times in an unknown zone or with a bare offset become UTC: a TZID must be declared, and
  /// clients must know it.
  init(_ time: CalendarTime, zones: ZoneDatabase, campus: Zone, isSeries: Bool) {
    switch time {
    case .day(let date):
      self.init(parameter: ";VALUE=DATE", value: Self.basic(date))
    case .floating(let local):
      self.init(
        ZonedTime(local: local, in: campus), zones: zones, campus: campus, isSeries: isSeries)
    case .zoned(let time):
      self.init(time, zones: zones, campus: campus, isSeries: isSeries)
    }
  }

  init(parameter: String, value: String) {
    self.parameter = parameter
    self.value = value
  }

  private init(_ time: ZonedTime, zones: ZoneDatabase, campus: Zone, isSeries: Bool) {
    guard let zone = Self.declarable(time, zones: zones, campus: campus, isSeries: isSeries) else {
      self.init(parameter: "", value: Self.utc(time.instant))
      return
    }
    let local = zone.civil(at: time.instant)
    self.init(parameter: ";TZID=\(zone.identifier)", value: Self.basic(local))
  }

  /// The zone in which to write a time; nil for UTC.
  ///
  /// - Parameters:
  ///   - campus: The zone of most times, which needs no lookup.
  ///   - isSeries: Whether a rule needs the zone's local time. Other times in a foreign zone are
  ///     written in UTC, which avoids long VTIMEZONE components.
  static func declarable(
    _ time: ZonedTime, zones: ZoneDatabase, campus: Zone, isSeries: Bool
  ) -> Zone? {
    guard let name = time.zone, isSeries || name == campus.identifier else { return nil }
    let known = name == campus.identifier ? campus : zones.zone(named: name)
    guard let zone = known, !zone.isFixedOffset, zone != .utc else { return nil }
    return zone
  }

  /// `20260302T180000Z`
  static func utc(_ instant: Instant) -> String {
    basic(CivilDateTime(localSeconds: instant.secondsSinceEpoch), suffix: "Z")
  }

  /// `20260302T180000`
  static func basic(_ time: CivilDateTime) -> String { basic(time, suffix: "") }

  /// `20260302`
  static func basic(_ date: CivilDate) -> String {
    String(unsafeUninitializedCapacity: 8) { digits in
      write(date, to: digits)
      return 8
    }
  }

  private static func basic(_ time: CivilDateTime, suffix: StaticString) -> String {
    String(unsafeUninitializedCapacity: 16) { digits in
      write(time.date, to: digits)
      digits[8] = UInt8(ascii: "T")
      write(time.hour, to: digits, at: 9)
      write(time.minute, to: digits, at: 11)
      write(time.second, to: digits, at: 13)
      guard suffix.utf8CodeUnitCount > 0 else { return 15 }
      digits[15] = suffix.utf8Start.pointee
      return 16
    }
  }

  private static func write(_ date: CivilDate, to digits: UnsafeMutableBufferPointer<UInt8>) {
    write(date.year / 100, to: digits, at: 0)
    write(date.year % 100, to: digits, at: 2)
    write(date.month, to: digits, at: 4)
    write(date.day, to: digits, at: 6)
  }

  private static func write(
    _ number: Int, to digits: UnsafeMutableBufferPointer<UInt8>, at index: Int
  ) {
    digits[index] = UInt8(truncatingIfNeeded: number / 10 % 10) + 0x30
    digits[index + 1] = UInt8(truncatingIfNeeded: number % 10) + 0x30
  }
}
