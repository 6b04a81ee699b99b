public import AlmanacModel
import AlmanacTime

extension PlanOccurrence {
  /// The key of the occurrence's entry in agendas.
  var key: String { label.map { "\(event)-\($0)" } ?? event }

  /// The end, or an assumed duration of one hour or one day.
  var assumedEnd: Instant { end.map { max($0, start) } ?? start + (isAllDay ? 86_400 : 3_600) }

  /// Whether other events can't be attended at the same time.
  var isBusy: Bool { !isAllDay && !isCancelled && !isTransparent }
}

/// The upcoming occurrences of an edition, indexed for plans.
public struct PlanEdition: Sendable {
  /// In order of start, then id. Positions in this array identify occurrences.
  public let occurrences: [PlanOccurrence]
  /// Current ids of events by their former ids.
  public let aliases: [String: String]
  /// The ids of all events with occurrences, in order.
  let eventIDs: [String]
  /// For each occurrence, the position of its event in `eventIDs`.
  let eventNumbers: [Int]
  private let events: Set<String>
  /// Positions of occurrences, in order.
  private let byEvent: [String: [Int]]
  let byCategory: [String: [Int]]
  let byTag: [String: [Int]]
  let byWord: [String: [Int]]

  /// - Parameters:
  ///   - aliases: Current ids of events by their former ids.
  ///   - events: Ids of all events of the edition, including past ones.
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

  /// The occurrences of a reference; empty if there is no such event or date.
  func positions(of reference: EventReference) -> [Int] {
    let event = aliases[reference.event] ?? reference.event
    let all = byEvent[event] ?? []
    guard let date = reference.date else { return all }
    return all.filter { occurrences[$0].date == date }
  }

  /// The position of an event in `eventIDs`; nil for an event without occurrences.
  func eventNumber(of event: String) -> Int? {
    byEvent[aliases[event] ?? event]?.first.map { eventNumbers[$0] }
  }

  /// Whether the edition has the event and, if the date is today or later, the date.
  func isKnown(_ reference: EventReference, today: CivilDate) -> Bool {
    let event = aliases[reference.event] ?? reference.event
    guard byEvent[event] != nil || events.contains(event) else { return false }
    guard let date = reference.date, date >= today else { return true }
    return !positions(of: reference).isEmpty
  }

  /// The position of the first occurrence that starts at a time or later. O(log occurrences).
  func position(from start: Instant) -> Int {
    occurrences.partitioningIndex { $0.start >= start }
  }

  /// Folds the case of a tag or word for comparison.
  static func folded(_ text: String) -> String { text.lowercased() }

  /// The case-folded words of a title.
  static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
