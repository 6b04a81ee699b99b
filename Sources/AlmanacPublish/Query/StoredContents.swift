import AlmanacModel
import AlmanacTime
import GRDB

extension EditionContents {
  /// Restores from an edition's database the contents that exporters need.
  ///
  /// - Parameter now: The run time of the edition.
  init(_ database: Database, now: Instant) throws {
    let settings = Dictionary(
      try Row.fetchAll(database, sql: "SELECT name, value FROM edition").map {
        ($0[0] as String, $0[1] as String)
      }, uniquingKeysWith: { first, _ in first })
    let campuses = try Row.fetchAll(
      database,
      sql: """
        SELECT id, name, timezone, places_name, places_license, places_attribution FROM campus
        ORDER BY position
        """)
    let days = try Row.fetchOne(database, sql: "SELECT min(start), max(end) FROM day")
    let window = [0, 1].map { column in
      (days?[column] as Int64?).map { Instant(secondsSinceEpoch: $0) } ?? now
    }
    self.init(
      now: now, window: Window(from: window[0], to: window[1]), tzdataVersion: "",
      campuses: campuses.map { Campus(id: $0[0], name: $0[1], timezone: $0[2]) },
      gazetteers: try Self.gazetteers(campuses, database),
      taxonomy: Taxonomy(
        categories: try Row.fetchAll(
          database, sql: "SELECT id, name FROM category ORDER BY position"
        ).map { Taxonomy.Category(id: $0[0], name: $0[1]) }),
      sources: try Self.sources(database), events: [], listings: PublishedListings(), forecasts: [],
      options: PublishingOptions(
        calendarName: settings["calendar_name"] ?? "", uidDomain: settings["uid_domain"] ?? ""),
      inputs: [])
    options.calendarWeather = settings["calendar_weather"] != "0"
    options.cancelled = settings["calendar_cancelled"].flatMap(CancelledEntries.init) ?? .status
    options.address = settings["address"].flatMap { EditionAddress($0) }
  }

  private static func gazetteers(
    _ campuses: [Row], _ database: Database
  ) throws -> [String: Gazetteer] {
    var gazetteers: [String: Gazetteer] = [:]
    for campus in campuses {
      guard let name: String = campus[3] else { continue }
      let id: String = campus[0]
      let places = try Row.fetchAll(
        database,
        sql: "SELECT id, name, latitude, longitude FROM place WHERE campus = ? ORDER BY number",
        arguments: [id])
      gazetteers[id] = Gazetteer(
        name: name, attribution: campus[5], license: campus[4],
        places: places.map { row in
          let degrees: (Double?, Double?) = (row[2], row[3])
          var place = Place(id: PlaceID.place(in: row[0], campus: id), name: row[1])
          if let latitude = degrees.0, let longitude = degrees.1 {
            place.coordinate = Coordinate(latitude: latitude, longitude: longitude)
          }
          return place
        })
    }
    return gazetteers
  }

  /// The configured sources. Unknown ones have no campus.
  private static func sources(_ database: Database) throws -> [Source] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT id, name, campus, kind, publisher_kind, license, attribution FROM source
        WHERE campus IS NOT NULL ORDER BY id
        """
    ).map { row in
      Source(
        id: row[0], name: row[1], campus: row[2],
        kind: Source.Kind(rawValue: row[3]) ?? .events, location: .file(""),
        publisherKind: EventKind(rawValue: row[4]) ?? .official, license: row[5],
        attribution: row[6])
    }
  }
}
