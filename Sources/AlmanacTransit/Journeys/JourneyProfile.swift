import AlmanacTime

/// The journeys that a search found between its access stops and all other stops.
public struct JourneyProfile: Sendable {
  /// The last ride of a journey, by which a search reached a stop.
  ///
  /// `start` and `end` are minutes of the search: negated if the search runs backward.
  struct Entry: Sendable {
    var start: Int32
    var end: Int32
    /// Vehicles used, from 1.
    var boardings: Int16
    /// Number of the route in the day.
    var route: Int32
    /// Number of the trip in its route.
    var trip: Int32
    /// Positions in the route's stops.
    var boardIndex: Int32
    var alightIndex: Int32
  }

  /// A journey to or from a stop without its legs.
  public struct Option: Hashable, Sendable {
    /// Minutes from the start of the day. A forward search includes the walk to the first stop, a
    /// backward search the walk from the last stop.
    public let departure: Int
    public let arrival: Int
    /// Vehicles minus one.
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
    /// Position of the boarding stop in the trip's stops.
    let boardIndex: Int
    /// Stops ridden, from boarding to alighting.
    public let stopCount: Int
    /// Number of the trip's frequency; nil for a scheduled trip.
    public let frequency: Int?
    /// Whether the frequency has no later departure.
    let isLastDeparture: Bool
  }

  let day: TravelDay
  let rules: JourneyRules
  /// The entries of all stops, stop by stop; per stop by descending start, then ascending boardings.
  let entries: [Entry]
  /// The position of each stop's first entry, and the number of entries.
  let firstEntries: [Int]

  /// The positions of a stop's entries in `entries`.
  func range(of stop: Int) -> Range<Int> { firstEntries[stop]..<firstEntries[stop + 1] }

  /// The Pareto-optimal journeys of a stop, which no other journey beats in both time and changes.
  ///
  /// A forward search lists the latest departure first, a backward search the earliest arrival first;
  /// journeys with the same one are in order of their changes.
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
    entries[range(of: stop)].partitioningIndex { Int($0.start) <= time }
  }

  /// The rides of a journey, in the order of travel. O(legs × log entries of a stop).
  public func legs(of option: Option) -> [Leg] {
    var legs: [Leg] = []
    var index: Int? = option.entry
    // From the last ride of the search to its first.
    while let current = index {
      let entry = entries[current]
      let leg = day.leg(
        route: Int(entry.route), trip: Int(entry.trip), from: Int(entry.boardIndex),
        to: Int(entry.alightIndex))
      legs.append(day.isReversed ? leg.reversed : leg)
      let isFirst = entry.boardings == 1
      index = isFirst ? nil : predecessor(of: entry, at: leg.from, before: leg.departure)
    }
    return day.isReversed ? legs : legs.reversed()
  }

  /// The entry whose ride ends in time for a boarding, at the same stop or at one within a footpath.
  private func predecessor(of entry: Entry, at stop: Int, before departure: Int) -> Int? {
    func find(_ stop: Int, minutes: Int) -> Int? {
      var found: Int?
      var index = firstEntry(at: stop, startingBy: Int(entry.start))
      while index < firstEntries[stop + 1], entries[index].start == entry.start,
        entries[index].boardings < entry.boardings
      {
        if Int(entries[index].end) + minutes <= departure { found = index }
        index += 1
      }
      return found
    }
    if let minutes = day.changeMinutes(at: stop, minimum: Int32(rules.changeMinutes)),
      let found = find(stop, minutes: Int(minutes))
    {
      return found
    }
    guard rules.usesFootpaths else { return nil }
    for walk in day.reverseFootpaths[stop] {
      let minutes = max(rules.changeMinutes, Int(walk.minutes))
      if let found = find(Int(walk.stop), minutes: minutes) { return found }
    }
    return nil
  }
}

extension JourneyProfile.Leg {
  /// Converts a ride of a reversed day, whose times are negated, to the direction of travel.
  fileprivate var reversed: JourneyProfile.Leg {
    JourneyProfile.Leg(
      trip: trip, from: to, to: from, departure: -arrival, arrival: -departure,
      boardIndex: boardIndex, stopCount: stopCount, frequency: frequency,
      isLastDeparture: isLastDeparture)
  }
}
