import AlmanacTime

/// A VTIMEZONE of the document (RFC 5545 section 3.6.5): offsets by its own rules.
struct ZoneDefinition {
  /// STANDARD or DAYLIGHT: from each onset on, clocks show `offsetTo`.
  struct Observance {
    /// The first onset, on the clocks in force until then.
    var start: CivilDateTime
    /// Seconds east of UTC.
    var offsetFrom: Int
    var offsetTo: Int
    var rules: [RecurrenceRule]
    var additions: [CalendarTime]
  }

  /// X-LIC-LOCATION, which names the IANA zone that the definition was made from.
  var location: String?
  var observances: [Observance] = []
  /// Whether a part of the definition could not be read, so that its offsets are not to be trusted.
  var isDamaged = false

  var isUsable: Bool { !observances.isEmpty && !isDamaged }

  /// The one offset of a zone that never changes.
  var constantOffset: Int? {
    guard let first = observances.first?.offsetTo,
      observances.allSatisfy({ $0.offsetTo == first })
    else { return nil }
    return first
  }

  /// The definition's clocks; beyond the years 1900 to 2200 they stay as they were.
  ///
  /// Before the first onset they show what that one changed from.
  func clocks(named name: String, zones: ZoneDatabase) -> Zone? {
    guard isUsable else { return nil }
    let transitions = observances.flatMap { observance in
      observance.onsets(zones).map { onset in
        ZoneTransition(
          instant: Instant(secondsSinceEpoch: onset) - observance.offsetFrom,
          offsetBefore: observance.offsetFrom, offsetAfter: observance.offsetTo,
          isDaylight: observance.offsetTo > observance.offsetFrom, abbreviation: name)
      }
    }
    return Zone(identifier: name, transitions: transitions)
  }
}

extension ZoneDefinition.Observance {
  /// The wall clocks at its onsets, in seconds, as the clocks in force until then show them.
  fileprivate func onsets(_ zones: ZoneDatabase) -> [Int64] {
    guard !rules.isEmpty || !additions.isEmpty else { return [start.localSeconds] }
    let clocks = Zone.fixed(offset: offsetFrom)
    let found = RecurrenceSet(start: .floating(start), rules: rules, additions: additions)
      .occurrences(
        from: Self.first - offsetFrom, to: Self.end - offsetFrom, zone: clocks, zones: zones,
        limit: 1_024)
    return [start.localSeconds] + found.starts.map(\.civil.localSeconds)
  }

  /// 1900-01-01 and 2200-01-01.
  private static let first = Instant(secondsSinceEpoch: -2_208_988_800)
  private static let end = Instant(secondsSinceEpoch: 7_258_118_400)
}
