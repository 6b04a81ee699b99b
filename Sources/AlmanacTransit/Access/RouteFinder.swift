public import AlmanacModel
public import AlmanacTime

/// One way from a point to another, for `almanac route`.
public struct RouteAnswer: Sendable {
  public struct Journey: Sendable {
    public var legs: [CampusTravel.Leg]
    /// Stops ridden on all legs.
    public var stopCount: Int
    /// Minutes on foot before the first and after the last ride.
    public var walking: (before: Int, after: Int)
    /// When to leave and when one is there; nil if a leg runs by headway.
    public var departure: Instant?
    public var arrival: Instant?
    /// Minutes from door to door.
    public var minutes: Int

    public var changes: Int { legs.count - 1 }
  }

  /// Fewest changes, then fewest stops.
  public var simplest: Journey?
  /// Earliest arrival, or latest departure if a time of arrival was given.
  public var fastest: Journey?
  /// Why there is neither.
  public var reason: CampusTravel.Reason?
}

extension TravelPlanner {
  /// Minutes after a time in which a service must run to be part of the simplest way.
  private static let patience = 180

  /// The stops on foot from a point, nearest first.
  public func access(near point: Coordinate) -> [Access] { Self.access(at: point, grid) }

  /// The simplest and the fastest way between stops.
  ///
  /// - Parameters:
  ///   - from: Stops to start from, with minutes on foot; so `to`.
  ///   - time: When to leave, or when to be there.
  ///   - isArrival: Whether `time` is when to be there.
  public mutating func route(
    from: [Access], to: [Access], time: Instant, isArrival: Bool
  ) -> RouteAnswer {
    guard !from.isEmpty, !to.isEmpty else { return RouteAnswer(reason: .tooFar) }
    let minute = Int(time.secondsSinceEpoch) / 60
    let day = network.day(ofMinute: minute)
    let entry = days.entry(for: CivilDate(dayNumber: day))
    let fastest = fastest(from, to, entry, minute - entry.base, isArrival)
    guard let fastest else {
      let isOver = network.validity.map { day > $0.upperBound } ?? false
      return RouteAnswer(reason: isOver ? .feedEnded : .noService)
    }
    var search = SimplestSearch(day: entry.day, start: minute - entry.base, isArrival: isArrival)
    search.patience = Self.patience
    let simplest = search.rides(from: from, to: to).flatMap {
      timed($0, from, to, entry, minute - entry.base, isArrival)
    }
    return RouteAnswer(simplest: simplest ?? fastest, fastest: fastest)
  }

  private func fastest(
    _ from: [Access], _ to: [Access], _ entry: TravelDays.Entry, _ minute: Int, _ isArrival: Bool
  ) -> RouteAnswer.Journey? {
    let (near, far) = isArrival ? (to, from) : (from, to)
    let profile = JourneySearch(in: isArrival ? entry.reversed : entry.day).profile(
      from: near, starts: [isArrival ? -minute : minute])
    var best: (cost: Int, walk: Int, option: JourneyProfile.Option)?
    for way in far {
      for option in profile.options(at: way.stop) {
        let cost = isArrival ? way.minutes - option.departure : option.arrival + way.minutes
        if (cost, option.changes) < (best?.cost ?? .max, best?.option.changes ?? .max) {
          best = (cost, way.minutes, option)
        }
      }
    }
    return best.flatMap { journey(profile.legs(of: $0.option), from, to, entry) }
  }

  private func journey(
    _ legs: [JourneyProfile.Leg], _ from: [Access], _ to: [Access], _ entry: TravelDays.Entry
  ) -> RouteAnswer.Journey? {
    guard let first = legs.first, let last = legs.last,
      let before = from.first(where: { $0.stop == first.from })?.minutes,
      let after = to.first(where: { $0.stop == last.to })?.minutes
    else { return nil }
    let rides = legs.map { leg($0, entry) }
    let isExact = rides.allSatisfy { $0.headway == nil }
    let (start, end) = (first.departure - before, last.arrival + after)
    let instant = { (minute: Int) in
      Instant(secondsSinceEpoch: Int64(minute + entry.base) * 60)
    }
    return RouteAnswer.Journey(
      legs: rides, stopCount: legs.map(\.stopCount).reduce(0, +), walking: (before, after),
      departure: isExact ? instant(start) : nil, arrival: isExact ? instant(end) : nil,
      minutes: end - start)
  }

  /// The fastest journey of some rides, which gives them their times.
  private func timed(
    _ rides: [SimplestSearch.Ride], _ from: [Access], _ to: [Access], _ entry: TravelDays.Entry,
    _ minute: Int, _ isArrival: Bool
  ) -> RouteAnswer.Journey? {
    guard let first = rides.first,
      let before = from.first(where: { $0.stop == first.from })?.minutes
    else { return nil }
    var ready = minute + before
    if isArrival {
      // The latest first departure with which the rest is in time.
      let after = rides.last.flatMap { ride in to.first { $0.stop == ride.to }?.minutes } ?? 0
      var limit = minute - after
      for ride in rides.reversed() {
        guard let trip = entry.day.lastTrip(ride, arrivingBy: limit) else { return nil }
        limit = trip.departure - JourneyRules().changeMinutes
      }
      ready = limit + JourneyRules().changeMinutes
    }
    var legs: [JourneyProfile.Leg] = []
    for ride in rides {
      guard let leg = entry.day.firstTrip(ride, departingFrom: ready) else { return nil }
      legs.append(leg)
      ready = leg.arrival + JourneyRules().changeMinutes
    }
    return journey(legs, from, to, entry)
  }
}

/// Finds the rides with the fewest changes and, of those, the fewest stops, whatever the times.
struct SimplestSearch {
  struct Ride {
    var lane: Int
    var boardPlace: Int
    var leavePlace: Int
    var from: Int
    var to: Int
  }

  private struct Label {
    /// Stops ridden, then minutes on foot.
    var stops: Int
    var walk: Int
    var ride: Ride?
    var before: Int?

    func isBetter(than other: Label?) -> Bool {
      guard let other else { return true }
      return (stops, walk) < (other.stops, other.walk)
    }
  }

  private static let rounds = 4

  let day: TravelDay
  let start: Int
  let isArrival: Bool
  var patience = 180

  init(day: TravelDay, start: Int, isArrival: Bool) {
    self.day = day
    self.start = start
    self.isArrival = isArrival
  }

  func rides(from: [Access], to: [Access]) -> [Ride]? {
    let window = isArrival ? start - patience...start : start...start + patience
    let lanes = day.lanes.indices.filter { day.hasTrip(in: $0, during: window) }
    var labels: [Label] = []
    var current: [Int: Int] = [:]
    for way in from {
      current[way.stop] = labels.count
      labels.append(Label(stops: 0, walk: way.minutes))
    }
    for _ in 0..<Self.rounds {
      var next: [Int: Int] = [:]
      for lane in lanes { ride(lane, current, &next, &labels) }
      var best: (label: Int, cost: Label)?
      for way in to {
        guard let number = next[way.stop] else { continue }
        var cost = labels[number]
        cost.walk += way.minutes
        if cost.isBetter(than: best?.cost) { best = (number, cost) }
      }
      if let best {
        var rides: [Ride] = []
        var number: Int? = best.label
        while let label = number.map({ labels[$0] }), let ride = label.ride {
          rides.append(ride)
          number = label.before
        }
        return rides.reversed()
      }
      current = next
    }
    return nil
  }

  private func ride(
    _ number: Int, _ current: [Int: Int], _ next: inout [Int: Int], _ labels: inout [Label]
  ) {
    let lane = day.lanes[number]
    var board: (place: Int, label: Int)?
    for place in 0..<Int(lane.stopCount) {
      let stop = Int(day.laneStops[Int(lane.firstStop) + place])
      let rights = day.laneRights[Int(lane.firstStop) + place]
      if let board, rights & TransitNetwork.Pattern.canLeave != 0 {
        let before = labels[board.label]
        let boardStop = Int(day.laneStops[Int(lane.firstStop) + board.place])
        let label = Label(
          stops: before.stops + place - board.place, walk: before.walk,
          ride: Ride(
            lane: number, boardPlace: board.place, leavePlace: place, from: boardStop, to: stop),
          before: board.label)
        if stop != boardStop, label.isBetter(than: next[stop].map { labels[$0] }) {
          next[stop] = labels.count
          labels.append(label)
        }
      }
      if let here = current[stop], rights & TransitNetwork.Pattern.canBoard != 0 {
        let riding = board.map { labels[$0.label].stops + place - $0.place } ?? .max
        let label = labels[here]
        if (label.stops, label.walk) < (riding, board.map { labels[$0.label].walk } ?? .max) {
          board = (place, here)
        }
      }
    }
  }
}

extension TravelDay {
  fileprivate func hasTrip(in number: Int, during window: ClosedRange<Int>) -> Bool {
    let lane = lanes[number]
    let row = Int(lane.firstTime)
    return (0..<Int(lane.tripCount)).contains { window.contains(Int(departures[row + $0])) }
  }

  fileprivate func firstTrip(
    _ ride: SimplestSearch.Ride, departingFrom time: Int
  ) -> JourneyProfile.Leg? {
    let lane = lanes[ride.lane]
    let row = Int(lane.firstTime) + ride.boardPlace * Int(lane.tripCount)
    return (0..<Int(lane.tripCount)).first { departures[row + $0] >= time }.map { leg(ride, $0) }
  }

  fileprivate func lastTrip(
    _ ride: SimplestSearch.Ride, arrivingBy time: Int
  ) -> JourneyProfile.Leg? {
    let lane = lanes[ride.lane]
    let row = Int(lane.firstTime) + ride.leavePlace * Int(lane.tripCount)
    return (0..<Int(lane.tripCount)).last { arrivals[row + $0] <= time }.map { leg(ride, $0) }
  }

  private func leg(_ ride: SimplestSearch.Ride, _ trip: Int) -> JourneyProfile.Leg {
    let lane = lanes[ride.lane]
    let (count, first) = (Int(lane.tripCount), Int(lane.firstTime))
    let run = runs[Int(lane.firstTrip) + trip]
    return JourneyProfile.Leg(
      trip: Int(run.trip), from: ride.from, to: ride.to,
      departure: Int(departures[first + ride.boardPlace * count + trip]),
      arrival: Int(arrivals[first + ride.leavePlace * count + trip]),
      stopCount: ride.leavePlace - ride.boardPlace,
      frequency: run.frequency < 0 ? nil : Int(run.frequency))
  }
}
