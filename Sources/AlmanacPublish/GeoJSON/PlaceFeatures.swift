import AlmanacModel
import AlmanacTime

/// `geojson/places.geojson`: one feature a place that has events, with what comes there next.
struct PlaceFeatures {
  private struct Key: Hashable {
    let campus: String
    let place: String
  }

  /// What a place's list shows of an event; small, because there is one for every event.
  private struct Entry {
    let id: String
    let title: String
    /// The next date there; of what is over the last.
    let start: CalendarTime
    let startsAt: Instant
    let isAhead: Bool
  }

  private let index: EditionIndex
  private let attributions: [Attribution]
  private let builder: EditionBuilder
  private var entries: [Key: [Entry]] = [:]

  init(_ index: EditionIndex, attributions: [Attribution], builder: EditionBuilder) {
    self.index = index
    self.attributions = attributions
    self.builder = builder
  }

  mutating func write(_ event: PublishedEvent) {
    let now = index.contents.now
    var dates: [String: PublishedOccurrence] = [:]
    for occurrence in event.occurrences {
      guard let place = occurrence.location.place?.id else { continue }
      if let known = dates[place], known.takesPlace, known.lastInstant >= now { continue }
      dates[place] = occurrence
    }
    for (place, occurrence) in dates {
      entries[Key(campus: event.event.campus, place: place), default: []].append(
        Entry(
          id: event.id, title: occurrence.title ?? event.event.title, start: occurrence.start,
          startsAt: occurrence.startsAt,
          isAhead: occurrence.takesPlace && occurrence.lastInstant >= now))
    }
  }

  func finish() throws {
    let collection = try FeatureCollection(
      "geojson/places.geojson", attributions: attributions, builder: builder)
    for (campus, gazetteer) in index.contents.gazetteers.sorted(by: { $0.key < $1.key }) {
      for place in gazetteer.places {
        guard let events = entries[Key(campus: campus, place: place.id)] else { continue }
        try write(place, campus: campus, events, to: collection)
      }
    }
    try collection.finish()
  }

  /// What lies ahead first, soonest first.
  private func write(
    _ place: Place, campus: String, _ entries: [Entry], to collection: FeatureCollection
  ) throws {
    let sorted = entries.sorted { one, other in
      if one.isAhead != other.isAhead { return one.isAhead }
      if one.startsAt != other.startsAt { return one.startsAt < other.startsAt }
      return one.id.precedes(other.id)
    }
    let isOneCampus = index.contents.campuses.count == 1
    let id = isOneCampus ? place.id : "\(campus)/\(place.id)"
    try collection.add(id: id, at: place.coordinate) { json in
      json.member("id", place.id)
      json.member("campus", campus)
      json.member("name", place.name)
      json.member("category", place.category)
      json.member("subcategory", place.subcategory)
      json.member("within", place.within)
      json.member("count", sorted.count)
      json.member("next", sorted.first.flatMap { $0.isAhead ? $0.start : nil })
      json.key("events")
      json.beginArray()
      for entry in sorted {
        json.beginObject()
        json.member("id", entry.id)
        json.member("title", entry.title)
        json.member("start", entry.start)
        json.endObject()
      }
      json.endArray()
    }
  }
}
