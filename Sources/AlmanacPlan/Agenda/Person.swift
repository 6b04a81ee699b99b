public import AlmanacModel
public import AlmanacTime

/// A place of a person or of an event.
public struct PlanPlace: Hashable, Sendable {
  public var name: String
  public var coordinate: Coordinate

  public init(name: String, coordinate: Coordinate) {
    self.name = name
    self.coordinate = coordinate
  }
}

/// The private inputs of one person.
public struct Person: Sendable {
  public var id: String
  public var zone: Zone
  public var interests = Interests()
  public var attending: [EventReference] = []
  public var declined: [EventReference] = []
  public var home: PlanPlace?
  /// Where the day begins instead, by weekday.
  public var origins: [Weekday: PlanPlace] = [:]
  public var travel = TravelPreferences()
  public var quietHours: [QuietHours] = []
  /// Ids of other persons.
  public var friends: Set<String> = []
  public var events: [OwnEvent] = []
  public var tasks: [PlanTask] = []
  /// Seconds before each attended event at which an alarm sounds; nil: none.
  public var alarm: Int?
  public var isRecommended = true
  public var rides: [RideQuote] = []

  public init(id: String, zone: Zone) {
    self.id = id
    self.zone = zone
  }

  /// Where a day begins and ends.
  func origin(on date: CivilDate) -> PlanPlace? { origins[date.weekday] ?? home }
}

/// What is recommended to a person.
public struct Interests: Hashable, Sendable {
  public var isAll = false
  /// Ids of the taxonomy.
  public var categories: Set<String> = []
  public var tags: Set<String> = []
  public var words: Set<String> = []

  public init() {}

  public var isEmpty: Bool { !isAll && categories.isEmpty && tags.isEmpty && words.isEmpty }
}

/// A published event, or one date of it.
public struct EventReference: Hashable, Sendable {
  public var event: String
  public var date: CivilDate?

  public init(event: String, date: CivilDate? = nil) {
    self.event = event
    self.date = date
  }

  /// Reads `ID` or `ID@2026-03-05`.
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

/// A part of each day in which nothing should be; it may cross midnight.
public struct QuietHours: Hashable, Sendable {
  /// Seconds since midnight.
  public var from: Int
  public var to: Int

  public init(from: Int, to: Int) {
    self.from = from
    self.to = to
  }
}

/// An event of a person that nobody else sees.
public struct OwnEvent: Hashable, Sendable {
  public enum Timing: Hashable, Sendable {
    case fixed(TimeSpan)
    case flexible(FlexibleTime)
  }

  public var id: String
  public var title: String
  public var timing: Timing
  public var place: PlanPlace?
  /// What the venue is called, where that is not the place's name.
  public var venue: String?
  public var details = EntryDetails()
  public var repetition: Repetition?
  /// Whether it takes up no time, so that nothing conflicts with it.
  public var isTransparent = false
  public var isTentative = false

  public init(id: String, title: String, timing: Timing) {
    self.id = id
    self.title = title
    self.timing = timing
  }
}

/// What an entry or a task has beside its title and time.
public struct EntryDetails: Hashable, Sendable {
  public var notes: String?
  /// Seconds before the start of an entry, or before a task is due; nil: no alarm.
  public var alarm: Int?
  /// Address of the alarm's sound.
  public var tone: String?
  /// Address of a picture.
  public var picture: String?

  public init() {}
}

/// A time from a start to an exclusive end.
public struct TimeSpan: Hashable, Sendable {
  public var start: CalendarTime
  public var end: CalendarTime

  public init(start: CalendarTime, end: CalendarTime) {
    self.start = start
    self.end = end
  }
}

/// The bounds in which a flexible event may be.
public struct FlexibleTime: Hashable, Sendable {
  /// The earliest start.
  public var earliest: CalendarTime
  /// The latest end.
  public var latest: CalendarTime
  /// Seconds.
  public var duration: Int
  /// Fixed bounds, which the flexible ones must respect.
  public var bounds: TimeSpan?
  /// The start that the event has now.
  public var planned: CalendarTime?

  public init(earliest: CalendarTime, latest: CalendarTime, duration: Int) {
    self.earliest = earliest
    self.latest = latest
    self.duration = duration
  }
}

/// How an own event repeats.
public struct Repetition: Hashable, Sendable {
  public var rule: RecurrenceRule
  public var exceptions: [CivilDate]

  public init(rule: RecurrenceRule, exceptions: [CivilDate] = []) {
    self.rule = rule
    self.exceptions = exceptions
  }
}

/// Something that a person wants to do by a time.
public struct PlanTask: Hashable, Sendable {
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

  /// A task that is due on a day is due when that day ends.
  func dueInstant(in zone: Zone) -> Instant {
    if case .day(let date) = due { return zone.startOfDay(date.adding(days: 1)) }
    return due.instant(in: zone)
  }

  /// The time until a task is due.
  public struct Remaining: Hashable, Sendable {
    /// Not negative.
    public var seconds: Int

    /// `83h 20m 0s`
    public var exact: String { "\(seconds / 3_600)h \(seconds / 60 % 60)m \(seconds % 60)s" }
    /// Whole days that are left: `3d`.
    public var days: String { "\(seconds / 86_400)d" }
  }

  /// Nil for a task that is done or overdue.
  public func remaining(now: Instant, in zone: Zone) -> Remaining? {
    guard state(now: now, in: zone) == .active else { return nil }
    return Remaining(seconds: max(0, dueInstant(in: zone).seconds(since: now)))
  }
}
