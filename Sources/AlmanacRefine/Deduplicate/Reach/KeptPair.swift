/// A pair of which something is kept.
protocol KeptPair: Sendable {
  var first: Int32 { get }
  var second: Int32 { get }
  /// The same of statements that have these numbers.
  func numbered(_ first: Int32, _ second: Int32) -> Self
}

extension KeptComparisons.OpenPair: KeptPair {
  func numbered(_ first: Int32, _ second: Int32) -> Self {
    Self(first: first, second: second, draft: draft)
  }
}

extension KeptComparisons.RivalPair: KeptPair {
  func numbered(_ first: Int32, _ second: Int32) -> Self {
    Self(first: first, second: second, rivals: rivals)
  }
}

extension NightStatements {
  /// Tonight's pairs: those of the night before of statements that are not fresh, and those found anew;
  /// marks the listings of all others and of all that are new.
  ///
  /// - Parameters:
  ///   - former: In order, by the outline's numbers.
  ///   - found: In order.
  ///   - dropped: Of the former ones, by tonight's numbers, those that do not hold.
  ///   - marked: By listing.
  func patched<Pair: KeptPair>(
    _ former: [Pair], _ found: [Pair], dropping dropped: Set<BlockChanges.Pair>,
    _ marked: inout [Bool]
  ) -> [Pair] {
    var pairs: [Pair] = []
    pairs.reserveCapacity(former.count + found.count)
    var rest = found[...]
    for pair in former {
      let (first, second) = (numbers[Int(pair.first)], numbers[Int(pair.second)])
      guard first >= 0, second >= 0,
        dropped.isEmpty || !dropped.contains(BlockChanges.Pair(first, second))
      else {
        for number in [first, second] where number >= 0 {
          marked[Int(listings[Int(number)])] = true
        }
        continue
      }
      while let next = rest.first, (next.first, next.second) < (first, second) {
        pairs.append(next)
        rest.removeFirst()
      }
      pairs.append(pair.numbered(first, second))
    }
    pairs += rest
    for pair in found {
      marked[Int(listings[Int(pair.first)])] = true
      marked[Int(listings[Int(pair.second)])] = true
    }
    return pairs
  }
}
