public import AlmanacModel
public import AlmanacTime

/// The private inputs of one person.
public struct Person: Sendable {
  public var id: String
  /// For people; by default the id.
  public var name: String
  public var zone: Zone
  public var interests = Interests()
  public var attending: [EventReference] = []
  public var declined: [EventReference] = []
  public var home: PlanPlace?
  /// Places where the person starts instead of at home, by weekday.
  public var origins: [Weekday: PlanPlace] = [:]
  public var travel = TravelPreferences()
  public var quietHours: [QuietHours] = []
  /// Ids of other people.
  public var friends: Set<String> = []
  public var events: [OwnEvent] = []
  public var tasks: [PlanTask] = []
  /// Seconds between an alarm and each attended event; nil: no alarm.
  public var alarm: Int?
  /// Whether the person gets recommendations.
  public var isRecommended = true
  public var rides: [RideQuote] = []
  /// Whether journeys are entries of their own.
  public var hasTravelBlocks = true

  public init(id: String, zone: Zone) {
    self.id = id
    name = id
    self.zone = zone
  }

  /// The place where the person starts and ends a day.
  func origin(on date: CivilDate) -> PlanPlace? { origins[date.weekday] ?? home }
}

/// The interests of a person, for recommendations.
public struct Interests: Hashable, Sendable {
  /// Whether the person is interested in all events.
  public var isAll = false
  /// Ids of categories in the taxonomy.
  public var categories: Set<String> = []
  public var tags: Set<String> = []
  public var words: Set<String> = []

  public var isEmpty: Bool { !isAll && categories.isEmpty && tags.isEmpty && words.isEmpty }
}

/// A reference to a published event or to one date of it.
public struct EventReference: Hashable, Sendable {
  public var event: String
  public var date: CivilDate?

  public init(event: String, date: CivilDate? = nil) {
    self.event = event
    self.date = date
  }

  /// Parses `ID` or `ID@2026-03-05`; nil for other texts.
  public init?(_ text: String) {
    guard let separator = text.utf8.lastIndex(of: UInt8(ascii: "@")) else {
      guard !text.isEmpty else { return nil }
      self.init(event: text)
      return
    }
    guard separator != text.startIndex,
      let date = CivilDate(iso8601: text[text.index(after: separator)...])
    else { return nil }
    self.init(event: String(text[..<separator]), date: date)
  }
}

/// A part of each day in which the person wants no events. It may cross midnight.
public struct QuietHours: Hashable, Sendable {
  /// Seconds since midnight in local time; `to` is exclusive, and before `from` if it is on the next day.
  public var from: Int
  public var to: Int

  public init(from: Int, to: Int) {
    self.from = from
    self.to = to
  }
}

/// A private event of a person.
public struct OwnEvent: Hashable, Sendable {
  public enum Timing: Hashable, Sendable {
    case fixed(TimeSpan)
    case flexible(FlexibleTime)
  }

  public var id: String
  public var title: String
  public var timing: Timing
  public var place: PlanPlace?
  /// Name of the venue; nil: the name of the place.
  public var venue: String?
  public var details = EntryDetails()
  public var repetition: Repetition?
  /// Whether other events may overlap it (`TRANSP:TRANSPARENT` of RFC 5545).
  public var isTransparent = false
  public var isTentative = false

  public init(id: String, title: String, timing: Timing) {
    self.id = id
    self.title = title
    self.timing = timing
  }
}

/// Notes, alarm and picture of an entry or a task.
public struct EntryDetails: Hashable, Sendable, Decodable {
  public var notes: String?
  /// Seconds before the start of an entry, or before a task is due; nil: no alarm.
  public var alarm: Int?
  /// URL of the alarm's sound.
  public var tone: String?
  public var picture: String?

  public init() {}
}

/// The time between a start and an exclusive end.
public struct TimeSpan: Hashable, Sendable {
  public var start: CalendarTime
  public var end: CalendarTime

  public init(start: CalendarTime, end: CalendarTime) {
    self.start = start
    self.end = end
  }
}

/// The bounds of a flexible event.
public struct FlexibleTime: Hashable, Sendable {
  /// The earliest start.
  public var earliest: CalendarTime
  /// The latest end.
  public var latest: CalendarTime
  /// Seconds.
  public var duration: Int
  /// Fixed bounds that must contain the flexible ones; nil: none.
  public var bounds: TimeSpan?
  /// The current start; nil: none.
  public var planned: CalendarTime?

  public init(earliest: CalendarTime, latest: CalendarTime, duration: Int) {
    self.earliest = earliest
    self.latest = latest
    self.duration = duration
  }
}

/// The repetition of an own event.
public struct Repetition: Hashable, Sendable {
  public var rule: RecurrenceRule
  /// Dates without an instance.
  public var exceptions: [CivilDate]

  public init(rule: RecurrenceRule, exceptions: [CivilDate] = []) {
    self.rule = rule
    self.exceptions = exceptions
  }
}

/// A task with a due time.
public struct PlanTask: Hashable, Sendable {
  /// The state at the run time. The raw values are published.
  public enum State: String, Hashable, Sendable { case active, done, overdue }

  public var id: String
  public var title: String
  public var due: CalendarTime
  public var isDone = false
  public var details = EntryDetails()

  public init(id: String, title: String, due: CalendarTime) {
    self.id = id
    self.title = title
    self.due = due
  }

  public func state(now: Instant, in zone: Zone) -> State {
    if isDone { return .done }
    return dueInstant(in: zone) < now ? .overdue : .active
  }

  /// The due time. A task that is due on a date is due at the end of it.
  func dueInstant(in zone: Zone) -> Instant {
    if case .day(let date) = due { return zone.startOfDay(date.adding(days: 1)) }
    return due.instant(in: zone)
  }

  /// The time until a task is due.
  public struct Remaining: Hashable, Sendable {
    /// Not negative.
    public var seconds: Int

    /// Hours, minutes and seconds, such as `83h 20m 0s`.
    public var exact: String { "\(seconds / 3_600)h \(seconds / 60 % 60)m \(seconds % 60)s" }
    /// Whole days, such as `3d`.
    public var days: String { "\(seconds / 86_400)d" }
  }

  /// The time until the task is due; nil if it is done or overdue.
  public func remaining(now: Instant, in zone: Zone) -> Remaining? {
    guard state(now: now, in: zone) == .active else { return nil }
    return Remaining(seconds: max(0, dueInstant(in: zone).seconds(since: now)))
  }
}
