import AlmanacModel
import AlmanacTime

/// `geojson/events.geojson`: one feature an event.
struct EventFeatures {
  private let collection: FeatureCollection
  private let now: Instant

  init(_ index: EditionIndex, attributions: [Attribution], builder: EditionBuilder) throws {
    now = index.contents.now
    collection = try FeatureCollection(
      "geojson/events.geojson", attributions: attributions, builder: builder)
  }

  func write(_ event: PublishedEvent) throws {
    let next = event.next(after: now)
    let location = next?.location ?? event.location
    try collection.add(id: event.id, at: location.coordinate) { json in
      json.member("id", event.id)
      json.member("title", event.event.title)
      if let first = event.occurrences.first { json.members(of: first) }
      json.member("status", event.status.rawValue)
      json.members(of: location)
      json.members(of: event)
      json.member("occurrences", event.occurrences.count)
      json.member("next", next?.start)
      json.member("weather", next?.weather)
    }
  }

  func finish() throws { try collection.finish() }
}
