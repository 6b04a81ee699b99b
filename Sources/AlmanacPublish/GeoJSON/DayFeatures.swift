import AlmanacModel
import AlmanacTime

/// `geojson/days/<date>.geojson`: what happens on a day of the campus's zone, also what began
/// before it and goes on.
struct DayFeatures {
  /// Finds an occurrence again; small, because an exhibition is on a hundred days.
  private struct Entry {
    let startsAt: Instant
    let event: Int32
    let ordinal: Int32
  }

  private let index: EditionIndex
  private let attributions: [Attribution]
  private let builder: EditionBuilder
  private var days: [CivilDate: [Entry]] = [:]

  init(_ index: EditionIndex, attributions: [Attribution], builder: EditionBuilder) {
    self.index = index
    self.attributions = attributions
    self.builder = builder
  }

  /// - Parameter number: The event's position in the contents.
  mutating func write(_ event: PublishedEvent, number: Int) {
    let window = index.contents.window
    for occurrence in event.occurrences {
      let first = event.zone.civil(at: max(occurrence.startsAt, window.from)).date
      let last = event.zone.civil(at: min(occurrence.lastInstant, window.to)).date
      guard first <= last else { continue }
      for day in first.dayNumber...last.dayNumber {
        days[CivilDate(dayNumber: day), default: []].append(
          Entry(
            startsAt: occurrence.startsAt, event: Int32(clamping: number),
            ordinal: Int32(clamping: occurrence.ordinal)))
      }
    }
  }

  func finish() throws {
    for (date, entries) in days.sorted(by: { $0.key < $1.key }) {
      let collection = try FeatureCollection(
        "geojson/days/\(date).geojson", attributions: attributions, builder: builder,
        members: [("date", date.description)])
      // Events are numbered in the order of their ids.
      let sorted = entries.sorted {
        ($0.startsAt, $0.event, $0.ordinal) < ($1.startsAt, $1.event, $1.ordinal)
      }
      for entry in sorted { try write(entry, to: collection) }
      try collection.finish()
    }
  }

  private func write(_ entry: Entry, to collection: FeatureCollection) throws {
    let event = index.published(index.contents.events[Int(entry.event)])
    let occurrence = event.occurrences[Int(entry.ordinal)]
    try collection.add(id: nil, at: occurrence.location.coordinate) { json in
      json.member("event", event.id)
      json.member("title", occurrence.title ?? event.event.title)
      json.members(of: occurrence)
      json.member("status", occurrence.status.rawValue)
      json.members(of: occurrence.location)
      json.members(of: event)
      json.member("weather", occurrence.weather)
    }
  }
}
