import AlmanacPlan
import AlmanacTestSupport
import Testing

@Suite struct FeasibilityTests {
  private func item(_ id: String, _ lower: Int, _ upper: Int, _ duration: Int) -> DayProblem.Item {
    DayProblem.Item(id: id, lower: lower, upper: upper, duration: duration)
  }

  @Test("A flexible event is placed between two fixed events, with time for the travel")
  func placesFlexibleEvent() {
    let day = DayProblem(
      items: [
        item("seminar", 540, 600, 60), item("lunch", 600, 780, 45), item("lab", 720, 800, 80),
      ]
    ) { _, _ in 15 }
    #expect(day.feasibility() == .feasible(starts: [540, 615, 720]))
  }

  @Test("The search finds an order that differs from the order of the bounds")
  func findsUnusualOrder() {
    // The errand's bounds begin first, but only the other order leaves enough time.
    let day = DayProblem(items: [item("errand", 500, 700, 60), item("talk", 510, 560, 50)]) {
      _, _ in
      20
    }
    #expect(day.feasibility() == .feasible(starts: [580, 510]))
  }

  @Test("No event starts in the buffer after another")
  func keepsBuffer() {
    let items = [item("one", 600, 660, 60), item("two", 670, 700, 30)]
    #expect(DayProblem(items: items, buffer: 10) { _, _ in 0 }.feasibility() != .undecided)
    #expect(
      DayProblem(items: items, buffer: 10) { _, _ in 0 }.feasibility()
        == .feasible(starts: [600, 670]))
    #expect(
      DayProblem(items: items, buffer: 11) { _, _ in 0 }.feasibility()
        == .conflict(positions: [0, 1]))
  }

  @Test("An event without a place does not shorten the travel between its neighbors")
  func keepsWayAcrossOnlineEvent() {
    var online = item("call", 600, 630, 30)
    online.isPlaced = false
    let near = DayProblem(items: [item("a", 540, 600, 60), online, item("b", 660, 700, 40)]) {
      _, _ in
      30
    }
    #expect(near.feasibility() == .feasible(starts: [540, 600, 660]))
    let far = DayProblem(items: [item("a", 540, 600, 60), online, item("b", 650, 700, 50)]) {
      _, _ in
      30
    }
    #expect(far.feasibility() == .conflict(positions: [0, 1, 2]))
  }

  /// A day whose travel times are given by the ids of two items, 0 for others.
  private func day(_ items: [DayProblem.Item], _ travel: [String: Int]) -> DayProblem {
    DayProblem(items: items) { travel[items[$0].id + items[$1].id] ?? 0 }
  }

  @Test("An event may be a stopover on the way to one that is too far for direct travel")
  func usesStopover() {
    // The bounds of the stopover begin last, so the order of urgency does not work.
    let day = day(
      [item("a", 0, 10, 10), item("b", 30, 200, 10), item("c", 60, 70, 10)],
      ["ab": 10, "bc": 10, "ac": 100])
    #expect(day.feasibility() == .feasible(starts: [0, 30, 60]))
  }

  @Test("A conflict is minimal even if its events need a stopover that is part of another conflict")
  func reducesConflictOfStopover() {
    // The errand fits either after `a` or before the stopover `x`. `c` is reachable only by `x`.
    let day = day(
      [
        item("a", 0, 10, 10), item("y", 5, 29, 12), item("x", 30, 40, 10), item("c", 60, 70, 10),
      ],
      ["ax": 10, "xc": 10, "ac": 100, "ay": 5, "yx": 4, "yc": 40, "ya": 100])
    #expect(day.feasibility() == .conflict(positions: [0, 3]))
  }

  @Test(
    "The verdict equals that of a trial of all orders, with and without the triangle inequality",
    arguments: [true, false])
  func agreesWithAllOrders(isMetric: Bool) {
    var generator = SeededGenerator(seed: isMetric ? 11 : 12)
    var counts = [0, 0]
    for number in 0..<1_500 {
      let day = RandomDays.day(2 + number % 6, isMetric: isMetric, hours: 5, using: &generator)
      let expected = AllOrders.isFeasible(day)
      counts[expected ? 1 : 0] += 1
      switch day.feasibility() {
      case .feasible(let starts):
        #expect(expected)
        #expect(AllOrders.holds(starts, of: day))
      case .conflict: #expect(!expected)
      case .undecided: Issue.record("undecided")
      }
    }
    #expect(counts[0] > 150 && counts[1] > 150)
  }

  @Test("Removing any event of a conflict makes the rest feasible", arguments: [true, false])
  func conflictIsMinimal(isMetric: Bool) {
    var generator = SeededGenerator(seed: 21)
    var sizes: [Int: Int] = [:]
    for number in 0..<2_000 {
      let day = RandomDays.day(3 + number % 8, isMetric: isMetric, hours: 4, using: &generator)
      guard case .conflict(let positions) = day.feasibility() else { continue }
      sizes[positions.count, default: 0] += 1
      if case .feasible = day.restricted(to: positions).feasibility() {
        Issue.record("no conflict")
      }
      for position in positions {
        let rest = day.restricted(to: positions.filter { $0 != position })
        guard case .feasible = rest.feasibility() else {
          Issue.record("\(positions) without \(position) is not feasible")
          return
        }
      }
    }
    #expect(sizes.keys.count > 2, "\(sizes)")
  }

  @Test("The result is the same in any order of the input")
  func ignoresOrder() {
    var generator = SeededGenerator(seed: 31)
    for number in 0..<500 {
      let day = RandomDays.day(3 + number % 8, using: &generator)
      let other = RandomDays.shuffled(day, using: &generator)
      #expect(Self.named(day) == Self.named(other))
      #expect(Self.named(day, day.adjusted()) == Self.named(other, other.adjusted()))
    }
  }

  @Test("Adjusting preserves fixed events, bounds and travel, and moves as few events as possible")
  func adjustsFewest() {
    var generator = SeededGenerator(seed: 41)
    var moved = 0
    for number in 0..<1_500 {
      let day = RandomDays.day(2 + number % 5, hours: 4, using: &generator)
      guard let starts = day.adjusted() else {
        #expect(AllOrders.fewestMoves(day) == nil)
        continue
      }
      #expect(AllOrders.holds(starts, of: day))
      let moves = zip(day.items, starts).count { item, start in
        item.planned.map { $0 != start } ?? false
      }
      moved += moves
      #expect(moves == AllOrders.fewestMoves(day))
    }
    #expect(moved > 100)
  }

  @Test("A search that takes too many steps gives no verdict")
  func givesUp() {
    var generator = SeededGenerator(seed: 51)
    let points = (0..<40).map { _ in Int.random(in: 0...5_000, using: &generator) }
    let items = (0..<40).map { item("e\($0)", 0, 12_000, 100 + $0) }
    let day = DayProblem(items: items) { abs(points[$0] - points[$1]) ^ 5 }
    switch day.feasibility() {
    case .feasible(let starts): #expect(AllOrders.holds(starts, of: day))
    case .undecided: break
    case .conflict: Issue.record("the search can't have tried all orders")
    }
  }

  @Test("Bounds of any size do not overflow")
  func survivesExtremes() {
    let day = DayProblem(
      items: [item("a", .min, .max, .max), item("b", .max, .min, 1), item("c", 0, .max, 5)]
    ) { _, _ in .max }
    #expect(day.feasibility() == .conflict(positions: [1]))
  }

  private static func named(_ day: DayProblem) -> [String: Int]? {
    switch day.feasibility() {
    case .feasible(let starts): named(day, starts)
    case .conflict(let positions):
      Dictionary(uniqueKeysWithValues: positions.map { (day.items[$0].id, -1) })
    case .undecided: nil
    }
  }

  private static func named(_ day: DayProblem, _ starts: [Int]?) -> [String: Int]? {
    starts.map { Dictionary(uniqueKeysWithValues: zip(day.items.map(\.id), $0)) }
  }
}
