public import AlmanacModel
public import AlmanacTime

/// The journeys between two points that `almanac route` prints.
public struct RouteAnswer: Sendable {
  /// A journey from door to door.
  public struct Journey: Sendable {
    public var legs: [CampusTravel.Leg]
    /// Stops ridden on all legs.
    public var stopCount: Int
    /// Minutes on foot before the first and after the last ride.
    public var walking: (before: Int, after: Int)
    /// Departure and arrival from door to door; estimates if a leg runs by headway.
    public var start: Instant
    public var end: Instant
    /// nil if the feeds have no price.
    public var fare: CampusTravel.Fare?

    /// Whether all legs have scheduled times.
    public var isExact: Bool { legs.allSatisfy { $0.headway == nil } }
    /// The departure to publish; nil if a leg runs by headway.
    public var departure: Instant? { isExact ? start : nil }
    /// The arrival to publish; nil if a leg runs by headway.
    public var arrival: Instant? { isExact ? end : nil }
    /// Minutes from door to door.
    public var minutes: Int { end.seconds(since: start) / 60 }
    public var changes: Int { legs.count - 1 }
  }

  /// The journey with the fewest changes and, among those, the fewest stops.
  public var simplest: Journey?
  /// The journey with the earliest arrival, or with the latest departure for a time of arrival.
  public var fastest: Journey?
  /// Why there is no journey. `noService` also if the nearest journeys are hours away.
  public var reason: CampusTravel.Reason?
}

extension TravelPlanner {
  /// The stops within walking distance of a point, nearest first.
  public func access(near point: Coordinate) -> [AccessStop] { grid.access(near: point) }

  /// Finds the simplest and the fastest journey.
  ///
  /// - Parameters:
  ///   - from: The stops to start from.
  ///   - to: The stops to end at.
  ///   - time: The earliest departure, or the latest arrival.
  ///   - isArrival: Whether `time` is the latest arrival.
  public mutating func route(
    from: [AccessStop], to: [AccessStop], time: Instant, isArrival: Bool
  ) -> RouteAnswer {
    guard !from.isEmpty, !to.isEmpty else { return RouteAnswer(reason: .tooFar) }
    let minute = Int(time.secondsSinceEpoch) / 60
    let entry = days.entry(for: CivilDate(dayNumber: network.day(ofMinute: minute)))
    var request = RouteRequest(
      from: from, to: to, minute: minute - entry.base, isArrival: isArrival)
    guard let fastest = fastest(request, entry) else {
      return RouteAnswer(reason: reason(onDayOf: minute))
    }
    // If nothing runs near the requested time, the simplest journey is searched at the time of the
    // fastest one.
    let nearest = isArrival ? fastest.end : fastest.start
    let isFar = abs(nearest.seconds(since: time)) / 60 > SimplestSearch.serviceWindow
    if isFar { request.minute = Int(nearest.secondsSinceEpoch) / 60 - entry.base }
    let rides = SimplestSearch(day: entry.day, request: request).rides()
    let simplest = rides.flatMap { scheduled($0, request, entry) }
    return RouteAnswer(
      simplest: simplest ?? fastest, fastest: fastest, reason: isFar ? .noService : nil)
  }

  private func fastest(
    _ request: RouteRequest, _ entry: TravelDays.Entry
  ) -> RouteAnswer.Journey? {
    // A backward search starts at the destination.
    let isArrival = request.isArrival
    let (near, far) = isArrival ? (request.to, request.from) : (request.from, request.to)
    let profile = JourneySearch(in: isArrival ? entry.reversed : entry.day).profile(
      from: near, starts: [isArrival ? -request.minute : request.minute])
    let options = far.flatMap { end in
      profile.options(at: end.stop).map { option in
        let cost = isArrival ? -option.departure : option.arrival
        return (cost: cost + end.minutes, option: option)
      }
    }
    let best = options.min { ($0.cost, $0.option.changes) < ($1.cost, $1.option.changes) }
    return best.flatMap { journey(profile.legs(of: $0.option), request, entry) }
  }

  private func journey(
    _ legs: [JourneyProfile.Leg], _ request: RouteRequest, _ entry: TravelDays.Entry
  ) -> RouteAnswer.Journey? {
    guard let first = legs.first, let last = legs.last,
      let before = request.from.first(where: { $0.stop == first.from })?.minutes,
      let after = request.to.first(where: { $0.stop == last.to })?.minutes
    else { return nil }
    return RouteAnswer.Journey(
      legs: legs.map { leg($0, entry) }, stopCount: legs.map(\.stopCount).reduce(0, +),
      walking: (before, after), start: entry.instant(first.departure - before),
      end: entry.instant(last.arrival + after), fare: fare(of: legs))
  }

  /// Schedules rides: takes the first trip of each ride that departs in time.
  private func scheduled(
    _ rides: [SimplestSearch.Ride], _ request: RouteRequest, _ entry: TravelDays.Entry
  ) -> RouteAnswer.Journey? {
    guard let first = rides.first, let last = rides.last else { return nil }
    let day = entry.day
    var ready = request.minute + (request.from.first { $0.stop == first.from }?.minutes ?? 0)
    if request.isArrival {
      // Steps back from the arrival to the latest first departure with which all rides are in time.
      ready = request.minute - (request.to.first { $0.stop == last.to }?.minutes ?? 0)
      var next: SimplestSearch.Ride?
      for ride in rides.reversed() {
        ready -= next.map { day.changeMinutes(from: ride.to, to: $0.from) } ?? 0
        guard let trip = day.trip(ride, arrivingBy: ready) else { return nil }
        ready = trip.departure
        next = ride
      }
    }
    var legs: [JourneyProfile.Leg] = []
    for ride in rides {
      ready += legs.last.map { day.changeMinutes(from: $0.to, to: ride.from) } ?? 0
      guard let leg = day.trip(ride, departingFrom: ready) else { return nil }
      legs.append(leg)
      ready = leg.arrival
    }
    return journey(legs, request, entry)
  }
}

/// The input of a search for a route.
struct RouteRequest {
  /// Stops to start from and to end at.
  var from: [AccessStop]
  var to: [AccessStop]
  /// Minute of the day of the earliest departure, or of the latest arrival.
  var minute: Int
  var isArrival: Bool
}

/// Finds the rides with the fewest changes and, among those, the fewest stops, regardless of their
/// times.
///
/// Uses rounds as RAPTOR does, with the number of stops in place of the arrival. Only routes with a
/// trip around the requested time count.
struct SimplestSearch {
  /// A ride on a RAPTOR route, without a trip.
  struct Ride {
    var route: Int
    /// Positions in the route.
    var boardIndex: Int
    var alightIndex: Int
    /// Numbers of the stops.
    var from: Int
    var to: Int
  }

  /// The best known way to reach a stop.
  private struct Label {
    /// Stops ridden.
    var stops: Int
    /// Minutes on foot.
    var walk: Int
    /// The last ride; nil at the stops of the start.
    var ride: Ride?
    /// Number of the label where the ride began.
    var before: Int?

    func isBetter(than other: Label?) -> Bool {
      guard let other else { return true }
      return (stops, walk) < (other.stops, other.walk)
    }
  }

  /// Maximum number of vehicles.
  private static let maxRides = 4
  /// Minutes before a latest arrival, or after an earliest departure, in which a trip must run.
  static let serviceWindow = 180

  let day: TravelDay
  let request: RouteRequest

  /// The rides in order; nil if there are none with at most `maxRides` vehicles.
  func rides() -> [Ride]? {
    let start = request.isArrival ? request.minute - Self.serviceWindow : request.minute
    let routes = day.routes.indices.filter {
      day.hasTrip(in: $0, during: start...start + Self.serviceWindow)
    }
    // Numbers of labels by stop: `current` has the stops where the next ride may begin.
    var labels: [Label] = []
    var current: [Int: Int] = [:]
    for first in request.from {
      current[first.stop] = labels.count
      labels.append(Label(stops: 0, walk: first.minutes))
    }
    for _ in 0..<Self.maxRides {
      var next: [Int: Int] = [:]
      for route in routes { ride(route, current, &next, &labels) }
      if let last = best(of: next, labels) { return rides(to: last, labels) }
      current = walked(next, &labels)
    }
    return nil
  }

  /// The best label at a destination stop, including the walk from it.
  private func best(of reached: [Int: Int], _ labels: [Label]) -> Int? {
    var best: (number: Int, label: Label)?
    for end in request.to {
      guard let number = reached[end.stop] else { continue }
      var label = labels[number]
      label.walk += end.minutes
      if label.isBetter(than: best?.label) { best = (number, label) }
    }
    return best?.number
  }

  private func rides(to last: Int, _ labels: [Label]) -> [Ride] {
    var rides: [Ride] = []
    var number: Int? = last
    while let label = number.map({ labels[$0] }), let ride = label.ride {
      rides.append(ride)
      number = label.before
    }
    return rides.reversed()
  }

  /// The stops where riders can board after a round: those that the round reached, and those within a
  /// footpath.
  private func walked(_ reached: [Int: Int], _ labels: inout [Label]) -> [Int: Int] {
    var ready = reached.filter { day.changeMinutes(at: $0.key, minimum: 0) != nil }
    for (stop, number) in reached.sorted(by: { $0.key < $1.key }) {
      for walk in day.footpaths[stop] {
        var label = labels[number]
        label.walk += Int(walk.minutes)
        if label.isBetter(than: ready[Int(walk.stop)].map({ labels[$0] })) {
          ready[Int(walk.stop)] = labels.count
          labels.append(label)
        }
      }
    }
    return ready
  }

  /// Rides along a route from the best boarding stop so far, and improves the labels of its stops.
  private func ride(
    _ number: Int, _ current: [Int: Int], _ next: inout [Int: Int], _ labels: inout [Label]
  ) {
    let route = day.routes[number]
    var board: (index: Int, label: Int)?
    for index in 0..<Int(route.stopCount) {
      let stop = Int(day.routeStops[Int(route.firstStop) + index])
      let allowed = day.pickupDropOff[Int(route.firstStop) + index]
      if let board, allowed.allowsDropOff {
        let before = labels[board.label]
        let boardStop = Int(day.routeStops[Int(route.firstStop) + board.index])
        let label = Label(
          stops: before.stops + index - board.index, walk: before.walk,
          ride: Ride(
            route: number, boardIndex: board.index, alightIndex: index, from: boardStop, to: stop),
          before: board.label)
        if stop != boardStop, label.isBetter(than: next[stop].map { labels[$0] }) {
          next[stop] = labels.count
          labels.append(label)
        }
      }
      if let here = current[stop], allowed.allowsPickup {
        // Boards here if that is better than to have stayed in the vehicle since `board`.
        var riding = board.map { labels[$0.label] }
        riding?.stops += index - (board?.index ?? index)
        if labels[here].isBetter(than: riding) { board = (index, here) }
      }
    }
  }
}

extension TravelDay {
  /// Whether a trip of a route is under way within a window.
  fileprivate func hasTrip(in number: Int, during window: ClosedRange<Int>) -> Bool {
    let ends = times(of: number, at: Int(routes[number].stopCount) - 1)
    return zip(times(of: number, at: 0), ends).contains {
      departures[$0] <= window.upperBound && arrivals[$1] >= window.lowerBound
    }
  }

  /// Minutes for a change between two stops, or at one stop.
  fileprivate func changeMinutes(from stop: Int, to other: Int) -> Int {
    let change = JourneyRules().changeMinutes
    guard stop != other else { return Int(changeMinutes(at: stop, minimum: Int32(change)) ?? 0) }
    let walk = footpaths[stop].first { Int($0.stop) == other }
    return max(change, Int(walk?.minutes ?? 0))
  }

  /// The first trip that departs at a time or later.
  fileprivate func trip(
    _ ride: SimplestSearch.Ride, departingFrom time: Int
  ) -> JourneyProfile.Leg? {
    let row = times(of: ride.route, at: ride.boardIndex)
    return row.first { departures[$0] >= time }.map { leg(ride, trip: $0 - row.lowerBound) }
  }

  /// The last trip that arrives by a time.
  fileprivate func trip(
    _ ride: SimplestSearch.Ride, arrivingBy time: Int
  ) -> JourneyProfile.Leg? {
    let row = times(of: ride.route, at: ride.alightIndex)
    return row.last { arrivals[$0] <= time }.map { leg(ride, trip: $0 - row.lowerBound) }
  }

  /// Positions of a route's times at one of its stops, trip by trip.
  private func times(of number: Int, at index: Int) -> Range<Int> {
    let count = Int(routes[number].tripCount)
    let first = Int(routes[number].firstTime) + index * count
    return first..<first + count
  }

  private func leg(_ ride: SimplestSearch.Ride, trip: Int) -> JourneyProfile.Leg {
    leg(route: ride.route, trip: trip, from: ride.boardIndex, to: ride.alightIndex)
  }
}
