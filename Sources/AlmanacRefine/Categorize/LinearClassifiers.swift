import AlmanacModel
import Foundation

/// One linear classifier for each category against all others, with weights of one byte.
struct LinearClassifiers: Hashable, Sendable {
  let bucketCount: Int
  /// One or more groups of eight categories for every bucket.
  let weights: [SIMD8<Int8>]
  /// The value of one unit of a weight.
  let unit: Float
  /// By category, the score of an event without words.
  let constants: [Float]

  var groupCount: Int { (constants.count + 7) / 8 }

  /// A hash of the weights.
  var digest: UInt64 {
    var hash = StableHash()
    for value in constants + [unit] { hash.combine(bytesOf: UInt64(value.bitPattern)) }
    for lanes in weights {
      for lane in 0..<8 { hash.combine(UInt8(bitPattern: lanes[lane])) }
    }
    return hash.value
  }

  init(bucketCount: Int, weights: [SIMD8<Int8>], unit: Float, constants: [Float]) {
    self.bucketCount = bucketCount
    self.weights = weights
    self.unit = unit
    self.constants = constants
  }

  /// Trains the sum of classifiers with squared hinge loss and naive Bayes.
  ///
  /// - Parameters:
  ///   - chosen: Indexes of the rows to learn from.
  ///   - answers: By row, the number of its category.
  ///   - rowWeights: By row, its weight before balancing.
  init(
    learning rows: CategoryTrainer.Rows, chosen: [Int], answers: [Int], rowWeights: [Double],
    categories: Int, bucketCount: Int
  ) {
    let rarity = Self.rarity(rows, chosen, bucketCount)
    let scaled = rows.scaled(by: rarity)
    let weights = Self.balanced(rows, chosen, answers, rowWeights, categories)
    let trainer = CategoryTrainer(bucketCount: bucketCount)
    let groups = (categories + 7) / 8
    var learned = (0..<groups).map { group in
      let used = SIMD8<Float>((0..<8).map { group * 8 + $0 < categories ? 1 : 0 })
      return trainer.train(
        scaled, chosen: chosen, lanes: answers.map { $0 / 8 == group ? $0 % 8 : nil },
        weights: weights
      ).map { $0 * used }
    }
    let naiveBayes = NaiveBayesWeights(
      scaled, chosen: chosen, answers: answers, rowWeights: weights, bucketCount: bucketCount,
      categories: categories)
    learned = CategoryEnsemble(scaled, chosen: chosen).adding(
      naiveBayes,
      shares: Self.lanes(Array(repeating: CategoryEnsemble.naiveBayesShare, count: categories)),
      to: learned)
    self.init(quantizing: learned, rarity, categories: categories)
  }

  /// Quantizes weights to one byte: the largest becomes 127. They absorb the rarity, so that
  /// classifying needs no second lookup.
  ///
  /// - Parameters:
  ///   - learned: By group and bucket, the constant's weights last.
  ///   - rarity: By bucket.
  private init(quantizing learned: [[CategoryTrainer.Lanes]], _ rarity: [Float], categories: Int) {
    let bucketCount = rarity.count
    var highest: Float = 1e-6
    for group in learned {
      for bucket in 0..<bucketCount {
        let weight = group[bucket] * rarity[bucket]
        highest = max(highest, pointwiseMax(weight, -weight).max())
      }
    }
    let unit = highest / 127
    var quantized: [SIMD8<Int8>] = []
    quantized.reserveCapacity(bucketCount * learned.count)
    for bucket in 0..<bucketCount {
      for group in learned {
        let weight = group[bucket] * (rarity[bucket] / unit)
        quantized.append(SIMD8<Int8>(weight.rounded(.toNearestOrAwayFromZero)))
      }
    }
    self.init(
      bucketCount: bucketCount, weights: quantized, unit: unit,
      constants: (0..<categories).map { category in
        learned[category / 8][bucketCount][category % 8] * CategoryTrainer.constant
      })
  }

  /// The same classifiers with the words of a campus's own events, by naive Bayes.
  ///
  /// Publishers of one campus share words for their series, halls and departments, which labeled events
  /// of other campuses do not have.
  ///
  /// - Parameter answers: By row, the number of its category.
  func adapted(to rows: CategoryTrainer.Rows, answers: [Int]) -> LinearClassifiers {
    let categories = constants.count
    let chosen = Array(0..<rows.count)
    let rarity = Self.rarity(rows, chosen, bucketCount)
    let scaled = rows.scaled(by: rarity)
    let naiveBayes = NaiveBayesWeights(
      scaled, chosen: chosen, answers: answers,
      rowWeights: Self.balanced(
        rows, chosen, answers, chosen.map { _ in 1 }, categories), bucketCount: bucketCount,
      categories: categories)
    let own = (0..<groupCount).map { group in
      (0..<bucketCount).map { bucket in
        CategoryTrainer.Lanes(weights[bucket * groupCount + group]) * (unit / rarity[bucket])
      } + [constantWeights(group)]
    }
    let combined = CategoryEnsemble(scaled, chosen: chosen).adding(
      naiveBayes, shares: Self.lanes(Self.shares(answers, categories)), to: own)
    return LinearClassifiers(quantizing: combined, rarity, categories: categories)
  }

  /// The factor of the campus's words relative to the classifiers, for a category with many examples. With
  /// all from 0.8 to 3.2 the macro-F1 of campuses without labels is 0.04 to 0.07 higher.
  private static let campusShare: Float = 1.6
  /// A category with fewer examples keeps its weights.
  private static let fewestExamples: Float = 5
  /// A category with so many examples gets half the factor: words of few events are often of these events
  /// alone. With 5 or 15, fewer events change their category with each new event, and more are right, than
  /// with the full factor.
  private static let halfExamples: Float = 15

  /// By category, the factor of the campus's words.
  private static func shares(_ answers: [Int], _ categories: Int) -> [Float] {
    var counts = [Float](repeating: 0, count: categories)
    for answer in answers { counts[answer] += 1 }
    return counts.map { $0 < fewestExamples ? 0 : campusShare * $0 / ($0 + halfExamples) }
  }

  /// Values of categories, by group.
  private static func lanes(_ values: [Float]) -> [CategoryTrainer.Lanes] {
    stride(from: 0, to: values.count, by: 8).map { first in
      CategoryTrainer.Lanes((first..<first + 8).map { $0 < values.count ? values[$0] : 0 })
    }
  }

  private func constantWeights(_ group: Int) -> CategoryTrainer.Lanes {
    CategoryTrainer.Lanes(
      (0..<8).map { lane in
        let category = group * 8 + lane
        return category < constants.count ? constants[category] / CategoryTrainer.constant : 0
      })
  }

  /// The scores of an event by category.
  func scores(of reader: FeatureReader) -> [Float] {
    var scores = constants
    for group in 0..<groupCount {
      var sum = SIMD8<Float>.zero
      for field in FeatureReader.Field.allCases {
        let range = reader.range(of: field)
        guard !range.isEmpty else { continue }
        var field = (
          sum: SIMD8<Int32>.zero, value: FeatureReader.value(of: field, count: range.count)
        )
        for position in range {
          let index = Int(reader.features[position].bucket) &* groupCount &+ group
          field.sum &+= SIMD8<Int32>(truncatingIfNeeded: weights[index])
        }
        sum += SIMD8<Float>(field.sum) * field.value
      }
      for lane in 0..<min(8, scores.count - group * 8) {
        scores[group * 8 + lane] += sum[lane] * unit
      }
    }
    return scores
  }

  /// The scores of a row by category.
  func scores(of row: Int, in rows: CategoryTrainer.Rows) -> [Float] {
    var scores = constants
    for position in rows.range(of: row) {
      for group in 0..<groupCount {
        let lanes = weights[Int(rows.buckets[position]) * groupCount + group]
        for lane in 0..<min(8, scores.count - group * 8) {
          scores[group * 8 + lane] += Float(lanes[lane]) * rows.values[position] * unit
        }
      }
    }
    return scores
  }

  /// The weight of each bucket: a rare feature weighs more than one that most rows have.
  private static func rarity(
    _ rows: CategoryTrainer.Rows, _ chosen: [Int], _ bucketCount: Int
  ) -> [Float] {
    var counts = [Float](repeating: 0, count: bucketCount)
    for row in chosen {
      for position in rows.range(of: row) { counts[Int(rows.buckets[position])] += 1 }
    }
    // A word may be in several fields of a row, so that its count exceeds the number of rows.
    let total = Float(chosen.count + 1)
    return counts.map { powf(logf(max(1, total / ($0 + 1))) + 1, 0.8) }
  }

  /// The weights of the chosen rows that balance the categories. Rows in CJK and all others are
  /// balanced separately, because they share no features. The mean of the others is 1.
  private static func balanced(
    _ rows: CategoryTrainer.Rows, _ chosen: [Int], _ answers: [Int], _ rowWeights: [Double],
    _ categories: Int
  ) -> [Float] {
    var weights = [Float](repeating: 0, count: chosen.count)
    for isCJK in [false, true] {
      let own = chosen.indices.filter { rows.areCJK[chosen[$0]] == isCJK }
      var totals = [Double](repeating: 0, count: categories)
      for index in own { totals[answers[chosen[index]]] += rowWeights[chosen[index]] }
      let balanced = own.map { rowWeights[chosen[$0]] / totals[answers[chosen[$0]]] }
      let whole = isCJK ? totals.reduce(0, +) : Double(own.count)
      let factor = whole / balanced.reduce(0, +)
      for (index, weight) in zip(own, balanced) { weights[index] = Float(weight * factor) }
    }
    return weights
  }
}
