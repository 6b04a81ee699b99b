// Stands in until the recurrence engine lands on this branch.
public struct RecurrenceRule: Hashable, Sendable, Codable, CustomStringConvertible {
  public init(parsing text: String) throws(RecurrenceRuleError) { throw .invalid }
  public var description: String { "" }
}
public enum RecurrenceRuleError: Error { case invalid }
public struct RecurrenceSet: Hashable, Sendable {
  public init(
    start: CalendarTime, rules: [RecurrenceRule] = [], exclusionRules: [RecurrenceRule] = [],
    additions: [CalendarTime] = [], exclusions: [CalendarTime] = []
  ) {}
  public func occurrences(
    from: Instant, to: Instant, zone: Zone, zones: ZoneDatabase, limit: Int
  ) -> RecurrenceExpansion { RecurrenceExpansion(starts: [], end: .complete) }
}
public struct RecurrenceExpansion: Hashable, Sendable {
  public enum End: Hashable, Sendable {
    case complete, limited
    case exhausted(String)
  }
  public var starts: [CalendarTime]
  public var end: End
}
