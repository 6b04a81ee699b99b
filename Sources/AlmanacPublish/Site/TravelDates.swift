import AlmanacModel
import AlmanacTime
import GRDB

/// The connections to occurrences in the database of an edition.
struct TravelDates {
  struct Way {
    /// The gazetteer's id of the origin.
    var origin: String
    var isDefault: Bool
    var leaveBy: Instant?
    var minutes: Int?
    var text: String
    var lastBack: Instant?
    var backUntil: Instant?
  }

  private var ways: [Int64: [Way]] = [:]

  /// Empty if the edition is older than the table.
  init(_ database: Database) throws {
    guard try database.tableExists("occurrence_access") else { return }
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT a.occurrence, o.campus, a.origin, a.is_default, a.leave_by, a.minutes_p90, a.text,
          a.last_back, a.back_until
        FROM occurrence_access a JOIN occurrence o ON o.id = a.occurrence
        ORDER BY a.occurrence, a.origin
        """)
    func instant(_ seconds: Int64?) -> Instant? {
      seconds.map { Instant(secondsSinceEpoch: $0) }
    }
    while let row = try rows.next() {
      ways[row[0], default: []].append(
        Way(
          origin: PlaceID.place(in: row[2], campus: row[1]), isDefault: row[3],
          leaveBy: instant(row[4]), minutes: row[5], text: row[6], lastBack: instant(row[7]),
          backUntil: instant(row[8])))
    }
  }

  /// The connections to an occurrence, by its id, sorted by the id of the origin.
  func ways(to occurrence: Int64) -> [Way] { ways[occurrence] ?? [] }

  /// Minutes from the departure at the default origin to the start; nil without a connection.
  func duration(to occurrence: PublishedOccurrence) -> Int? {
    guard let way = ways[occurrence.id]?.first(where: \.isDefault) else { return nil }
    if let leaveBy = way.leaveBy { return max(0, occurrence.startsAt.seconds(since: leaveBy) / 60) }
    return way.minutes
  }

  /// The minutes to each of several occurrences; nil if they differ or one has no connection. The
  /// calendar entry of a series has one travel time for all its dates.
  func duration(toAll occurrences: [PublishedOccurrence]) -> Int? {
    let durations = Set(occurrences.map(duration))
    return durations.count == 1 ? durations.first ?? nil : nil
  }
}

/// Writes public transit into `site/data.js`.
struct TravelData {
  private let database: Database
  private let dates: TravelDates

  init(_ database: Database) throws {
    self.database = database
    dates = try TravelDates(database)
  }

  /// Writes the stops of all campuses, for the map.
  func writeStops(to json: inout JSONWriter) throws {
    guard try database.tableExists("stop") else { return }
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT s.id, s.name, s.latitude, s.longitude, c.campus,
          (SELECT group_concat(label, ', ') FROM (SELECT DISTINCT r.label FROM route_stop rs
            JOIN route r ON r.id = rs.route WHERE rs.stop = s.id ORDER BY r.label))
        FROM stop s JOIN source c ON c.id = s.source
        WHERE s.latitude IS NOT NULL ORDER BY s.id
        """)
    guard !rows.isEmpty else { return }
    json.objects("stops", rows, onLines: true) { row, json in
      json.member("campus", row[4] as String?)
      json.member("name", row[1] as String)
      json.member("point", Coordinate(latitude: row[2], longitude: row[3]))
      json.member("routes", row[5] as String?)
    }
  }

  /// Writes the connections to a date, with times in the campus's zone.
  func write(_ date: PublishedOccurrence, in zone: Zone, to json: inout JSONWriter) {
    let ways = dates.ways(to: date.id)
    guard !ways.isEmpty else { return }
    let local = { (instant: Instant?) in
      instant.map { CalendarTime.zoned(ZonedTime($0, in: zone)) }
    }
    json.objects("ways", ways) { way, json in
      json.member("from", way.origin)
      if way.isDefault { json.member("default", true) }
      json.member("leave", local(way.leaveBy))
      json.member("text", way.text)
      json.member("back", local(way.lastBack))
      json.member("until", local(way.backUntil))
    }
  }
}
