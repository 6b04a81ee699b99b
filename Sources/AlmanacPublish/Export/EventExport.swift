import AlmanacModel
import AlmanacTime
import Foundation
import GRDB
import Synchronization

/// Writes the files with all events: calendars and GeoJSON. Each event is read from the database once,
/// and rendered once for every file that has it.
struct EventExport {
  /// Events that a worker reads and renders at once.
  private static let part = 128
  /// Parts that are rendered while those before them are written.
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
    let renderer = EventRenderer(index)
    var output = try EventOutput(index, builder)
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
        for events in ready { try output.take(events) }
      }
      next = end
    }
    try readers.close()
    try output.finish(attributions, previous: previous, workers: workers)
  }
}

extension [String] {
  /// The first and the last of every so many.
  fileprivate func chunked(_ size: Int) -> [(first: String, last: String)] {
    stride(from: 0, to: count, by: size).map { (self[$0], self[Swift.min($0 + size, count) - 1]) }
  }
}

/// Connections to one database, as many as there are threads that read it.
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

  /// No connection may be in use.
  func close() throws {
    try idle.withLock { idle in
      for connection in idle { try connection.close() }
      idle = []
    }
  }
}

/// What all files have of some events.
struct RenderedEvents: Sendable {
  var events: [StoredEvent]
  /// Entries of calendars, one an event.
  var calendar = Pieces()
  /// Features of `events.geojson`.
  var features = Pieces()
  /// Features of days, one an occurrence.
  var dates = Pieces()
  /// What the lists of places show, and to which place each belongs.
  var places = Pieces()
  var placeItems: [PlaceFeatures.Item] = []
}

/// Renders events without regard to others.
struct EventRenderer: Sendable {
  private let components: EventComponents

  init(_ index: EditionIndex) { components = EventComponents(index: index) }

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

/// Puts the files together, in the order of the events.
private struct EventOutput {
  private let index: EditionIndex
  private let builder: EditionBuilder
  private var sources = SourceSets()
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

  mutating func take(_ rendered: RenderedEvents) throws {
    for stored in rendered.events {
      let stating = sources.number(of: stored.published.event, stored.published.occurrences)
      calendars.note(stored.published, from: stating)
      days.note(stored.published, from: stating)
    }
    calendars.entries.append(rendered.calendar)
    days.entries.append(rendered.dates)
    places.take(rendered.placeItems, rendered.places)
    try features.take(rendered)
  }

  func finish(
    _ attributions: [Attribution], previous: PreviousEdition?, workers: Int
  ) throws {
    let lines = AttributionLines(attributions, sources)
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
