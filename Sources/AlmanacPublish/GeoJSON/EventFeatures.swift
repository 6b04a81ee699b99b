import AlmanacModel
import AlmanacTime

/// `geojson/events.geojson`: one feature an event.
struct EventFeatures {
  static let path = "geojson/events.geojson"

  /// One feature, behind a comma and on a line of its own.
  static func write(
    _ event: PublishedEvent, _ texts: SharedTexts, now: Instant, to json: inout JSONWriter
  ) {
    let next = event.next(after: now)
    let location = next?.location ?? event.location
    let point = texts.degrees(of: location)
    FeatureCollection.write(id: event.id, at: point, to: &json) { json in
      json.member("id", event.id)
      json.member("title", event.event.title)
      if let first = event.occurrences.first { json.members(of: first, texts.dates[0]) }
      json.member("status", event.status.rawValue)
      texts.writeMembers(of: event, at: location, to: &json)
      json.member("occurrences", event.occurrences.count)
      json.member("next", next.map { texts.dates[$0.ordinal].start })
      json.member("weather", next?.weather)
    }
  }

  /// - Parameter features: Of all events in the order of their ids.
  static func finish(
    _ features: SpooledPieces, attributions: [Attribution], _ builder: EditionBuilder
  ) throws {
    let collection = try FeatureCollection(path, attribution: attributions.lines, builder: builder)
    var walk = features.walk()
    while let feature = try walk.next() { try collection.add(feature) }
    features.discard()
    try collection.finish()
  }
}
