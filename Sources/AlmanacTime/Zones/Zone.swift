/// A time zone: which offset its clocks have at which instant.
///
/// Copies share one table; two zones are equal when their identifiers are.
public struct Zone: Sendable {
  /// Coordinated Universal Time, `UTC`.
  public static let utc = Zone(
    rules: ZoneRules(
      identifier: "UTC",
      fixed: LocalTimeType(offset: 0, isDaylight: false, abbreviation: "UTC"),
      isFixedOffset: false))

  let rules: ZoneRules

  init(rules: ZoneRules) {
    self.rules = rules
  }

  /// A zone of one offset, in seconds east of UTC, held within ±23:59:59; named like `+08:00`.
  public static func fixed(offset: Int) -> Zone {
    let held = min(max(offset, -86_399), 86_399)
    var writer = TextWriter()
    writer.write(offset: held)
    let type = LocalTimeType(offset: held, isDaylight: false, abbreviation: writer.text)
    return Zone(
      rules: ZoneRules(identifier: writer.text, fixed: type, isFixedOffset: true))
  }

  /// A zone told by its changes, such as a VTIMEZONE that is no zone of the database; before the
  /// first change its clocks have that one's `offsetBefore`, after the last they never change.
  ///
  /// Changes are put in order; of two at one instant the later given holds.
  public init(identifier: String, transitions: [ZoneTransition]) {
    rules = ZoneRules(identifier: identifier, transitions: transitions)
  }

  /// The IANA name, `UTC`, or an offset like `+08:00`.
  public var identifier: String { rules.identifier }

  /// Whether the zone is nothing but an offset, made by `fixed(offset:)`.
  public var isFixedOffset: Bool { rules.isFixedOffset }

  /// Seconds east of UTC.
  public func offset(at instant: Instant) -> Int {
    rules.offset(at: instant.secondsSinceEpoch)
  }

  /// The zone's short name at that time, such as `CEST` or `+08`.
  public func abbreviation(at instant: Instant) -> String {
    rules.segment(at: instant.secondsSinceEpoch).type.abbreviation
  }

  /// Whether the zone's rules call the time daylight saving time.
  public func isDaylight(at instant: Instant) -> Bool {
    rules.segment(at: instant.secondsSinceEpoch).type.isDaylight
  }

  /// What the zone's clocks show.
  public func civil(at instant: Instant) -> CivilDateTime {
    CivilDateTime(localSeconds: (instant + offset(at: instant)).secondsSinceEpoch)
  }

  /// Which instants, if any, the zone's clocks show this time at.
  public func resolve(_ local: CivilDateTime) -> LocalTimeResolution {
    switch match(local.localSeconds) {
    case .once(let time):
      .unique(Instant(secondsSinceEpoch: time))
    case .twice(let earlier, let later):
      .ambiguous(
        earlier: Instant(secondsSinceEpoch: earlier), later: Instant(secondsSinceEpoch: later))
    case .never(_, let before, let after):
      .gap(before: before, after: after)
    }
  }

  /// One instant for every wall-clock time, by RFC 5545 3.3.5: a skipped time is read with the
  /// offset before the gap, a repeated time is the first of the two.
  public func instant(of local: CivilDateTime) -> Instant {
    switch match(local.localSeconds) {
    case .once(let time), .twice(let time, _):
      Instant(secondsSinceEpoch: time)
    case .never(_, let before, _):
      Instant(secondsSinceEpoch: local.localSeconds) - before
    }
  }

  /// The first instant of the day, also where the clocks skip midnight or the whole day.
  public func startOfDay(_ date: CivilDate) -> Instant {
    switch match(CivilDateTime(startOf: date).localSeconds) {
    case .once(let time), .twice(let time, _), .never(let time, _, _):
      Instant(secondsSinceEpoch: time)
    }
  }

  /// The changes from one instant until another, which is not included; in order of time.
  ///
  /// At most 100,000 are given, more than the years 1…9999 hold in any real zone.
  public func transitions(from start: Instant, to end: Instant) -> [ZoneTransition] {
    var found: [ZoneTransition] = []
    var segment = rules.segment(at: (start - 1).secondsSinceEpoch)
    while segment.end < end.secondsSinceEpoch, found.count < 100_000 {
      let next = rules.segment(at: segment.end)
      if next.type != segment.type {
        found.append(
          ZoneTransition(
            instant: Instant(secondsSinceEpoch: segment.end),
            offsetBefore: segment.type.offset, offsetAfter: next.type.offset,
            isDaylight: next.type.isDaylight, abbreviation: next.type.abbreviation))
      }
      segment = next
    }
    return found
  }

  /// The least and the greatest offset in force between two instants, both included.
  func offsets(from start: Int64, through end: Int64) -> ClosedRange<Int> {
    var segment = rules.segment(at: start)
    var range = segment.type.offset...segment.type.offset
    while segment.end <= end {
      segment = rules.segment(at: segment.end)
      let offset = segment.type.offset
      range = min(range.lowerBound, offset)...max(range.upperBound, offset)
    }
    return range
  }

  enum Match {
    case once(Int64)
    case twice(Int64, Int64)
    /// The instant of the shift, and the offsets on either side of it.
    case never(Int64, before: Int, after: Int)
  }

  /// No offset on record reaches 26 hours, so that the instants meant lie within that of `local`.
  static let reach: Int64 = 26 * 3600

  /// Looks at every stretch of time in which the clocks could show `local`, seldom more than one.
  func match(_ local: Int64) -> Match {
    var first: Int64?
    var shift = (time: local, before: 0, after: 0)
    var segment = rules.segment(at: local - Zone.reach)
    while true {
      let time = local - Int64(segment.type.offset)
      if time >= segment.start, time < segment.end {
        if let first { return .twice(first, time) }
        first = time
      }
      guard segment.end <= local + Zone.reach else { break }
      let next = rules.segment(at: segment.end)
      if first == nil, local - Int64(segment.type.offset) >= segment.end,
        local - Int64(next.type.offset) < segment.end
      {
        shift = (segment.end, segment.type.offset, next.type.offset)
      }
      segment = next
    }
    if let first { return .once(first) }
    return .never(shift.time, before: shift.before, after: shift.after)
  }
}

extension Zone: Hashable {
  public static func == (left: Zone, right: Zone) -> Bool {
    left.rules === right.rules || left.identifier == right.identifier
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
  }
}

extension Zone: CustomStringConvertible {
  public var description: String { identifier }
}
