/// An exact search over the orders of at most 64 events.
///
/// A depth-first search, most urgent events first. A state is the set of remaining events, the place of
/// the person, and the moves left. If a state failed, it also fails at any later time, and is cut
/// (dominance).
///
/// - Complexity: Exponential in the number of overlapping events; linear in practice.
struct OrderSearch {
  enum Outcome: Equatable {
    /// The start of each item, in the order of the problem's items.
    case found([Int])
    case impossible
    /// The search gave up at its limit of steps.
    case undecided
  }

  private struct State: Hashable {
    /// A bit for each event, by the search's numbers.
    var remaining: UInt64
    /// The event at whose place the person is.
    var place: Int
    /// How many events may still leave their planned start.
    var moves: Int
  }

  static let maxItems = 64
  /// Maximum steps of a search: about a second.
  static let maxSteps = 2_000_000

  private let count: Int
  /// Positions in the problem, most urgent first. The search numbers events in this order.
  private let order: [Int]
  private let items: [DayProblem.Item]
  private let buffer: Int
  /// Travel times by the search's numbers. The row after the last event is the start of the day, from
  /// where travel takes no time.
  private let travel: [Int]
  /// A lower bound of the travel time between two events, with any events between them.
  private let nearest: [Int]
  /// For each event, the set of events that must come before it.
  private let predecessors: [UInt64]
  /// Positions of two events that are feasible in no order; nil: none.
  let conflictingPair: (Int, Int)?
  private var starts: [Int]
  /// The earliest time at which each state failed.
  private var failures: [State: Int] = [:]
  private var steps = 0
  private var stepLimit: Int

  /// - Precondition: The problem has at most 64 items, each of which fits its bounds.
  init(_ problem: DayProblem, stepLimit: Int = maxSteps) {
    let order = problem.urgency
    let count = order.count
    let items = order.map { problem.items[$0] }
    var travel = [Int](repeating: 0, count: (count + 1) * count)
    for from in 0..<count {
      for to in 0..<count {
        travel[from * count + to] = problem.travel[order[from] * count + order[to]]
      }
    }
    // An event without a place can be attended from anywhere.
    for number in 0..<count where !items[number].isPlaced {
      for other in 0..<count {
        travel[number * count + other] = 0
        travel[other * count + number] = 0
      }
    }
    // An event must come first if it can't follow the other. Two events that can't follow each other
    // are a conflict.
    let nearest = Self.nearest(travel, items)
    var predecessors = [UInt64](repeating: 0, count: count)
    var pair: (Int, Int)?
    for one in 0..<count {
      for other in 0..<count where other != one {
        func canPrecede(_ first: Int, _ second: Int) -> Bool {
          let end = items[first].lower + items[first].duration + problem.buffer
          return max(items[second].lower, end + nearest[first * count + second])
            + items[second].duration <= items[second].upper
        }
        guard !canPrecede(other, one) else { continue }
        predecessors[other] |= 1 << UInt64(one)
        if pair == nil, one < other, !canPrecede(one, other) { pair = (order[one], order[other]) }
      }
    }
    self.count = count
    self.order = order
    self.items = items
    self.buffer = problem.buffer
    self.travel = travel
    self.nearest = nearest
    self.predecessors = predecessors
    self.stepLimit = stepLimit
    conflictingPair = pair
    starts = [Int](repeating: 0, count: count)
  }

  /// The shortest travel times by way of other events (Floyd–Warshall), which are less than the direct
  /// ones if those break the triangle inequality. O(n³).
  private static func nearest(_ travel: [Int], _ items: [DayProblem.Item]) -> [Int] {
    let count = items.count
    var nearest = travel
    for middle in 0..<count where items[middle].isPlaced {
      for from in 0..<count {
        let first = nearest[from * count + middle]
        for to in 0..<count {
          let sum = first + nearest[middle * count + to]
          if sum < nearest[from * count + to] { nearest[from * count + to] = sum }
        }
      }
    }
    return nearest
  }

  /// Places all events.
  ///
  /// - Parameter moves: How many events may leave their planned start.
  mutating func run(moves: Int = .max) -> Outcome {
    guard conflictingPair == nil else { return .impossible }
    failures.removeAll(keepingCapacity: true)
    steps = 0
    let all: UInt64 = count == 64 ? .max : (1 << UInt64(count)) - 1
    guard search(all, from: count, free: -DayProblem.unreachable, moves: moves) else {
      return steps > stepLimit ? .undecided : .impossible
    }
    var found = starts
    for (number, position) in order.enumerated() { found[position] = starts[number] }
    return .found(found)
  }

  /// Places the remaining events.
  ///
  /// - Parameters:
  ///   - place: The event at whose place the person is; `count` at the start of the day.
  ///   - free: When the person can leave that place.
  /// - Returns: Whether all remaining events were placed in `starts`.
  private mutating func search(
    _ remaining: UInt64, from place: Int, free: Int, moves: Int
  ) -> Bool {
    if remaining == 0 { return true }
    steps += 1
    guard steps <= stepLimit, canReachEach(remaining, from: place, free: free) else { return false }
    let state = State(remaining: remaining, place: place, moves: moves)
    if let failed = failures[state], failed <= free { return false }
    var candidates = remaining
    while candidates != 0 {
      let number = candidates.trailingZeroBitCount
      candidates &= candidates - 1
      guard predecessors[number] & remaining == 0 else { continue }
      let rest = remaining & ~(1 << UInt64(number))
      if items[number].isPlaced {
        let arrival = free + travel[place * count + number]
        if attempt(number, rest, from: number, free: arrival, moves: moves) { return true }
      } else {
        // The person attends it where they are, or first travels to the place of a later event.
        if attempt(number, rest, from: place, free: free, moves: moves) { return true }
        var targets = rest
        while targets != 0 {
          let target = targets.trailingZeroBitCount
          targets &= targets - 1
          guard items[target].isPlaced, target != place else { continue }
          let arrival = free + travel[place * count + target]
          if attempt(number, rest, from: target, free: arrival, moves: moves) { return true }
        }
      }
    }
    if steps <= stepLimit { failures[state] = min(free, failures[state] ?? .max) }
    return false
  }

  /// Places an event at its planned start and, if that fails, at its earliest start; then the rest.
  ///
  /// - Parameters:
  ///   - place: The event at whose place the person is during the event.
  ///   - free: The earliest start that the travel allows.
  private mutating func attempt(
    _ number: Int, _ rest: UInt64, from place: Int, free: Int, moves: Int
  ) -> Bool {
    let item = items[number]
    let arrival = max(item.lower, free)
    guard arrival + item.duration <= item.upper else { return false }
    if let planned = item.planned, planned >= arrival, planned + item.duration <= item.upper {
      starts[number] = planned
      if search(rest, from: place, free: planned + item.duration + buffer, moves: moves) {
        return true
      }
      if planned == arrival { return false }
    }
    // No other start leaves more time for the rest than the earliest one.
    let cost = item.planned == nil || moves == .max ? 0 : 1
    guard moves >= cost else { return false }
    starts[number] = arrival
    return search(
      rest, from: place, free: arrival + item.duration + buffer, moves: moves - cost)
  }

  /// Whether the person could attend each remaining event in time if it came next.
  private func canReachEach(_ remaining: UInt64, from place: Int, free: Int) -> Bool {
    var rest = remaining
    while rest != 0 {
      let number = rest.trailingZeroBitCount
      rest &= rest - 1
      let item = items[number]
      let arrival = max(item.lower, free + nearest[place * count + number])
      if arrival + item.duration > item.upper { return false }
    }
    return true
  }
}
