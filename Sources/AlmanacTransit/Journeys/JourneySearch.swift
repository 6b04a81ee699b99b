import AlmanacTime

/// Limits of the journeys that a search finds.
public struct JourneyRules: Hashable, Sendable {
  /// Minimum minutes for a change, unless the feed has more for its stop. The first boarding takes none.
  public var changeMinutes = 2
  /// Maximum number of vehicles in a journey, 1 or more.
  public var maximumBoardings = 5
  /// Whether riders may walk between two stops to change.
  public var usesFootpaths = true
  /// Whether riders board and alight only where the feed's `pickup_type` and `drop_off_type` allow it
  /// without booking.
  public var respectsPickupTypes = true

  public init() {}
}

/// Finds journeys from some stops to all stops with RAPTOR (Delling, Pajor and Werneck, 2012).
///
/// Round `k` improves the arrivals of journeys with `k` vehicles, so that the result is the Pareto set
/// of arrival and changes. Several departures are searched from the last to the first without
/// clearing the labels (rRAPTOR): an earlier departure explores only what it improves.
public struct JourneySearch {
  private let day: TravelDay
  private let rules: JourneyRules

  /// - Parameter day: The trips; those of ``TravelDays/Entry/reversed`` for a backward search.
  public init(in day: TravelDay, rules: JourneyRules = JourneyRules()) {
    self.day = day
    self.rules = rules
  }

  /// Finds all Pareto-optimal journeys that start at one of the given times.
  ///
  /// In a backward search, `access` are the stops where journeys end, and `starts` the negated times
  /// by which they must have ended.
  ///
  /// - Parameters:
  ///   - access: The stops to start from.
  ///   - starts: Minutes from the start of the day, in any order.
  /// - Complexity: O(boardings × stop times × log trips) for each start that improves something.
  public func profile(from access: [AccessStop], starts: [Int]) -> JourneyProfile {
    var state = SearchState(day: day, rules: rules)
    for start in starts.sorted(by: >) { state.search(from: access, start: Int32(start)) }
    // The search links each stop's entries from the last to the first; the profile stores them in
    // order, stop by stop.
    var entries: [JourneyProfile.Entry] = []
    entries.reserveCapacity(state.entries.count)
    var firstEntries: [Int] = []
    firstEntries.reserveCapacity(day.stopCount + 1)
    for last in state.lastEntries {
      firstEntries.append(entries.count)
      var index = Int(last)
      while index >= 0 {
        entries.append(state.entries[index])
        index = Int(state.previous[index])
      }
      entries[firstEntries[firstEntries.count - 1]...].reverse()
    }
    firstEntries.append(entries.count)
    return JourneyProfile(day: day, rules: rules, entries: entries, firstEntries: firstEntries)
  }
}

/// The labels of a search in progress.
private struct SearchState {
  private let day: TravelDay
  private let rules: JourneyRules
  /// Labels of a stop: one for each number of boardings from 0.
  private let width: Int
  /// Earliest arrival with at most that many boardings, by stop and boardings.
  private var best: [Int32]
  /// Earliest time at which a rider can board after at most that many boardings.
  private var ready: [Int32]
  /// Stops whose `ready` this round improved: the next round boards there.
  private var marked: [Int32] = []
  private var isMarked: [Bool]
  /// Stops that a ride of this round reached earlier than before.
  private var improved: [Int32] = []
  private var isImproved: [Bool]
  /// Routes to scan in this round.
  private var queue: [Int32] = []
  /// For each route in the queue, the position of the first marked stop; `.max` for other routes.
  private var firstIndex: [Int32]
  private(set) var entries: [JourneyProfile.Entry] = []
  /// For each entry, the previous one of the same stop; -1: none.
  private(set) var previous: [Int32] = []
  /// The last entry of each stop; -1: none.
  private(set) var lastEntries: [Int32]

  init(day: TravelDay, rules: JourneyRules) {
    self.day = day
    self.rules = rules
    width = rules.maximumBoardings + 1
    best = Array(repeating: .max, count: day.stopCount * width)
    ready = best
    isMarked = Array(repeating: false, count: day.stopCount)
    isImproved = isMarked
    firstIndex = Array(repeating: .max, count: day.routes.count)
    lastEntries = Array(repeating: -1, count: day.stopCount)
  }

  /// Runs all rounds for one start time.
  mutating func search(from access: [AccessStop], start: Int32) {
    for first in access {
      markReady(Int32(first.stop), boardings: 0, start + Int32(first.minutes))
    }
    var boardings = 1
    while !marked.isEmpty, boardings < width {
      queueRoutes()
      for route in queue { scan(Int(route), boardings: boardings, start: start) }
      queue.removeAll(keepingCapacity: true)
      walk(boardings: boardings)
      boardings += 1
    }
    for stop in marked { isMarked[Int(stop)] = false }
    marked.removeAll(keepingCapacity: true)
  }

  private mutating func markReady(_ stop: Int32, boardings: Int, _ time: Int32) {
    let first = Int(stop) * width
    guard time < ready[first + boardings] else { return }
    // A label holds for more boardings, too.
    for label in first + boardings..<first + width where ready[label] > time { ready[label] = time }
    if !isMarked[Int(stop)] {
      isMarked[Int(stop)] = true
      marked.append(stop)
    }
  }

  /// Queues the routes that call at marked stops, each from the first such stop on.
  private mutating func queueRoutes() {
    for stop in marked {
      isMarked[Int(stop)] = false
      for call in day.routesAtStop[Int(stop)] {
        let route = Int(call.route)
        if firstIndex[route] == .max { queue.append(call.route) }
        if call.stopIndex < firstIndex[route] { firstIndex[route] = call.stopIndex }
      }
    }
    marked.removeAll(keepingCapacity: true)
  }

  /// Rides along a route: boards the first trip that can be caught, changes to an earlier trip where
  /// one can be caught, and improves arrivals.
  private mutating func scan(_ number: Int, boardings: Int, start: Int32) {
    let route = day.routes[number]
    let count = Int(route.tripCount)
    let lastIndex = Int(route.stopCount) - 1
    let ignoresTypes = !rules.respectsPickupTypes
    // `count` means no trip.
    var trip = count
    var boardIndex = 0
    var index = Int(firstIndex[number])
    firstIndex[number] = .max
    while index <= lastIndex {
      let stop = day.routeStops[Int(route.firstStop) + index]
      let allowed = day.pickupDropOff[Int(route.firstStop) + index]
      let row = Int(route.firstTime) + index * count
      let label = Int(stop) * width + boardings
      if trip < count, allowed.allowsDropOff || ignoresTypes {
        let arrival = day.arrivals[row + trip]
        if arrival < best[label] {
          improve(
            stop, label,
            JourneyProfile.Entry(
              start: start, end: arrival, boardings: Int16(boardings), route: Int32(number),
              trip: Int32(trip), boardIndex: Int32(boardIndex), alightIndex: Int32(index)))
        }
      }
      // No trip of a route overtakes another, so an earlier trip is at least as good from here on.
      let time = ready[label - 1]
      if time != .max, index < lastIndex, allowed.allowsPickup || ignoresTypes, trip > 0,
        day.departures[row + trip - 1] >= time
      {
        trip = (0..<trip - 1).partitioningIndex { day.departures[row + $0] >= time }
        boardIndex = index
      }
      index += 1
    }
  }

  /// Stores an earlier arrival at a stop and the ride that reached it.
  private mutating func improve(_ stop: Int32, _ label: Int, _ entry: JourneyProfile.Entry) {
    let end = Int(stop) * width + width
    for other in label..<end where best[other] > entry.end { best[other] = entry.end }
    if !isImproved[Int(stop)] {
      isImproved[Int(stop)] = true
      improved.append(stop)
    }
    // Within one round a better ride replaces the last one.
    let last = Int(lastEntries[Int(stop)])
    if last >= 0, entries[last].start == entry.start, entries[last].boardings == entry.boardings {
      entries[last] = entry
    } else {
      lastEntries[Int(stop)] = Int32(entries.count)
      entries.append(entry)
      previous.append(Int32(last))
    }
  }

  /// Makes the improved stops, and the stops within a footpath of them, ready for the next boarding.
  private mutating func walk(boardings: Int) {
    let change = Int32(rules.changeMinutes)
    for stop in improved {
      isImproved[Int(stop)] = false
      let arrival = best[Int(stop) * width + boardings]
      let minimum = day.minimumChange[Int(stop)]
      if minimum != .max { markReady(stop, boardings: boardings, arrival + max(change, minimum)) }
      guard rules.usesFootpaths else { continue }
      for walk in day.footpaths[Int(stop)] {
        markReady(walk.stop, boardings: boardings, arrival + max(change, walk.minutes))
      }
    }
    improved.removeAll(keepingCapacity: true)
  }
}
