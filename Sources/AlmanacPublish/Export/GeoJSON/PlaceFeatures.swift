import AlmanacModel
import AlmanacTime

/// `geojson/places.geojson`: one feature per place with events, with the list of its events.
struct PlaceFeatures: Sendable {
  /// An event in the list of a place. Kept small, because there is one per event.
  struct Item: Sendable {
    let place: PlaceKey
    /// The start of the first date there.
    let startsAt: Instant
  }

  private struct Entry {
    let startsAt: Instant
    /// The number of its entry, in the order of event ids.
    let number: Int32
  }

  private let index: EditionIndex
  private let builder: EditionBuilder
  private let rendered: RenderedEntries
  private var entries: [PlaceKey: [Entry]] = [:]
  private var count: Int32 = 0

  init(_ index: EditionIndex, _ builder: EditionBuilder) {
    self.index = index
    self.builder = builder
    rendered = RenderedEntries(in: builder.folder)
  }

  /// Writes an entry for each place of an event, with the dates there.
  static func write(
    _ event: PublishedEvent, to rendered: inout ChunkedBytes, _ json: inout JSONWriter
  ) -> [Item] {
    dates(of: event).map { place, dates in
      let first = dates.first(where: \.takesPlace) ?? dates[0]
      json.clear()
      json.beginObject()
      json.member("id", event.id)
      json.member("title", first.title ?? event.event.title)
      json.member("start", first.start)
      json.member("dates", ofSeveral: dates, of: event, includesPlaces: false)
      json.endObject()
      rendered.append(json.bytes)
      return Item(
        place: PlaceKey(campus: event.event.campus, place: place), startsAt: first.startsAt)
    }
  }

  /// The dates at each place, without empty lists.
  private static func dates(of event: PublishedEvent) -> [(
    place: String, dates: [PublishedOccurrence]
  )] {
    var found: [(place: String, dates: [PublishedOccurrence])] = []
    for occurrence in event.occurrences {
      guard let place = occurrence.location.place?.id else { continue }
      if let known = found.firstIndex(where: { $0.place == place }) {
        found[known].dates.append(occurrence)
      } else {
        found.append((place, [occurrence]))
      }
    }
    return found
  }

  mutating func add(_ items: [Item], _ rendered: ChunkedBytes) {
    for item in items {
      entries[item.place, default: []].append(Entry(startsAt: item.startsAt, number: count))
      count += 1
    }
    self.rendered.append(rendered)
  }

  /// Writes the file. Nothing may be added afterwards.
  func finish(_ attributions: [Attribution]) throws {
    let collection = try FeatureCollection("geojson/places.geojson", builder: builder)
    for (campus, gazetteer) in index.contents.gazetteers.sorted(by: { $0.key < $1.key }) {
      for place in gazetteer.places {
        guard let entries = entries[PlaceKey(campus: campus, place: place.id)] else { continue }
        try write(place, campus: campus, entries, to: collection)
      }
    }
    try collection.finish(attribution: attributions.lines)
  }

  /// Writes a place. Its events are sorted by the first date there.
  private func write(
    _ place: Place, campus: String, _ entries: [Entry], to collection: FeatureCollection
  ) throws {
    let sorted = entries.sorted { ($0.startsAt, $0.number) < ($1.startsAt, $1.number) }
    var list: [UInt8] = []
    try rendered.read(sorted.lazy.map { Int($0.number) }) { piece in
      // The first entry has no comma.
      list.append(contentsOf: piece.dropFirst(list.isEmpty ? 1 : 0))
    }
    let isOneCampus = index.contents.campuses.count == 1
    let id = isOneCampus ? place.id : "\(campus)/\(place.id)"
    var json = FeatureCollection.writer()
    FeatureCollection.write(id: id, at: place.coordinate, to: &json) { json in
      json.member("id", place.id)
      json.member("campus", campus)
      json.member("name", place.name)
      json.member("category", place.category)
      json.member("subcategory", place.subcategory)
      json.member("within", place.within)
      json.member("count", sorted.count)
      if let cell = index.contents.presence[campus]?.cells.last(where: { $0.place == place.id }) {
        json.key("presence")
        cell.write(to: &json)
      }
      json.member(imagesOf: place.id, campus: campus, in: index.contents)
      json.array("events") { $0.raw(String(decoding: list, as: UTF8.self)) }
    }
    try collection.add(json.bytes[...])
  }
}
