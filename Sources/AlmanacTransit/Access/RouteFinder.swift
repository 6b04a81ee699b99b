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
    /// When to leave and when one is there; about, if a leg runs by headway.
    public var start: Instant
    public var end: Instant
    /// nil if the feeds do not have it.
    public var fare: CampusTravel.Fare?

    /// Whether all legs have times.
    public var isExact: Bool { legs.allSatisfy { $0.headway == nil } }
    /// Those to publish: a service by headway has none.
    public var departure: Instant? { isExact ? start : nil }
    public var arrival: Instant? { isExact ? end : nil }
    /// Minutes from door to door.
    public var minutes: Int { end.seconds(since: start) / 60 }
    public var changes: Int { legs.count - 1 }
  }

  /// Fewest changes, then fewest stops.
  public var simplest: Journey?
  /// Earliest arrival, or latest departure if a time of arrival was given.
  public var fastest: Journey?
  /// Why there is neither; `noService` also if both are hours from the time that was asked for.
  public var reason: CampusTravel.Reason?
}

extension TravelPlanner {
  /// The stops on foot from a point, nearest first.
  public func access(near point: Coordinate) -> [Access] { grid.access(near: point) }

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
    let entry = days.entry(for: CivilDate(dayNumber: network.day(ofMinute: minute)))
    var ends = Ends(from: from, to: to, minute: minute - entry.base, isArrival: isArrival)
    guard let fastest = fastest(ends, entry) else {
      return RouteAnswer(reason: reason(onDayOf: minute))
    }
    let nearest = isArrival ? fastest.end : fastest.start
    let isFar = abs(nearest.seconds(since: time)) / 60 > SimplestSearch.patience
    if isFar { ends.minute = Int(nearest.secondsSinceEpoch) / 60 - entry.base }
    let rides = SimplestSearch(day: entry.day, ends: ends).rides()
    let simplest = rides.flatMap { timed($0, ends, entry) }
    return RouteAnswer(
      simplest: simplest ?? fastest, fastest: fastest, reason: isFar ? .noService : nil)
  }

  private func fastest(_ ends: Ends, _ entry: TravelDays.Entry) -> RouteAnswer.Journey? {
    let (near, far) = ends.isArrival ? (ends.to, ends.from) : (ends.from, ends.to)
    let profile = JourneySearch(in: ends.isArrival ? entry.reversed : entry.day).profile(
      from: near, starts: [ends.isArrival ? -ends.minute : ends.minute])
    let options = far.flatMap { way in
      profile.options(at: way.stop).map { option in
        let cost = ends.isArrival ? -option.departure : option.arrival
        return (cost: cost + way.minutes, option: option)
      }
    }
    let best = options.min { ($0.cost, $0.option.changes) < ($1.cost, $1.option.changes) }
    return best.flatMap { journey(profile.legs(of: $0.option), ends, entry) }
  }

  private func journey(
    _ legs: [JourneyProfile.Leg], _ ends: Ends, _ entry: TravelDays.Entry
  ) -> RouteAnswer.Journey? {
    guard let first = legs.first, let last = legs.last,
      let before = ends.from.first(where: { $0.stop == first.from })?.minutes,
      let after = ends.to.first(where: { $0.stop == last.to })?.minutes
    else { return nil }
    return RouteAnswer.Journey(
      legs: legs.map { leg($0, entry) }, stopCount: legs.map(\.stopCount).reduce(0, +),
      walking: (before, after), start: entry.instant(first.departure - before),
      end: entry.instant(last.arrival + after), fare: fare(of: legs))
  }

  /// The fastest journey of some rides, which gives them their times.
  private func timed(
    _ rides: [SimplestSearch.Ride], _ ends: Ends, _ entry: TravelDays.Entry
  ) -> RouteAnswer.Journey? {
    guard let first = rides.first, let last = rides.last else { return nil }
    let day = entry.day
    var ready = ends.minute + (ends.from.first { $0.stop == first.from }?.minutes ?? 0)
    if ends.isArrival {
      // The latest first departure with which the rest is in time.
      ready = ends.minute - (ends.to.first { $0.stop == last.to }?.minutes ?? 0)
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
    return journey(legs, ends, entry)
  }
}

/// What a way is asked for.
struct Ends {
  /// Stops to start from and to end at, with minutes on foot.
  var from: [Access]
  var to: [Access]
  /// Minute of the day at which to leave, or to be there.
  var minute: Int
  var isArrival: Bool
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

  /// Vehicles that are tried, and minutes around the time in which a service must run.
  private static let rounds = 4
  static let patience = 180

  let day: TravelDay
  let ends: Ends

  func rides() -> [Ride]? {
    let start = ends.isArrival ? ends.minute - Self.patience : ends.minute
    let lanes = day.lanes.indices.filter {
      day.hasTrip(in: $0, during: start...start + Self.patience)
    }
    var labels: [Label] = []
    var current: [Int: Int] = [:]
    for way in ends.from {
      current[way.stop] = labels.count
      labels.append(Label(stops: 0, walk: way.minutes))
    }
    for _ in 0..<Self.rounds {
      var next: [Int: Int] = [:]
      for lane in lanes { ride(lane, current, &next, &labels) }
      var best: (label: Int, cost: Label)?
      for way in ends.to {
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
      current = walked(next, &labels)
    }
    return nil
  }

  /// The stops of a round with those on foot from them, where the next ride may begin.
  private func walked(_ reached: [Int: Int], _ labels: inout [Label]) -> [Int: Int] {
    var ready = reached
    for (stop, number) in reached.sorted(by: { $0.key < $1.key }) {
      for path in day.paths[stop] {
        var label = labels[number]
        label.walk += Int(path.minutes)
        if label.isBetter(than: ready[Int(path.stop)].map({ labels[$0] })) {
          ready[Int(path.stop)] = labels.count
          labels.append(label)
        }
      }
    }
    return ready
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
  /// Whether a trip of a lane is under way within a window.
  fileprivate func hasTrip(in number: Int, during window: ClosedRange<Int>) -> Bool {
    let ends = times(of: number, at: Int(lanes[number].stopCount) - 1)
    return zip(times(of: number, at: 0), ends).contains {
      departures[$0] <= window.upperBound && arrivals[$1] >= window.lowerBound
    }
  }

  /// Minutes that a change takes, at one stop or on foot.
  fileprivate func changeMinutes(from stop: Int, to other: Int) -> Int {
    let change = JourneyRules().changeMinutes
    guard stop != other else { return change }
    let path = paths[stop].first { Int($0.stop) == other }
    return max(change, Int(path?.minutes ?? 0))
  }

  /// The first trip of a lane that can be boarded from a time on.
  fileprivate func trip(
    _ ride: SimplestSearch.Ride, departingFrom time: Int
  ) -> JourneyProfile.Leg? {
    let row = times(of: ride.lane, at: ride.boardPlace)
    return row.first { departures[$0] >= time }.map { leg(ride, trip: $0 - row.lowerBound) }
  }

  /// The last trip of a lane that arrives by a time.
  fileprivate func trip(
    _ ride: SimplestSearch.Ride, arrivingBy time: Int
  ) -> JourneyProfile.Leg? {
    let row = times(of: ride.lane, at: ride.leavePlace)
    return row.last { arrivals[$0] <= time }.map { leg(ride, trip: $0 - row.lowerBound) }
  }

  private func times(of number: Int, at place: Int) -> Range<Int> {
    let count = Int(lanes[number].tripCount)
    let first = Int(lanes[number].firstTime) + place * count
    return first..<first + count
  }

  private func leg(_ ride: SimplestSearch.Ride, trip: Int) -> JourneyProfile.Leg {
    self.ride(lane: ride.lane, trip: trip, from: ride.boardPlace, to: ride.leavePlace)
  }
}
