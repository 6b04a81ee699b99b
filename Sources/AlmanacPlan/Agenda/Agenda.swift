public import AlmanacTime

/// Why an event can't be attended as planned.
public enum PlanCause: Hashable, Sendable {
  public enum InvalidData: String, Hashable, Sendable {
    case endBeforeStart = "end before start"
    case boundsTooStrict = "flexible bounds too strict"
    case boundsOutside = "flexible bounds do not respect fixed bounds"
  }

  case invalidData(InvalidData)
  /// - events: Keys of the events that can't be attended together within the limits of the means of
  ///   travel; one event alone is in quiet hours or out of reach.
  case preferences([String])
  /// - events: Keys of a minimal conflicting set.
  case conflict([String])
  /// Too many overlapping flexible events to decide.
  case undecided

  /// The stable text of the cause.
  public var text: String {
    switch self {
    case .invalidData: "Event data not valid"
    case .preferences: "Preferences not satisfied"
    case .conflict: "Schedule conflict"
    case .undecided: "Not decided"
    }
  }

  public var events: [String] {
    switch self {
    case .preferences(let events), .conflict(let events): events
    default: []
    }
  }
}

/// The personal result of a run.
public struct Agenda: Sendable {
  public struct Day: Hashable, Sendable {
    public var date: CivilDate
    /// Keys of the entries that start on that day, in order.
    public var entries: [String]
    public var causes: [PlanCause]

    public var isFeasible: Bool { causes.isEmpty }
  }

  /// A repetitive event of which some days are not kept.
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
  public var causes: [String: [PlanCause]] = [:]
  public var skipped: [Skipped] = []
  /// Keys of flexible events that left the start they had.
  public var moved: [String] = []
  /// Own flexible events that have no time.
  public var unplaced: [String] = []
  /// In order of arrival.
  public internal(set) var legs: [TravelLeg] = []
  /// The positions of the legs to entries, by the entries' keys.
  var legPositions: [String: Int] = [:]
  public var tasks: [PlanTask] = []
  public var recommendations: [Recommendation] = []
  public var nearby: [NearbyEvent] = []
  /// Events that the default view shows: those of the person's interests; nil: all.
  public var view: [String]?
  /// By the keys of entries.
  public var rides: [String: RideState] = [:]
  /// References that the edition has no event for.
  public var unknown: [String] = []
}

extension Agenda {
  /// The way to an entry.
  public func leg(to entry: String) -> TravelLeg? { legPositions[entry].map { legs[$0] } }
}

/// Whether rides to an event can be booked at the time of the run.
public struct RideState: Hashable, Sendable {
  /// nil for an event that the agenda does not have.
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

  /// What does not depend on the entry's times. Entries are copied often, so that it is behind one
  /// reference.
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
    /// Of a published event, its last change.
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

  /// The entry at another start.
  func placed(at start: Instant, seconds: Int, in zone: Zone) -> AgendaEntry {
    var entry = self
    entry.start = start
    entry.end = start + seconds
    entry.startTime = .zoned(ZonedTime(start, in: zone))
    entry.endTime = .zoned(ZonedTime(start + seconds, in: zone))
    return entry
  }

  /// The order of agendas. Most starts differ, so that keys are seldom compared.
  static func isBefore(_ one: AgendaEntry, _ other: AgendaEntry) -> Bool {
    one.start == other.start ? one.key < other.key : one.start < other.start
  }
}
