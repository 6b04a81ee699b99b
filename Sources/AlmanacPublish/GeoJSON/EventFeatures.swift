import AlmanacModel

/// `geojson/events.geojson`: one feature an event, in the order of their ids.
struct EventFeatures {
  static let path = "geojson/events.geojson"

  private let collection: FeatureCollection

  init(_ builder: EditionBuilder) throws {
    collection = try FeatureCollection(Self.path, builder: builder)
  }

  /// One feature, behind a comma and on a line of its own. What comes next depends on the clock of
  /// who asks, so that all dates are told and none is called the next.
  static func write(
    _ event: PublishedEvent, _ texts: SharedTexts, to json: inout JSONWriter
  ) {
    let only = event.occurrences.count == 1 ? event.occurrences.first : nil
    let location = only?.location ?? event.location
    let point = texts.degrees(of: location)
    FeatureCollection.write(id: event.id, at: point, to: &json) { json in
      json.member("id", event.id)
      json.member("title", event.event.title)
      if let first = event.occurrences.first { json.members(of: first, texts.dates[0]) }
      json.member("status", event.status.rawValue)
      texts.writeMembers(of: event, at: location, to: &json)
      json.member("occurrences", event.occurrences.count)
      json.member("dates", ofSeveral: event.occurrences, of: event, texts, tellsPlaces: true)
      json.member("weather", event.occurrences.lazy.compactMap(\.weather).first)
    }
  }

  /// Takes the features of the next events, which go to the file at once.
  func take(_ features: Pieces) throws { try collection.add(features) }

  /// Nothing can be taken after.
  func finish(attributions: [Attribution]) throws {
    try collection.finish(attribution: attributions.lines)
  }
}
