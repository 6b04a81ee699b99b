import AlmanacModel
import AlmanacTime

/// `geojson/places.geojson`: one feature a place that has events, with all that takes place there.
struct PlaceFeatures {
  fileprivate struct Key: Hashable {
    let campus: String
    let place: String
  }

  /// What a place's list shows of an event; small, because there is one for every event.
  struct Item: Sendable {
    let campus: String
    let place: String
    /// Of the first date there.
    let startsAt: Instant
  }

  fileprivate struct Entry {
    let startsAt: Instant
    /// In the order of the events' ids.
    let number: Int32
  }

  private let index: EditionIndex
  private let pieces: PieceSpool
  private var entries: [Key: [Entry]] = [:]
  private var count: Int32 = 0

  init(_ index: EditionIndex, builder: EditionBuilder) throws {
    self.index = index
    pieces = try PieceSpool(in: builder.folder)
  }

  /// Notes an event for each of its places, with its dates there. A piece is the entry of the list.
  static func write(
    _ event: PublishedEvent, _ texts: SharedTexts, to pieces: inout Pieces,
    _ json: inout JSONWriter
  ) -> [Item] {
    dates(of: event).map { place, dates in
      let first = dates.first(where: \.takesPlace) ?? dates[0]
      json.clear()
      json.beginObject()
      json.member("id", event.id)
      json.member("title", first.title ?? event.event.title)
      json.member("start", texts.dates[first.ordinal].start)
      json.member("dates", ofSeveral: dates, of: event, texts, tellsPlaces: false)
      json.endObject()
      pieces.add { bytes in bytes.append(contentsOf: json.bytes) }
      return Item(campus: event.event.campus, place: place, startsAt: first.startsAt)
    }
  }

  /// By place, none of them empty.
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

  mutating func take(_ items: [Item], _ pieces: Pieces) throws {
    for item in items {
      entries[Key(campus: item.campus, place: item.place), default: []].append(
        Entry(startsAt: item.startsAt, number: count))
      count += 1
    }
    try self.pieces.append(pieces)
  }

  /// Nothing can be taken after.
  func finish() throws -> PlaceCollection {
    PlaceCollection(index: index, pieces: try pieces.finish(), entries: entries)
  }
}

/// The features of places when all events are known, to be written by any thread.
struct PlaceCollection: Sendable {
  fileprivate let index: EditionIndex
  fileprivate let pieces: SpooledPieces
  fileprivate let entries: [PlaceFeatures.Key: [PlaceFeatures.Entry]]

  func write(attributions: [Attribution], _ builder: EditionBuilder) throws {
    let collection = try FeatureCollection("geojson/places.geojson", builder: builder)
    for (campus, gazetteer) in index.contents.gazetteers.sorted(by: { $0.key < $1.key }) {
      for place in gazetteer.places {
        guard let entries = entries[.init(campus: campus, place: place.id)] else { continue }
        try write(place, campus: campus, entries, to: collection)
      }
    }
    pieces.discard()
    try collection.finish(attribution: attributions.lines)
  }

  /// In the order of the events' first dates there.
  private func write(
    _ place: Place, campus: String, _ entries: [PlaceFeatures.Entry],
    to collection: FeatureCollection
  ) throws {
    let sorted = entries.sorted { ($0.startsAt, $0.number) < ($1.startsAt, $1.number) }
    var list: [UInt8] = []
    var buffer: [UInt8] = []
    for entry in sorted {
      let size = try pieces.read(Int(entry.number), into: &buffer)
      // No comma goes before the first.
      list.append(contentsOf: buffer[(list.isEmpty ? 1 : 0)..<size])
    }
    let isOneCampus = index.contents.campuses.count == 1
    let id = isOneCampus ? place.id : "\(campus)/\(place.id)"
    var json = FeatureCollection.writer()
    FeatureCollection.write(id: id, at: place.coordinate.map(DegreeTexts.init), to: &json) { json in
      json.member("id", place.id)
      json.member("campus", campus)
      json.member("name", place.name)
      json.member("category", place.category)
      json.member("subcategory", place.subcategory)
      json.member("within", place.within)
      json.member("count", sorted.count)
      json.key("events")
      json.beginArray()
      json.raw(String(decoding: list, as: UTF8.self))
      json.endArray()
    }
    try collection.add(json.bytes[...])
  }
}
