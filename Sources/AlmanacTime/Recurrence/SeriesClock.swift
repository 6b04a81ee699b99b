/// How a series tells time: which kind of start it has, on which zone's clocks it runs, and the
/// line of seconds (`key`) on which its instances are ordered and compared.
///
/// The line is that of instants, but for a series of days it is that of local midnights, so that
/// days compare as days wherever they are read.
struct SeriesClock {
  let isDay: Bool
  /// The clocks that rules run on; those of days are UTC's, which never shift.
  let zone: Zone
  /// The clocks on which days and floating times are read.
  let readingZone: Zone
  /// The window asked for: the first and the last key in it; `nil` when it is empty.
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
      first = SeriesClock.held(from)
      end = SeriesClock.held(to)
    }
    window = first < end ? first...end - 1 : nil
  }

  /// Where a stated time lies on the line.
  func key(of time: CalendarTime) -> Int64 {
    isDay
      ? CivilDateTime(startOf: time.date).localSeconds : time.instant(in: zone).secondsSinceEpoch
  }

  /// Where the start lies as an instance of its own rules.
  var startKey: Int64 {
    isDay ? key(of: start) : zone.instant(of: start.civil).secondsSinceEpoch
  }

  /// An instance of a rule, in the kind of the start.
  func time(of element: OccurrenceSequence.Element) -> CalendarTime {
    switch start {
    case .day: .day(CivilDateTime(localSeconds: element.local).date)
    case .floating: .floating(CivilDateTime(localSeconds: element.local))
    case .zoned(let time):
      .zoned(zoned(Instant(secondsSinceEpoch: element.instant), name: time.zone))
    }
  }

  /// An added time as the series would say it: days in a series of days, the start's zone in a
  /// series that has one.
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

  /// A zone that nobody knows keeps the offset that the start states.
  private static func zone(of set: RecurrenceSet, _ zone: Zone, _ zones: ZoneDatabase) -> Zone {
    guard case .zoned(let time) = set.start else { return zone }
    return time.zone.flatMap(zones.zone(named:)) ?? .fixed(offset: time.offset)
  }

  private static func firstMidnight(atOrAfter instant: Instant, in zone: Zone) -> Int64 {
    let held = Instant(secondsSinceEpoch: held(instant))
    let local = zone.civil(at: held)
    let midnight = CivilDateTime(startOf: local.date).localSeconds
    return zone.startOfDay(local.date) < held ? midnight + 86_400 : midnight
  }

  /// Years 1…9999 and some days more, so that sums of what follows cannot overflow.
  private static func held(_ instant: Instant) -> Int64 {
    min(max(instant.secondsSinceEpoch, -62_135_856_000), 253_402_560_000)
  }
}
