import Foundation

/// Turns the scores of the machines into shares that mean what they say: a slope for all and an offset
/// for each category, fitted to scores of events that the machines had not seen.
///
/// Every category counts alike, however many of its events there are.
struct CategoryCalibration: Hashable, Sendable {
  var slope: Float = 1.5
  var offsets: [Float]

  private static let steps = 400

  init(categories: Int) { offsets = Array(repeating: 0, count: categories) }

  init(slope: Float, offsets: [Float]) {
    self.slope = slope
    self.offsets = offsets
  }

  /// - Parameters:
  ///   - scores: By event, of each category.
  ///   - truths: By event, the number of its category.
  init(_ scores: [[Float]], truths: [Int], categories: Int) {
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
  }

  func shares(of scores: [Float]) -> [Float] {
    var logits = scores
    for category in logits.indices {
      logits[category] = logits[category] * slope + offsets[category]
    }
    return TextClassifier.shares(of: logits)
  }
}
