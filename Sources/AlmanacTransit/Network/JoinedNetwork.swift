extension TransitNetwork {
  /// Joins the networks of several sources into one, so that a journey may use all of them.
  ///
  /// The ids of stops and routes become `SOURCE/ID`. O(size of the networks).
  public init(joining networks: [(source: String, network: TransitNetwork)]) {
    for (source, network) in networks { append(network, of: source) }
  }

  private mutating func append(_ other: TransitNetwork, of source: String) {
    // Numbers of the other network count from the ends of these arrays.
    let (stop, route, service) = (stops.count, routes.count, services.count)
    let (pattern, shape, time, zone) = (patterns.count, shapes.count, arrivals.count, zones.count)
    zones += other.zones
    agencies += other.agencies
    shapes += other.shapes
    arrivals += other.arrivals
    departures += other.departures
    func joined<Element>(_ elements: [Element], _ change: (inout Element) -> Void) -> [Element] {
      elements.map {
        var element = $0
        change(&element)
        return element
      }
    }
    stops += joined(other.stops) {
      $0.source = source
      $0.id = "\(source)/\($0.id)"
      $0.parent = $0.parent.map { $0 + stop }
      $0.fareZone = $0.fareZone.map { $0 + fares.zoneCount }
    }
    routes += joined(other.routes) {
      $0.source = source
      $0.id = "\(source)/\($0.id)"
    }
    services += joined(other.services) { $0.zone += zone }
    patterns += joined(other.patterns) {
      $0.route += route
      $0.stops = $0.stops.map { $0 + Int32(stop) }
    }
    trips += joined(other.trips) {
      $0.pattern += pattern
      $0.service += service
      $0.shape = $0.shape.map { $0 + shape }
      $0.firstTime += time
    }
    footpaths += joined(other.footpaths) {
      $0.from += stop
      $0.to += stop
    }
    for (number, minutes) in other.changeMinutes { changeMinutes[number + stop] = minutes }
    forbiddenChanges.formUnion(
      other.forbiddenChanges.map { StopPair(from: $0.from + stop, to: $0.to + stop) })
    fares.append(other.fares, of: source, firstRoute: route)
    if let days = other.validity {
      let first = min(validity?.lowerBound ?? .max, days.lowerBound)
      validity = first...max(validity?.upperBound ?? .min, days.upperBound)
    }
  }
}
