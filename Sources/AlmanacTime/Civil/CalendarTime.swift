/// A time with the precision of its source: a day, a wall-clock time without a zone, or a time in a
/// zone.
public enum CalendarTime: Hashable, Sendable {
  case day(CivilDate)
  /// The same time on every wall clock (RFC 5545 3.3.5, form 1).
  case floating(CivilDateTime)
  case zoned(ZonedTime)

  /// Parses the forms of RFC 9557 with optional seconds: `2026-03-03`, `2026-03-03T19:00:00`,
  /// `2026-03-03T19:00:00+08:00[Asia/Singapore]`, `2026-03-03T11:00:00Z`.
  ///
  /// `Z` with a zone is converted to the zone's wall clock (RFC 9557 3.4), using `zones`.
  public init?(_ text: some StringProtocol, zones: ZoneDatabase = .system) {
    var scanner = TextScanner(String(text))
    self.init(&scanner, zones: zones)
  }

  /// Parses the text in a range of UTF-8 bytes; returns nil also if the range is out of bounds.
  ///
  /// - Parameter zone: The probable name of the zone. If it matches, its string is reused.
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

  /// The instant: the start of a day in `zone`, a floating time in `zone`, or that of a zoned time,
  /// which ignores `zone`.
  public func instant(in zone: Zone) -> Instant {
    switch self {
    case .day(let date): zone.startOfDay(date)
    case .floating(let local): zone.instant(of: local)
    case .zoned(let time): time.instant
    }
  }

  /// The day of a time in a series of days. RFC 5545 requires a day there, but programs write its
  /// first or last second in UTC.
  ///
  /// Midnight and 23:59 UTC give the day in UTC. Other UTC times are converted to `zone`.
  /// - Parameters:
  ///   - zone: The zone of the document.
  ///   - isCertain: Whether the document declares that zone. If not, and the time is not midnight
  ///     in `zone` but is midnight at exactly one offset in use, it gives the day at that offset.
  public func day(in zone: Zone, isCertain: Bool = true) -> CivilDate {
    guard case .zoned(let time) = self, time.zone == "UTC", !CalendarTime.isDayEdge(time.local)
    else { return date }
    let local = zone.civil(at: time.instant)
    if isCertain || CalendarTime.isDayEdge(local) { return local.date }
    // Round the last minute of a day up to midnight.
    let isEnd = time.local.minute == 59
    let edge = isEnd ? time.local.adding(seconds: 60 - time.local.second) : time.local
    guard edge.second == 0, edge.minute.isMultiple(of: 15) else { return local.date }
    // Offsets in use range from -12:00 to +14:00. The time is midnight at the offset -minutes, or
    // at 24 hours - minutes; only one of them may be in that range.
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

  /// Converts a floating time to a zoned time; returns days and zoned times unchanged.
  public func anchored(in zone: Zone) -> CalendarTime {
    guard case .floating(let local) = self else { return self }
    return .zoned(ZonedTime(local: local, in: zone))
  }

  /// Adds a duration by the rules of RFC 5545 3.3.6: first days to the wall clock, then seconds to
  /// the instant. For a day, seconds count in whole days only.
  ///
  /// A time in a zone that is not in `zones` keeps its offset.
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
      // Without days, start from the instant: converting the wall clock would always give the first
      // of two equal wall-clock times.
      let start = duration.days == 0 ? time.instant : zone.instant(of: moved)
      return .zoned(ZonedTime(start + duration.seconds, in: zone))
    }
  }
}

/// The suffix in brackets after a time (RFC 9557 4.1).
private struct ZoneTags {
  let zone: String?

  /// Returns nil for an unclosed bracket, more than one zone, or an unknown tag that is marked
  /// critical.
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

extension CalendarTime: TextCoded {
  public static let textForm = "a date, local time or zoned time"

  public init?(text: String) { self.init(text) }

  /// The text with the zone's name, which `init(_:)` parses to the same value. A name that contains
  /// `]`, `=` or `!` is omitted.
  public var description: String { TextWriter.text(writeWithZone) }

  private func writeWithZone(to writer: inout TextWriter) {
    write(to: &writer)
    guard case .zoned(let time) = self, let zone = time.zone, zone != "UTC", !zone.isEmpty,
      !zone.utf8.contains(where: { $0 == 0x21 || $0 == 0x3D || $0 == 0x5D })
    else { return }
    writer.write(ascii: "[")
    writer.write(zone)
    writer.write(ascii: "]")
  }

  /// The text for published files: with the offset, without the zone's name. `Z` only if the
  /// source's zone is UTC.
  public var publicText: String { TextWriter.text(write) }

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
