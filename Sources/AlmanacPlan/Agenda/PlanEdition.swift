public import AlmanacTime

/// One occurrence of the edition as far as plans need it.
public struct PlanOccurrence: Sendable {
  public var id: Int64
  public var event: String
  /// What tells the occurrence from others of its event, for a stable UID; nil: it is the only one.
  public var label: String?
  public var date: CivilDate
  public var start: Instant
  /// As the edition has it.
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

  /// The key of its entry in agendas.
  var key: String { label.map { "\(event)-\($0)" } ?? event }

  /// One hour where the edition has no end.
  var assumedEnd: Instant { end.map { max($0, start) } ?? start + (isAllDay ? 86_400 : 3_600) }

  /// Whether attending it takes a person's time.
  var isBusy: Bool { !isAllDay && !isCancelled && !isTransparent }
}

/// An edition with the indexes that plans look into.
public struct PlanEdition: Sendable {
  /// In the order of their starts, then ids.
  public let occurrences: [PlanOccurrence]
  /// Former ids of events.
  public let aliases: [String: String]
  /// The ids of the events of the occurrences, in order.
  let eventIDs: [String]
  /// Of each occurrence, the position of its event's id.
  let eventNumbers: [Int]
  private let events: Set<String>
  private let byEvent: [String: [Int]]
  let byCategory: [String: [Int]]
  let byTag: [String: [Int]]
  let byWord: [String: [Int]]

  /// - Parameter events: Events that the edition has, also those that are over.
  public init(
    occurrences: [PlanOccurrence], aliases: [String: String] = [:], events: Set<String> = []
  ) {
    self.events = events
    let sorted = occurrences.sorted { ($0.start, $0.id) < ($1.start, $1.id) }
    self.occurrences = sorted
    self.aliases = aliases
    var byEvent: [String: [Int]] = [:]
    var byCategory: [String: [Int]] = [:]
    var byTag: [String: [Int]] = [:]
    var byWord: [String: [Int]] = [:]
    for (position, occurrence) in sorted.enumerated() {
      byEvent[occurrence.event, default: []].append(position)
      for category in Set(occurrence.categories) {
        byCategory[category, default: []].append(position)
      }
      for tag in Set(occurrence.tags.map(Self.folded)) { byTag[tag, default: []].append(position) }
      for word in Set(Self.words(of: occurrence.title)) {
        byWord[word, default: []].append(position)
      }
    }
    eventIDs = byEvent.keys.sorted()
    var numbers = [Int](repeating: 0, count: sorted.count)
    for (number, id) in eventIDs.enumerated() {
      for position in byEvent[id] ?? [] { numbers[position] = number }
    }
    eventNumbers = numbers
    self.byEvent = byEvent
    self.byCategory = byCategory
    self.byTag = byTag
    self.byWord = byWord
  }

  /// The occurrences that a reference means; empty where there is no such event or date.
  func positions(of reference: EventReference) -> [Int] {
    let event = aliases[reference.event] ?? reference.event
    let all = byEvent[event] ?? []
    guard let date = reference.date else { return all }
    return all.filter { occurrences[$0].date == date }
  }

  /// The position in `eventIDs`; nil for an event without occurrences.
  func eventNumber(of event: String) -> Int? {
    byEvent[aliases[event] ?? event]?.first.map { eventNumbers[$0] }
  }

  /// Whether the edition has the event, and the date if that is to come.
  func isKnown(_ reference: EventReference, today: CivilDate) -> Bool {
    let event = aliases[reference.event] ?? reference.event
    guard byEvent[event] != nil || events.contains(event) else { return false }
    guard let date = reference.date, date >= today else { return true }
    return !positions(of: reference).isEmpty
  }

  /// The first occurrence that starts at that time or later.
  func position(from start: Instant) -> Int {
    var (low, high) = (0, occurrences.count)
    while low < high {
      let middle = (low + high) / 2
      if occurrences[middle].start < start { low = middle + 1 } else { high = middle }
    }
    return low
  }

  static func folded(_ text: String) -> String { text.lowercased() }

  static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
