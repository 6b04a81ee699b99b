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
    /// Where in the trip's stops the rider boards.
    let place: Int
    /// Stops from boarding to leaving.
    public let stopCount: Int
    /// Number of the trip's frequency; nil for a trip by timetable.
    public let frequency: Int?
  }

  let day: TravelDay
  let rules: JourneyRules
  /// The entries of all stops; of each stop latest start first, of one start fewest boardings first.
  let entries: [Entry]
  /// First entry of each stop, and the number of entries.
  let firsts: [Int]

  /// The entries of a stop, as places in `entries`.
  func range(of stop: Int) -> Range<Int> { firsts[stop]..<firsts[stop + 1] }

  /// The journeys of a stop: latest departure first, of one departure fewest changes first; backward,
  /// earliest arrival first. Each is better than those before it of the same or fewer changes.
  public func options(at stop: Int) -> [Option] { range(of: stop).map(option) }

  func option(_ number: Int) -> Option {
    let entry = entries[number]
    let (start, end) = (Int(entry.start), Int(entry.end))
    return Option(
      departure: day.isReversed ? -end : start, arrival: day.isReversed ? -start : end,
      changes: Int(entry.boardings) - 1, entry: number)
  }

  /// The first entry of a stop that starts no later than a time. O(log entries).
  func firstEntry(at stop: Int, startingBy time: Int) -> Int {
    var (low, high) = (firsts[stop], firsts[stop + 1])
    while low < high {
      let middle = (low + high) / 2
      if Int(entries[middle].start) <= time { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The rides of a journey, in the order of travel. O(legs × log entries of a stop).
  public func legs(of option: Option) -> [Leg] {
    var legs: [Leg] = []
    var index: Int? = option.entry
    while let current = index {
      let entry = entries[current]
      let leg = day.ride(
        lane: Int(entry.lane), trip: Int(entry.trip), from: Int(entry.boardPlace),
        to: Int(entry.leavePlace))
      legs.append(day.isReversed ? leg.reversed : leg)
      let isFirst = entry.boardings == 1
      index = isFirst ? nil : predecessor(of: entry, at: leg.from, before: leg.departure)
    }
    return day.isReversed ? legs : legs.reversed()
  }

  /// The entry whose ride brings the rider to a boarding, at the same stop or on foot.
  private func predecessor(of entry: Entry, at stop: Int, before departure: Int) -> Int? {
    func find(_ stop: Int, minutes: Int) -> Int? {
      var found: Int?
      var index = firstEntry(at: stop, startingBy: Int(entry.start))
      while index < firsts[stop + 1], entries[index].start == entry.start,
        entries[index].boardings < entry.boardings
      {
        if Int(entries[index].end) + minutes <= departure { found = index }
        index += 1
      }
      return found
    }
    if let found = find(stop, minutes: rules.changeMinutes) { return found }
    guard rules.usesFootpaths else { return nil }
    for path in day.pathsBack[stop] {
      let minutes = max(rules.changeMinutes, Int(path.minutes))
      if let found = find(Int(path.stop), minutes: minutes) { return found }
    }
    return nil
  }
}

extension JourneyProfile.Leg {
  /// The same ride of a day with time running backward.
  fileprivate var reversed: JourneyProfile.Leg {
    JourneyProfile.Leg(
      trip: trip, from: to, to: from, departure: -arrival, arrival: -departure,
      place: place, stopCount: stopCount, frequency: frequency)
  }
}
