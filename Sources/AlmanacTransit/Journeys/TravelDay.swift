/// All trips that run on a day, the day before and the day after, in the layout that RAPTOR scans.
///
/// Times are minutes from the start of the middle day, so that days with the same services share one
/// value. The times of a route are stored stop by stop, so that a binary search finds the first trip
/// after a time.
public struct TravelDay: Sendable {
  /// A route in the sense of RAPTOR: trips with the same stops, none of which overtakes another.
  ///
  /// A GTFS route has one or more of them.
  struct RaptorRoute {
    /// Position of its first stop in `routeStops` and `pickupDropOff`.
    var firstStop: Int32
    var stopCount: Int32
    /// Position of its first trip in `instances`.
    var firstTrip: Int32
    var tripCount: Int32
    /// Position of its first time. Those of stop `i` begin at `firstTime + i * tripCount`.
    var firstTime: Int32
  }

  /// A trip at one departure time on one day.
  struct TripInstance {
    var trip: Int32
    /// Number of the trip's frequency; -1 for a scheduled trip.
    var frequency: Int32
    /// Whether the frequency has no later departure.
    var isLast = false
    /// Minutes to add to the trip's times.
    var shift: Int32
  }

  /// Values grouped by a number from 0, in one array.
  struct Grouped<Value: Sendable>: Sendable {
    private var starts: [Int32]
    private var values: [Value]

    /// Groups values by key and keeps their order within a group (counting sort). O(values + count).
    init(_ pairs: [(key: Int32, value: Value)], count: Int) {
      starts = Array(repeating: 0, count: count + 1)
      for pair in pairs { starts[Int(pair.key) + 1] += 1 }
      for key in 0..<count { starts[key + 1] += starts[key] }
      values = pairs.map(\.value)
      var next = starts
      for pair in pairs {
        values[Int(next[Int(pair.key)])] = pair.value
        next[Int(pair.key)] += 1
      }
    }

    subscript(key: Int) -> ArraySlice<Value> { values[Int(starts[key])..<Int(starts[key + 1])] }
  }

  /// A stop of a route.
  struct RouteCall {
    var route: Int32
    /// Position of the stop in the route.
    var stopIndex: Int32
  }

  /// A walk to another stop.
  struct Walk {
    var stop: Int32
    var minutes: Int32
  }

  /// Routes of a pattern that a trip may join: bounds the time for trips that all overtake each other.
  private static let maxOpenRoutes = 16

  let stopCount: Int
  private(set) var routes: [RaptorRoute] = []
  private(set) var routeStops: [Int32] = []
  private(set) var pickupDropOff: [PickupDropOff] = []
  private(set) var instances: [TripInstance] = []
  private(set) var departures: [Int32] = []
  private(set) var arrivals: [Int32] = []
  private(set) var routesAtStop = Grouped<RouteCall>([], count: 0)
  /// Minimum minutes of a change at each stop; `.max` if the feed forbids it.
  private(set) var minimumChange: [Int32]
  /// Walks from each stop.
  private(set) var footpaths: Grouped<Walk>
  /// Walks to each stop.
  private(set) var reverseFootpaths: Grouped<Walk>
  /// Whether times are negated and stops are in reverse order, for a backward search.
  private(set) var isReversed = false

  /// Lays out the trips of a network around a day. O(stop times × log trips).
  ///
  /// - Parameters:
  ///   - active: For the day before, the day and the day after: minutes from the start of the day to
  ///     its own start, and whether each service runs.
  ///   - footpaths: Walks between stops that a change may use.
  init(
    _ network: TransitNetwork, active: [(shift: Int, services: [Bool])],
    footpaths: [TransitNetwork.Footpath]
  ) {
    stopCount = network.stops.count
    minimumChange = Array(repeating: 0, count: stopCount)
    for (stop, minutes) in network.changeMinutes { minimumChange[stop] = Int32(minutes) }
    for pair in network.forbiddenChanges where pair.from == pair.to {
      minimumChange[pair.from] = .max
    }
    self.footpaths = Grouped(
      footpaths.map { (Int32($0.from), Walk(stop: Int32($0.to), minutes: Int32($0.minutes))) },
      count: stopCount)
    reverseFootpaths = Grouped(
      footpaths.map { (Int32($0.to), Walk(stop: Int32($0.from), minutes: Int32($0.minutes))) },
      count: stopCount)
    var byPattern: [[TripInstance]] = Array(repeating: [], count: network.patterns.count)
    for (shift, services) in active {
      for (number, trip) in network.trips.enumerated() where services[trip.service] {
        if trip.frequencies.isEmpty {
          byPattern[trip.pattern].append(
            TripInstance(trip: Int32(number), frequency: -1, shift: Int32(shift)))
        }
        // A frequency gives departures at the first stop; the stop times count relative to the first
        // of them only.
        let first = Int(network.departures[trip.firstTime])
        for (index, frequency) in trip.frequencies.enumerated() {
          for start in stride(from: frequency.start, to: frequency.end, by: frequency.headway) {
            byPattern[trip.pattern].append(
              TripInstance(
                trip: Int32(number), frequency: Int32(index),
                isLast: start + frequency.headway >= frequency.end,
                shift: Int32(shift + start / 60 - first)))
          }
        }
      }
    }
    for (pattern, instances) in byPattern.enumerated() where !instances.isEmpty {
      addRoutes(of: pattern, instances, network)
    }
    indexCalls()
  }

  /// Splits the trips of a pattern into routes without overtaking, and lays out their times.
  private mutating func addRoutes(
    of pattern: Int, _ instances: [TripInstance], _ network: TransitNetwork
  ) {
    let count = network.patterns[pattern].stops.count
    let start = { (instance: TripInstance) in
      network.departures[network.trips[Int(instance.trip)].firstTime] + instance.shift
    }
    let sorted = instances.map { (time: start($0), instance: $0) }.sorted {
      ($0.time, $0.instance.trip, $0.instance.shift)
        < ($1.time, $1.instance.trip, $1.instance.shift)
    }
    /// Whether the first trip is at no stop later than the second.
    func precedes(_ first: TripInstance, _ second: TripInstance) -> Bool {
      if first.trip == second.trip { return first.shift <= second.shift }
      let one = network.trips[Int(first.trip)].firstTime
      let two = network.trips[Int(second.trip)].firstTime
      let lead = second.shift - first.shift
      return (0..<count).allSatisfy {
        network.arrivals[one + $0] <= network.arrivals[two + $0] + lead
          && network.departures[one + $0] <= network.departures[two + $0] + lead
      }
    }
    // Each trip joins the first route whose last trip it does not overtake, else it starts a route.
    var groups: [[TripInstance]] = []
    for (_, instance) in sorted {
      let recent = groups.indices.suffix(Self.maxOpenRoutes)
      if let group = recent.first(where: {
        groups[$0].last.map { precedes($0, instance) } ?? true
      }) {
        groups[group].append(instance)
      } else {
        groups.append([instance])
      }
    }
    for group in groups {
      routes.append(
        RaptorRoute(
          firstStop: Int32(routeStops.count), stopCount: Int32(count),
          firstTrip: Int32(self.instances.count), tripCount: Int32(group.count),
          firstTime: Int32(departures.count)))
      routeStops.append(contentsOf: network.patterns[pattern].stops)
      pickupDropOff.append(contentsOf: network.patterns[pattern].pickupDropOff)
      self.instances.append(contentsOf: group)
      for index in 0..<count {
        for instance in group {
          let time = network.trips[Int(instance.trip)].firstTime + index
          departures.append(network.departures[time] + instance.shift)
          arrivals.append(network.arrivals[time] + instance.shift)
        }
      }
    }
  }

  /// Indexes the routes that call at each stop.
  private mutating func indexCalls() {
    var calls: [(key: Int32, value: RouteCall)] = []
    calls.reserveCapacity(routeStops.count)
    for (number, route) in routes.enumerated() {
      for index in 0..<route.stopCount {
        calls.append(
          (
            routeStops[Int(route.firstStop + index)],
            RouteCall(route: Int32(number), stopIndex: index)
          ))
      }
    }
    routesAtStop = Grouped(calls, count: stopCount)
  }

  /// The same trips with time running backward: an earliest arrival in it is a latest departure.
  ///
  /// Times are negated; stops, trips, boarding and alighting, and footpaths are reversed.
  /// O(stop times).
  func reversed() -> TravelDay {
    var mirror = self
    mirror.isReversed = !isReversed
    for route in routes {
      let (stops, trips) = (Int(route.stopCount), Int(route.tripCount))
      for index in 0..<stops {
        let opposite = stops - 1 - index
        mirror.routeStops[Int(route.firstStop) + index] =
          routeStops[Int(route.firstStop) + opposite]
        mirror.pickupDropOff[Int(route.firstStop) + index] =
          pickupDropOff[Int(route.firstStop) + opposite].reversed
        for trip in 0..<trips {
          let target = Int(route.firstTime) + index * trips + trip
          let origin = Int(route.firstTime) + opposite * trips + (trips - 1 - trip)
          mirror.departures[target] = -arrivals[origin]
          mirror.arrivals[target] = -departures[origin]
        }
      }
      let range = Int(route.firstTrip)..<Int(route.firstTrip) + trips
      mirror.instances[range].reverse()
    }
    swap(&mirror.footpaths, &mirror.reverseFootpaths)
    mirror.indexCalls()
    return mirror
  }

  /// Minutes of a change at one stop, not less than a minimum; nil if the feed forbids the change.
  func changeMinutes(at stop: Int, minimum: Int32) -> Int32? {
    minimumChange[stop] == .max ? nil : max(minimumChange[stop], minimum)
  }

  /// The ride in a trip of a route between two positions of the route.
  ///
  /// - Parameter trip: Number of the trip in its route.
  func leg(route number: Int, trip: Int, from board: Int, to alight: Int) -> JourneyProfile.Leg {
    let route = routes[number]
    let (count, first) = (Int(route.tripCount), Int(route.firstTime) + trip)
    let instance = instances[Int(route.firstTrip) + trip]
    return JourneyProfile.Leg(
      trip: Int(instance.trip), from: Int(routeStops[Int(route.firstStop) + board]),
      to: Int(routeStops[Int(route.firstStop) + alight]),
      departure: Int(departures[first + board * count]),
      arrival: Int(arrivals[first + alight * count]),
      boardIndex: isReversed ? Int(route.stopCount) - 1 - alight : board,
      stopCount: alight - board,
      frequency: instance.frequency < 0 ? nil : Int(instance.frequency),
      isLastDeparture: instance.isLast)
  }

  /// Minutes at which a rider has to start to catch some departure, in descending order.
  ///
  /// - Parameters:
  ///   - access: The stops to start from.
  ///   - window: Bounds of the result, in minutes from the start of the day.
  public func starts(from access: [AccessStop], in window: Range<Int>) -> [Int] {
    var isStart = Array(repeating: false, count: window.count)
    for first in access {
      for call in routesAtStop[first.stop] {
        let route = routes[Int(call.route)]
        guard call.stopIndex + 1 < route.stopCount else { continue }
        let row = Int(route.firstTime + call.stopIndex * route.tripCount)
        for trip in 0..<Int(route.tripCount) {
          let start = Int(departures[row + trip]) - first.minutes
          if window.contains(start) { isStart[start - window.lowerBound] = true }
        }
      }
    }
    return isStart.indices.reversed().filter { isStart[$0] }.map { $0 + window.lowerBound }
  }
}

/// A stop where a journey may start or end, with the walk to or from it.
public struct AccessStop: Hashable, Sendable {
  /// Number of the stop.
  public var stop: Int
  /// Minutes on foot, 0 or more.
  public var minutes: Int

  public init(stop: Int, minutes: Int = 0) {
    self.stop = stop
    self.minutes = minutes
  }
}
