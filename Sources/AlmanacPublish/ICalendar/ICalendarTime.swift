import AlmanacTime

/// How a time is written in a calendar: a day, a time of a declared zone, or UTC.
struct ICalendarTime: Hashable {
  /// `;VALUE=DATE`, `;TZID=…` or nothing.
  let parameter: String
  let value: String

  /// A zone that the system does not know, and a bare offset, become UTC: a TZID must be declared,
  /// and what is declared must be one that calendar programs know.
  init(_ time: CalendarTime, zones: ZoneDatabase, campus: Zone) {
    switch time {
    case .day(let date):
      self.init(parameter: ";VALUE=DATE", value: Self.basic(date.description))
    case .floating(let local):
      self.init(ZonedTime(local: local, in: campus), zones: zones)
    case .zoned(let time):
      self.init(time, zones: zones)
    }
  }

  private init(parameter: String, value: String) {
    self.parameter = parameter
    self.value = value
  }

  private init(_ time: ZonedTime, zones: ZoneDatabase) {
    guard let zone = Self.declarable(time, zones: zones) else {
      self.init(parameter: "", value: Self.utc(time.instant))
      return
    }
    let local = zone.civil(at: time.instant)
    self.init(parameter: ";TZID=\(zone.identifier)", value: Self.basic(local.description))
  }

  /// The zone to write a time in; nil for UTC.
  static func declarable(_ time: ZonedTime, zones: ZoneDatabase) -> Zone? {
    guard let name = time.zone, let zone = zones.zone(named: name), !zone.isFixedOffset,
      zone != .utc
    else { return nil }
    return zone
  }

  /// `20260302T180000Z`
  static func utc(_ instant: Instant) -> String { basic(instant.rfc3339) }

  static func basic(_ text: String) -> String { text.filter { $0 != "-" && $0 != ":" } }
}
