/// When something happens, as precisely as its source said: a day, a wall-clock time of no zone,
/// or a time in a zone.
public enum CalendarTime: Hashable, Sendable {
  case day(CivilDate)
  /// The same time on every wall clock (RFC 5545 3.3.5, form 1).
  case floating(CivilDateTime)
  case zoned(ZonedTime)

  /// Reads the forms of RFC 9557, seconds optional: `2026-03-03`, `2026-03-03T19:00:00`,
  /// `2026-03-03T19:00:00+08:00[Asia/Singapore]`, `2026-03-03T11:00:00Z`.
  ///
  /// `Z` with a zone gives the wall clock of that zone (RFC 9557 3.4), looked up in `zones`.
  public init?(_ text: some StringProtocol, zones: ZoneDatabase = .system) {
    var scanner = TextScanner(String(text))
    self.init(&scanner, zones: zones)
  }

  /// The same for the text in a range of bytes; nil also if they do not contain it.
  ///
  /// - Parameter zone: a name that is likely to be that of the time's zone.
  public init?(writtenIn bytes: [UInt8], at range: Range<Int>, zone known: String? = nil) {
    guard var scanner = TextScanner(bytes, at: range) else { return nil }
    self.init(&scanner, zones: .system, zone: known)
  }

  private init?(_ scanner: inout TextScanner, zones: ZoneDatabase, zone known: String? = nil) {
    guard let date = scanner.date() else { return nil }
    if scanner.isAtEnd {
      self = .day(date)
      return
    }
    guard scanner.take(either: "T", or: "t") || scanner.take(" "),
      let local = scanner.time(on: date, secondsRequired: false)
    else { return nil }
    if scanner.isAtEnd {
      self = .floating(local)
      return
    }
    guard let offset = scanner.offset(), let tags = ZoneTags(&scanner, zone: known)
    else { return nil }
    self = CalendarTime.zoned(local, offset, zone: tags.zone, zones)
  }

  private static func zoned(
    _ local: CivilDateTime, _ offset: (seconds: Int, isZulu: Bool), zone name: String?,
    _ zones: ZoneDatabase
  ) -> CalendarTime {
    let universal = ZonedTime(
      local: local, offset: offset.seconds, zone: offset.isZulu ? "UTC" : nil)
    guard let name else { return .zoned(universal) }
    guard offset.isZulu else {
      return .zoned(ZonedTime(local: local, offset: offset.seconds, zone: name))
    }
    guard let zone = zones.zone(named: name) else { return .zoned(universal) }
    return .zoned(ZonedTime(universal.instant, in: zone))
  }

  public var isDay: Bool {
    if case .day = self { true } else { false }
  }

  /// The day on the local wall clock.
  public var date: CivilDate {
    civil.date
  }

  /// The local wall clock; midnight for a day.
  public var civil: CivilDateTime {
    switch self {
    case .day(let date): CivilDateTime(startOf: date)
    case .floating(let local): local
    case .zoned(let time): time.local
    }
  }

  /// The instant meant: a day starts with that zone's day, a floating time is read on that zone's
  /// clocks, a zoned time ignores `zone`.
  public func instant(in zone: Zone) -> Instant {
    switch self {
    case .day(let date): zone.startOfDay(date)
    case .floating(let local): zone.instant(of: local)
    case .zoned(let time): time.instant
    }
  }

  /// The day that a time means in a series of days, where RFC 5545 requires a day and programs
  /// write the first or last second of one in UTC.
  ///
  /// Midnight and 23:59 UTC mean the day of UTC. Any other UTC time is read on the clocks of `zone`.
  /// - Parameters:
  ///   - zone: The zone of the document.
  ///   - isCertain: Whether the document names that zone. If not, a UTC time that is no midnight
  ///     there, but is one at exactly one offset that zones have, means the day of that offset.
  public func day(in zone: Zone, isCertain: Bool = true) -> CivilDate {
    guard case .zoned(let time) = self, time.zone == "UTC", !CalendarTime.isDayEdge(time.local)
    else { return date }
    let local = zone.civil(at: time.instant)
    if isCertain || CalendarTime.isDayEdge(local) { return local.date }
    // The end of a day is its last second or minute.
    let isEnd = time.local.minute == 59
    let edge = isEnd ? time.local.adding(seconds: 60 - time.local.second) : time.local
    guard edge.second == 0, edge.minute.isMultiple(of: 15) else { return local.date }
    // Offsets reach from -12:00 to +14:00.
    let minutes = edge.hour * 60 + edge.minute
    let isWest = minutes <= 12 * 60
    let isEast = minutes >= 10 * 60
    guard isWest != isEast else { return local.date }
    return edge.date.adding(days: (isEast ? 1 : 0) - (isEnd ? 1 : 0))
  }

  /// Whether a wall clock shows midnight or the last minute of a day.
  private static func isDayEdge(_ local: CivilDateTime) -> Bool {
    (local.hour, local.minute, local.second) == (0, 0, 0) || (local.hour, local.minute) == (23, 59)
  }

  /// A floating time bound to a zone; days and zoned times are what they were.
  public func anchored(in zone: Zone) -> CalendarTime {
    guard case .floating(let local) = self else { return self }
    return .zoned(ZonedTime(local: local, in: zone))
  }

  /// The time that long after this one, by RFC 5545 3.3.6: days move the wall clock, seconds then
  /// move the instant. A day drops what is less than a day.
  ///
  /// A zone that is not in `zones` keeps its offset.
  public func adding(_ duration: CalendarDuration, zones: ZoneDatabase) -> CalendarTime {
    switch self {
    case .day(let date):
      return .day(date.adding(days: duration.days).adding(days: duration.seconds / 86_400))
    case .floating(let local):
      return .floating(local.adding(days: duration.days).adding(seconds: duration.seconds))
    case .zoned(let time):
      let moved = time.local.adding(days: duration.days)
      guard let zone = time.zone.flatMap(zones.zone(named:)) else {
        let local = moved.adding(seconds: duration.seconds)
        return .zoned(ZonedTime(local: local, offset: time.offset, zone: time.zone))
      }
      // Without days the offset stays in force: the second of two equal wall-clock times is meant.
      let start = duration.days == 0 ? time.instant : zone.instant(of: moved)
      return .zoned(ZonedTime(start + duration.seconds, in: zone))
    }
  }
}

/// What follows a time in brackets (RFC 9557 4.1).
private struct ZoneTags {
  let zone: String?

  /// `nil` where a bracket stays open, where there is more than one zone, and where a tag that we
  /// do not know is marked critical.
  init?(_ scanner: inout TextScanner, zone known: String?) {
    var zone: String?
    while scanner.take("[") {
      let isCritical = scanner.take("!")
      guard let tag = scanner.text(until: "]", reusing: known), !tag.isEmpty else { return nil }
      if tag.utf8.contains(UInt8(ascii: "=")) {
        guard !isCritical else { return nil }
      } else {
        guard zone == nil else { return nil }
        zone = tag
      }
    }
    guard scanner.isAtEnd else { return nil }
    self.zone = zone
  }
}

extension CalendarTime: CustomStringConvertible {
  /// The text with the zone's name, which `init(_:)` reads back exactly; a name that would end or
  /// turn the bracket is left out.
  public var description: String {
    var writer = TextWriter()
    writeWithZone(to: &writer)
    return writer.text
  }

  /// Appends the bytes of `description`.
  public func append(to bytes: inout [UInt8]) {
    var writer = TextWriter(after: bytes)
    bytes = []
    writeWithZone(to: &writer)
    bytes = writer.bytes
  }

  private func writeWithZone(to writer: inout TextWriter) {
    write(to: &writer)
    guard case .zoned(let time) = self, let zone = time.zone, zone != "UTC", !zone.isEmpty,
      !zone.utf8.contains(where: { $0 == 0x21 || $0 == 0x3D || $0 == 0x5D })
    else { return }
    writer.write(ascii: "[")
    writer.write(zone)
    writer.write(ascii: "]")
  }

  /// The text of the public NDJSON contract: with the offset, without the zone's name; `Z` only
  /// where UTC was stated.
  public var publicText: String {
    var writer = TextWriter()
    write(to: &writer)
    return writer.text
  }

  private func write(to writer: inout TextWriter) {
    switch self {
    case .day(let date): writer.write(date)
    case .floating(let local): writer.write(local)
    case .zoned(let time):
      writer.write(time.local)
      if time.zone == "UTC", time.offset == 0 {
        writer.write(ascii: "Z")
      } else {
        writer.write(offset: time.offset)
      }
    }
  }
}

extension CalendarTime: Codable {
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(named: "a date, local time or zoned time") { CalendarTime($0) }
  }

  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(text: description)
  }
}
