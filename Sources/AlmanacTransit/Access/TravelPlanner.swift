public import AlmanacModel
public import AlmanacTime

/// Plans the ways from a few origins to many places in time for many starts, in one network.
///
/// One forward profile for each origin and kind of day answers all places and starts: the latest
/// departure for a start is the same journey that a backward search from the place would find, and
/// there are far fewer origins than places.
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

  private struct Key: Hashable {
    var origin: Int
    var place: String
    var kind: Int
  }

  /// A journey to a place, in minutes of the day.
  private struct Candidate {
    var departure: Int
    var arrival: Int
    var changes: Int
    /// Minutes on foot from the last stop.
    var walk: Int
    var option: JourneyProfile.Option
  }

  private struct Back {
    var departure: Int
    var until: Int?
  }

  public let source: String
  public let network: TransitNetwork
  let grid: StopGrid
  var days: TravelDays
  private let origins: [(place: Place, access: [Access])]
  private let buffer: Int
  private var profiles: [Key: JourneyProfile] = [:]
  private var backProfiles: [Key: JourneyProfile] = [:]
  private var candidates: [Key: [Candidate]] = [:]
  private var backs: [Key: Back?] = [:]
  private var placeAccess: [String: [Access]] = [:]

  /// - Parameters:
  ///   - origins: Places that people start from; those without a position are left out.
  ///   - buffer: Minutes to be there before a start.
  public init(source: String, network: TransitNetwork, origins: [Place] = [], buffer: Int = 5) {
    self.source = source
    self.network = network
    self.buffer = buffer
    let grid = StopGrid(network)
    self.grid = grid
    days = TravelDays(network, footpaths: grid.footpaths(within: Self.changeReach))
    self.origins = origins.compactMap { place in
      place.coordinate.map { (place, Self.access(at: $0, grid)) }
    }
  }

  static func access(at point: Coordinate, _ grid: StopGrid) -> [Access] {
    grid.stops(near: point, within: reach).prefix(stopsOfPlace).map {
      Access(stop: $0.stop, minutes: Walking.minutes(meters: $0.meters))
    }
  }

  /// The ways from each origin to a place that has a position, for one start.
  ///
  /// Expected O(log journeys) for each origin once a place and kind of day is known.
  public mutating func access(to place: Place, start: Instant) -> [CampusTravel.Access] {
    guard let point = place.coordinate else { return [] }
    let deadline = Int(start.secondsSinceEpoch) / 60 - buffer
    let date = CivilDate(dayNumber: network.day(ofMinute: deadline))
    let entry = days.entry(for: date)
    let stops: [Access]
    if let known = placeAccess[place.id] {
      stops = known
    } else {
      stops = Self.access(at: point, grid)
      placeAccess[place.id] = stops
    }
    return origins.indices.filter { origins[$0].place.id != place.id }.map { number in
      access(
        from: number, to: place, at: stops, entry, start: start, deadline: deadline - entry.base,
        day: date.dayNumber)
    }
  }

  private mutating func access(
    from number: Int, to place: Place, at stops: [Access], _ entry: TravelDays.Entry,
    start: Instant, deadline: Int, day: Int
  ) -> CampusTravel.Access {
    let origin = origins[number]
    var answer = CampusTravel.Access(place: place.id, origin: origin.place.id, start: start)
    let walk = walkingMinutes(from: origin.place, to: place)
    let key = Key(origin: number, place: place.id, kind: entry.kind)
    let found = candidates(key, to: stops, entry)
    let spans = (0..<Self.hour).map { minute in
      let time = deadline - minute
      let ride = Self.latest(found, by: time).map { time - found[$0].departure }
      return min(ride ?? .max, walk ?? .max)
    }.sorted()
    answer.median = spans[Self.hour / 2] == .max ? nil : spans[Self.hour / 2]
    answer.percentile90 = spans[Self.hour * 9 / 10] == .max ? nil : spans[Self.hour * 9 / 10]
    if let back = back(key, from: stops, entry) {
      answer.lastBack = back.until == nil ? instant(back.departure, entry) : nil
      answer.backUntil = back.until.map { instant($0, entry) }
    }
    let best = Self.latest(found, by: deadline).map { Self.simplest(found, from: $0, by: deadline) }
    if let walk, deadline - walk >= best.map({ found[$0].departure }) ?? .min {
      answer.departure = instant(deadline - walk, entry)
      answer.walking = walk
      answer.changes = 0
      return answer
    }
    guard let best, let profile = profiles[profileKey(number, entry)] else {
      let isOver = network.validity.map { day > $0.upperBound } ?? false
      answer.reason =
        isOver ? .feedEnded : stops.isEmpty || origin.access.isEmpty ? .tooFar : .noService
      return answer
    }
    let journey = found[best]
    let legs = profile.legs(of: journey.option)
    answer.legs = legs.map { leg($0, entry) }
    answer.changes = journey.changes
    let first = legs.first.flatMap { leg in origin.access.first { $0.stop == leg.from } }
    answer.walking = journey.walk + (first?.minutes ?? 0)
    let isByHeadway = answer.legs.contains { $0.headway != nil }
    answer.departure = isByHeadway ? nil : instant(journey.departure, entry)
    return answer
  }

  private func walkingMinutes(from origin: Place, to place: Place) -> Int? {
    guard let one = origin.coordinate, let other = place.coordinate else { return nil }
    let minutes = Walking.minutes(meters: one.distance(to: other))
    return minutes <= Self.longestWalk ? minutes : nil
  }

  private func instant(_ minute: Int, _ entry: TravelDays.Entry) -> Instant {
    Instant(secondsSinceEpoch: Int64(minute + entry.base) * 60)
  }

  private func profileKey(_ origin: Int, _ entry: TravelDays.Entry) -> Key {
    Key(origin: origin, place: "", kind: entry.kind)
  }

  /// All journeys to a place, latest departure first, of one departure the earliest arrival first.
  private mutating func candidates(
    _ key: Key, to stops: [Access], _ entry: TravelDays.Entry
  ) -> [Candidate] {
    if let known = candidates[key] { return known }
    let shared = profileKey(key.origin, entry)
    let profile: JourneyProfile
    if let known = profiles[shared] {
      profile = known
    } else {
      let access = origins[key.origin].access
      profile = JourneySearch(in: entry.day).profile(
        from: access, starts: entry.day.starts(from: access, in: Self.window))
      profiles[shared] = profile
    }
    var found: [Candidate] = []
    for way in stops {
      for option in profile.options(at: way.stop) {
        found.append(
          Candidate(
            departure: option.departure, arrival: option.arrival + way.minutes,
            changes: option.changes, walk: way.minutes, option: option))
      }
    }
    found.sort {
      (-$0.departure, $0.arrival, $0.changes, $0.walk) < (
        -$1.departure, $1.arrival, $1.changes, $1.walk
      )
    }
    // Of one departure only the earliest arrival, or fewer changes.
    var kept: [Candidate] = []
    var earliest = Int.max
    for candidate in found {
      if candidate.arrival < earliest {
        earliest = candidate.arrival
      } else {
        guard let last = kept.last, last.departure == candidate.departure,
          candidate.changes < last.changes
        else { continue }
      }
      kept.append(candidate)
    }
    candidates[key] = kept
    return kept
  }

  /// The first journey in the order of departures that arrives by a time.
  private static func latest(_ found: [Candidate], by time: Int) -> Int? {
    // The earliest arrivals of each departure decrease; bisect to the first that is early enough.
    var (low, high) = (0, found.count)
    while low < high {
      let middle = (low + high) / 2
      var head = middle
      while head > 0, found[head - 1].departure == found[middle].departure { head -= 1 }
      if found[head].arrival <= time {
        high = head
      } else {
        low = middle + 1
        while low < found.count, found[low].departure == found[head].departure { low += 1 }
      }
    }
    return low < found.count ? low : nil
  }

  /// Of the journeys with one departure that arrive by a time, the one with the fewest changes.
  private static func simplest(_ found: [Candidate], from first: Int, by time: Int) -> Int {
    var best = first
    var index = first + 1
    while index < found.count, found[index].departure == found[first].departure {
      if found[index].arrival <= time, found[index].changes < found[best].changes { best = index }
      index += 1
    }
    return best
  }

  private mutating func back(
    _ key: Key, from stops: [Access], _ entry: TravelDays.Entry
  ) -> Back? {
    if let known = backs[key] { return known }
    let shared = profileKey(key.origin, entry)
    let profile: JourneyProfile
    if let known = backProfiles[shared] {
      profile = known
    } else {
      // Journeys that end by 3:00 in the night after.
      profile = JourneySearch(in: entry.reversed).profile(
        from: origins[key.origin].access, starts: [-Self.window.upperBound])
      backProfiles[shared] = profile
    }
    var best: (departure: Int, option: JourneyProfile.Option)?
    for way in stops {
      for option in profile.options(at: way.stop)
      where option.departure - way.minutes > best?.departure ?? .min {
        best = (option.departure - way.minutes, option)
      }
    }
    var answer: Back?
    if let best {
      let until = profile.legs(of: best.option).first.flatMap { leg -> Int? in
        guard let number = leg.frequency else { return nil }
        let frequency = network.trips[leg.trip].frequencies[number]
        return frequency.isExact ? nil : leg.departure + frequency.minutesLeft(at: leg, network)
      }
      answer = Back(departure: best.departure, until: until)
    }
    backs[key] = answer
    return answer
  }

  /// A ride as it is published.
  func leg(_ leg: JourneyProfile.Leg, _ entry: TravelDays.Entry) -> CampusTravel.Leg {
    let trip = network.trips[leg.trip]
    let route = network.routes[network.patterns[trip.pattern].route]
    var headway: ClosedRange<Int>?
    if let number = leg.frequency, !trip.frequencies[number].isExact {
      headway = trip.frequencies[number].minutes
    }
    return CampusTravel.Leg(
      route: "\(source)/\(route.id)", from: stopID(leg.from), to: stopID(leg.to),
      departure: headway == nil ? instant(leg.departure, entry) : nil,
      arrival: headway == nil ? instant(leg.arrival, entry) : nil, headway: headway)
  }

  func stopID(_ stop: Int) -> String { "\(source)/\(network.stops[stop].id)" }
}

extension TransitNetwork.Frequency {
  /// Shortest and longest whole minutes between departures.
  public var minutes: ClosedRange<Int> {
    headwayRange.lowerBound / 60...(headwayRange.upperBound + 59) / 60
  }

  /// Minutes from a ride's departure to the end of the frequency, as its trip's first stop counts.
  fileprivate func minutesLeft(at leg: JourneyProfile.Leg, _ network: TransitNetwork) -> Int {
    // The last departure of the frequency is less than one headway before its end.
    let count = max(0, (end - start - 1) / headway)
    return (end - (start + count * headway)) / 60
  }
}
