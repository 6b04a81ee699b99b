/// The input of the feasibility search: events with bounds, and the travel time between each two.
///
/// Times and durations are whole numbers in one unit of the caller's choice, such as seconds. They are
/// clamped to ±2^40, so that no sum overflows.
public struct DayProblem: Hashable, Sendable {
  /// An event. A fixed event has `upper - lower == duration`.
  public struct Item: Hashable, Sendable {
    /// Unique among the items.
    public var id: String
    /// The earliest start.
    public var lower: Int
    /// The latest end.
    public var upper: Int
    public var duration: Int
    /// The current start of a flexible event; nil: none.
    public var planned: Int?
    /// Whether the event has a place. An event without a place can be attended from anywhere, but not
    /// while traveling: the travel between its neighbors is before or after it.
    public var isPlaced: Bool

    public init(
      id: String, lower: Int, upper: Int, duration: Int, planned: Int? = nil, isPlaced: Bool = true
    ) {
      self.id = id
      self.lower = DayProblem.clamped(lower)
      self.upper = DayProblem.clamped(upper)
      self.duration = max(0, DayProblem.clamped(duration))
      self.planned = planned.map(DayProblem.clamped)
      self.isPlaced = isPlaced
    }

    /// Whether the duration fits in the bounds.
    public var fits: Bool { upper - lower >= duration }
  }

  /// The travel time between events that no travel mode connects.
  public static let unreachable = 1 << 40

  public private(set) var items: [Item]
  /// Travel times: the one from `i` to `j` is at `i * items.count + j`.
  public private(set) var travel: [Int]
  /// Time after each event that no event may use.
  public private(set) var buffer: Int

  /// - Parameters:
  ///   - buffer: Time after each event that no event may use, 0 or more.
  ///   - travel: The travel time between two items, by their positions, 0 or more.
  public init(items: [Item], buffer: Int = 0, travel: (Int, Int) -> Int) {
    self.items = items
    self.buffer = max(0, Self.clamped(buffer))
    var times: [Int] = []
    times.reserveCapacity(items.count * items.count)
    for from in items.indices {
      for to in items.indices {
        times.append(from == to ? 0 : max(0, Self.clamped(travel(from, to))))
      }
    }
    self.travel = times
  }

  private init(items: [Item], travel: [Int], buffer: Int) {
    self.items = items
    self.travel = travel
    self.buffer = buffer
  }

  /// The problem of some of the items, in the given order.
  public func restricted(to positions: [Int]) -> DayProblem {
    var times: [Int] = []
    times.reserveCapacity(positions.count * positions.count)
    for from in positions {
      for to in positions { times.append(travel[from * items.count + to]) }
    }
    return DayProblem(items: positions.map { items[$0] }, travel: times, buffer: buffer)
  }

  /// The problem with other bounds of an item.
  func bounding(_ position: Int, from lower: Int, to upper: Int) -> DayProblem {
    var problem = self
    problem.items[position].lower = lower
    problem.items[position].upper = upper
    return problem
  }

  /// The positions by latest start, then by values that don't depend on the order of the items.
  var urgency: [Int] {
    items.indices.sorted { left, right in
      let (one, other) = (items[left], items[right])
      let starts = (one.upper - one.duration, other.upper - other.duration)
      if starts.0 != starts.1 { return starts.0 < starts.1 }
      if one.lower != other.lower { return one.lower < other.lower }
      if one.duration != other.duration { return one.duration < other.duration }
      return one.id.utf8.lexicographicallyPrecedes(other.id.utf8)
    }
  }

  /// Groups of positions that can't affect each other: after all events of a group there is time for
  /// the longest travel before the next group.
  ///
  /// - Complexity: O(n log n) after O(n²) for the longest travel.
  var blocks: [[Int]] {
    let longest = (travel.max() ?? 0) + buffer
    let order = items.indices.sorted {
      (items[$0].lower, items[$0].upper, items[$0].id) < (
        items[$1].lower, items[$1].upper, items[$1].id
      )
    }
    var blocks: [[Int]] = []
    var latest = Int.min
    for position in order {
      let isApart = latest == Int.min || latest + longest <= items[position].lower
      if isApart { blocks.append([]) }
      blocks[blocks.count - 1].append(position)
      latest = max(isApart ? Int.min : latest, items[position].upper)
    }
    return blocks
  }

  /// Limits a value to ±2^40.
  static func clamped(_ value: Int) -> Int { min(max(value, -unreachable), unreachable) }
}
