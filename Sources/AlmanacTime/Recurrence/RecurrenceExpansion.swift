/// The instances of a series within a window.
public struct RecurrenceExpansion: Hashable, Sendable {
  public enum End: Hashable, Sendable {
    /// The list is complete.
    case complete
    /// The limit cut off further instances.
    case limited
    /// The list may lack instances.
    case exhausted(Reason)
  }

  public enum Reason: Hashable, Sendable {
    /// The work budget was spent.
    case tooMuchWork
    /// The work budget was spent before the first instance.
    case yieldsNothing
    /// Rules by hours, minutes or seconds were skipped, because the start is a day.
    case finerThanDay
  }

  /// Ascending, without duplicates.
  public var starts: [CalendarTime]
  public var end: End
  /// The work done, in units of about one period or instance.
  public var effort: Int

  public init(starts: [CalendarTime], end: End, effort: Int = 0) {
    self.starts = starts
    self.end = end
    self.effort = effort
  }
}

extension RecurrenceExpansion.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooMuchWork: "the recurrence rule has too many dates to expand"
    case .yieldsNothing: "the recurrence rule has no date within the work budget"
    case .finerThanDay: "the recurrence rule repeats within days, but the event has whole days"
    }
  }
}
