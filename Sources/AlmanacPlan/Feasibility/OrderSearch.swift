/// An exact search over the orders of at most 64 events.
///
/// The search places the most urgent events first. Its state is the set of events that remain, the
/// place where the person is, and the moves that are left. A state that failed with an earlier end
/// fails with a later one, too, and is cut (dominance).
///
/// - Complexity: exponential in the number of events whose bounds overlap; linear in practice.
struct OrderSearch {
  enum Outcome: Equatable {
    /// The starts of the items, in the order of the problem's items.
    case found([Int])
    case impossible
    /// The search was given up after its limit of steps.
    case undecided
  }

  private struct State: Hashable {
    var remaining: UInt64
    var place: Int
    var moves: Int
  }

  static let mostItems = 64
  /// Steps after which the search gives up: about a second.
  static let mostSteps = 2_000_000

  private let count: Int
  /// Positions in the problem, most urgent first; the search numbers events by it.
  private let order: [Int]
  private let items: [DayProblem.Item]
  private let buffer: Int
  /// Travel times by the search's numbers; the row after the last one is the start of the day.
  private let travel: [Int]
  /// A lower bound of the time between events, whatever lies between them.
  private let nearest: [Int]
  /// The events that must come before each event.
  private let predecessors: [UInt64]
  /// Two events that fit in no order.
  let conflictingPair: (Int, Int)?
  private var starts: [Int]
  private var failures: [State: Int] = [:]
  private var steps = 0
  private var stepLimit: Int

  /// - Precondition: The problem has at most 64 items, each of which fits its bounds.
  init(_ problem: DayProblem, stepLimit: Int = mostSteps) {
    let order = problem.urgency
    let count = order.count
    let items = order.map { problem.items[$0] }
    var travel = [Int](repeating: 0, count: (count + 1) * count)
    for from in 0..<count {
      for to in 0..<count {
        travel[from * count + to] = problem.travel[order[from] * count + order[to]]
      }
    }
    // An event without a place is attended from anywhere.
    for number in 0..<count where !items[number].isPlaced {
      for other in 0..<count {
        travel[number * count + other] = 0
        travel[other * count + number] = 0
      }
    }
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

  /// Shortest travel over any other events (Floyd–Warshall), for travel times that break the
  /// triangle inequality.
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
  /// - Parameter moves: How many events may leave the start that they have now.
  mutating func run(moves: Int = .max) -> Outcome {
    guard conflictingPair == nil else { return .impossible }
    failures.removeAll(keepingCapacity: true)
    steps = 0
    let all: UInt64 = count == 64 ? .max : (1 << UInt64(count)) - 1
    guard place(all, from: count, free: -DayProblem.unreachable, moves: moves) else {
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
  private mutating func place(_ remaining: UInt64, from place: Int, free: Int, moves: Int) -> Bool {
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
        let way = travel[place * count + number]
        if attempt(number, rest, from: number, free: free + way, moves: moves) { return true }
      } else {
        // It is attended where the person is, or after the way to the place of a later event.
        if attempt(number, rest, from: place, free: free, moves: moves) { return true }
        var targets = rest
        while targets != 0 {
          let target = targets.trailingZeroBitCount
          targets &= targets - 1
          guard items[target].isPlaced, target != place else { continue }
          let way = travel[place * count + target]
          if attempt(number, rest, from: target, free: free + way, moves: moves) { return true }
        }
      }
    }
    if steps <= stepLimit { failures[state] = min(free, failures[state] ?? .max) }
    return false
  }

  /// Places an event at the starts that are worth trying, and then the remaining ones.
  ///
  /// - Parameters:
  ///   - place: Where the person is during the event.
  ///   - free: When the event can begin at the earliest, if its bounds allow it.
  private mutating func attempt(
    _ number: Int, _ rest: UInt64, from place: Int, free: Int, moves: Int
  ) -> Bool {
    let item = items[number]
    let arrival = max(item.lower, free)
    guard arrival + item.duration <= item.upper else { return false }
    if let planned = item.planned, planned >= arrival, planned + item.duration <= item.upper {
      starts[number] = planned
      if self.place(rest, from: place, free: planned + item.duration + buffer, moves: moves) {
        return true
      }
      if planned == arrival { return false }
    }
    // Of all other starts the earliest leaves the most time for the rest.
    let cost = item.planned == nil || moves == .max ? 0 : 1
    guard moves >= cost else { return false }
    starts[number] = arrival
    return self.place(
      rest, from: place, free: arrival + item.duration + buffer, moves: moves - cost)
  }

  /// Whether each remaining event can still be reached in time, if it came next.
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
