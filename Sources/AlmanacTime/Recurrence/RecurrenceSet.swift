/// A recurrence set of RFC 5545 3.8.5: a start, rules, and single dates to add and to exclude.
///
/// Rules use the wall clock of the start's zone. Without rules, the start is an instance. With
/// rules, it is one only if a rule generates it: RFC 5545 3.8.5.3 leaves the other case undefined,
/// and the test suites of other engines omit the start.
public struct RecurrenceSet: Hashable, Sendable {
  public var start: CalendarTime
  public var rules: [RecurrenceRule]
  /// EXRULE, which RFC 5545 deprecated.
  public var exclusionRules: [RecurrenceRule]
  /// RDATE; for periods, their starts.
  public var additions: [CalendarTime]
  /// EXDATE; a day excludes every instance on that local day.
  public var exclusions: [CalendarTime]

  public init(
    start: CalendarTime, rules: [RecurrenceRule] = [], exclusionRules: [RecurrenceRule] = [],
    additions: [CalendarTime] = [], exclusions: [CalendarTime] = []
  ) {
    self.start = start
    self.rules = rules
    self.exclusionRules = exclusionRules
    self.additions = additions
    self.exclusions = exclusions
  }

  /// The default work budget: about 50 milliseconds in an optimized build.
  public static let standardEffort = 400_000

  /// The instances that start at or after `from` and before `to`.
  ///
  /// The work is bounded for any rules. `RecurrenceExpansion.end` reports whether the list is
  /// complete.
  /// - Parameters:
  ///   - zone: The zone of days and floating times.
  ///   - zones: The database for the start's zone. An unknown zone keeps the start's offset.
  ///   - limit: Maximum number of instances.
  ///   - effort: The work budget, in units of about one period or instance.
  public func occurrences(
    from: Instant, to: Instant, zone: Zone, zones: ZoneDatabase, limit: Int,
    effort: Int = standardEffort
  ) -> RecurrenceExpansion {
    let clock = SeriesClock(self, from: from, to: to, zone: zone, zones: zones)
    guard let window = clock.window else { return RecurrenceExpansion(starts: [], end: .complete) }
    var expander = RecurrenceExpander(
      self, clock: clock, window: window, budget: WorkBudget(effort))
    return expander.run(limit: limit)
  }
}
