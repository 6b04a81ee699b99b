public import AlmanacModel
public import AlmanacTime

/// Plans journeys from a few origins to many places, each in time for many event starts.
///
/// One forward profile for each origin and kind of day serves all places and starts. A backward profile
/// for each place would find the same latest departures in the same time (0.5 ms for a day of 416
/// stops), but there are about five origins and hundreds of places.
public struct TravelPlanner {
  /// Maximum straight-line distance in meters between a place and a stop.
  static let walkingRadius = 800.0
  /// Maximum straight-line distance in meters between two stops of a change.
  static let changeRadius = 300.0
  /// Maximum stops that are tried at a place.
  static let stopsPerPlace = 6
  /// Searched minutes of a service day: from 21:00 of the previous day to 3:00 of the next day.
  private static let window = -180..<1_620
  /// Maximum minutes of a journey on foot.
  static let longestWalk = 40
  /// Number of minutes before a deadline, each of which gives one door-to-door time for the median.
  private static let sampleCount = 60

  /// An origin on a kind of day.
  private struct OriginDay: Hashable {
    var origin: Int
    var kind: Int
  }

  private struct PlaceDay: Hashable {
    var day: OriginDay
    var place: String
  }

  /// The last journey from a place back to an origin, in minutes of the day.
  private struct LastReturn {
    var departure: Int
    /// The end of service, if the first leg runs by headway.
    var until: Int?
  }

  public let network: TransitNetwork
  let grid: StopGrid
  var days: TravelDays
  private let origins: [(place: Place, access: [AccessStop])]
  private let buffer: Int
  private var profiles: [OriginDay: (outbound: JourneyProfile, inbound: JourneyProfile)] = [:]
  private var lastReturns: [PlaceDay: LastReturn?] = [:]
  private var placeAccess: [String: [AccessStop]] = [:]

  /// - Parameters:
  ///   - network: The network of one feed, or a joined one.
  ///   - origins: Places where journeys start. A place without a position is ignored.
  ///   - buffer: Minutes between the arrival and the start of an event.
  public init(_ network: TransitNetwork, origins: [Place] = [], buffer: Int = 5) {
    self.network = network
    self.buffer = buffer
    let grid = StopGrid(network)
    self.grid = grid
    days = TravelDays(network, footpaths: grid.footpaths(within: Self.changeRadius))
    self.origins = origins.compactMap { place in
      place.coordinate.map { (place, grid.access(near: $0)) }
    }
  }

  /// The journeys from each origin to a place in time for a start; empty for a place without a position.
  ///
  /// Expected O(log journeys) for each origin after the first start on a kind of day.
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
    from number: Int, to place: Place, at stops: [AccessStop], _ entry: TravelDays.Entry,
    start: Instant, deadline: Int
  ) -> CampusTravel.Access {
    let origin = origins[number]
    let key = OriginDay(origin: number, kind: entry.kind)
    let profile = profiles(key, entry).outbound
    let limit = deadline - entry.base
    var answer = CampusTravel.Access(place: place.id, origin: origin.place.id, start: start)
    let walk = walkingMinutes(from: origin.place, to: place)
    let departures = Self.departures(in: profile, to: stops, by: limit)
    // Door-to-door minutes, by transit or on foot; `.max` if there is neither.
    let durations = departures.enumerated().map { minute, departure in
      min(departure.map { limit - minute - $0 } ?? .max, walk ?? .max)
    }.sorted()
    let (median, percentile90) = (
      durations[Self.sampleCount / 2], durations[Self.sampleCount * 9 / 10]
    )
    answer.median = median == .max ? nil : median
    answer.percentile90 = percentile90 == .max ? nil : percentile90
    // For an event after midnight, the way back is in the same night.
    let minute = Int(start.secondsSinceEpoch) / 60
    let night = days.entry(
      for: CivilDate(dayNumber: network.day(ofMinute: minute - Self.window.upperBound + 1_440)))
    let back = PlaceDay(day: OriginDay(origin: number, kind: night.kind), place: place.id)
    if let last = lastReturn(back, from: stops, night) {
      answer.lastBack = last.until == nil ? night.instant(last.departure) : nil
      answer.backUntil = last.until.map(night.instant)
    }
    // Walking all the way is the journey if it starts no earlier than the best ride.
    if let walk, limit - walk >= departures[0] ?? .min {
      answer.departure = entry.instant(limit - walk)
      answer.walking = walk
      answer.changes = 0
      return answer
    }
    guard let departure = departures[0],
      let best = Self.simplest(in: profile, to: stops, startingAt: departure, by: limit),
      // A journey that ends hours before the event is none to it.
      limit - best.option.arrival - best.walk <= SimplestSearch.serviceWindow
    else {
      (answer.median, answer.percentile90) = (nil, nil)
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

  /// Why there is no journey on the day of a minute since 1970 UTC.
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
    _ key: OriginDay, _ entry: TravelDays.Entry
  ) -> (outbound: JourneyProfile, inbound: JourneyProfile) {
    if let known = profiles[key] { return known }
    let access = origins[key.origin].access
    let outbound = JourneySearch(in: entry.day).profile(
      from: access, starts: entry.day.starts(from: access, in: Self.window))
    // Journeys to the origin that end by the end of the window.
    let inbound = JourneySearch(in: entry.reversed).profile(
      from: access, starts: [-Self.window.upperBound])
    profiles[key] = (outbound, inbound)
    return (outbound, inbound)
  }

  /// The latest departures that arrive by a limit, by the limit minus one minute, and so on.
  private static func departures(
    in profile: JourneyProfile, to stops: [AccessStop], by limit: Int
  ) -> [Int?] {
    var latest: [Int?] = Array(repeating: nil, count: sampleCount)
    for last in stops {
      // Entries are in order of descending start, so the first one that arrives `covered` minutes
      // before the limit has the latest departure.
      var covered = 0
      var index = profile.firstEntry(at: last.stop, startingBy: limit - last.minutes)
      while index < profile.range(of: last.stop).upperBound, covered < sampleCount {
        let start = Int(profile.entries[index].start)
        let spare = limit - last.minutes - Int(profile.entries[index].end)
        while covered <= spare, covered < sampleCount {
          latest[covered] = max(latest[covered] ?? start, start)
          covered += 1
        }
        index += 1
      }
    }
    return latest
  }

  /// The journey with the fewest changes that starts at a time and arrives by another.
  private static func simplest(
    in profile: JourneyProfile, to stops: [AccessStop], startingAt start: Int, by limit: Int
  ) -> (option: JourneyProfile.Option, walk: Int)? {
    var best: (option: JourneyProfile.Option, walk: Int)?
    var cost = (Int.max, Int.max, Int.max)
    for last in stops {
      var index = profile.firstEntry(at: last.stop, startingBy: start)
      while index < profile.range(of: last.stop).upperBound, profile.entries[index].start == start {
        let option = profile.option(index)
        let arrival = option.arrival + last.minutes
        if arrival <= limit, (option.changes, arrival, last.minutes) < cost {
          best = (option, last.minutes)
          cost = (option.changes, arrival, last.minutes)
        }
        index += 1
      }
    }
    return best
  }

  /// The journey from a place to an origin with the latest departure.
  private mutating func lastReturn(
    _ key: PlaceDay, from stops: [AccessStop], _ entry: TravelDays.Entry
  ) -> LastReturn? {
    if let known = lastReturns[key] { return known }
    let profile = profiles(key.day, entry).inbound
    var best: (departure: Int, option: JourneyProfile.Option)?
    for first in stops {
      for option in profile.options(at: first.stop)
      where option.departure - first.minutes > best?.departure ?? .min {
        best = (option.departure - first.minutes, option)
      }
    }
    let answer = best.map { best in
      let until = profile.legs(of: best.option).first.flatMap { leg -> Int? in
        guard let number = leg.frequency else { return nil }
        let frequency = network.trips[leg.trip].frequencies[number]
        guard !frequency.isExact else { return nil }
        // Vehicles run until the end of the frequency, unless a later leg needs an earlier one.
        return leg.departure + (leg.isLastDeparture ? frequency.minutesAfterLast : 0)
      }
      return LastReturn(departure: best.departure, until: until)
    }
    lastReturns[key] = answer
    return answer
  }

  /// The price of the rides of a journey; nil if the feeds have none.
  func fare(of legs: [JourneyProfile.Leg]) -> CampusTravel.Fare? {
    guard !network.fares.isEmpty else { return nil }
    let rides = legs.map { leg in
      let pattern = network.patterns[network.trips[leg.trip].pattern]
      return TransitFares.Ride(
        route: pattern.route,
        zones: pattern.stops[leg.boardIndex...leg.boardIndex + leg.stopCount].map {
          network.stops[Int($0)].fareZone
        }, departure: leg.departure, arrival: leg.arrival)
    }
    return network.fares.price(of: rides, in: network.routes)
  }

  /// Converts a ride to its published form.
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
  /// Converts a minute of the day.
  func instant(_ minute: Int) -> Instant {
    Instant(secondsSinceEpoch: Int64(minute + base) * 60)
  }
}

extension TransitNetwork.Frequency {
  /// Shortest and longest whole minutes between departures.
  public var minutes: ClosedRange<Int> {
    headwayRange.lowerBound / 60...(headwayRange.upperBound + 59) / 60
  }

  /// Minutes from the last departure to the end.
  fileprivate var minutesAfterLast: Int { (end - start - (departureCount - 1) * headway) / 60 }
}
