import AlmanacModel
import AlmanacTime
import GRDB

/// The ways to occurrences, as the database of an edition has them.
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

  /// Empty for a database of an edition from before there were ways.
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

  /// The ways to an occurrence, by its id, in the order of the origins' ids.
  func ways(to occurrence: Int64) -> [Way] { ways[occurrence] ?? [] }

  /// Minutes from leaving the default origin to the start of an occurrence; nil without a way.
  func duration(to occurrence: PublishedOccurrence) -> Int? {
    guard let way = ways[occurrence.id]?.first(where: \.isDefault) else { return nil }
    if let leaveBy = way.leaveBy { return max(0, occurrence.startsAt.seconds(since: leaveBy) / 60) }
    return way.minutes
  }

  /// The minutes to each of several occurrences; nil where they differ or one has no way, for the entry
  /// of a series has one time of travel for all its dates.
  func duration(toAll occurrences: [PublishedOccurrence]) -> Int? {
    let durations = Set(occurrences.map(duration))
    return durations.count == 1 ? durations.first ?? nil : nil
  }
}

/// What `site/data.js` has of public transit.
struct TravelData {
  private let database: Database
  private let dates: TravelDates

  init(_ database: Database) throws {
    self.database = database
    dates = try TravelDates(database)
  }

  /// The stops of a campus's sources, for its map.
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
    json.key("stops")
    json.beginArray()
    for row in rows {
      json.newline()
      json.beginObject()
      json.member("campus", row[4] as String?)
      json.member("name", row[1] as String)
      json.member("point", Coordinate(latitude: row[2], longitude: row[3]))
      json.member("routes", row[5] as String?)
      json.endObject()
    }
    json.endArray()
  }

  /// The ways to a date; times are the campus's.
  func write(_ date: PublishedOccurrence, in zone: Zone, to json: inout JSONWriter) {
    let ways = dates.ways(to: date.id)
    guard !ways.isEmpty else { return }
    let local = { (instant: Instant?) in
      instant.map { CalendarTime.zoned(ZonedTime($0, in: zone)) }
    }
    json.key("ways")
    json.beginArray()
    for way in ways {
      json.beginObject()
      json.member("from", way.origin)
      if way.isDefault { json.member("default", true) }
      json.member("leave", local(way.leaveBy))
      json.member("text", way.text)
      json.member("back", local(way.lastBack))
      json.member("until", local(way.backUntil))
      json.endObject()
    }
    json.endArray()
  }
}
