/// Whether the events of a problem can all be attended.
public enum Feasibility: Hashable, Sendable {
  /// - starts: When each item starts, in the order of the items.
  case feasible(starts: [Int])
  /// - positions: Items that can't all be attended, in ascending order. Without any one of them, the
  ///   others can. A problem may have further conflicts.
  case conflict(positions: [Int])
  /// The search gave up: too many events whose bounds overlap.
  case undecided
}

extension DayProblem {
  /// Decides exactly whether all items can be attended, in any order.
  ///
  /// The result does not depend on the order of the items, except for the positions it has.
  public func feasibility() -> Feasibility {
    if let position = urgency.first(where: { !items[$0].fits }) {
      return .conflict(positions: [position])
    }
    if let starts = startsByUrgency() { return .feasible(starts: starts) }
    var starts = [Int](repeating: 0, count: items.count)
    var isDecided = true
    for block in blocks {
      let part = restricted(to: block)
      switch part.search() {
      case .found(let found):
        for (position, start) in zip(block, found) { starts[position] = start }
      case .impossible:
        return .conflict(positions: part.minimalConflict().map { block[$0] }.sorted())
      case .undecided: isDecided = false
      }
    }
    return isDecided ? .feasible(starts: starts) : .undecided
  }

  /// Starts in the order of urgency, which is feasible for most days; nil where it is not, or where an
  /// item has no place.
  private func startsByUrgency() -> [Int]? {
    guard items.allSatisfy(\.isPlaced) else { return nil }
    var starts = [Int](repeating: 0, count: items.count)
    var last: (position: Int, free: Int)?
    for position in urgency {
      let item = items[position]
      let reached = last.map { $0.free + travel[$0.position * items.count + position] }
      let start = max(item.lower, reached ?? item.lower)
      guard start + item.duration <= item.upper else { return nil }
      starts[position] = start
      last = (position, start + item.duration + buffer)
    }
    return starts
  }

  /// New starts for the items that have bounds wider than their duration, so that the fewest leave
  /// the start that they have now; nil where no arrangement works or the search gave up.
  ///
  /// Items without a start get the earliest one that the arrangement leaves them.
  public func adjusted() -> [Int]? {
    guard items.allSatisfy(\.fits) else { return nil }
    var starts = [Int](repeating: 0, count: items.count)
    for block in blocks {
      let part = restricted(to: block)
      guard let found = part.adjustedBlock() else { return nil }
      for (position, start) in zip(block, found) { starts[position] = start }
    }
    return starts
  }

  private func adjustedBlock() -> [Int]? {
    guard items.count <= OrderSearch.mostItems else { return nil }
    var search = OrderSearch(self)
    guard case .found = search.run() else { return nil }
    for moves in 0...items.count {
      switch search.run(moves: moves) {
      case .found(let starts): return starts
      case .impossible: continue
      case .undecided: return nil
      }
    }
    return nil
  }

  /// One search over items that are all in one block.
  private func search() -> OrderSearch.Outcome {
    guard items.count <= OrderSearch.mostItems else { return .undecided }
    var search = OrderSearch(self)
    return search.run()
  }

  /// Items of an infeasible problem that are infeasible together and feasible without any one of them.
  ///
  /// Items are tried in order of urgency: what the rest is infeasible without is left out. Travel
  /// times that break the triangle inequality can make an item useful that was kept before, so the
  /// pass is repeated until it changes nothing.
  private func minimalConflict() -> [Int] {
    if let pair = OrderSearch(self).conflictingPair { return [pair.0, pair.1].sorted() }
    var kept = urgency
    var isChanged = true
    while isChanged {
      isChanged = false
      for position in kept {
        let rest = kept.filter { $0 != position }
        if restricted(to: rest).search() == .impossible {
          kept = rest
          isChanged = true
        }
      }
    }
    return kept.sorted()
  }
}
