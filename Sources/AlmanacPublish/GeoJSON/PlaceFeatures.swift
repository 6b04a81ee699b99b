import AlmanacModel
import AlmanacTime

/// `geojson/places.geojson`: one feature a place that has events, with what comes there next.
struct PlaceFeatures {
  fileprivate struct Key: Hashable {
    let campus: String
    let place: String
  }

  /// What a place's list shows of an event; small, because there is one for every event.
  struct Item: Sendable {
    let campus: String
    let place: String
    /// Of the next date there; of what is over of the last.
    let startsAt: Instant
    let isAhead: Bool
  }

  fileprivate struct Entry {
    let startsAt: Instant
    /// In the order of the events' ids.
    let number: Int32
    let isAhead: Bool
  }

  private let index: EditionIndex
  private let pieces: PieceSpool
  private var entries: [Key: [Entry]] = [:]
  private var count: Int32 = 0

  init(_ index: EditionIndex, builder: EditionBuilder) throws {
    self.index = index
    pieces = try PieceSpool(in: builder.folder)
  }

  /// Notes an event for each of its places, with the date that the place's list shows. A piece is the
  /// size of its start's text, that text, and the entry of the list.
  static func write(
    _ event: PublishedEvent, _ texts: SharedTexts, now: Instant, to pieces: inout Pieces,
    _ json: inout JSONWriter
  ) -> [Item] {
    dates(of: event, now: now).map { place, date, isAhead in
      let start = texts.dates[date.ordinal].start
      json.clear()
      json.beginObject()
      json.member("id", event.id)
      json.member("title", date.title ?? event.event.title)
      json.member("start", start)
      json.endObject()
      pieces.add { bytes in
        bytes.append(UInt8(clamping: start.utf8.count))
        bytes.append(contentsOf: start.utf8)
        bytes.append(contentsOf: json.bytes)
      }
      return Item(
        campus: event.event.campus, place: place, startsAt: date.startsAt, isAhead: isAhead)
    }
  }

  private static func dates(of event: PublishedEvent, now: Instant) -> [(
    place: String, date: PublishedOccurrence, isAhead: Bool
  )] {
    var found: [(place: String, date: PublishedOccurrence, isAhead: Bool)] = []
    for occurrence in event.occurrences {
      guard let place = occurrence.location.place?.id else { continue }
      let isAhead = occurrence.takesPlace && occurrence.lastInstant >= now
      if let known = found.firstIndex(where: { $0.place == place }) {
        if !found[known].isAhead { found[known] = (place, occurrence, isAhead) }
      } else {
        found.append((place, occurrence, isAhead))
      }
    }
    return found
  }

  mutating func take(_ items: [Item], _ pieces: Pieces) throws {
    for item in items {
      entries[Key(campus: item.campus, place: item.place), default: []].append(
        Entry(startsAt: item.startsAt, number: count, isAhead: item.isAhead))
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

  /// What lies ahead first, soonest first.
  private func write(
    _ place: Place, campus: String, _ entries: [PlaceFeatures.Entry],
    to collection: FeatureCollection
  ) throws {
    let sorted = entries.sorted { one, other in
      if one.isAhead != other.isAhead { return one.isAhead }
      return (one.startsAt, one.number) < (other.startsAt, other.number)
    }
    var starts: [String] = []
    var list: [UInt8] = []
    var buffer: [UInt8] = []
    for entry in sorted {
      let size = try pieces.read(Int(entry.number), into: &buffer)
      let head = 1 + Int(buffer[0])
      if starts.isEmpty { starts = [String(decoding: buffer[1..<head], as: UTF8.self)] }
      // No comma goes before the first.
      list.append(contentsOf: buffer[(head + (list.isEmpty ? 1 : 0))..<size])
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
      json.member("next", sorted.first?.isAhead == true ? starts.first : nil)
      json.key("events")
      json.beginArray()
      json.raw(String(decoding: list, as: UTF8.self))
      json.endArray()
    }
    try collection.add(json.bytes[...])
  }
}
