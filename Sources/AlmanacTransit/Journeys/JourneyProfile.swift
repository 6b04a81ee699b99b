/// The journeys that a search found, for all stops.
public struct JourneyProfile: Sendable {
  struct Entry: Sendable {
    var start: Int32
    var end: Int32
    var boardings: Int16
    var lane: Int32
    /// Number of the trip in its lane.
    var trip: Int32
    var boardPlace: Int32
    var leavePlace: Int32
    /// The entry of the same stop before this one; -1: none.
    var next: Int32
  }

  /// A journey to or from a stop without its legs.
  public struct Option: Hashable, Sendable {
    /// Minutes from the start of the day at which the rider starts. In a forward search the ways on
    /// foot to the first stop are part of the journey; in a backward search those from the last stop.
    public let departure: Int
    public let arrival: Int
    /// Vehicles less one.
    public let changes: Int
    let entry: Int
  }

  /// One ride in one vehicle.
  public struct Leg: Hashable, Sendable {
    /// Numbers of the network's trip and stops.
    public let trip: Int
    public let from: Int
    public let to: Int
    /// Minutes from the start of the day.
    public let departure: Int
    public let arrival: Int
    /// Stops from boarding to leaving.
    public let stopCount: Int
    /// Number of the trip's frequency; nil for a trip by timetable.
    public let frequency: Int?
  }

  let day: TravelDay
  let rules: JourneyRules
  let access: [Access]
  let entries: [Entry]
  let heads: [Int32]

  /// The journeys of a stop: latest departure first, of one departure fewest changes first; backward,
  /// earliest arrival first. Each is better than those before it of the same or fewer changes.
  public func options(at stop: Int) -> [Option] {
    var found: [Option] = []
    var index = Int(heads[stop])
    while index >= 0 {
      let entry = entries[index]
      let (start, end) = (Int(entry.start), Int(entry.end))
      found.append(
        Option(
          departure: day.isReversed ? -end : start, arrival: day.isReversed ? -start : end,
          changes: Int(entry.boardings) - 1, entry: index))
      index = Int(entry.next)
    }
    return found.reversed()
  }

  /// The rides of a journey, in the order of travel. O(legs × entries of a stop).
  public func legs(of option: Option) -> [Leg] {
    var legs: [Leg] = []
    var index: Int? = option.entry
    while let current = index {
      let entry = entries[current]
      let lane = day.lanes[Int(entry.lane)]
      let time = { (place: Int32) in
        Int(lane.firstTime) + Int(place) * Int(lane.tripCount) + Int(entry.trip)
      }
      let board = day.laneStops[Int(lane.firstStop + entry.boardPlace)]
      let leave = day.laneStops[Int(lane.firstStop + entry.leavePlace)]
      let departure = day.departures[time(entry.boardPlace)]
      let arrival = day.arrivals[time(entry.leavePlace)]
      let run = day.runs[Int(lane.firstTrip + entry.trip)]
      legs.append(
        Leg(
          trip: Int(run.trip), from: Int(day.isReversed ? leave : board),
          to: Int(day.isReversed ? board : leave),
          departure: Int(day.isReversed ? -arrival : departure),
          arrival: Int(day.isReversed ? -departure : arrival),
          stopCount: Int(entry.leavePlace - entry.boardPlace),
          frequency: run.frequency < 0 ? nil : Int(run.frequency)))
      index = entry.boardings > 1 ? predecessor(of: entry, at: board, before: departure) : nil
    }
    return day.isReversed ? legs : legs.reversed()
  }

  /// The entry whose ride brings the rider to a boarding, at the same stop or on foot.
  private func predecessor(of entry: Entry, at stop: Int32, before departure: Int32) -> Int? {
    let change = Int32(rules.changeMinutes)
    func find(_ stop: Int, minutes: Int32) -> Int? {
      var index = Int(heads[stop])
      while index >= 0 {
        let other = entries[index]
        if other.start == entry.start, other.boardings < entry.boardings,
          other.end + minutes <= departure
        {
          return index
        }
        index = Int(other.next)
      }
      return nil
    }
    if let found = find(Int(stop), minutes: change) { return found }
    guard rules.usesFootpaths else { return nil }
    for other in 0..<day.stopCount {
      for path in day.paths[other] where path.stop == stop {
        if let found = find(other, minutes: max(change, path.minutes)) { return found }
      }
    }
    return nil
  }
}
