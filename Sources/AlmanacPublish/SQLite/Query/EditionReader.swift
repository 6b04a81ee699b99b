public import AlmanacModel
public import AlmanacTime
public import Foundation
import GRDB

/// Asks a published edition; opens it read-only, so that any number may ask while a run goes on.
public final class EditionReader: Sendable {
  private let database: DatabaseQueue
  /// The edition's folder, with links resolved, so that all its files are of one edition.
  public let folder: URL

  /// - Throws: `QueryError.unreadable` where there is no edition, or none of this version.
  public init(edition: URL) throws {
    folder = edition.resolvingSymlinksInPath()
    let file = folder.appending(path: "almanac.sqlite")
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw QueryError.unreadable(path: edition.path)
    }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { database in
      database.add(function: Self.metersBetween)
      database.add(function: Self.priceAmount)
      database.add(function: Self.folded)
    }
    database = try Self.explaining(folder) {
      try DatabaseQueue(path: file.path, configuration: configuration)
    }
    try read { try $0.requireEdition() }
  }

  /// Lends the database.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Self.explaining(folder) { try database.read(body) }
  }

  /// Tells a file that can't be read from a question that can't be asked.
  private static func explaining<Value>(_ folder: URL, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as UnsoundDatabase {
      throw QueryError.unreadable(path: folder.path, reason: error.description)
    } catch let error as DatabaseError where error.resultCode != .SQLITE_ERROR {
      throw QueryError.unreadable(path: folder.path, reason: error.message ?? error.description)
    }
  }

  /// The clock of the run that published the edition.
  public func publishedAt() throws -> Instant { try manifest().now }

  private func manifest() throws -> EditionManifest {
    do {
      return try EditionManifest(folder: folder)
    } catch {
      throw QueryError.unreadable(path: folder.path, reason: "\(error)")
    }
  }

  /// IANA names of the campuses' zones, by the campus's id.
  public func timezones() throws -> [String: String] {
    try read { database in
      let rows = try Row.fetchAll(database, sql: "SELECT id, timezone FROM campus")
      return Dictionary(
        rows.map { ($0["id"] as String, $0["timezone"] as String) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  /// In order of start, a page of them.
  public func occurrences(_ filter: EventFilter) throws -> [FoundOccurrence] {
    try read { database in
      let builder = try QueryBuilder(filter, in: database)
      let limit = max(1, filter.limit)
      let (skipped, overflows) = (max(1, filter.page) - 1).multipliedReportingOverflow(by: limit)
      let arguments = builder.arguments + [limit, overflows ? Int.max : skipped]
      return try Row.fetchAll(
        database,
        sql: Self.select(builder.clause) + " ORDER BY o.start, o.event, o.ordinal LIMIT ? OFFSET ?",
        arguments: StatementArguments(arguments)
      ).map(Self.occurrence)
    }
  }

  /// The days of a zone on which something is, in order: those that `from` and `to` of the filter
  /// touch; of a part left open, those of the stretch that the edition covers.
  public func days(_ filter: EventFilter, in zone: Zone) throws -> [CivilDate] {
    let window = try manifest().window
    let earliest = zone.civil(at: filter.from ?? window.from).date.dayNumber
    let latest = zone.civil(at: (filter.to ?? window.to) - 1).date.dayNumber
    return try read { database in
      let builder = try QueryBuilder(filter, in: database)
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT o.start, o.end FROM occurrence o JOIN event e ON e.id = o.event
          WHERE \(builder.clause)
          """, arguments: StatementArguments(builder.arguments))
      var days: Set<CivilDate> = []
      while let row = try rows.next() {
        let start = Instant(secondsSinceEpoch: row["start"])
        let end = (row["end"] as Int64?).map { Instant(secondsSinceEpoch: $0) } ?? start
        let first = zone.civil(at: start).date.dayNumber
        // Exclusive: what ends at midnight is not on the day that begins then.
        let last = end > start ? zone.civil(at: end - 1).date.dayNumber : first
        for day in max(first, earliest)..<max(first, earliest, min(last, latest) + 1) {
          days.insert(CivilDate(dayNumber: day))
        }
      }
      return days.sorted()
    }
  }

  private static func select(_ clause: String) -> String {
    """
    SELECT o.event, coalesce(o.title, e.title) AS title, o.start, o.end, o.start_text,
      o.end_text, o.all_day, o.status, coalesce(o.venue, e.venue) AS venue, o.place,
      p.name AS place_name, o.room, o.latitude, o.longitude, e.category, e.kind, e.price,
      e.organizer, e.url, w.text AS weather
    FROM occurrence o JOIN event e ON e.id = o.event
      LEFT JOIN place p ON p.campus = o.campus AND p.id = o.place
      LEFT JOIN occurrence_weather w ON w.occurrence = o.id
    WHERE \(clause)
    """
  }

  private static func occurrence(_ row: Row) -> FoundOccurrence {
    FoundOccurrence(
      event: row["event"], title: row["title"],
      start: Instant(secondsSinceEpoch: row["start"]),
      end: (row["end"] as Int64?).map { Instant(secondsSinceEpoch: $0) },
      startText: row["start_text"], endText: row["end_text"], isAllDay: row["all_day"],
      status: row["status"], venue: row["venue"], place: row["place"],
      placeName: row["place_name"], room: row["room"], latitude: row["latitude"],
      longitude: row["longitude"], category: row["category"], kind: row["kind"],
      price: row["price"], organizer: row["organizer"], url: row["url"],
      weather: row["weather"])
  }

  private static let metersBetween = DatabaseFunction(
    "meters_between", argumentCount: 4, pure: true
  ) { values in
    let numbers = values.compactMap { Double.fromDatabaseValue($0) }
    guard numbers.count == 4,
      let first = Coordinate(latitude: numbers[0], longitude: numbers[1]),
      let second = Coordinate(latitude: numbers[2], longitude: numbers[3])
    else { return nil }
    return first.distance(to: second)
  }

  /// SQLite's own `lower` knows ASCII only.
  private static let folded = DatabaseFunction("folded", argumentCount: 1, pure: true) { values in
    String.fromDatabaseValue(values[0]).map(TextFolding.fold)
  }

  /// The lowest amount that a price's text names; 0 where it is free; NULL where none is stated.
  private static let priceAmount = DatabaseFunction(
    "price_amount", argumentCount: 2, pure: true
  ) { values in
    if Int64.fromDatabaseValue(values[1]) == 1 { return 0 }
    return String.fromDatabaseValue(values[0]).flatMap(Price.lowestAmount)
  }
}
