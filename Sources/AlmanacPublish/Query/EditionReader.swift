import AlmanacFiles
import AlmanacModel
public import AlmanacTime
public import Foundation
import GRDB

/// Queries a published edition. Opens it read-only, so that readers don't block a run.
public final class EditionReader: Sendable {
  private let database: StoredDatabase
  private let zones: ZoneDatabase
  private let maxTokens: Int
  /// The edition's folder with symbolic links resolved, so that all files belong to one edition.
  public let folder: URL

  /// - Throws: `QueryError.unreadable` if there is no edition, or one of another version.
  public convenience init(edition: URL, zones: ZoneDatabase = .system) throws {
    try self.init(edition: edition, zones: zones, maxTokens: EditionQuery.maxTokens)
  }

  /// - Parameter maxTokens: The maximum number of facet values that are looked up in the index.
  init(edition: URL, zones: ZoneDatabase = .system, maxTokens: Int) throws {
    self.zones = zones
    self.maxTokens = maxTokens
    folder = edition.resolvingSymlinksInPath()
    let file = folder.appending(path: EditionDatabase.path)
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw QueryError.unreadable(path: edition.path)
    }
    database = try Self.mappingErrors(folder) { try StoredDatabase(at: file) }
  }

  /// Runs a closure with the database.
  ///
  /// - Throws: `QueryError.unreadable` for a damaged file.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Self.mappingErrors(folder) { try database.read(body) }
  }

  /// Converts errors of an unreadable file into `QueryError`.
  private static func mappingErrors<Value>(_ folder: URL, _ body: () throws -> Value) throws
    -> Value
  {
    do {
      return try body()
    } catch let error as DatabaseIntegrityError {
      throw QueryError.unreadable(path: folder.path, reason: error.description)
    } catch let error as FileError {
      throw QueryError.unreadable(path: folder.path, reason: error.description)
    } catch let error as DatabaseError where error.resultCode != .SQLITE_ERROR {
      throw QueryError.unreadable(path: folder.path, reason: error.message ?? error.description)
    }
  }

  /// The run time of the edition.
  public func publishedAt() throws -> Instant { try manifest().now }

  /// The first day of the week.
  public func firstWeekday() throws -> Weekday {
    try manifest().firstWeekday.flatMap { Weekday(name: $0) } ?? .monday
  }

  private func manifest() throws -> EditionManifest {
    do {
      return try EditionManifest(folder: folder)
    } catch {
      throw QueryError.unreadable(path: folder.path, reason: "\(error)")
    }
  }

  /// IANA names of the campuses' time zones, by campus id.
  public func timezones() throws -> [String: String] {
    try read { database in
      let rows = try Row.fetchAll(database, sql: "SELECT id, timezone FROM campus")
      return Dictionary(
        rows.map { ($0["id"] as String, $0["timezone"] as String) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  /// One page of matching occurrences, sorted by start.
  ///
  /// - Throws: `QueryError`.
  /// - Complexity: O(log *n* + *k*) for a time range with *k* occurrences up to the page's end.
  public func occurrences(_ filter: EventFilter) throws -> [FoundOccurrence] {
    try read { database in
      let limit = max(1, filter.limit)
      let (skipped, overflows) = (max(1, filter.page) - 1).multipliedReportingOverflow(by: limit)
      guard !overflows else { return [] }
      let ids = try query(filter, database).ids(limit: limit, skipping: skipped)
      let statement = try database.cachedStatement(sql: Self.selection)
      return try ids.compactMap { id in
        try Row.fetchOne(statement, arguments: [id]).map(Self.occurrence)
      }
    }
  }

  /// An iCalendar file with all matching events, in the form of the edition's calendars.
  public func calendar(_ filter: EventFilter) throws -> [UInt8] {
    try export(filter) { CalendarSet.calendar(of: $0, $1, $2) }
  }

  /// A GeoJSON file with all matching events, in the form of `events.geojson`.
  public func geoJSON(_ filter: EventFilter) throws -> [UInt8] {
    try export(filter) { EventFeatures.collection(of: $0, $1, $2) }
  }

  private func query(_ filter: EventFilter, _ database: Database) throws -> EditionQuery {
    try EditionQuery(filter, in: database, maxTokens: maxTokens)
  }

  private func export(
    _ filter: EventFilter,
    _ render: ([StoredEvent], [Attribution], EditionIndex) -> [UInt8]
  ) throws -> [UInt8] {
    let now = try publishedAt()
    return try read { database in
      let contents = try EditionContents(database, now: now)
      let index = EditionIndex(contents, zones: zones)
      let events = try StoredEvents(database, index)
        .events(.ids(try query(filter, database).events()))
      return render(events, try index.attributions(in: database).required(by: events), index)
    }
  }

  /// The days of a zone on which a matching occurrence takes place, sorted. Limited to the filter's
  /// time range, and to the edition's window where the range is open.
  public func days(_ filter: EventFilter, in zone: Zone) throws -> [CivilDate] {
    let window = try manifest().window
    let earliest = zone.civil(at: filter.from ?? window.from).date.dayNumber
    let latest = zone.civil(at: (filter.to ?? window.to) - 1).date.dayNumber
    return try read { database in
      var days: Set<CivilDate> = []
      try query(filter, database).eachTime { start, end in
        let end = end ?? start
        let first = zone.civil(at: start).date.dayNumber
        // The end is exclusive: an occurrence that ends at midnight isn't on the next day.
        let last = end > start ? zone.civil(at: end - 1).date.dayNumber : first
        for day in max(first, earliest)..<max(first, earliest, min(last, latest) + 1) {
          days.insert(CivilDate(dayNumber: day))
        }
      }
      return days.sorted()
    }
  }

  private static let selection = """
    SELECT o.event, coalesce(o.title, e.title) AS title, o.start, o.end, o.start_text,
      o.end_text, o.all_day, o.status, coalesce(o.venue, e.venue) AS venue,
      substr(o.place, length(o.campus) + 2) AS place,
      p.name AS place_name, o.room, o.latitude, o.longitude, e.category, e.kind, e.price,
      e.organizer, e.url, w.text AS weather
    FROM occurrence o JOIN event e ON e.id = o.event
      LEFT JOIN place p ON p.id = o.place
      LEFT JOIN occurrence_weather w ON w.occurrence = o.id
    WHERE o.id = ?
    """

  /// Decodes by position: looking up columns by name takes longer than the query.
  private static func occurrence(_ row: Row) -> FoundOccurrence {
    FoundOccurrence(
      event: row[0], title: row[1], start: Instant(secondsSinceEpoch: row[2]),
      end: (row[3] as Int64?).map { Instant(secondsSinceEpoch: $0) }, startText: row[4],
      endText: row[5], isAllDay: row[6], status: row[7], venue: row[8], place: row[9],
      placeName: row[10], room: row[11], latitude: row[12], longitude: row[13],
      category: row[14], kind: row[15], price: row[16], organizer: row[17], url: row[18],
      weather: row[19])
  }
}
