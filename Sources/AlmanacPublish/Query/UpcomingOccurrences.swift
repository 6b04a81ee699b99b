public import AlmanacModel
public import AlmanacTime
import GRDB

/// One occurrence of an edition, for programs that plan with it.
public struct UpcomingOccurrence: Sendable {
  public var id: Int64
  public var event: String
  /// Whether calendars tell the occurrences of the event apart by their dates.
  public var isDated: Bool
  public var recurrenceID: String?
  public var start: Instant
  /// Exclusive.
  public var end: Instant?
  /// As published: with the offset, or a day.
  public var startText: String
  public var endText: String?
  public var isAllDay: Bool
  public var status: EventStatus
  public var isTransparent: Bool
  public var title: String
  public var text: String?
  public var url: String?
  /// The room and the name of the place; else the venue's text.
  public var venue: String?
  public var coordinate: Coordinate?
  public var timezone: String
  public var weather: String?
  public var modified: Instant
  public var sequence: Int
  public var categories: [String]
  public var tags: [String]
  public var advisories: [String]
  public var access: [OccurrenceAccess]
}

/// A journey by public transport to an occurrence, as the edition lists it.
public struct OccurrenceAccess: Hashable, Sendable {
  public var origin: String
  /// Where the origin is; nil where the edition does not say.
  public var coordinate: Coordinate?
  /// Seconds from door to door.
  public var duration: Int
  public var note: String?
}

extension EditionReader {
  /// The occurrences that end at or after a time, in the order of their ids.
  ///
  /// - Parameter described: Events whose descriptions are read.
  /// - Complexity: One pass over the tables; about 1 kB of memory an occurrence.
  public func upcoming(from start: Instant, describing described: Set<String>) throws
    -> [UpcomingOccurrence]
  {
    try read { database in
      let categories: [String: [String]] = try Self.lists(
        database, "SELECT event, category FROM event_category ORDER BY event, position")
      let tags: [String: [String]] = try Self.lists(
        database, "SELECT event, tag FROM event_tag ORDER BY event, position")
      let advisories: [Int64: [String]] = try Self.lists(
        database, "SELECT occurrence, text FROM occurrence_advisory ORDER BY occurrence, position")
      let access = try Self.access(database)
      let text = try database.cachedStatement(
        sql: """
          SELECT coalesce(d.description, e.description)
          FROM occurrence o JOIN event e ON e.id = o.event
            LEFT JOIN occurrence_description d ON d.occurrence = o.id
          WHERE o.id = ?
          """)
      let rows = try Row.fetchCursor(
        database, sql: Self.upcomingSelection, arguments: [start.secondsSinceEpoch])
      var found: [UpcomingOccurrence] = []
      while let row = try rows.next() {
        var occurrence = Self.upcoming(row)
        occurrence.categories = categories[occurrence.event] ?? []
        occurrence.tags = tags[occurrence.event] ?? []
        occurrence.advisories = advisories[occurrence.id] ?? []
        occurrence.access = access[occurrence.id] ?? []
        if described.contains(occurrence.event) {
          occurrence.text = try String.fetchOne(text, arguments: [occurrence.id])
        }
        found.append(occurrence)
      }
      return found
    }
  }

  /// Former ids of events, with the ids that they have now.
  public func eventAliases() throws -> [String: String] {
    try read { database in
      let rows = try Row.fetchAll(database, sql: "SELECT alias, event FROM event_alias")
      return Dictionary(
        rows.map { ($0[0] as String, $0[1] as String) }, uniquingKeysWith: { first, _ in first })
    }
  }

  private static func lists<Key: Hashable & DatabaseValueConvertible>(
    _ database: Database, _ sql: String
  ) throws -> [Key: [String]] {
    var lists: [Key: [String]] = [:]
    let rows = try Row.fetchCursor(database, sql: sql)
    while let row = try rows.next() { lists[row[0] as Key, default: []].append(row[1]) }
    return lists
  }

  /// Journeys that the edition has; none in an edition without transit data.
  private static func access(_ database: Database) throws -> [Int64: [OccurrenceAccess]] {
    guard try database.tableExists("occurrence_access") else { return [:] }
    let columns = Set(try database.columns(in: "occurrence_access").map(\.name))
    guard columns.isSuperset(of: ["occurrence", "origin", "minutes"]) else { return [:] }
    var access: [Int64: [OccurrenceAccess]] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT occurrence, origin, minutes FROM occurrence_access
        WHERE origin IS NOT NULL AND minutes IS NOT NULL ORDER BY occurrence, origin
        """)
    while let row = try rows.next() {
      let minutes: Double = row[2]
      access[row[0] as Int64, default: []].append(
        OccurrenceAccess(
          origin: row[1], coordinate: nil, duration: Int((minutes * 60).rounded()), note: nil))
    }
    return access
  }

  private static let upcomingSelection = """
    SELECT o.id, o.event, r.dated_uids, o.recurrence_id, o.start, o.end, o.start_text, o.end_text,
      o.all_day, o.status, e.transparency, coalesce(o.title, e.title), e.url,
      coalesce(o.room || ', ' || p.name, p.name, o.venue, e.venue), o.latitude, o.longitude,
      c.timezone, w.text, r.modified, r.sequence,
      (SELECT count(*) FROM occurrence s WHERE s.event = o.event) > 1
    FROM occurrence o JOIN event e ON e.id = o.event
      JOIN campus c ON c.id = o.campus
      JOIN event_revision r ON r.event = o.event
      LEFT JOIN place p ON p.id = o.place
      LEFT JOIN occurrence_weather w ON w.occurrence = o.id
    WHERE max(o.start + 1, coalesce(o.end, 0)) > ? ORDER BY o.id
    """

  private static func upcoming(_ row: Row) -> UpcomingOccurrence {
    let latitude: Double? = row[14]
    let longitude: Double? = row[15]
    let coordinate =
      if let latitude, let longitude {
        Coordinate(latitude: latitude, longitude: longitude)
      } else { Coordinate?.none }
    return UpcomingOccurrence(
      id: row[0], event: row[1], isDated: (row[2] as Bool) || (row[20] as Bool),
      recurrenceID: row[3], start: Instant(secondsSinceEpoch: row[4]),
      end: (row[5] as Int64?).map { Instant(secondsSinceEpoch: $0) }, startText: row[6],
      endText: row[7], isAllDay: row[8], status: EventStatus(rawValue: row[9]) ?? .confirmed,
      isTransparent: (row[10] as String?) == "transparent", title: row[11], text: nil,
      url: row[12], venue: row[13], coordinate: coordinate, timezone: row[16], weather: row[17],
      modified: Instant(secondsSinceEpoch: row[18]), sequence: row[19], categories: [], tags: [],
      advisories: [], access: [])
  }
}
