/// The comparisons of the night before, by the numbers that the statements have tonight.
///
/// A class, because it is asked for every pair.
final class KnownPairs: Sendable {
  struct Result: Sendable {
    /// nil for what can't be one happening.
    var draft: PairScorer.Draft?
    var rivals: PairComparison.Rivals = []
  }

  /// How many of tonight's statements the night before did not have.
  let changes: Int
  let comparisons: KeptComparisons
  /// By candidate of tonight, its number in the night before; -1 where it had none.
  private let numbers: [Int32]
  /// By number of the night before, where its pairs begin.
  private let firstOpen: [Int32]
  private let firstRival: [Int32]

  init(_ comparisons: KeptComparisons, _ prints: StatementPrints) {
    self.comparisons = comparisons
    let known = HashNumbers(comparisons.prints)
    numbers = prints.values.map { known.number(of: $0) }
    changes = numbers.count { $0 < 0 }
    firstOpen = Self.starts(comparisons.open.lazy.map(\.first), comparisons.prints.count)
    firstRival = Self.starts(comparisons.rivals.lazy.map(\.first), comparisons.prints.count)
  }

  private static func starts(_ firsts: some Sequence<Int32>, _ count: Int) -> [Int32] {
    var starts = [Int32](repeating: 0, count: count + 1)
    for first in firsts { starts[Int(first) + 1] += 1 }
    for index in 0..<count { starts[index + 1] += starts[index] }
    return starts
  }

  /// By candidate of tonight, whether it or a pair of it that means something is not what it was the night
  /// before.
  func changes(
    _ prints: [UInt64], open: [KeptComparisons.OpenPair], rivals: [KeptComparisons.RivalPair]
  ) -> [Bool] {
    var tonight = [Int32](repeating: -1, count: comparisons.prints.count)
    for (index, number) in numbers.enumerated() where number >= 0 {
      tonight[Int(number)] = Int32(index)
    }
    // Of each candidate the sum of its pairs' hashes now, less that of the night before.
    var sums = [UInt64](repeating: 0, count: numbers.count)
    for pair in open {
      let hash = Self.hash(of: pair)
      sums[Int(pair.first)] &+= PhraseHash.step(hash, prints[Int(pair.second)])
      sums[Int(pair.second)] &+= PhraseHash.step(hash, prints[Int(pair.first)])
    }
    for pair in rivals {
      let hash = Self.hash(of: pair)
      sums[Int(pair.first)] &+= PhraseHash.step(hash, prints[Int(pair.second)])
      sums[Int(pair.second)] &+= PhraseHash.step(hash, prints[Int(pair.first)])
    }
    func subtract(_ hash: UInt64, _ first: Int32, _ second: Int32) {
      for (one, other) in [(first, second), (second, first)] where tonight[Int(one)] >= 0 {
        sums[Int(tonight[Int(one)])] &-= PhraseHash.step(hash, comparisons.prints[Int(other)])
      }
    }
    for pair in comparisons.open { subtract(Self.hash(of: pair), pair.first, pair.second) }
    for pair in comparisons.rivals { subtract(Self.hash(of: pair), pair.first, pair.second) }
    return zip(numbers, sums).map { $0 < 0 || $1 != 0 }
  }

  private static func hash(of pair: KeptComparisons.OpenPair) -> UInt64 {
    let bits = UInt64(pair.draft.fixed.bitPattern) << 32 | UInt64(pair.draft.packedBins)
    return PhraseHash.step(1, bits)
  }

  private static func hash(of pair: KeptComparisons.RivalPair) -> UInt64 {
    PhraseHash.step(2, UInt64(pair.rivals.rawValue))
  }

  /// nil where the night before did not have both, or had them the other way around.
  ///
  /// Only for pairs that share a block that had them compared then.
  func result(_ left: Int, _ right: Int) -> Result? {
    let (first, second) = (numbers[left], numbers[right])
    guard first >= 0, first < second else { return nil }
    var result = Result()
    for index in Int(firstOpen[Int(first)])..<Int(firstOpen[Int(first) + 1])
    where comparisons.open[index].second == second {
      result.draft = comparisons.open[index].draft
    }
    for index in Int(firstRival[Int(first)])..<Int(firstRival[Int(first) + 1])
    where comparisons.rivals[index].second == second {
      result.rivals = comparisons.rivals[index].rivals
    }
    return result
  }
}
