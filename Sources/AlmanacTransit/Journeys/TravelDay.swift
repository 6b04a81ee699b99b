/// All trips that run on a day, the day before and the day after, laid out for a search.
///
/// Times are minutes from the start of the middle day, so that days with the same services share one
/// value. Trips of one pattern are grouped into lanes in which no trip overtakes another; the times of
/// a lane are stored stop by stop, so that the first trip after a time is found by bisection.
public struct TravelDay: Sendable {
  struct Lane {
    var pattern: Int32
    var firstStop: Int32
    var stopCount: Int32
    var firstTrip: Int32
    var tripCount: Int32
    /// Start of the times: those of stop `i` begin at `firstTime + i * tripCount`.
    var firstTime: Int32
  }

  /// One departure of a trip.
  struct Run {
    var trip: Int32
    /// Number of the trip's frequency; -1 for a trip by timetable.
    var frequency: Int32
    /// Minutes to add to the trip's times.
    var shift: Int32
  }

  /// Values grouped by stop.
  struct Grouped<Value: Sendable>: Sendable {
    private var starts: [Int32]
    private var values: [Value]

    /// Groups values by key, in the order given.
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

  struct Visit {
    var lane: Int32
    var place: Int32
  }

  struct Path {
    var stop: Int32
    var minutes: Int32
  }

  /// Lanes of a pattern that a trip may join, so that trips that all overtake take linear time.
  private static let openLanes = 16

  let stopCount: Int
  private(set) var lanes: [Lane] = []
  private(set) var laneStops: [Int32] = []
  private(set) var laneRights: [UInt8] = []
  private(set) var runs: [Run] = []
  private(set) var departures: [Int32] = []
  private(set) var arrivals: [Int32] = []
  private(set) var visits = Grouped<Visit>([], count: 0)
  /// Ways on foot from each stop, and to each.
  private(set) var paths: Grouped<Path>
  private(set) var pathsBack: Grouped<Path>
  /// Whether times and directions are mirrored for a backward search.
  private(set) var isReversed = false

  /// Lays out the trips of a network around a day. O(stop times × log trips).
  ///
  /// - Parameters:
  ///   - active: For the day before, the day and the day after: minutes from the start of the day to
  ///     its own start, and whether each service runs.
  ///   - footpaths: Ways on foot between stops.
  init(
    _ network: TransitNetwork, active: [(shift: Int, services: [Bool])],
    footpaths: [TransitNetwork.Footpath]
  ) {
    stopCount = network.stops.count
    paths = Grouped(
      footpaths.map { (Int32($0.from), Path(stop: Int32($0.to), minutes: Int32($0.minutes))) },
      count: stopCount)
    pathsBack = Grouped(
      footpaths.map { (Int32($0.to), Path(stop: Int32($0.from), minutes: Int32($0.minutes))) },
      count: stopCount)
    var found: [[Run]] = Array(repeating: [], count: network.patterns.count)
    for (shift, services) in active {
      for (number, trip) in network.trips.enumerated() where services[trip.service] {
        if trip.frequencies.isEmpty {
          found[trip.pattern].append(
            Run(trip: Int32(number), frequency: -1, shift: Int32(shift)))
        }
        let first = Int(network.departures[trip.firstTime])
        for (place, frequency) in trip.frequencies.enumerated() {
          for start in stride(from: frequency.start, to: frequency.end, by: frequency.headway) {
            found[trip.pattern].append(
              Run(
                trip: Int32(number), frequency: Int32(place),
                shift: Int32(shift + start / 60 - first)))
          }
        }
      }
    }
    for (pattern, runs) in found.enumerated() where !runs.isEmpty {
      addLanes(of: pattern, runs, network)
    }
    index()
  }

  private mutating func addLanes(of pattern: Int, _ runs: [Run], _ network: TransitNetwork) {
    let count = network.patterns[pattern].stops.count
    let start = { (run: Run) in
      network.departures[network.trips[Int(run.trip)].firstTime] + run.shift
    }
    let sorted = runs.map { (time: start($0), run: $0) }.sorted {
      ($0.time, $0.run.trip, $0.run.shift) < ($1.time, $1.run.trip, $1.run.shift)
    }
    /// Whether the first run is nowhere after the second.
    func precedes(_ first: Run, _ second: Run) -> Bool {
      if first.trip == second.trip { return first.shift <= second.shift }
      let (one, two) = (
        network.trips[Int(first.trip)].firstTime, network.trips[Int(second.trip)].firstTime
      )
      for place in 0..<count
      where network.arrivals[one + place] + first.shift > network.arrivals[two + place]
        + second.shift
        || network.departures[one + place] + first.shift
          > network.departures[two + place] + second.shift
      {
        return false
      }
      return true
    }
    var groups: [[Run]] = []
    for (_, run) in sorted {
      let recent = groups.indices.suffix(Self.openLanes)
      if let group = recent.first(where: { groups[$0].last.map { precedes($0, run) } ?? true }) {
        groups[group].append(run)
      } else {
        groups.append([run])
      }
    }
    for group in groups {
      lanes.append(
        Lane(
          pattern: Int32(pattern), firstStop: Int32(laneStops.count), stopCount: Int32(count),
          firstTrip: Int32(self.runs.count), tripCount: Int32(group.count),
          firstTime: Int32(departures.count)))
      laneStops.append(contentsOf: network.patterns[pattern].stops)
      laneRights.append(contentsOf: network.patterns[pattern].rights)
      self.runs.append(contentsOf: group)
      for place in 0..<count {
        for run in group {
          let time = network.trips[Int(run.trip)].firstTime + place
          departures.append(network.departures[time] + run.shift)
          arrivals.append(network.arrivals[time] + run.shift)
        }
      }
    }
  }

  private mutating func index() {
    var found: [(key: Int32, value: Visit)] = []
    found.reserveCapacity(laneStops.count)
    for (number, lane) in lanes.enumerated() {
      for place in 0..<lane.stopCount {
        found.append(
          (laneStops[Int(lane.firstStop + place)], Visit(lane: Int32(number), place: place)))
      }
    }
    visits = Grouped(found, count: stopCount)
  }

  /// The same day with time running backward: a search in it finds latest departures. O(stop times).
  func reversed() -> TravelDay {
    var mirror = self
    mirror.isReversed = !isReversed
    for lane in lanes {
      let (stops, trips) = (Int(lane.stopCount), Int(lane.tripCount))
      for place in 0..<stops {
        let (here, there) = (Int(lane.firstStop) + place, Int(lane.firstStop) + stops - 1 - place)
        mirror.laneStops[here] = laneStops[there]
        let rights = laneRights[there]
        mirror.laneRights[here] =
          (rights & TransitNetwork.Pattern.canLeave != 0 ? TransitNetwork.Pattern.canBoard : 0)
          | (rights & TransitNetwork.Pattern.canBoard != 0 ? TransitNetwork.Pattern.canLeave : 0)
        for trip in 0..<trips {
          let target = Int(lane.firstTime) + place * trips + trip
          let origin = Int(lane.firstTime) + (stops - 1 - place) * trips + (trips - 1 - trip)
          mirror.departures[target] = -arrivals[origin]
          mirror.arrivals[target] = -departures[origin]
        }
      }
      for trip in 0..<trips {
        mirror.runs[Int(lane.firstTrip) + trip] = runs[Int(lane.firstTrip) + trips - 1 - trip]
      }
    }
    swap(&mirror.paths, &mirror.pathsBack)
    mirror.index()
    return mirror
  }

  /// The ride in a trip of a lane, given by its number in the lane, between two places of the lane.
  func ride(lane number: Int, trip: Int, from board: Int, to leave: Int) -> JourneyProfile.Leg {
    let lane = lanes[number]
    let (count, first) = (Int(lane.tripCount), Int(lane.firstTime) + trip)
    let run = runs[Int(lane.firstTrip) + trip]
    return JourneyProfile.Leg(
      trip: Int(run.trip), from: Int(laneStops[Int(lane.firstStop) + board]),
      to: Int(laneStops[Int(lane.firstStop) + leave]),
      departure: Int(departures[first + board * count]),
      arrival: Int(arrivals[first + leave * count]),
      place: isReversed ? Int(lane.stopCount) - 1 - leave : board, stopCount: leave - board,
      frequency: run.frequency < 0 ? nil : Int(run.frequency))
  }

  /// Minutes at which a rider has to start to catch some departure, in descending order.
  ///
  /// - Parameters:
  ///   - access: Stops to start from, with minutes on foot.
  ///   - window: Bounds of the result, in minutes from the start of the day.
  public func starts(from access: [Access], in window: Range<Int>) -> [Int] {
    var isStart = Array(repeating: false, count: window.count)
    for way in access {
      for visit in visits[way.stop] {
        let lane = lanes[Int(visit.lane)]
        guard visit.place + 1 < lane.stopCount else { continue }
        let row = Int(lane.firstTime + visit.place * lane.tripCount)
        for trip in 0..<Int(lane.tripCount) {
          let start = Int(departures[row + trip]) - way.minutes
          if window.contains(start) { isStart[start - window.lowerBound] = true }
        }
      }
    }
    return isStart.indices.reversed().filter { isStart[$0] }.map { $0 + window.lowerBound }
  }
}

/// A stop where a journey may start, with the way to it.
public struct Access: Hashable, Sendable {
  /// Number of the stop.
  public var stop: Int
  /// Minutes on foot, 0 or more.
  public var minutes: Int

  public init(stop: Int, minutes: Int = 0) {
    self.stop = stop
    self.minutes = minutes
  }
}
