public import AlmanacModel
public import AlmanacTime

/// Plans the ways from a few origins to many places in time for many starts, in one network.
///
/// One forward profile for each origin and kind of day answers all places and starts. Its latest
/// departures are those that backward profiles from the places find, one of which takes as long (0.5 ms
/// for a day of 416 stops); but there are five origins where there are hundreds of places.
public struct TravelPlanner {
  /// Meters in a straight line that people walk between a place and a stop, and between two stops.
  static let reach = 800.0
  static let changeReach = 300.0
  /// Stops that are tried at a place.
  static let stopsOfPlace = 6
  /// Minutes of a service day that are searched: late evening before to early morning after.
  private static let window = -180..<1_620
  /// Minutes on foot up to which walking all the way is offered.
  static let longestWalk = 40
  /// Minutes over which the door-to-door times are taken.
  private static let hour = 60

  /// An origin on a kind of day.
  private struct DayKey: Hashable {
    var origin: Int
    var kind: Int
  }

  private struct PlaceKey: Hashable {
    var day: DayKey
    var place: String
  }

  private struct Back {
    var departure: Int
    var until: Int?
  }

  public let network: TransitNetwork
  let grid: StopGrid
  var days: TravelDays
  private let origins: [(place: Place, access: [Access])]
  private let buffer: Int
  private var profiles: [DayKey: (there: JourneyProfile, back: JourneyProfile)] = [:]
  private var backs: [PlaceKey: Back?] = [:]
  private var placeAccess: [String: [Access]] = [:]

  /// - Parameters:
  ///   - network: That of one feed, or several that were joined.
  ///   - origins: Places that people start from; those without a position are left out.
  ///   - buffer: Minutes to be there before a start.
  public init(_ network: TransitNetwork, origins: [Place] = [], buffer: Int = 5) {
    self.network = network
    self.buffer = buffer
    let grid = StopGrid(network)
    self.grid = grid
    days = TravelDays(network, footpaths: grid.footpaths(within: Self.changeReach))
    self.origins = origins.compactMap { place in
      place.coordinate.map { (place, grid.access(near: $0)) }
    }
  }

  /// The ways from each origin to a place that has a position, for one start.
  ///
  /// Expected O(log journeys) for each origin once a kind of day is known.
  public mutating func access(to place: Place, start: Instant) -> [CampusTravel.Access] {
    guard let point = place.coordinate else { return [] }
    let deadline = Int(start.secondsSinceEpoch) / 60 - buffer
    let entry = days.entry(for: CivilDate(dayNumber: network.day(ofMinute: deadline)))
    let stops = placeAccess[place.id] ?? grid.access(near: point)
    placeAccess[place.id] = stops
    return origins.indices.filter { origins[$0].place.id != place.id }.map { number in
      access(from: number, to: place, at: stops, entry, start: start, deadline: deadline)
    }
  }

  private mutating func access(
    from number: Int, to place: Place, at stops: [Access], _ entry: TravelDays.Entry,
    start: Instant, deadline: Int
  ) -> CampusTravel.Access {
    let origin = origins[number]
    let key = DayKey(origin: number, kind: entry.kind)
    let profile = profiles(key, entry).there
    let limit = deadline - entry.base
    var answer = CampusTravel.Access(place: place.id, origin: origin.place.id, start: start)
    let walk = walkingMinutes(from: origin.place, to: place)
    let departures = Self.departures(in: profile, to: stops, by: limit)
    let spans = departures.enumerated().map { minute, departure in
      min(departure.map { limit - minute - $0 } ?? .max, walk ?? .max)
    }.sorted()
    answer.median = spans[Self.hour / 2] == .max ? nil : spans[Self.hour / 2]
    answer.percentile90 = spans[Self.hour * 9 / 10] == .max ? nil : spans[Self.hour * 9 / 10]
    if let back = back(PlaceKey(day: key, place: place.id), from: stops, entry) {
      answer.lastBack = back.until == nil ? entry.instant(back.departure) : nil
      answer.backUntil = back.until.map(entry.instant)
    }
    if let walk, limit - walk >= departures[0] ?? .min {
      answer.departure = entry.instant(limit - walk)
      answer.walking = walk
      answer.changes = 0
      return answer
    }
    guard let departure = departures[0],
      let best = Self.simplest(in: profile, to: stops, startingAt: departure, by: limit)
    else {
      answer.reason =
        stops.isEmpty || origin.access.isEmpty ? .tooFar : reason(onDayOf: deadline)
      return answer
    }
    let legs = profile.legs(of: best.option)
    answer.legs = legs.map { leg($0, entry) }
    answer.fare = fare(of: legs)
    answer.changes = best.option.changes
    let first = legs.first.flatMap { leg in origin.access.first { $0.stop == leg.from } }
    answer.walking = best.walk + (first?.minutes ?? 0)
    let isByHeadway = answer.legs.contains { $0.headway != nil }
    answer.departure = isByHeadway ? nil : entry.instant(departure)
    return answer
  }

  /// Why no service runs on the day of a minute since 1970 UTC.
  func reason(onDayOf minute: Int) -> CampusTravel.Reason {
    let isOver = network.validity.map { network.day(ofMinute: minute) > $0.upperBound } ?? false
    return isOver ? .feedEnded : .noService
  }

  private func walkingMinutes(from origin: Place, to place: Place) -> Int? {
    guard let one = origin.coordinate, let other = place.coordinate else { return nil }
    let minutes = Walking.minutes(meters: one.distance(to: other))
    return minutes <= Self.longestWalk ? minutes : nil
  }

  private mutating func profiles(
    _ key: DayKey, _ entry: TravelDays.Entry
  ) -> (there: JourneyProfile, back: JourneyProfile) {
    if let known = profiles[key] { return known }
    let access = origins[key.origin].access
    let there = JourneySearch(in: entry.day).profile(
      from: access, starts: entry.day.starts(from: access, in: Self.window))
    // Journeys that end by 3:00 of the next day.
    let back = JourneySearch(in: entry.reversed).profile(
      from: access, starts: [-Self.window.upperBound])
    profiles[key] = (there, back)
    return (there, back)
  }

  /// For each minute of the hour before a time, the latest departure that arrives by it.
  private static func departures(
    in profile: JourneyProfile, to stops: [Access], by limit: Int
  ) -> [Int?] {
    var latest: [Int?] = Array(repeating: nil, count: hour)
    for way in stops {
      // Entries start earlier and earlier; those that arrive no earlier than others add nothing.
      var covered = 0
      var index = profile.firstEntry(at: way.stop, startingBy: limit - way.minutes)
      while index < profile.range(of: way.stop).upperBound, covered < hour {
        let start = Int(profile.entries[index].start)
        let spare = limit - way.minutes - Int(profile.entries[index].end)
        while covered <= spare, covered < hour {
          latest[covered] = max(latest[covered] ?? start, start)
          covered += 1
        }
        index += 1
      }
    }
    return latest
  }

  /// Of the journeys with one departure that arrive by a time, the one with the fewest changes.
  private static func simplest(
    in profile: JourneyProfile, to stops: [Access], startingAt start: Int, by limit: Int
  ) -> (option: JourneyProfile.Option, walk: Int)? {
    var best: (option: JourneyProfile.Option, walk: Int)?
    var cost = (Int.max, Int.max, Int.max)
    for way in stops {
      var index = profile.firstEntry(at: way.stop, startingBy: start)
      while index < profile.range(of: way.stop).upperBound, profile.entries[index].start == start {
        let option = profile.option(index)
        let arrival = option.arrival + way.minutes
        if arrival <= limit, (option.changes, arrival, way.minutes) < cost {
          best = (option, way.minutes)
          cost = (option.changes, arrival, way.minutes)
        }
        index += 1
      }
    }
    return best
  }

  private mutating func back(
    _ key: PlaceKey, from stops: [Access], _ entry: TravelDays.Entry
  ) -> Back? {
    if let known = backs[key] { return known }
    let profile = profiles(key.day, entry).back
    var best: (departure: Int, option: JourneyProfile.Option)?
    for way in stops {
      for option in profile.options(at: way.stop)
      where option.departure - way.minutes > best?.departure ?? .min {
        best = (option.departure - way.minutes, option)
      }
    }
    let answer = best.map { best in
      let until = profile.legs(of: best.option).first.flatMap { leg -> Int? in
        guard let number = leg.frequency else { return nil }
        let frequency = network.trips[leg.trip].frequencies[number]
        return frequency.isExact ? nil : leg.departure + frequency.minutesAfterLast
      }
      return Back(departure: best.departure, until: until)
    }
    backs[key] = answer
    return answer
  }

  /// The price of the rides of a journey; nil if the feeds do not have it.
  func fare(of legs: [JourneyProfile.Leg]) -> CampusTravel.Fare? {
    guard !network.fares.isEmpty else { return nil }
    let rides = legs.map { leg in
      let pattern = network.patterns[network.trips[leg.trip].pattern]
      return TransitFares.Ride(
        route: pattern.route,
        zones: pattern.stops[leg.place...leg.place + leg.stopCount].map {
          network.stops[Int($0)].fareZone
        }, departure: leg.departure, arrival: leg.arrival)
    }
    return network.fares.price(of: rides, in: network.routes)
  }

  /// A ride as it is published.
  func leg(_ leg: JourneyProfile.Leg, _ entry: TravelDays.Entry) -> CampusTravel.Leg {
    let trip = network.trips[leg.trip]
    let frequency = leg.frequency.map { trip.frequencies[$0] }
    let headway = frequency.flatMap { $0.isExact ? nil : $0.minutes }
    return CampusTravel.Leg(
      route: network.routes[network.patterns[trip.pattern].route].id,
      from: network.stops[leg.from].id, to: network.stops[leg.to].id,
      departure: headway == nil ? entry.instant(leg.departure) : nil,
      arrival: headway == nil ? entry.instant(leg.arrival) : nil, headway: headway)
  }
}

extension TravelDays.Entry {
  /// The instant of a minute of the day.
  func instant(_ minute: Int) -> Instant {
    Instant(secondsSinceEpoch: Int64(minute + base) * 60)
  }
}

extension TransitNetwork.Frequency {
  /// Shortest and longest whole minutes between departures.
  public var minutes: ClosedRange<Int> {
    headwayRange.lowerBound / 60...(headwayRange.upperBound + 59) / 60
  }

  /// Minutes from the last departure to the end, which is less than one headway later.
  fileprivate var minutesAfterLast: Int {
    let count = max(0, (end - start - 1) / headway)
    return (end - (start + count * headway)) / 60
  }
}
