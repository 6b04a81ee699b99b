import AlmanacTime

/// A VTIMEZONE of the document (RFC 5545, section 3.6.5).
struct ZoneDefinition: Hashable {
  /// A STANDARD or DAYLIGHT component: the offset is `offsetTo` from each onset on.
  struct Observance: Hashable {
    /// The first onset, in the local time before it.
    var start: CivilDateTime
    /// Seconds east of UTC.
    var offsetFrom: Int
    var offsetTo: Int
    var rules: [RecurrenceRule]
    var additions: [CalendarTime]
  }

  /// X-LIC-LOCATION: the IANA zone from which the definition was made.
  var location: String?
  var observances: [Observance] = []
  /// Whether a part could not be read, so that the offsets are unreliable.
  var isDamaged = false

  var isUsable: Bool { !observances.isEmpty && !isDamaged }

  /// The only offset of a zone that never changes; nil for other zones.
  var constantOffset: Int? {
    guard let first = observances.first?.offsetTo,
      observances.allSatisfy({ $0.offsetTo == first })
    else { return nil }
    return first
  }

  /// The clocks of the definition, constant before 1900 and after 2100. Before the first onset they
  /// show its `offsetFrom`.
  ///
  /// - Parameters:
  ///   - year: If given, only the offsets of that year are right, which costs far less.
  ///   - budget: Charged for the expansion.
  /// - Returns: nil if the definition is unusable or the budget is exhausted.
  func clocks(
    named name: String, in year: Int? = nil, zones: ZoneDatabase, budget: inout ReadBudget
  ) -> Zone? {
    guard isUsable else { return nil }
    var transitions: [ZoneTransition] = []
    for observance in observances {
      guard let onsets = observance.onsets(in: year, zones, &budget) else { return nil }
      transitions += onsets.map { onset in
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
  /// The onsets as seconds of local time before each onset; nil if the budget is exhausted.
  fileprivate func onsets(
    in year: Int?, _ zones: ZoneDatabase, _ budget: inout ReadBudget
  ) -> [Int64]? {
    guard !rules.isEmpty || !additions.isEmpty else { return [start.localSeconds] }
    guard !budget.isSpent else { return nil }
    var window = Self.first..<Self.end
    // A yearly rule without an end has the same onsets around each year.
    if let year, additions.isEmpty,
      rules.allSatisfy({ $0.until == nil && $0.count == nil && $0.interval == 1 }),
      let before = CivilDate(year: max(year - 2, 1), month: 1, day: 1),
      let after = CivilDate(year: min(year + 2, 9999), month: 1, day: 1)
    {
      window = Zone.utc.startOfDay(before)..<Zone.utc.startOfDay(after)
    }
    let found = RecurrenceSet(start: .floating(start), rules: rules, additions: additions)
      .occurrences(
        from: window.lowerBound - offsetFrom, to: window.upperBound - offsetFrom,
        zone: .fixed(offset: offsetFrom), zones: zones, limit: budget.onsets,
        effort: budget.effort)
    budget.spend(onsets: found.starts.count, effort: found.effort)
    guard found.end == .complete, !budget.isSpent else { return nil }
    return [start.localSeconds] + found.starts.map(\.civil.localSeconds)
  }

  /// 1900-01-01 and 2101-01-01.
  private static let first = Instant(secondsSinceEpoch: -2_208_988_800)
  private static let end = Instant(secondsSinceEpoch: 4_133_980_800)
}
