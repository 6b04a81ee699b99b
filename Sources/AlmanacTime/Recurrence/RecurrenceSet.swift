/// A series of RFC 5545 3.8.5: a start, rules, and single dates added and taken away.
///
/// Rules run on the local clocks of the start's zone. With rules, the start is an instance only if
/// a rule yields it: what a start means that its own rule passes over is undefined (3.8.5.3), and
/// the test suites of the other engines leave it out. Without rules the start is an instance.
public struct RecurrenceSet: Hashable, Sendable {
  public var start: CalendarTime
  public var rules: [RecurrenceRule]
  /// EXRULE, which RFC 5545 deprecated.
  public var exclusionRules: [RecurrenceRule]
  /// RDATE; periods by their starts.
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

  /// Some 50 milliseconds of an optimized build.
  public static let standardEffort = 400_000

  /// The instances that start at or after `from` and before `to`, at most `limit` of them.
  ///
  /// The work is bounded whatever the rules say; `RecurrenceExpansion.end` tells whether that or
  /// `limit` cut the list short.
  /// - Parameters:
  ///   - zone: Whose clocks days and floating times are read on.
  ///   - zones: Where the start's zone is looked up; an unknown one keeps the start's offset.
  ///   - effort: How much may be looked at: about so many periods and instances.
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
