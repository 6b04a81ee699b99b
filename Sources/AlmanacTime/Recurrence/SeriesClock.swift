/// Converts between the times of a series and integer keys, by which instances are ordered and
/// compared.
///
/// A key is an instant in seconds since 1970. For a series of days it is the local midnight
/// instead, so that days compare equal in all zones.
struct SeriesClock {
  let isDay: Bool
  /// The zone of the rules; UTC for days, because it has no transitions.
  let zone: Zone
  /// The zone of days and floating times.
  let readingZone: Zone
  /// The first and the last key of the window; nil if it is empty.
  let window: ClosedRange<Int64>?
  private let start: CalendarTime

  init(_ set: RecurrenceSet, from: Instant, to: Instant, zone: Zone, zones: ZoneDatabase) {
    start = set.start
    readingZone = zone
    isDay = set.start.isDay
    let first: Int64
    let end: Int64
    if isDay {
      self.zone = .utc
      first = SeriesClock.firstMidnight(atOrAfter: from, in: zone)
      end = SeriesClock.firstMidnight(atOrAfter: to, in: zone)
    } else {
      self.zone = SeriesClock.zone(of: set, zone, zones)
      first = SeriesClock.clamped(from)
      end = SeriesClock.clamped(to)
    }
    window = first < end ? first...end - 1 : nil
  }

  /// The key of the start, an added or an excluded time.
  func key(of time: CalendarTime) -> Int64 {
    isDay
      ? CivilDateTime(startOf: time.date).localSeconds : time.instant(in: zone).secondsSinceEpoch
  }

  /// The key of the start as an instance of its own rules.
  var startKey: Int64 {
    isDay ? key(of: start) : zone.instant(of: start.civil).secondsSinceEpoch
  }

  /// Converts an instance of a rule to the kind of the start: day, floating or zoned.
  func time(of element: OccurrenceSequence.Element) -> CalendarTime {
    switch start {
    case .day: .day(CivilDateTime(localSeconds: element.local).date)
    case .floating: .floating(CivilDateTime(localSeconds: element.local))
    case .zoned(let time):
      .zoned(zoned(Instant(secondsSinceEpoch: element.instant), name: time.zone))
    }
  }

  /// Converts an added time to a day in a series of days, and to the start's zone in a series with
  /// a zone.
  func time(of addition: CalendarTime) -> CalendarTime {
    switch (start, addition) {
    case (.day, _): .day(addition.date)
    case (.zoned(let time), .zoned), (.zoned(let time), .floating):
      .zoned(zoned(addition.instant(in: zone), name: time.zone))
    default: addition
    }
  }

  /// The local day of a key.
  func date(of key: Int64) -> CivilDate {
    zone.civil(at: Instant(secondsSinceEpoch: key)).date
  }

  private func zoned(_ instant: Instant, name: String?) -> ZonedTime {
    let time = ZonedTime(instant, in: zone)
    return ZonedTime(local: time.local, offset: time.offset, zone: name)
  }

  /// The start's zone; if it is unknown, the start's offset; `zone` for days and floating times.
  private static func zone(of set: RecurrenceSet, _ zone: Zone, _ zones: ZoneDatabase) -> Zone {
    guard case .zoned(let time) = set.start else { return zone }
    return time.zone.flatMap(zones.zone(named:)) ?? .fixed(offset: time.offset)
  }

  private static func firstMidnight(atOrAfter instant: Instant, in zone: Zone) -> Int64 {
    let clamped = Instant(secondsSinceEpoch: clamped(instant))
    let local = zone.civil(at: clamped)
    let midnight = CivilDateTime(startOf: local.date).localSeconds
    return zone.startOfDay(local.date) < clamped ? midnight + 86_400 : midnight
  }

  /// Clamps to years 1…9999 and some days more, so that later sums cannot overflow.
  private static func clamped(_ instant: Instant) -> Int64 {
    min(max(instant.secondsSinceEpoch, -62_135_856_000), 253_402_560_000)
  }
}
