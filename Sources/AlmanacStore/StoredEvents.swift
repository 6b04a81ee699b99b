import AlmanacModel
import AlmanacRecords
import GRDB

/// The stored JSON of some events. Reading needs the connection; decoding doesn't, so that several
/// workers decode in parallel.
struct StoredEvents: Sendable {
  private struct Text: Sendable {
    let event: String
    /// The position of the occurrence; -1 for the whole event.
    let occurrence: Int
    let bytes: [UInt8]

    /// - Parameter row: The event's id, the occurrence and the JSON.
    init(_ row: Row) throws {
      event = row[0]
      occurrence = row[1]
      bytes = try row.bytes(at: 2)
    }

    func record<Record: FastJSONCodable>(_ type: Record.Type, table: String) throws -> Record {
      try RecordCoding.record(type, from: bytes, table: table, key: event)
    }
  }

  private let events: [Text]
  private let categorizations: [Text]
  private let weather: [Text]

  /// - Parameter spans: Ranges of ids, bounds included, sorted and disjoint.
  init(
    of campus: String, _ spans: [(first: String, last: String)], in database: Database
  ) throws {
    func texts(_ table: String, key: String, occurrence: String = "-1") throws -> [Text] {
      let statement = try database.cachedStatement(
        sql: """
          SELECT \(key), \(occurrence), payload FROM \(table)
          WHERE campus = ? AND \(key) BETWEEN ? AND ? ORDER BY \(key)
          """)
      return try spans.flatMap { span in
        try Array(
          Row.fetchCursor(statement, arguments: [campus, span.first, span.last]).map {
            try Text($0)
          })
      }
    }
    events = try texts("event", key: "id")
    categorizations = try texts("categorization", key: "event")
    weather = try texts("weather", key: "event", occurrence: "occurrence")
  }

  /// Decodes the events in the order of their ids, with the results of `categorize` and `enrich`.
  func decoded() throws -> [Event] {
    let categorizations = Dictionary(grouping: categorizations, by: \.event)
    let weather = Dictionary(grouping: weather, by: \.event)
    return try events.map { text in
      var event = try text.record(Event.self, table: "event")
      for stored in categorizations[text.event] ?? [] {
        event.adopt(try stored.record(Categorization.self, table: "categorization"))
      }
      for stored in weather[text.event] ?? []
      where event.occurrences.indices.contains(stored.occurrence) {
        event.occurrences[stored.occurrence].weather = try stored.record(
          OccurrenceWeather.self, table: "weather")
      }
      return event
    }
  }
}
