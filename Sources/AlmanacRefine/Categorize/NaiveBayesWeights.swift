import Foundation

/// Weights of the features by naive Bayes: for each category, the logarithm of the ratio of a
/// feature's frequency in its events to that in all others.
///
/// Alone they are less accurate than trained classifiers, but their errors differ: the sum of both
/// is more accurate than either, above all on unlabeled feeds (Wang and Manning, ACL 2012). A sum
/// of linear models is a linear model.
struct NaiveBayesWeights {
  /// Additive smoothing: the count of every feature in every category, relative to a mean feature.
  private static let smoothing: Float = 0.5

  /// By group of eight categories and by bucket.
  let weights: [[CategoryTrainer.Lanes]]

  /// - Parameters:
  ///   - answers: By row, the number of its category.
  ///   - rowWeights: By chosen row, positive.
  init(
    _ rows: CategoryTrainer.Rows, chosen: [Int], answers: [Int], rowWeights: [Float],
    bucketCount: Int, categories: Int
  ) {
    let groups = (categories + 7) / 8
    var sums = (0..<groups).map { _ in
      [CategoryTrainer.Lanes](repeating: .zero, count: bucketCount)
    }
    var (all, entries) = (Float(0), Float(0))
    for (index, row) in chosen.enumerated() {
      for position in rows.range(of: row) {
        let value = rows.values[position] * rowWeights[index]
        sums[answers[row] / 8][Int(rows.buckets[position])][answers[row] % 8] += value
        all += value
        entries += 1
      }
    }
    let smoothing = Self.smoothing * all / max(entries, 1)
    let used = (0..<groups).map { group in
      CategoryTrainer.Lanes((0..<8).map { group * 8 + $0 < categories ? 1 : 0 })
    }
    var totals = [CategoryTrainer.Lanes](repeating: .zero, count: groups)
    for group in 0..<groups {
      for bucket in 0..<bucketCount {
        sums[group][bucket] = (sums[group][bucket] + smoothing) * used[group]
        totals[group] += sums[group][bucket]
      }
    }
    let total = totals.reduce(0) { $0 + $1.sum() }
    var weights = sums
    for bucket in 0..<bucketCount {
      let whole = (0..<groups).reduce(Float(0)) { $0 + sums[$1][bucket].sum() }
      // An unseen feature has no weight.
      guard whole > smoothing * Float(categories) * 1.001 else {
        for group in 0..<groups { weights[group][bucket] = .zero }
        continue
      }
      for category in 0..<categories {
        let (group, lane) = (category / 8, category % 8)
        let own = sums[group][bucket][lane]
        weights[group][bucket][lane] =
          logf(own / totals[group][lane]) - logf((whole - own) / (total - totals[group][lane]))
      }
    }
    self.weights = weights
  }
}

/// Combines linear models over the same features into one.
struct CategoryEnsemble {
  /// The factor of naive Bayes relative to the classifiers, once their scores have the same deviation.
  static let naiveBayesShare: Float = 0.7

  private let rows: CategoryTrainer.Rows
  private let chosen: [Int]

  init(_ rows: CategoryTrainer.Rows, chosen: [Int]) {
    self.rows = rows
    self.chosen = chosen
  }

  /// - Parameters:
  ///   - shares: By group and category, the factor of naive Bayes once the scores of both have the same
  ///     deviation; 0 leaves the category as it is.
  ///   - classifiers: By group and bucket, the constant's weights last.
  /// - Returns: Weights in the form of `classifiers`.
  func adding(
    _ naiveBayes: NaiveBayesWeights, shares: [CategoryTrainer.Lanes],
    to classifiers: [[CategoryTrainer.Lanes]]
  ) -> [[CategoryTrainer.Lanes]] {
    let (own, others) = (spread(classifiers), spread(naiveBayes.weights))
    let deviation = deviation(others, shares)
    guard deviation > 0 else { return classifiers }
    let scale = self.deviation(own, shares) / deviation
    var combined = classifiers
    for group in classifiers.indices {
      let factor = shares[group] * scale
      for bucket in naiveBayes.weights[group].indices {
        combined[group][bucket] += naiveBayes.weights[group][bucket] * factor
      }
      // Only the classifiers have learned the frequency of categories.
      let constant = combined[group].count - 1
      combined[group][constant] -= others[group].mean * factor / CategoryTrainer.constant
    }
    return combined
  }

  private typealias Spread = (mean: CategoryTrainer.Lanes, variance: CategoryTrainer.Lanes)

  /// By group, mean and variance of the scores of all chosen rows.
  private func spread(_ weights: [[CategoryTrainer.Lanes]]) -> [Spread] {
    weights.map { weights in
      var (sum, squares) = (CategoryTrainer.Lanes.zero, CategoryTrainer.Lanes.zero)
      for row in chosen {
        var score = CategoryTrainer.Lanes.zero
        for position in rows.range(of: row) {
          score += weights[Int(rows.buckets[position])] * rows.values[position]
        }
        sum += score
        squares += score * score
      }
      let count = Float(max(chosen.count, 1))
      let mean = sum / count
      let variance = squares / count - mean * mean
      // Of equal scores only errors of rounding remain, which may be negative.
      return (mean, variance.replacing(with: 0, where: variance .< mean * mean * 1e-4))
    }
  }

  /// The deviation of the scores of all categories with a share.
  private func deviation(_ spread: [Spread], _ shares: [CategoryTrainer.Lanes]) -> Float {
    var (variance, count) = (Float(0), Float(0))
    for (spread, shares) in zip(spread, shares) {
      let used = CategoryTrainer.Lanes.zero.replacing(with: 1, where: shares .> 0)
      variance += (spread.variance * used).sum()
      count += used.sum()
    }
    return (variance / max(count, 1)).squareRoot()
  }
}
