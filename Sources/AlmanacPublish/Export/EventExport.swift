import AlmanacModel
import AlmanacTime
import Foundation
import GRDB
import Synchronization

/// Writes calendars and GeoJSON. Reads each event from the database once, and renders it once for
/// all files that contain it.
struct EventExport {
  /// Number of events that a worker reads and renders at once.
  private static let part = 128
  /// Number of parts that are rendered in parallel while the previous ones are written.
  private static let parts = 8

  let index: EditionIndex
  let database: URL
  let builder: EditionBuilder
  let previous: PreviousEdition?
  let attributions: [Attribution]
  let workers: Int

  func write() throws {
    let readers = ReaderPool(database)
    let starts = try readers.with { database in
      try String.fetchAll(database, sql: "SELECT id FROM event ORDER BY id")
    }.chunked(Self.part)
    let renderer = EventRenderer(index, travel: try readers.with { try TravelDates($0) })
    var output = try EventOutput(index, builder)
    // Pipeline: workers render one group of parts while this thread writes the previous group. At
    // most two groups are in memory, and the order of events is fixed.
    var ready: [RenderedEvents] = []
    var next = 0
    while next < starts.count || !ready.isEmpty {
      let end = min(next + Self.parts, starts.count)
      let ranges = Array(starts[next..<end])
      ready = try Workers.map(ranges.count, workers: workers) { [index] number in
        let events = try readers.with { database in
          try StoredEvents(database, index)
            .events(.range(first: ranges[number].first, last: ranges[number].last))
        }
        return renderer.render(events)
      } beside: {
        for events in ready { try output.add(events) }
      }
      next = end
    }
    try readers.close()
    try output.finish(attributions, previous: previous, workers: workers)
  }
}

extension [String] {
  /// The first and last element of each chunk.
  fileprivate func chunked(_ size: Int) -> [(first: String, last: String)] {
    stride(from: 0, to: count, by: size).map { (self[$0], self[Swift.min($0 + size, count) - 1]) }
  }
}

/// A pool of connections to one database, at most one per reading thread.
final class ReaderPool: Sendable {
  private let url: URL
  private let idle = Mutex<[StoredDatabase]>([])

  init(_ url: URL) { self.url = url }

  func with<Value>(_ body: (Database) throws -> Value) throws -> Value {
    let connection = try idle.withLock { $0.popLast() } ?? StoredDatabase(at: url)
    let value = try connection.read(body)
    idle.withLock { $0.append(connection) }
    return value
  }

  /// Closes all connections; none may be in use.
  func close() throws {
    try idle.withLock { idle in
      for connection in idle { try connection.close() }
      idle = []
    }
  }
}

/// A place of a campus's gazetteer.
struct PlaceKey: Hashable {
  let campus: String
  let place: String
}

/// The rendered data of some events for all files.
struct RenderedEvents: Sendable {
  var events: [StoredEvent]
  /// iCalendar components, one chunk per event.
  var calendar = ChunkedBytes()
  /// Features of `events.geojson`, one per event.
  var features = ChunkedBytes()
  /// Features of the files by day, one per occurrence.
  var dates = ChunkedBytes()
  /// Entries of the events at each place, and the place of each entry.
  var places = ChunkedBytes()
  var placeItems: [PlaceFeatures.Item] = []
}

/// Renders each event independently of others.
struct EventRenderer: Sendable {
  private let components: EventComponents

  init(_ index: EditionIndex, travel: TravelDates? = nil) {
    components = EventComponents(index: index, travel: travel)
  }

  func render(_ events: [StoredEvent]) -> RenderedEvents {
    var rendered = RenderedEvents(events: events)
    for stored in events {
      let event = stored.published
      var lines = ICalendarLines()
      components.write(event, stored.revision, to: &lines)
      rendered.calendar.append(lines.bytes)
      var json = FeatureCollection.writer()
      EventFeatures.write(event, to: &json)
      rendered.features.append(json.bytes)
      for occurrence in event.occurrences {
        json.clear()
        DayFeatures.write(occurrence, of: event, to: &json)
        rendered.dates.append(json.bytes)
      }
      json.clear()
      rendered.placeItems += PlaceFeatures.write(event, to: &rendered.places, &json)
    }
    return rendered
  }
}

/// Assembles the files, in the order of the events.
private struct EventOutput {
  private let index: EditionIndex
  private let builder: EditionBuilder
  private var calendars: CalendarSet
  private var days: DayFeatures
  private var places: PlaceFeatures
  private let features: EventFeatures

  init(_ index: EditionIndex, _ builder: EditionBuilder) throws {
    self.index = index
    self.builder = builder
    calendars = CalendarSet(index, builder)
    days = DayFeatures(index, builder)
    places = PlaceFeatures(index, builder)
    features = try EventFeatures(builder)
  }

  mutating func add(_ rendered: RenderedEvents) throws {
    for stored in rendered.events {
      let sources = stored.published.sources
      calendars.record(stored.published, from: sources)
      days.record(stored.published, from: sources)
    }
    calendars.entries.append(rendered.calendar)
    days.entries.append(rendered.dates)
    places.add(rendered.placeItems, rendered.places)
    try features.add(rendered)
  }

  func finish(
    _ attributions: [Attribution], previous: PreviousEdition?, workers: Int
  ) throws {
    let lines = AttributionLines(attributions)
    _ = try Workers.map(3, workers: workers) { [calendars, days, places] part in
      switch part {
      case 0: try calendars.finish(lines, previous: previous)
      case 1: try days.finish(lines)
      default: try places.finish(attributions)
      }
    } beside: {
      try features.finish(attributions)
    }
  }
}
