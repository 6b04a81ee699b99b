public import AlmanacTime

/// An occurrence of an edition, as plans read it.
public struct PlanOccurrence: Sendable {
  public var id: Int64
  public var event: String
  /// Distinguishes the occurrence from others of its event, for a stable UID; nil: it is the only one.
  public var label: String?
  public var date: CivilDate
  public var start: Instant
  /// The times as published: zoned, or whole days.
  public var startTime: CalendarTime
  public var endTime: CalendarTime?
  /// Exclusive.
  public var end: Instant?
  public var isAllDay = false
  public var isCancelled = false
  public var isTentative = false
  public var isTransparent = false
  public var title: String
  public var text: String?
  public var link: String?
  public var venue: String?
  public var place: PlanPlace?
  public var categories: [String] = []
  public var tags: [String] = []
  public var weather: String?
  public var advisories: [String] = []
  public var journeys: [ListedJourney] = []
  public var modified: Instant
  public var sequence = 0

  public init(
    id: Int64, event: String, title: String, start: Instant, startTime: CalendarTime,
    modified: Instant
  ) {
    self.id = id
    self.event = event
    self.title = title
    self.start = start
    self.startTime = startTime
    self.date = startTime.date
    self.modified = modified
  }
}

/// A place of a person or of an event, with its position.
public struct PlanPlace: Hashable, Sendable {
  public var name: String
  public var coordinate: Coordinate

  public init(name: String, coordinate: Coordinate) {
    self.name = name
    self.coordinate = coordinate
  }
}

/// A journey by public transport.
public struct TransitJourney: Hashable, Sendable {
  /// Seconds from departure to the requested arrival, or from the requested departure to arrival,
  /// including waiting.
  public var duration: Int
  public var note: String?

  public init(duration: Int, note: String? = nil) {
    self.duration = duration
    self.note = note
  }
}

/// A journey to an occurrence that the edition lists.
public struct ListedJourney: Hashable, Sendable {
  public var from: PlanPlace
  public var journey: TransitJourney

  public init(from: PlanPlace, journey: TransitJourney) {
    self.from = from
    self.journey = journey
  }
}
