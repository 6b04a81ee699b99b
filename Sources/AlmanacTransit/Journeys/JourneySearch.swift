/// What a journey may do.
public struct JourneyRules: Hashable, Sendable {
  /// Minutes that a change at one stop takes at least; the first boarding takes none.
  public var changeMinutes = 2
  /// Vehicles that a journey may use, 1 or more.
  public var maximumBoardings = 5
  /// Whether changes may be made on foot.
  public var usesFootpaths = true
  /// Whether riders board and leave only where the feed lets them without booking.
  public var respectsRights = true

  public init() {}
}

/// Finds journeys from some stops to all stops by rounds (RAPTOR; Delling, Pajor and Werneck, 2012).
///
/// Round `k` improves the arrivals of journeys with `k` vehicles, so that the result is the Pareto set
/// of arrival and changes. Several departures are searched from the last to the first and keep their
/// labels: an earlier departure explores only what it improves.
public struct JourneySearch {
  private let day: TravelDay
  private let rules: JourneyRules

  /// - Parameter day: The trips; those of ``TravelDays/Entry/reversed`` for a backward search.
  public init(in day: TravelDay, rules: JourneyRules = JourneyRules()) {
    self.day = day
    self.rules = rules
  }

  /// All Pareto-optimal journeys that start at some of the given times.
  ///
  /// In a backward search, `access` are the stops where journeys end, and `starts` the negated times
  /// by which they must have ended.
  ///
  /// - Parameters:
  ///   - access: Stops to start from, with minutes on foot.
  ///   - starts: Minutes from the start of the day, in any order.
  /// - Complexity: O(boardings × stop visits × log trips) for each start that improves something.
  public func profile(from access: [Access], starts: [Int]) -> JourneyProfile {
    var state = SearchState(day: day, rules: rules)
    for start in starts.sorted(by: >) { state.search(from: access, start: Int32(start)) }
    var entries: [JourneyProfile.Entry] = []
    entries.reserveCapacity(state.entries.count)
    var firsts: [Int] = []
    firsts.reserveCapacity(day.stopCount + 1)
    for head in state.heads {
      firsts.append(entries.count)
      var index = Int(head)
      while index >= 0 {
        entries.append(state.entries[index])
        index = Int(state.previous[index])
      }
      entries[firsts[firsts.count - 1]...].reverse()
    }
    firsts.append(entries.count)
    return JourneyProfile(day: day, rules: rules, entries: entries, firsts: firsts)
  }
}

/// The labels of a search in progress.
private struct SearchState {
  private let day: TravelDay
  private let rules: JourneyRules
  /// Labels of a stop: one for each number of boardings from 0.
  private let width: Int
  /// Earliest arrival by at most so many boardings.
  private var best: [Int32]
  /// Earliest time at which a rider can board after at most so many boardings.
  private var ready: [Int32]
  private var marked: [Int32] = []
  private var isMarked: [Bool]
  private var improved: [Int32] = []
  private var isImproved: [Bool]
  /// Lanes to scan in this round, each with the first place to board at.
  private var queue: [Int32] = []
  private var firstPlace: [Int32]
  private(set) var entries: [JourneyProfile.Entry] = []
  /// For each entry, the one of the same stop before it; -1: none.
  private(set) var previous: [Int32] = []
  /// The last entry of each stop; -1: none.
  private(set) var heads: [Int32]

  init(day: TravelDay, rules: JourneyRules) {
    self.day = day
    self.rules = rules
    width = rules.maximumBoardings + 1
    best = Array(repeating: .max, count: day.stopCount * width)
    ready = best
    isMarked = Array(repeating: false, count: day.stopCount)
    isImproved = isMarked
    firstPlace = Array(repeating: .max, count: day.lanes.count)
    heads = Array(repeating: -1, count: day.stopCount)
  }

  mutating func search(from access: [Access], start: Int32) {
    for way in access { markReady(Int32(way.stop), boardings: 0, start + Int32(way.minutes)) }
    var boardings = 1
    while !marked.isEmpty, boardings < width {
      collectLanes()
      for lane in queue { scan(Int(lane), boardings: boardings, start: start) }
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
    for label in first + boardings..<first + width where ready[label] > time { ready[label] = time }
    if !isMarked[Int(stop)] {
      isMarked[Int(stop)] = true
      marked.append(stop)
    }
  }

  private mutating func collectLanes() {
    for stop in marked {
      isMarked[Int(stop)] = false
      for visit in day.visits[Int(stop)] {
        let lane = Int(visit.lane)
        if firstPlace[lane] == .max { queue.append(visit.lane) }
        if visit.place < firstPlace[lane] { firstPlace[lane] = visit.place }
      }
    }
    marked.removeAll(keepingCapacity: true)
  }

  /// Rides along a lane: boards the first trip that can be caught, changes to an earlier one where
  /// that can be caught, and improves arrivals.
  private mutating func scan(_ number: Int, boardings: Int, start: Int32) {
    let lane = day.lanes[number]
    let count = Int(lane.tripCount)
    let lastPlace = Int(lane.stopCount) - 1
    // `count` means no trip.
    var trip = count
    var boarded = 0
    var place = Int(firstPlace[number])
    firstPlace[number] = .max
    while place <= lastPlace {
      let stop = day.laneStops[Int(lane.firstStop) + place]
      let rights = rules.respectsRights ? day.laneRights[Int(lane.firstStop) + place] : .max
      let row = Int(lane.firstTime) + place * count
      let label = Int(stop) * width + boardings
      if trip < count, rights & TransitNetwork.Pattern.canLeave != 0 {
        let arrival = day.arrivals[row + trip]
        if arrival < best[label] {
          improve(
            stop, label,
            JourneyProfile.Entry(
              start: start, end: arrival, boardings: Int16(boardings), lane: Int32(number),
              trip: Int32(trip), boardPlace: Int32(boarded), leavePlace: Int32(place)))
        }
      }
      let time = ready[label - 1]
      if time != .max, place < lastPlace, rights & TransitNetwork.Pattern.canBoard != 0, trip > 0,
        day.departures[row + trip - 1] >= time
      {
        var (low, high) = (0, trip - 1)
        while low < high {
          let middle = (low + high) / 2
          if day.departures[row + middle] >= time { high = middle } else { low = middle + 1 }
        }
        trip = low
        boarded = place
      }
      place += 1
    }
  }

  private mutating func improve(_ stop: Int32, _ label: Int, _ entry: JourneyProfile.Entry) {
    let end = Int(stop) * width + width
    for other in label..<end where best[other] > entry.end { best[other] = entry.end }
    if !isImproved[Int(stop)] {
      isImproved[Int(stop)] = true
      improved.append(stop)
    }
    let head = Int(heads[Int(stop)])
    if head >= 0, entries[head].start == entry.start, entries[head].boardings == entry.boardings {
      entries[head] = entry
    } else {
      heads[Int(stop)] = Int32(entries.count)
      entries.append(entry)
      previous.append(Int32(head))
    }
  }

  /// Makes the improved stops, and those on foot from them, ready for the next boarding.
  private mutating func walk(boardings: Int) {
    let change = Int32(rules.changeMinutes)
    for stop in improved {
      isImproved[Int(stop)] = false
      let arrival = best[Int(stop) * width + boardings]
      markReady(stop, boardings: boardings, arrival + change)
      guard rules.usesFootpaths else { continue }
      for path in day.paths[Int(stop)] {
        markReady(path.stop, boardings: boardings, arrival + max(change, path.minutes))
      }
    }
    improved.removeAll(keepingCapacity: true)
  }
}
