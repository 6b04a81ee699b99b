public import AlmanacTime

/// When a calendar wants to remind of an entry, and how (RFC 5545 section 3.6.6).
public struct EntryAlarm: Hashable, Sendable {
  /// TRIGGER (RFC 5545 section 3.8.6.3).
  public enum Trigger: Hashable, Sendable {
    /// That long after the start of each instance; before it where negative.
    case start(CalendarDuration)
    /// That long after the end of each instance; before it where negative.
    case end(CalendarDuration)
    /// Once.
    case at(Instant)
  }

  /// ACTION in upper case, such as `DISPLAY`, `AUDIO` or `EMAIL`; nil where the alarm has none.
  public var action: String?
  public var trigger: Trigger
  /// How often the alarm comes again; 0 or more.
  public var repetitions: Int
  /// The time between repetitions.
  public var interval: CalendarDuration?
  /// What a display or a mail shows; plain text.
  public var text: String?

  public init(
    action: String? = nil, trigger: Trigger, repetitions: Int = 0,
    interval: CalendarDuration? = nil, text: String? = nil
  ) {
    self.action = action
    self.trigger = trigger
    self.repetitions = repetitions
    self.interval = interval
    self.text = text
  }
}
