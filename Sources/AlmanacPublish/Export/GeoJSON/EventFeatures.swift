import AlmanacModel

/// `geojson/events.geojson`: one feature per event, sorted by id. `geojson/map.geojson`: those with
/// a point.
struct EventFeatures {
  private let all: FeatureCollection
  private let placed: FeatureCollection

  init(_ builder: EditionBuilder) throws {
    all = try FeatureCollection("geojson/events.geojson", builder: builder)
    placed = try FeatureCollection("geojson/map.geojson", builder: builder)
  }

  /// Writes one feature on its own line, after a comma. Lists all dates and marks none as next,
  /// because the next date depends on when the file is read.
  static func write(
    _ event: PublishedEvent, to json: inout JSONWriter
  ) {
    let location = location(of: event)
    FeatureCollection.write(id: event.id, at: location.coordinate, to: &json) { json in
      json.member("id", event.id)
      json.member("title", event.event.title)
      if let first = event.occurrences.first { json.members(of: first) }
      json.member("status", event.status.rawValue)
      json.members(of: location)
      json.members(of: event)
      json.member("occurrences", event.occurrences.count)
      json.member("dates", ofSeveral: event.occurrences, of: event, includesPlaces: true)
      json.member("weather", event.occurrences.lazy.compactMap(\.weather).first)
    }
  }

  /// The location of the only date, else of the event.
  private static func location(of event: PublishedEvent) -> PublishedLocation {
    let only = event.occurrences.count == 1 ? event.occurrences.first : nil
    return only?.location ?? event.location
  }

  /// A collection of some events.
  static func collection(
    of events: [StoredEvent], _ attributions: [Attribution], _ index: EditionIndex
  ) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.member("type", "FeatureCollection")
    json.key("features")
    json.beginArray()
    for event in events.map(\.published) { write(event, to: &json) }
    json.lineBreak()
    json.endArray()
    json.member("attribution", attributions.lines)
    json.endObject()
    json.endLine()
    return json.bytes
  }

  func add(_ rendered: RenderedEvents) throws {
    try all.add(rendered.features.bytes, count: rendered.features.count)
    var events = rendered.events.makeIterator()
    try rendered.features.eachChunk { feature in
      guard let event = events.next()?.published,
        Self.location(of: event).coordinate != nil
      else { return }
      try placed.add(feature)
    }
  }

  /// Completes the files. Nothing may be added afterwards.
  func finish(_ attributions: [Attribution]) throws {
    for collection in [all, placed] { try collection.finish(attribution: attributions.lines) }
  }
}
