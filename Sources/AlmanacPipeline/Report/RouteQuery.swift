import AlmanacModel
import AlmanacRefine
import AlmanacTime
import AlmanacTransit
import Foundation

/// Finds the ways between two places of a campus by public transit, for `almanac route`.
public struct RouteQuery {
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
      let networks = try TransitDocument.networks(
        of: last.settings.sources(.transit, of: campus.campus), campus.campus, last.workspace,
        limit: last.settings.fetching.maxBytes)
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
    zone = campus.campus.zone
    matcher = GazetteerMatcher(campus.gazetteer)
    places = campus.gazetteer.places
  }

  /// - Parameters:
  ///   - time: `HH:MM` of today, or a date and time of the campus; nil: now.
  ///   - isArrival: Whether that is when to be there.
  public func result(
    from: String, to: String, time: String?, isArrival: Bool
  ) throws -> RouteResult {
    let instant = try time.map(instant) ?? now
    var planner = planner
    let (start, goal) = (try end(from), try end(to))
    let answer = planner.route(
      from: access(start), to: access(goal), time: instant, isArrival: isArrival)
    let isSame = start.point == goal.point && start.stop == goal.stop
    var fastest = answer.fastest.map(journey)
    if let best = answer.fastest, let simplest = answer.simplest {
      fastest?.advantage = advantage(of: best, over: simplest, isArrival: isArrival)
    }
    return RouteResult(
      from: start.name, to: goal.name, walkingMinutes: walk(start, goal),
      reason: isSame ? RouteResult.samePlace : answer.reason?.rawValue,
      nearestService: answer.reason == nil ? nil : (answer.fastest?.start).map(text),
      simplest: answer.simplest.map(journey), fastest: fastest)
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

  private func access(_ end: End) -> [AccessStop] {
    if let stop = end.stop { return [AccessStop(stop: stop)] }
    return end.point.map(planner.access(near:)) ?? []
  }

  /// Minutes on foot all the way; nil if that is unknown.
  private func walk(_ from: End, _ to: End) -> Int? {
    guard let one = from.point, let other = to.point else { return nil }
    return Walking.minutes(meters: one.distance(to: other))
  }

  private func advantage(
    of fastest: RouteAnswer.Journey, over simplest: RouteAnswer.Journey, isArrival: Bool
  ) -> RouteResult.Journey.Advantage? {
    guard fastest.end < simplest.end || fastest.start > simplest.start else { return nil }
    if fastest.minutes < simplest.minutes { return .duration }
    // A longer journey may still arrive first.
    return isArrival ? .departure : .arrival
  }

  private func journey(_ journey: RouteAnswer.Journey) -> RouteResult.Journey {
    var legs: [RouteResult.Leg] = []
    for leg in journey.legs {
      let names = planner.names(of: leg)
      let last = legs.last.flatMap { $0.to == leg.from ? nil : end(stop: $0.to) }
      legs.append(
        RouteResult.Leg(
          route: leg.route, from: leg.from, to: leg.to, routeName: names.route,
          fromName: names.from, toName: names.to,
          walkingBefore: last.flatMap { walk($0, end(stop: leg.from)) },
          departure: leg.departure.map(text), arrival: leg.arrival.map(text),
          headwayMin: leg.headway?.lowerBound, headwayMax: leg.headway?.upperBound))
    }
    return RouteResult.Journey(
      minutes: journey.minutes, changes: journey.changes, stops: journey.stopCount,
      fare: journey.fare?.amount, currency: journey.fare?.currency,
      walkingBefore: journey.walking.before, walkingAfter: journey.walking.after,
      departure: journey.departure.map(text), arrival: journey.arrival.map(text), legs: legs)
  }

  /// Local time with its offset.
  private func text(_ instant: Instant) -> String {
    CalendarTime.zoned(ZonedTime(instant, in: zone)).description
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
