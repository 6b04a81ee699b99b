import AlmanacModel
import AlmanacRecords
import GRDB

/// Some events, as texts: read while the connection is lent, and decoded when it is given
/// back, so that several workers decode at once.
struct StoredEvents: Sendable {
  private struct Text: Sendable {
    let event: String
    /// -1 where the text is of the whole event.
    let occurrence: Int
    let bytes: [UInt8]

    /// - Parameter row: The event's id, the occurrence and the text.
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

  /// - Parameter spans: From one id to another, these included; in the order of the ids, none twice.
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

  /// In the order of their ids, with what categorize and enrich left for them.
  func decoded() throws -> [Event] {
    let categorizations = Dictionary(grouping: categorizations, by: \.event)
    let weather = Dictionary(grouping: weather, by: \.event)
    return try events.map { text in
      var event = try text.record(Event.self, table: "event")
      for said in categorizations[text.event] ?? [] {
        event.adopt(try said.record(Categorization.self, table: "categorization"))
      }
      for said in weather[text.event] ?? []
      where event.occurrences.indices.contains(said.occurrence) {
        event.occurrences[said.occurrence].weather = try said.record(
          OccurrenceWeather.self, table: "weather")
      }
      return event
    }
  }
}
