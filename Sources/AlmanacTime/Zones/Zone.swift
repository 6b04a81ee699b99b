/// A time zone: the offset from UTC at each instant.
///
/// Copies share one table of transitions. Zones are equal if their identifiers are.
public struct Zone: Sendable {
  /// Coordinated Universal Time, `UTC`.
  public static let utc = Zone(
    rules: ZoneRules(
      identifier: "UTC",
      initial: LocalTimeType(offset: 0, isDaylight: false, abbreviation: "UTC")))

  let rules: ZoneRules

  init(rules: ZoneRules) {
    self.rules = rules
  }

  /// A zone with a constant offset in seconds east of UTC, clamped to ±23:59:59; named like
  /// `+08:00`.
  public static func fixed(offset: Int) -> Zone {
    let offset = ZoneRules.clamped(offset)
    let name = TextWriter.text { $0.write(offset: offset) }
    let type = LocalTimeType(offset: offset, isDaylight: false, abbreviation: name)
    return Zone(rules: ZoneRules(identifier: name, initial: type, isFixedOffset: true))
  }

  /// Creates a zone from its transitions, such as a VTIMEZONE that matches no zone of the database.
  ///
  /// Before the first transition, its `offsetBefore` applies; after the last one, the offset is
  /// constant. Transitions are sorted. Of several at one instant, the last one in the array counts.
  public init(identifier: String, transitions: [ZoneTransition]) {
    rules = ZoneRules(identifier: identifier, transitions: transitions)
  }

  /// Creates a zone from a POSIX TZ string, such as `EST5EDT,M3.2.0,M11.1.0`, for some years.
  ///
  /// Without daylight saving time, it is a fixed offset. Returns nil unless the whole text is valid;
  /// daylight saving time must have its rules.
  public init?(posixRule text: String, years: ClosedRange<Int>) {
    guard let rule = POSIXZoneRuleParser.parse(text) else { return nil }
    guard rule.daylight != nil else {
      self = .fixed(offset: rule.standard.offset)
      return
    }
    var before = rule.standard
    let transitions = years.flatMap(rule.changes(in:)).map { change in
      defer { before = change.type }
      return ZoneTransition(
        instant: Instant(secondsSinceEpoch: change.time), offsetBefore: before.offset,
        offsetAfter: change.type.offset, isDaylight: change.type.isDaylight,
        abbreviation: change.type.abbreviation)
    }
    self.init(identifier: text, transitions: transitions)
  }

  /// The IANA name, `UTC`, or an offset like `+08:00`.
  public var identifier: String { rules.identifier }

  /// Whether the zone was created by `fixed(offset:)`.
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

  /// The wall-clock time at an instant.
  public func civil(at instant: Instant) -> CivilDateTime {
    CivilDateTime(localSeconds: (instant + offset(at: instant)).secondsSinceEpoch)
  }

  /// The instant of a wall-clock time by RFC 5545 3.3.5: a skipped time has the offset before the
  /// gap; of a repeated time, the first instance counts.
  public func instant(of local: CivilDateTime) -> Instant {
    switch resolve(local.localSeconds) {
    case .unique(let time), .ambiguous(let time, _):
      Instant(secondsSinceEpoch: time)
    case .gap(_, let before, _):
      Instant(secondsSinceEpoch: local.localSeconds) - before
    }
  }

  /// The first instant of a day. If midnight or the whole day is skipped, it is the end of the gap.
  public func startOfDay(_ date: CivilDate) -> Instant {
    switch resolve(CivilDateTime(startOf: date).localSeconds) {
    case .unique(let time), .ambiguous(let time, _), .gap(let time, _, _):
      Instant(secondsSinceEpoch: time)
    }
  }

  /// The transitions from `start` to `end` (exclusive), in order of time.
  ///
  /// At most 100,000, which is more than any real zone has in the years 1…9999.
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

  /// The smallest and the largest offset between two instants, both included.
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

  /// The instants of a wall-clock time, in seconds since 1970.
  enum LocalTimeResolution: Equatable {
    case unique(Int64)
    /// The time occurs twice.
    case ambiguous(earlier: Int64, later: Int64)
    /// The time is skipped by a transition: its instant, and the offsets before and after it.
    case gap(transition: Int64, before: Int, after: Int)
  }

  /// The maximum distance between a wall-clock time, taken as UTC, and its instant. No known offset
  /// reaches 26 hours.
  static let reach: Int64 = 26 * 3600

  /// Finds the instants of a wall-clock time in all segments within `reach`, usually one.
  func resolve(_ local: Int64) -> LocalTimeResolution {
    var first: Int64?
    var gap = (time: local, before: 0, after: 0)
    var segment = rules.segment(at: local - Zone.reach)
    while true {
      let time = local - Int64(segment.type.offset)
      if time >= segment.start, time < segment.end {
        if let first { return .ambiguous(earlier: first, later: time) }
        first = time
      }
      guard segment.end <= local + Zone.reach else { break }
      let next = rules.segment(at: segment.end)
      // The time is past the transition with the old offset, but not yet there with the new one: it
      // is skipped.
      if first == nil, local - Int64(segment.type.offset) >= segment.end,
        local - Int64(next.type.offset) < segment.end
      {
        gap = (segment.end, segment.type.offset, next.type.offset)
      }
      segment = next
    }
    if let first { return .unique(first) }
    return .gap(transition: gap.time, before: gap.before, after: gap.after)
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
