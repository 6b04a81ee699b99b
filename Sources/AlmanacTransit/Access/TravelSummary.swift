public import AlmanacModel

// The published stops and routes of a network.
extension TravelPlanner {
  /// Maximum meters between a stop and the one across the street.
  private static let acrossStreet = 150.0

  /// The stops, the routes, and the stops near places. O(stop times + places × nearby stops).
  ///
  /// - Parameter places: The places of the gazetteer. A place without a position is ignored.
  public func summary(of places: [Place]) -> CampusTravel {
    var travel = CampusTravel()
    let served = servedRoutes()
    for (number, stop) in network.stops.enumerated() where !served[number].isEmpty {
      travel.stops.append(
        CampusTravel.Stop(
          id: stop.id, source: stop.source, name: stop.name, code: stop.code,
          coordinate: stop.coordinate, isAccessible: stop.isAccessible,
          routes: served[number].map { network.routes[$0].label }.sorted()))
    }
    addRoutes(to: &travel)
    let opposites = oppositeStops()
    for place in places {
      guard let point = place.coordinate else { continue }
      for (stop, meters) in grid.stops(near: point, within: Self.walkingRadius)
        .prefix(Self.stopsPerPlace)
      {
        travel.placeStops.append(
          CampusTravel.PlaceStop(
            place: place.id, stop: network.stops[stop].id, meters: Int(meters.rounded()),
            minutes: Walking.minutes(meters: meters),
            opposite: opposites[stop].map { network.stops[$0].id }))
      }
    }
    return travel
  }

  /// The numbers of the routes that call at each stop.
  private func servedRoutes() -> [Set<Int>] {
    var served: [Set<Int>] = Array(repeating: [], count: network.stops.count)
    for pattern in network.patterns {
      for stop in pattern.stops { served[Int(stop)].insert(pattern.route) }
    }
    return served
  }

  /// For each stop, the nearest stop across the street: one that no pattern has next to it.
  private func oppositeStops() -> [Int: Int] {
    var neighbors: [Int: Set<Int>] = [:]
    for pattern in network.patterns {
      for (one, other) in zip(pattern.stops, pattern.stops.dropFirst()) {
        neighbors[Int(one), default: []].insert(Int(other))
        neighbors[Int(other), default: []].insert(Int(one))
      }
    }
    var opposites: [Int: Int] = [:]
    for (number, stop) in network.stops.enumerated() {
      guard let point = stop.coordinate else { continue }
      let near = grid.stops(near: point, within: Self.acrossStreet)
      opposites[number] =
        near.first { $0.stop != number && neighbors[number]?.contains($0.stop) != true }?.stop
    }
    return opposites
  }

  private func addRoutes(to travel: inout CampusTravel) {
    struct Direction: Hashable {
      var route: Int
      var direction: Int
    }
    // Count departures by direction and pattern, and by pattern and shape, to publish the most
    // frequent ones.
    var weights: [Direction: [Int: Int]] = [:]
    var shapes: [Int: [Int: Int]] = [:]
    for trip in network.trips {
      let route = network.patterns[trip.pattern].route
      let weight =
        trip.frequencies.isEmpty ? 1 : trip.frequencies.map(\.departureCount).reduce(0, +)
      weights[Direction(route: route, direction: trip.direction ?? 0), default: [:]][
        trip.pattern, default: 0] += weight
      if let shape = trip.shape { shapes[trip.pattern, default: [:]][shape, default: 0] += weight }
    }
    func mostUsed(_ counts: [Int: Int]) -> Int? {
      counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
    }
    var lines: [Int: [[Coordinate]]] = [:]
    for (key, counts) in weights.sorted(by: {
      ($0.key.route, $0.key.direction) < ($1.key.route, $1.key.direction)
    }) {
      guard let pattern = mostUsed(counts) else { continue }
      let stops = network.patterns[pattern].stops.map(Int.init)
      for (position, stop) in stops.enumerated() {
        travel.routeStops.append(
          CampusTravel.RouteStop(
            route: network.routes[key.route].id, direction: key.direction, position: position,
            stop: network.stops[stop].id))
      }
      let shape = shapes[pattern].flatMap(mostUsed).map { network.shapes[$0] } ?? []
      let line = shape.count > 1 ? shape : stops.compactMap { network.stops[$0].coordinate }
      if line.count > 1 { lines[key.route, default: []].append(line) }
    }
    let tripsOfRoutes = Dictionary(grouping: network.trips) { network.patterns[$0.pattern].route }
    for (number, route) in network.routes.enumerated() {
      let trips = tripsOfRoutes[number] ?? []
      let headways = trips.flatMap(\.frequencies).filter { !$0.isExact }.map(\.minutes)
      var headway: ClosedRange<Int>?
      if let least = headways.map(\.lowerBound).min(), let most = headways.map(\.upperBound).max() {
        headway = least...most
      }
      travel.routes.append(
        CampusTravel.Route(
          id: route.id, source: route.source, label: route.label,
          name: route.shortName == nil ? route.description : route.longName ?? route.description,
          agency: route.agency, type: route.type, color: route.color, url: route.url,
          booking: route.booking, headway: headway,
          isEstimated: !trips.isEmpty && trips.allSatisfy(\.isEstimated),
          lines: lines[number] ?? [], areas: route.areas.isEmpty ? nil : route.areas,
          fare: network.fares.price(ofRoute: number, in: network.routes)))
    }
  }
}
