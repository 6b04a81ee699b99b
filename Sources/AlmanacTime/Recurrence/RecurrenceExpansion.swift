/// The instances of a series within a window.
public struct RecurrenceExpansion: Hashable, Sendable {
  public enum End: Hashable, Sendable {
    /// The window holds no others.
    case complete
    /// There are more than were asked for.
    case limited
    /// The list may lack instances, for that reason.
    case exhausted(Reason)
  }

  public enum Reason: Hashable, Sendable {
    /// The rule yields more than can be looked at.
    case tooMuchWork
    /// The rule yielded nothing as far as could be looked.
    case yieldsNothing
    /// The start is a day, the rule goes by hours, minutes or seconds; such rules are left out.
    case finerThanDay
  }

  /// In order of time, none twice.
  public var starts: [CalendarTime]
  public var end: End
  /// How much was looked at for it: about so many periods and instances.
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
    case .tooMuchWork: "the recurrence rule yields too much to expand"
    case .yieldsNothing: "the recurrence rule yields nothing as far as could be looked"
    case .finerThanDay: "the recurrence rule divides days, but the event is on whole days"
    }
  }
}
