import Foundation

/// Converts scores to shares (softmax with one slope and an offset for each category), and the
/// highest share to a confidence. Both are fitted to scores of held-out events.
///
/// Every category counts equally, regardless of its number of events.
struct CategoryCalibration: Hashable, Sendable {
  var slope: Float = 1.5
  var offsets: [Float]
  /// The share that is a confidence of 0.9, 0 ... 1.
  var sure: Float = 0.9
  /// The same for an adapted model, whose shares are more extreme.
  var adaptedSure: Float = 0.9

  /// The required accuracy of guesses from `sure` on: more than the 95 % that a confidence of 0.9
  /// promises, because other campuses differ from the labeled ones.
  private static let rightShare = 0.965
  /// Minimum number of guesses to fit `sure`.
  private static let fewestSure = 50

  private static let steps = 400

  init(categories: Int) { offsets = Array(repeating: 0, count: categories) }

  init(slope: Float, offsets: [Float], sure: Float = 0.9, adaptedSure: Float = 0.9) {
    self.slope = slope
    self.offsets = offsets
    self.sure = sure
    self.adaptedSure = adaptedSure
  }

  /// - Parameters:
  ///   - scores: By event, of each category.
  ///   - adapted: The scores of the same events by adapted models.
  ///   - truths: By event, the number of its category.
  init(_ scores: [[Float]], adapted: [[Float]], truths: [Int], categories: Int) {
    self.init(categories: categories)
    var counts = [Float](repeating: 0, count: categories)
    for truth in truths { counts[truth] += 1 }
    for step in 0..<Self.steps {
      var gradient = (slope: Float(0), offsets: [Float](repeating: 0, count: categories))
      for (scores, truth) in zip(scores, truths) {
        let shares = shares(of: scores)
        for category in shares.indices {
          let excess = (shares[category] - (category == truth ? 1 : 0)) / counts[truth]
          gradient.offsets[category] += excess
          gradient.slope += excess * scores[category]
        }
      }
      let rate = 0.5 / (1 + Float(step) / 100)
      slope -= 0.3 * rate * gradient.slope
      for category in offsets.indices { offsets[category] -= rate * gradient.offsets[category] }
    }
    sure = Self.sure(scores.map(shares), truths)
    adaptedSure = Self.sure(adapted.map(shares), truths)
  }

  /// The calibration of an adapted model.
  var adapted: CategoryCalibration {
    CategoryCalibration(
      slope: slope, offsets: offsets, sure: adaptedSure, adaptedSure: adaptedSure)
  }

  /// The lowest share from which on enough guesses are right, at least 0.9; 1 if there is none.
  private static func sure(_ shares: [[Float]], _ truths: [Int]) -> Float {
    var best: Float = 1
    var (guesses, right) = (0, 0)
    let ranked = zip(shares, truths).map { shares, truth in
      let guess = TextClassifier.best(of: shares)
      return (share: shares[guess], isRight: guess == truth)
    }.sorted { ($0.share, $0.isRight ? 0 : 1) > ($1.share, $1.isRight ? 0 : 1) }
    for guess in ranked {
      guesses += 1
      if guess.isRight { right += 1 }
      let isEnough = Double(right) >= rightShare * Double(guesses)
      if guesses >= fewestSure, isEnough { best = guess.share }
    }
    return max(0.9, best)
  }

  /// 0 ... 1, linear below and above the share that is a confidence of 0.9.
  func confidence(of share: Float) -> Double {
    let confidence =
      share < sure ? share / sure * 0.9 : 0.9 + (share - sure) / max(1 - sure, 1e-6) * 0.1
    return (Double(min(confidence, 1)) * 1_000).rounded() / 1_000
  }

  func shares(of scores: [Float]) -> [Float] {
    var logits = scores
    for category in logits.indices {
      logits[category] = logits[category] * slope + offsets[category]
    }
    return TextClassifier.shares(of: logits)
  }
}
