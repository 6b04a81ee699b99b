/// Whether the events of a problem can all be attended.
public enum Feasibility: Hashable, Sendable {
  /// - starts: The start of each item, in the order of the items.
  case feasible(starts: [Int])
  /// - positions: A minimal conflicting set, in ascending order: without any one of these items, the
  ///   others are feasible. A problem may have further conflicts.
  case conflict(positions: [Int])
  /// The search gave up: too many events overlap.
  case undecided
}

extension DayProblem {
  /// Decides exactly whether all items can be attended, in any order.
  ///
  /// The result is the same for any order of the items, except for its positions.
  public func feasibility() -> Feasibility {
    if let position = urgency.first(where: { !items[$0].fits }) {
      return .conflict(positions: [position])
    }
    // Most days are feasible in this order, which needs no search.
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

  /// The earliest starts in the order of urgency; nil if that is not feasible, or if an item has no
  /// place. O(n log n).
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

  /// Starts for all items that move the fewest of them from their planned start.
  ///
  /// Items without a planned start get the earliest one in the found order.
  ///
  /// - Returns: nil if the problem is not feasible or the search gave up.
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
    guard items.count <= OrderSearch.maxItems else { return nil }
    var search = OrderSearch(self)
    guard case .found = search.run() else { return nil }
    // The first feasible number of moves is the smallest.
    for moves in 0...items.count {
      switch search.run(moves: moves) {
      case .found(let starts): return starts
      case .impossible: continue
      case .undecided: return nil
      }
    }
    return nil
  }

  /// Searches an order for items of one block.
  private func search() -> OrderSearch.Outcome {
    guard items.count <= OrderSearch.maxItems else { return .undecided }
    var search = OrderSearch(self)
    return search.run()
  }

  /// A minimal conflicting set of an infeasible problem, by deletion: in order of urgency, each item is
  /// removed if the rest is still infeasible.
  ///
  /// If travel times break the triangle inequality, an item may be a stopover that makes others
  /// feasible. Its removal can make an item that was kept before removable, so that passes repeat until
  /// nothing changes.
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
