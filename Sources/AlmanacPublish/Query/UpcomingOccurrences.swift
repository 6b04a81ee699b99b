public import AlmanacModel
public import AlmanacTime
import GRDB

extension EditionReader {
  /// The occurrences that end after a time, sorted by id.
  ///
  /// - Parameter described: Ids of events whose descriptions are read.
  /// - Throws: `QueryError.unreadable`.
  /// - Complexity: One pass over the tables; about 1 kB of memory per occurrence.
  public func upcoming(from start: Instant, describing described: Set<String>) throws
    -> [PlanOccurrence]
  {
    try read { database in
      let categories: [String: [String]] = try Self.lists(
        database, "SELECT event, category FROM event_category ORDER BY event, position")
      let tags: [String: [String]] = try Self.lists(
        database, "SELECT event, tag FROM event_tag ORDER BY event, position")
      let advisories: [Int64: [String]] = try Self.lists(
        database, "SELECT occurrence, text FROM occurrence_advisory ORDER BY occurrence, position")
      let journeys = try Self.journeys(database)
      let text = try database.cachedStatement(
        sql: """
          SELECT coalesce(d.description, e.description)
          FROM occurrence o JOIN event e ON e.id = o.event
            LEFT JOIN occurrence_description d ON d.occurrence = o.id
          WHERE o.id = ?
          """)
      let rows = try Row.fetchCursor(
        database, sql: Self.upcomingSelection, arguments: [start.secondsSinceEpoch])
      var found: [PlanOccurrence] = []
      while let row = try rows.next() {
        var occurrence = Self.upcoming(row)
        occurrence.categories = categories[occurrence.event] ?? []
        occurrence.tags = tags[occurrence.event] ?? []
        occurrence.advisories = advisories[occurrence.id] ?? []
        occurrence.journeys = journeys[occurrence.id] ?? []
        if described.contains(occurrence.event) {
          occurrence.text = try String.fetchOne(text, arguments: [occurrence.id])
        }
        found.append(occurrence)
      }
      return found
    }
  }

  /// Maps former event ids to current ones.
  public func eventAliases() throws -> [String: String] {
    try read { database in
      let rows = try Row.fetchAll(database, sql: "SELECT alias, event FROM event_alias")
      return Dictionary(
        rows.map { ($0[0] as String, $0[1] as String) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// The given ids that the edition contains, including past events.
  public func events(among ids: Set<String>) throws -> Set<String> {
    try read { database in
      let statement = try database.cachedStatement(sql: "SELECT 1 FROM event WHERE id = ?")
      return try ids.filter { try Int.fetchOne(statement, arguments: [$0]) != nil }
    }
  }

  /// Groups the second column by the first.
  private static func lists<Key: Hashable & DatabaseValueConvertible>(
    _ database: Database, _ sql: String
  ) throws -> [Key: [String]] {
    var lists: [Key: [String]] = [:]
    let rows = try Row.fetchCursor(database, sql: sql)
    while let row = try rows.next() { lists[row[0] as Key, default: []].append(row[1]) }
    return lists
  }

  /// Connections by occurrence; empty in an edition without transit data.
  private static func journeys(_ database: Database) throws -> [Int64: [ListedJourney]] {
    guard try database.tableExists("occurrence_access") else { return [:] }
    var journeys: [Int64: [ListedJourney]] = [:]
    // Plan with the 90th percentile: nine of ten journeys are at least as fast.
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT a.occurrence, p.name, p.latitude, p.longitude,
          60 * coalesce(a.minutes_p90, a.minutes_median), a.text
        FROM occurrence_access a JOIN place p ON p.id = a.origin
        WHERE a.reason IS NULL AND a.minutes_median IS NOT NULL AND p.latitude IS NOT NULL
        ORDER BY a.occurrence, a.origin
        """)
    while let row = try rows.next() {
      guard let coordinate = Coordinate(latitude: row[2], longitude: row[3]) else { continue }
      journeys[row[0] as Int64, default: []].append(
        ListedJourney(
          from: PlanPlace(name: row[1], coordinate: coordinate),
          journey: TransitJourney(duration: row[4], note: row[5])))
    }
    return journeys
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

  private static func upcoming(_ row: Row) -> PlanOccurrence {
    let zone = ZoneDatabase.system.zone(named: row[16]) ?? .utc
    let isAllDay: Bool = row[8]
    func time(_ text: String, _ instant: Instant) -> CalendarTime {
      if isAllDay, let date = CivilDate(iso8601: text.prefix(10)) { return .day(date) }
      return .zoned(ZonedTime(instant, in: zone))
    }
    let start = Instant(secondsSinceEpoch: row[4])
    let startText: String = row[6]
    var found = PlanOccurrence(
      id: row[0], event: row[1], title: row[11], start: start, startTime: time(startText, start),
      modified: Instant(secondsSinceEpoch: row[18]))
    if let seconds: Int64 = row[5] {
      let end = Instant(secondsSinceEpoch: seconds)
      found.end = end
      found.endTime = (row[7] as String?).map { time($0, end) }
    }
    // Calendar entries of the event have separate UIDs with their dates.
    if (row[2] as Bool) || (row[20] as Bool) {
      // The original start stays where an occurrence is moved.
      found.label =
        ((row[3] as String?) ?? startText).filter { $0 != "-" && $0 != ":" }
        .prefix(isAllDay ? 8 : 15).description
    }
    found.isAllDay = isAllDay
    let status = EventStatus(rawValue: row[9])
    found.isCancelled = status == .cancelled || status == .postponed
    found.isTentative = status == .tentative
    found.isTransparent = (row[10] as String?) == "transparent"
    found.link = row[12]
    found.venue = row[13]
    if let latitude: Double = row[14], let longitude: Double = row[15],
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    {
      found.place = PlanPlace(name: found.venue ?? found.title, coordinate: coordinate)
    }
    found.weather = row[17]
    found.sequence = row[19]
    return found
  }
}
