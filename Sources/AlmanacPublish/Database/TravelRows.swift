import AlmanacModel
import AlmanacTime
import GRDB

/// Writes the tables of public transit. Requires that all occurrences are in the database.
struct TravelRows {
  private struct Visit: Hashable {
    var place: String
    var start: Int64
  }

  private let index: EditionIndex
  private let database: Database

  init(_ index: EditionIndex, _ database: Database) {
    self.index = index
    self.database = database
  }

  func write() throws {
    try database.execute(sql: TravelSchema.tables)
    for (campus, travel) in index.contents.travel.sorted(by: { $0.key < $1.key }) {
      try writeNetwork(travel)
      try writePlaces(travel, campus: campus)
      try writeAccess(travel, campus: campus)
    }
    try database.execute(sql: TravelSchema.indexes)
  }

  private func writeNetwork(_ travel: CampusTravel) throws {
    let stop = try RowInserter("stop", rule: "OR IGNORE", in: database)
    for entry in travel.stops {
      try stop.insert([
        entry.id, entry.source, entry.name, entry.code, entry.coordinate?.latitude,
        entry.coordinate?.longitude, entry.isAccessible, GeoPackage.blob(entry.coordinate),
      ])
    }
    let route = try RowInserter("route", rule: "OR IGNORE", in: database)
    for entry in travel.routes {
      try route.insert([
        entry.id, entry.source, entry.label, entry.name, entry.agency, entry.type, entry.color,
        WebLink.safe(entry.url), entry.booking, entry.headway?.lowerBound,
        entry.headway?.upperBound, entry.fare?.amount, entry.fare?.currency, entry.isEstimated,
      ])
    }
    let routeStop = try RowInserter("route_stop", rule: "OR IGNORE", in: database)
    for entry in travel.routeStops {
      try routeStop.insert([entry.route, entry.direction, entry.position, entry.stop])
    }
  }

  private func writePlaces(_ travel: CampusTravel, campus: String) throws {
    let insert = try RowInserter("place_stop", rule: "OR IGNORE", in: database)
    for entry in travel.placeStops {
      try insert.insert([
        PlaceID.text(campus: campus, place: entry.place), entry.stop, entry.meters,
        entry.minutes, "estimate", entry.opposite,
      ])
    }
  }

  private func writeAccess(_ travel: CampusTravel, campus: String) throws {
    var known: [Visit: [CampusTravel.Access]] = [:]
    for access in travel.access {
      let place = PlaceID.text(campus: campus, place: access.place)
      known[Visit(place: place, start: access.start.secondsSinceEpoch), default: []].append(access)
    }
    guard !known.isEmpty else { return }
    let text = TravelText(travel, zone: index.zone(ofCampus: campus))
    let insert = try RowInserter("occurrence_access", in: database)
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT id, place, start FROM occurrence
        WHERE campus = ? AND place IS NOT NULL AND all_day = 0 ORDER BY id
        """, arguments: [campus])
    for row in rows {
      let id: Int64 = row[0]
      for access in known[Visit(place: row[1], start: row[2])] ?? [] {
        try insert.insert([
          id, PlaceID.text(campus: campus, place: access.origin),
          access.origin == travel.defaultOrigin, access.departure?.secondsSinceEpoch,
          access.median, access.percentile90, access.changes, access.walking,
          access.fare?.amount, access.fare?.currency, Self.json(access.legs), text.line(access),
          access.lastBack?.secondsSinceEpoch,
          access.backUntil?.secondsSinceEpoch, access.reason?.rawValue,
        ])
      }
    }
  }

  /// The rides as a JSON array, with times in seconds since 1970.
  private static func json(_ legs: [CampusTravel.Leg]) -> String {
    var json = JSONWriter()
    json.beginArray()
    for leg in legs {
      json.beginObject()
      json.member("route", leg.route)
      json.member("from", leg.from)
      json.member("to", leg.to)
      json.member("departure", leg.departure.map { Int($0.secondsSinceEpoch) })
      json.member("arrival", leg.arrival.map { Int($0.secondsSinceEpoch) })
      if let headway = leg.headway {
        json.member("headwayMin", headway.lowerBound)
        json.member("headwayMax", headway.upperBound)
      }
      json.endObject()
    }
    json.endArray()
    return json.text
  }
}

/// Describes connections in text.
struct TravelText {
  private let routes: [String: CampusTravel.Route]
  private let stops: [String: CampusTravel.Stop]
  private let zone: Zone

  init(_ travel: CampusTravel, zone: Zone) {
    routes = Dictionary(travel.routes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    stops = Dictionary(travel.stops.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.zone = zone
  }

  /// One line: rides with times or headways, and the total duration in minutes.
  func line(_ access: CampusTravel.Access) -> String {
    switch access.reason {
    case .noService: return "No service in time"
    case .tooFar: return "No stop within walking distance"
    case .feedEnded: return "The timetable ends before"
    case nil: break
    }
    guard !access.legs.isEmpty else { return "About \(access.walking ?? 0) min on foot" }
    var parts = access.legs.map(ride)
    if let median = access.median, let most = access.percentile90 {
      let isEstimated = access.legs.contains { routes[$0.route]?.isEstimated == true }
      let span = most > median ? "\(median)–\(most)" : "\(median)"
      parts.append("\(isEstimated ? "about " : "")\(span) min from door to door")
    }
    if let fare = access.fare { parts.append(fare.text) }
    return parts.joined(separator: ", ")
  }

  private func ride(_ leg: CampusTravel.Leg) -> String {
    let label = routes[leg.route]?.label ?? leg.route
    let way = "\(stops[leg.from]?.name ?? leg.from) to \(stops[leg.to]?.name ?? leg.to)"
    if let headway = leg.headway { return "\(label) \(way), \(Self.every(headway))" }
    guard let departure = leg.departure, let arrival = leg.arrival else { return "\(label) \(way)" }
    return "\(label) \(way) at \(time(departure)), arrives \(time(arrival))"
  }

  static func every(_ headway: ClosedRange<Int>) -> String {
    headway.count == 1
      ? "every \(headway.lowerBound) min" : "every \(headway.lowerBound)–\(headway.upperBound) min"
  }

  private func time(_ instant: Instant) -> String { StaticList.clock(zone.civil(at: instant)) }
}
