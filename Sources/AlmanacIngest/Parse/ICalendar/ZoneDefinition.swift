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

  /// Seconds east of UTC at a local time: a time that comes twice is the first, a time that is
  /// skipped is read with the offset before the gap (RFC 5545 section 3.3.5).
  func offset(at local: CivilDateTime, zones: ZoneDatabase) -> Int? {
    guard isUsable else { return nil }
    if let constantOffset { return constantOffset }
    var latest: (onset: Int64, offset: Int)?
    for observance in observances {
      guard let onset = observance.lastOnset(before: local, zones: zones) else { continue }
      if latest.map({ onset > $0.onset }) ?? true { latest = (onset, observance.offsetTo) }
    }
    // Before the first onset the clocks showed what the earliest observance changed from.
    return latest?.offset ?? observances.min { $0.start < $1.start }?.offsetFrom
  }
}

extension ZoneDefinition.Observance {
  /// The wall clock, in seconds, of the last onset whose new offset is in force at a local time.
  ///
  /// Where clocks go forward, the skipped times still belong to the offset before.
  fileprivate func lastOnset(before local: CivilDateTime, zones: ZoneDatabase) -> Int64? {
    let gap = Int64(max(0, offsetTo - offsetFrom))
    let limit = local.localSeconds - gap
    guard start.localSeconds <= limit else { return nil }
    guard !rules.isEmpty || !additions.isEmpty else { return start.localSeconds }
    let clocks = Zone.fixed(offset: offsetFrom)
    let set = RecurrenceSet(start: .floating(start), rules: rules, additions: additions)
    let end = Instant(secondsSinceEpoch: limit) - offsetFrom + 1
    // A yearly rule has an onset within the last year; a rule that ended needs a longer look back.
    for reach in [366 * 86_400, 400 * 366 * 86_400] {
      let found = set.occurrences(
        from: end - reach, to: end, zone: clocks, zones: zones, limit: 4_096)
      if let last = found.starts.last { return last.civil.localSeconds }
    }
    return start.localSeconds
  }
}
