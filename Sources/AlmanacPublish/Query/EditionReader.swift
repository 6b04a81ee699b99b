public import AlmanacModel
public import AlmanacTime
public import Foundation
import GRDB

/// Queries a published edition; opens it read-only, so that any number may read while a run goes on.
public final class EditionReader: Sendable {
  private let database: DatabaseQueue
  private let zones: ZoneDatabase
  private let mostTokens: Int
  /// The edition's folder, with links resolved, so that all its files are of one edition.
  public let folder: URL

  /// - Throws: `QueryError.unreadable` where there is no edition, or none of this version.
  public convenience init(edition: URL, zones: ZoneDatabase = .system) throws {
    try self.init(edition: edition, zones: zones, mostTokens: 300)
  }

  /// - Parameter mostTokens: Values of one facet up to which the index is used.
  init(edition: URL, zones: ZoneDatabase = .system, mostTokens: Int) throws {
    self.zones = zones
    self.mostTokens = mostTokens
    folder = edition.resolvingSymlinksInPath()
    let file = folder.appending(path: EditionDatabase.path)
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw QueryError.unreadable(path: edition.path)
    }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase(EditionQuery.prepare)
    database = try Self.explaining(folder) { [configuration] in
      try DatabaseQueue(path: file.path, configuration: configuration)
    }
    try read { try $0.requireEdition() }
  }

  /// Reads the database.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Self.explaining(folder) { try database.read(body) }
  }

  /// Tells a file that can't be read from a query that can't be answered.
  private static func explaining<Value>(_ folder: URL, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as UnsoundDatabase {
      throw QueryError.unreadable(path: folder.path, reason: error.description)
    } catch let error as DatabaseError where error.resultCode != .SQLITE_ERROR {
      throw QueryError.unreadable(path: folder.path, reason: error.message ?? error.description)
    }
  }

  /// The time of the run that published the edition.
  public func publishedAt() throws -> Instant { try manifest().now }

  /// With which day a week begins.
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

  /// How many occurrences a filter finds, on all pages.
  public func count(_ filter: EventFilter) throws -> Int {
    try read { try query(filter, $0).count() }
  }

  /// The calendar of all events that a filter finds, as the edition's calendars show them.
  public func calendar(_ filter: EventFilter) throws -> [UInt8] {
    try export(filter) { CalendarSet.calendar(of: $0, $1, $2) }
  }

  /// The features of all events that a filter finds, as `events.geojson` has them.
  public func geoJSON(_ filter: EventFilter) throws -> [UInt8] {
    try export(filter) { EventFeatures.collection(of: $0, $1, $2) }
  }

  private func query(_ filter: EventFilter, _ database: Database) throws -> EditionQuery {
    try EditionQuery(filter, in: database, mostTokens: mostTokens)
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
      return render(events, try index.attributions(in: database).owed(by: events), index)
    }
  }

  /// The days of a zone on which something is, in order: those that `from` and `to` of the filter
  /// touch; of a part left open, those of the stretch that the edition covers.
  public func days(_ filter: EventFilter, in zone: Zone) throws -> [CivilDate] {
    let window = try manifest().window
    let earliest = zone.civil(at: filter.from ?? window.from).date.dayNumber
    let latest = zone.civil(at: (filter.to ?? window.to) - 1).date.dayNumber
    return try read { database in
      var days: Set<CivilDate> = []
      try query(filter, database).eachTime { start, end in
        let end = end ?? start
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

  /// By position: looking columns up by their names takes longer than the query.
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
