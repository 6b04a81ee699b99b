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
