public import AlmanacModel
public import AlmanacTime

/// Why an event can't be attended as planned.
public enum PlanCause: Hashable, Sendable {
  /// A mistake in the times of an own event.
  public enum InvalidData: String, Hashable, Sendable {
    case endBeforeStart = "end before start"
    case boundsTooStrict = "flexible bounds too strict"
    case boundsOutside = "flexible bounds do not respect fixed bounds"
  }

  case invalidData(InvalidData)
  /// - events: Keys of events that can't be attended together within the limits of the travel modes. A
  ///   single event is in quiet hours or out of reach.
  case preferences([String])
  /// - events: Keys of a minimal conflicting set.
  case conflict([String])
  /// The search gave up: too many flexible events overlap.
  case undecided

  /// The published text. It never changes.
  public var text: String {
    switch self {
    case .invalidData: "Event data not valid"
    case .preferences: "Preferences not satisfied"
    case .conflict: "Schedule conflict"
    case .undecided: "Not decided"
    }
  }

  /// Keys of the events of a conflict or of preferences, else empty.
  public var events: [String] {
    switch self {
    case .preferences(let events), .conflict(let events): events
    default: []
    }
  }
}

/// The entries, legs and suggestions of one person.
public struct Agenda: Sendable {
  /// A date with entries.
  public struct Day: Hashable, Sendable {
    public var date: CivilDate
    /// Keys of the entries that start on the date, in order.
    public var entries: [String]
    public var causes: [PlanCause]

    public var isFeasible: Bool { causes.isEmpty }
  }

  /// A date of a repeated event that conflicts with other events.
  public struct Skipped: Hashable, Sendable {
    public var event: String
    public var date: CivilDate
    /// The minimal conflicting set.
    public var conflict: [String]
  }

  public var person: String
  public var now: Instant
  public var zone: Zone
  /// In order of start, then key.
  public var entries: [AgendaEntry] = []
  public var days: [Day] = []
  /// Why entries and own events can't be attended, by their keys.
  public var causes: [String: [PlanCause]] = [:]
  public var skipped: [Skipped] = []
  /// Keys of flexible events whose start changed.
  public var moved: [String] = []
  /// Keys of flexible events without a time.
  public var unplaced: [String] = []
  /// In order of arrival.
  public internal(set) var legs: [TravelLeg] = []
  /// Positions in `legs`, by the keys of the entries that they lead to.
  var legPositions: [String: Int] = [:]
  public var tasks: [PlanTask] = []
  public var recommendations: [Recommendation] = []
  public var nearby: [NearbyEvent] = []
  /// Ids of the events of the person's interests, which the default view shows; nil: all.
  public var view: [String]?
  /// By the keys of entries, and by the ids of other events that the person has quotes for.
  public var rides: [String: RideState] = [:]
  /// References to events that are not in the edition, as `ID` or `ID@DATE`.
  public var unknown: [String] = []
}

extension Agenda {
  /// The leg to an entry, by the entry's key.
  public func leg(to entry: String) -> TravelLeg? { legPositions[entry].map { legs[$0] } }
}

/// Whether rides to an event can be booked at the run time.
public struct RideState: Hashable, Sendable {
  /// The booking window; nil for an event that the agenda does not have.
  public var from: Instant?
  public var to: Instant?
  public var quotes: [RideQuote]
  public var refusal: BookingRefusal?
}

/// An entry of a personal calendar.
public struct AgendaEntry: Sendable {
  public enum Kind: String, Hashable, Sendable { case attended, own }

  public var start: Instant
  /// Exclusive.
  public var end: Instant
  public var startTime: CalendarTime
  public var endTime: CalendarTime?
  private let shared: Shared

  /// The part of an entry that does not depend on its times. A class, so that frequent copies of
  /// entries share it.
  struct Content: Sendable {
    /// Unique in the agenda and stable from run to run.
    var key: String
    var kind: Kind
    /// The id of the event, published or own.
    var event: String
    var title: String
    var place: PlanPlace?
    var isBusy = true
    var isFlexible = false
    var isRepeated = false
    var venue: String?
    var details = EntryDetails()
    var link: String?
    var weather: String?
    var isCancelled = false
    var isTentative = false
    /// Last change of a published event; nil for an own event.
    var modified: Instant?
    var sequence = 0

    init(key: String, kind: Kind, event: String, title: String) {
      self.key = key
      self.kind = kind
      self.event = event
      self.title = title
    }
  }

  private final class Shared: Sendable {
    let content: Content

    init(_ content: Content) { self.content = content }
  }

  public var key: String { shared.content.key }
  public var kind: Kind { shared.content.kind }
  public var event: String { shared.content.event }
  public var title: String { shared.content.title }
  public var place: PlanPlace? { shared.content.place }
  public var isBusy: Bool { shared.content.isBusy }
  public var isFlexible: Bool { shared.content.isFlexible }
  public var isRepeated: Bool { shared.content.isRepeated }
  public var venue: String? { shared.content.venue }
  public var details: EntryDetails { shared.content.details }
  public var link: String? { shared.content.link }
  public var weather: String? { shared.content.weather }
  public var isCancelled: Bool { shared.content.isCancelled }
  public var isTentative: Bool { shared.content.isTentative }
  public var modified: Instant? { shared.content.modified }
  public var sequence: Int { shared.content.sequence }

  init(
    _ content: Content, start: Instant, end: Instant, startTime: CalendarTime,
    endTime: CalendarTime?
  ) {
    self.start = start
    self.end = end
    self.startTime = startTime
    self.endTime = endTime
    shared = Shared(content)
  }

  /// Copies the entry with another start.
  func placed(at start: Instant, seconds: Int, in zone: Zone) -> AgendaEntry {
    var entry = self
    entry.start = start
    entry.end = start + seconds
    entry.startTime = .zoned(ZonedTime(start, in: zone))
    entry.endTime = .zoned(ZonedTime(start + seconds, in: zone))
    return entry
  }

  /// Whether an entry comes before another one: by start, then key.
  static func isBefore(_ one: AgendaEntry, _ other: AgendaEntry) -> Bool {
    one.start == other.start ? one.key < other.key : one.start < other.start
  }
}
