import AlmanacModel
import AlmanacRefine
import AlmanacTime
import AlmanacTransit
import Foundation

/// The results of `almanac route`: how to get from one place to another by public transit.
public struct RouteReport {
  /// Why there is no result.
  public enum Failure: Error, Equatable, CustomStringConvertible {
    case noTransit
    case unknown(String)
    case badTime(String)

    public var description: String {
      switch self {
      case .noTransit:
        "no source of kind 'transit' was read yet; add one, and run 'almanac fetch' and 'almanac parse'"
      case .unknown(let text):
        "'\(text)' is no place, stop, venue or point; write it as the gazetteer or the stops do, or as "
          + "latitude,longitude"
      case .badTime(let text):
        "'\(text)' is no time; write HH:MM, or 2026-03-02T18:00"
      }
    }
  }

  /// One end of a journey.
  struct End {
    var name: String
    var point: Coordinate?
    /// The stop that was named; nil for other ends.
    var stop: Int?
  }

  private let campus: Campus
  private let zone: Zone
  private let now: Instant
  private let matcher: GazetteerMatcher
  private let places: [Place]
  private let planner: TravelPlanner

  /// Reads the workspace; needs no lock.
  ///
  /// - Parameter id: Of a campus; nil: the first with a transit source.
  public init(_ last: LastRun, campus id: String? = nil) throws {
    for campus in last.settings.campuses where id == nil || campus.campus.id == id {
      let sources = last.settings.sources.filter {
        $0.kind == .transit && $0.campus == campus.campus.id
      }
      let networks = try TransitDocument.networks(
        of: sources, campus.campus, last.workspace, limit: last.settings.fetching.maxBytes)
      guard !networks.isEmpty else { continue }
      self.init(campus, TravelPlanner(TransitNetwork(joining: networks)), now: last.now)
      return
    }
    throw Failure.noTransit
  }

  init(_ campus: Settings.CampusSettings, _ planner: TravelPlanner, now: Instant) {
    self.campus = campus.campus
    self.now = now
    self.planner = planner
    zone = campus.campus.zone()
    matcher = GazetteerMatcher(campus.gazetteer)
    places = campus.gazetteer.places
  }

  /// The answer as text, or as one JSON object.
  ///
  /// - Parameters:
  ///   - time: `HH:MM` of today, or a date and time of the campus; nil: now.
  ///   - isArrival: Whether that is when to be there.
  public func answer(
    from: String, to: String, time: String?, isArrival: Bool, json: Bool
  ) throws -> [UInt8] {
    let instant = try time.map(instant) ?? now
    var planner = planner
    let (start, goal) = (try end(from), try end(to))
    let answer = planner.route(
      from: access(start), to: access(goal), time: instant, isArrival: isArrival)
    return json
      ? jsonAnswer(answer, start, goal)
      : Array(text(answer, start, goal, isArrival: isArrival).utf8)
  }

  private func instant(_ text: String) throws -> Instant {
    let today = zone.civil(at: now).date
    let full = text.contains("T") ? text : "\(today)T\(text.count == 4 ? "0" : "")\(text)"
    guard let local = CivilDateTime(iso8601: full) else { throw Failure.badTime(text) }
    return zone.instant(of: local)
  }

  /// A point, a stop by its id, code or name, a place by its id or name, or a venue text.
  private func end(_ text: String) throws -> End {
    let numbers = text.split(separator: ",").compactMap {
      Double($0.trimmingCharacters(in: .whitespaces))
    }
    if numbers.count == 2, let point = Coordinate(latitude: numbers[0], longitude: numbers[1]) {
      return End(name: text, point: point)
    }
    let wanted = text.lowercased()
    let stops = planner.network.stops
    if let stop = stops.firstIndex(where: {
      $0.kind == .platform && [$0.id, $0.ownID, $0.code].contains(text)
    })
      ?? stops.firstIndex(where: { $0.kind == .platform && $0.name.lowercased() == wanted })
    {
      return End(name: stops[stop].name, point: stops[stop].coordinate, stop: stop)
    }
    if let place = places.first(where: { $0.id == text || $0.name.lowercased() == wanted }) {
      return End(name: place.name, point: place.coordinate)
    }
    let placement = matcher.place(VenueQuery(campus: campus.id, text: text))
    guard let id = placement.place, let place = places.first(where: { $0.id == id }) else {
      throw Failure.unknown(text)
    }
    return End(name: place.name, point: placement.coordinate ?? place.coordinate)
  }

  private func end(stop id: String) -> End {
    let stop = planner.network.stops.first { $0.id == id }
    return End(name: stop?.name ?? id, point: stop?.coordinate)
  }

  private func access(_ end: End) -> [Access] {
    if let stop = end.stop { return [Access(stop: stop)] }
    return end.point.map(planner.access(near:)) ?? []
  }

  /// Minutes on foot all the way; nil if that is unknown.
  private func walk(_ from: End, _ to: End) -> Int? {
    guard let one = from.point, let other = to.point else { return nil }
    return Walking.minutes(meters: one.distance(to: other))
  }

  // MARK: - Printing

  private func text(
    _ answer: RouteAnswer, _ from: End, _ to: End, isArrival: Bool
  ) -> String {
    var lines = ["From \(from.name) to \(to.name)"]
    if from.point == to.point, from.stop == to.stop {
      return (lines + ["  You are there already."]).joined(separator: "\n") + "\n"
    }
    if let walk = walk(from, to) { lines.append("  on foot: about \(walk) min (estimate)") }
    if let reason = answer.reason {
      let next = answer.fastest.map { journey in
        "; the nearest runs \(journey.isExact ? "at" : "from about") \(dated(journey.start))"
      }
      lines.append("  by transit: \(Self.words(reason))\(next ?? "")")
    }
    if let journey = answer.simplest { lines += describe(journey, "simplest") }
    if let fastest = answer.fastest, let simplest = answer.simplest,
      fastest.end < simplest.end || fastest.start > simplest.start
    {
      // A longer journey may still arrive first.
      let title = isArrival ? "latest departure" : "earliest arrival"
      lines += describe(fastest, fastest.minutes < simplest.minutes ? "fastest" : title)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func words(_ reason: CampusTravel.Reason) -> String {
    switch reason {
    case .noService: "no service then"
    case .tooFar: "no stop within 800 m of one of the ends"
    case .feedEnded: "the timetable ends before that day; get a newer feed"
    }
  }

  private func describe(
    _ journey: RouteAnswer.Journey, _ title: String
  ) -> [String] {
    let changes =
      journey.changes == 0 ? "no change" : "\(String(counting: journey.changes, "change"))"
    var lines = [
      "  \(title): about \(journey.minutes) min, \(changes), "
        + String(counting: journey.stopCount, "stop")
        + (journey.fare.map { ", \($0.text)" } ?? "")
    ]
    if journey.walking.before > 0 {
      lines.append("    walk \(journey.walking.before) min (estimate)")
    }
    var last: CampusTravel.Leg?
    for leg in journey.legs {
      if let last, last.to != leg.from, let minutes = walk(end(stop: last.to), end(stop: leg.from))
      {
        lines.append("    walk \(minutes) min (estimate)")
      }
      lines.append("    \(ride(leg))")
      last = leg
    }
    if journey.walking.after > 0 {
      lines.append("    walk \(journey.walking.after) min (estimate)")
    }
    return lines
  }

  private func ride(_ leg: CampusTravel.Leg) -> String {
    let names = planner.names(of: leg)
    let way = "\(names.route): \(names.from) → \(names.to)"
    if let headway = leg.headway {
      return headway.count == 1
        ? "\(way), every \(headway.lowerBound) min"
        : "\(way), every \(headway.lowerBound)–\(headway.upperBound) min"
    }
    guard let departure = leg.departure, let arrival = leg.arrival else { return way }
    return "\(way), \(clock(departure))–\(clock(arrival))"
  }

  /// The time with its date, which may differ from the requested one.
  private func dated(_ instant: Instant) -> String {
    "\(clock(instant)) on \(zone.civil(at: instant).date)"
  }

  private func clock(_ instant: Instant) -> String { zone.civil(at: instant).timeOfDay }

  /// Local time with its offset.
  private func text(_ instant: Instant) -> String {
    CalendarTime.zoned(ZonedTime(instant, in: zone)).description
  }

  private func jsonAnswer(
    _ answer: RouteAnswer, _ from: End, _ to: End
  ) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.member("schema", "almanac.route/1")
    json.member("from", from.name)
    json.member("to", to.name)
    json.member("walkingMinutes", walk(from, to))
    let isSame = from.point == to.point && from.stop == to.stop
    json.member("reason", isSame ? "same-place" : answer.reason?.rawValue)
    if answer.reason != nil, let start = answer.fastest?.start {
      json.member("nearestService", text(start))
    }
    for (name, journey) in [("simplest", answer.simplest), ("fastest", answer.fastest)] {
      guard let journey else { continue }
      json.key(name)
      json.beginObject()
      json.member("minutes", journey.minutes)
      json.member("changes", journey.changes)
      json.member("stops", journey.stopCount)
      json.member("fare", journey.fare?.amount)
      json.member("currency", journey.fare?.currency)
      json.member("walkingBefore", journey.walking.before)
      json.member("walkingAfter", journey.walking.after)
      json.member("departure", journey.departure.map(text))
      json.member("arrival", journey.arrival.map(text))
      json.key("legs")
      json.beginArray()
      for leg in journey.legs {
        json.beginObject()
        json.member("route", leg.route)
        json.member("from", leg.from)
        json.member("to", leg.to)
        json.member("departure", leg.departure.map(text))
        json.member("arrival", leg.arrival.map(text))
        json.member("headwayMin", leg.headway?.lowerBound)
        json.member("headwayMax", leg.headway?.upperBound)
        json.endObject()
      }
      json.endArray()
      json.endObject()
    }
    json.endObject()
    json.endLine()
    return json.bytes
  }
}

extension TravelPlanner {
  /// A ride's line and stops as people read them; the ids where the network does not have them.
  func names(of leg: CampusTravel.Leg) -> (route: String, from: String, to: String) {
    let route = network.routes.first { $0.id == leg.route }?.label
    func name(_ id: String) -> String { network.stops.first { $0.id == id }?.name ?? id }
    return (route ?? leg.route, name(leg.from), name(leg.to))
  }
}
