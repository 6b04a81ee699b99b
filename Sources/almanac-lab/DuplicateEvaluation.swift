/// Compares clusters of records with labeled truths.
struct DuplicateEvaluation: Sendable {
  /// Two records that are known to be one occurrence, or two.
  struct Pair: Sendable {
    let first: String
    let second: String
    let isSame: Bool
    /// The kind of difficulty, such as `series` or `title`.
    let kind: String
  }

  /// Shares between 0 and 1.
  struct Quality: Hashable, Sendable {
    let precision: Double
    let recall: Double

    /// The harmonic mean of both.
    var f1: Double {
      precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0
    }
  }

  /// The result: occurrence by record id.
  let found: [String: UInt64]

  /// Over all pairs of records that are in one cluster by truth or by finding.
  func pairwise(_ truth: [String: String]) -> Quality {
    let (both, found, all) = sizes(truth)
    func pairs(_ sizes: some Sequence<Int>) -> Double {
      sizes.reduce(0) { $0 + Double($1 * ($1 - 1) / 2) }
    }
    let right = pairs(both.values)
    return Quality(
      precision: right / max(1, pairs(found.values)), recall: right / max(1, pairs(all.values)))
  }

  /// B-cubed: the mean over records of the precision and recall of their clusters.
  func bCubed(_ truth: [String: String]) -> Quality {
    let (both, found, all) = sizes(truth)
    var (precision, recall) = (0.0, 0.0)
    // Summed in a fixed order: floating-point sums depend on it.
    for (key, count) in both.sorted(by: { $0.key < $1.key }) {
      let square = Double(count * count)
      precision += square / Double(found[key.found] ?? count)
      recall += square / Double(all[key.truth] ?? count)
    }
    let count = Double(max(1, truth.count))
    return Quality(precision: precision / count, recall: recall / count)
  }

  /// On labeled pairs alone.
  func onPairs(_ pairs: [Pair]) -> Quality {
    let merged = pairs.filter(isMerged)
    let right = Double(merged.count(where: \.isSame))
    return Quality(
      precision: merged.isEmpty ? 1 : right / Double(merged.count),
      recall: right / Double(max(1, pairs.count(where: \.isSame))))
  }

  /// By kind, the share of the pairs that were joined, and how many pairs there are.
  func merged(_ pairs: [Pair]) -> [String: (share: Double, of: Int)] {
    Dictionary(grouping: pairs, by: \.kind).mapValues { pairs in
      (Double(pairs.count(where: isMerged)) / Double(pairs.count), pairs.count)
    }
  }

  /// Whether both records are in one occurrence.
  func isMerged(_ pair: Pair) -> Bool {
    guard pair.first != pair.second else { return true }
    guard let first = found[pair.first], let second = found[pair.second] else { return false }
    return first == second
  }

  private struct Key: Hashable, Comparable {
    let truth: String
    let found: String

    static func < (left: Key, right: Key) -> Bool {
      (left.truth, left.found) < (right.truth, right.found)
    }
  }

  private func sizes(
    _ truth: [String: String]
  ) -> (both: [Key: Int], found: [String: Int], all: [String: Int]) {
    var (both, sizes, all): ([Key: Int], [String: Int], [String: Int]) = ([:], [:], [:])
    for (id, cluster) in truth {
      let key = Key(truth: cluster, found: found[id].map { "\($0)" } ?? "alone \(id)")
      both[key, default: 0] += 1
      sizes[key.found, default: 0] += 1
      all[cluster, default: 0] += 1
    }
    return (both, sizes, all)
  }
}
