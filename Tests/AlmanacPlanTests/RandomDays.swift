import AlmanacPlan

/// A random number generator with the same sequence in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

enum RandomDays {
  /// A day of random events at grid points, with travel times by distance.
  ///
  /// - Parameter isMetric: Whether travel times satisfy the triangle inequality.
  static func day(
    _ count: Int, isMetric: Bool = true, hours: Int = 10, using generator: inout SeededGenerator
  ) -> DayProblem {
    var items: [DayProblem.Item] = []
    var points: [(Int, Int)] = []
    for number in 0..<count {
      let duration = [15, 20, 30, 45, 60].randomElement(using: &generator) ?? 30
      let lower = 360 + Int.random(in: 0...(hours * 60), using: &generator)
      let slack = Bool.random(using: &generator) ? 0 : Int.random(in: 10...180, using: &generator)
      var item = DayProblem.Item(
        id: "e\(number)", lower: lower, upper: lower + duration + slack, duration: duration,
        isPlaced: Int.random(in: 0..<10, using: &generator) > 0)
      if slack > 0, Bool.random(using: &generator) {
        item.planned = lower + Int.random(in: 0...slack, using: &generator)
      }
      items.append(item)
      points.append(
        (Int.random(in: 0...30, using: &generator), Int.random(in: 0...30, using: &generator)))
    }
    let noise = (0..<(count * count)).map { _ in
      isMetric ? 0 : Int.random(in: 0...40, using: &generator)
    }
    return DayProblem(items: items, buffer: Int.random(in: 0...5, using: &generator)) { from, to in
      abs(points[from].0 - points[to].0) + abs(points[from].1 - points[to].1)
        + noise[from * count + to]
    }
  }

  /// The problem with its items in another order.
  static func shuffled(_ day: DayProblem, using generator: inout SeededGenerator) -> DayProblem {
    day.restricted(to: day.items.indices.shuffled(using: &generator))
  }
}

/// Decides feasibility by trying all orders, as a reference for the search.
enum AllOrders {
  static func isFeasible(_ day: DayProblem) -> Bool { fewestMoves(day, countsMoves: false) != nil }

  /// The minimum number of moved events of any arrangement.
  ///
  /// It is enough to try the planned and the earliest start of each event.
  static func fewestMoves(_ day: DayProblem, countsMoves: Bool = true) -> Int? {
    let count = day.items.count
    var best: Int?
    func extend(_ rest: Set<Int>, _ place: Int?, _ free: Int, _ moves: Int) {
      if let known = best, !countsMoves || known <= moves { return }
      guard !rest.isEmpty else {
        best = moves
        return
      }
      for next in rest {
        let item = day.items[next]
        // The person's place during the event: that of the event, or any if it has none.
        var places: [Int?] = [next]
        if !item.isPlaced {
          places = [place] + rest.subtracting([next]).filter { day.items[$0].isPlaced }
        }
        for target in places {
          var travel = 0
          if let place, let target, place != target { travel = day.travel[place * count + target] }
          let arrival = max(item.lower, free + travel)
          var starts = [arrival]
          if let planned = item.planned, planned > arrival { starts.append(planned) }
          for start in starts where start + item.duration <= item.upper {
            let cost = item.planned.map { $0 == start ? 0 : 1 } ?? 0
            extend(
              rest.subtracting([next]), target, start + item.duration + day.buffer, moves + cost)
          }
        }
      }
    }
    extend(Set(0..<count), nil, -10_000, 0)
    return best
  }

  /// Whether the starts respect all bounds and leave time for buffer and travel between events.
  static func holds(_ starts: [Int], of day: DayProblem) -> Bool {
    let count = day.items.count
    let order = day.items.indices.sorted { (starts[$0], $0) < (starts[$1], $1) }
    var place: Int?
    // The longest required time between two events since the last event with a place.
    var longest = 0
    var free = -10_000
    for position in order {
      let item = day.items[position]
      let start = starts[position]
      guard start >= item.lower, start + item.duration <= item.upper, start >= free else {
        return false
      }
      longest = max(longest, start - free)
      if item.isPlaced {
        if let place, longest < day.travel[place * count + position] { return false }
        place = position
        longest = 0
      }
      free = start + item.duration + day.buffer
    }
    return true
  }
}
