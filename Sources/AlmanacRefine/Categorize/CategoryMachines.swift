import Foundation

/// One linear classifier for each category against all others, with weights of one byte.
struct CategoryMachines: Hashable, Sendable {
  let bucketCount: Int
  /// For every bucket one or more groups of eight categories.
  let weights: [SIMD8<Int8>]
  /// What one unit of a weight is worth.
  let unit: Float
  /// By category, what its machine says of an event without a word.
  let constants: [Float]

  var groupCount: Int { (constants.count + 7) / 8 }

  init(bucketCount: Int, weights: [SIMD8<Int8>], unit: Float, constants: [Float]) {
    self.bucketCount = bucketCount
    self.weights = weights
    self.unit = unit
    self.constants = constants
  }

  /// Learns: the sum of machines with squared hinge loss and of naive Bayes.
  ///
  /// - Parameters:
  ///   - chosen: Indexes of the rows to learn from.
  ///   - answers: By row, the number of its category.
  ///   - rowWeights: By row, what it counts.
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
    let odds = CategoryOdds(
      scaled, chosen: chosen, answers: answers, rowWeights: weights, bucketCount: bucketCount,
      categories: categories)
    learned = CategoryBlend(scaled, chosen: chosen).adding(
      odds, to: learned, categories: categories)
    var highest: Float = 1e-6
    for group in learned {
      for bucket in 0..<bucketCount {
        let weight = group[bucket] * rarity[bucket]
        highest = max(highest, pointwiseMax(weight, -weight).max())
      }
    }
    let unit = highest / 127
    var quantized: [SIMD8<Int8>] = []
    quantized.reserveCapacity(bucketCount * groups)
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

  /// By category, what the machines say of an event.
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

  /// By category, what the machines say of a row.
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

  /// By bucket, how much louder a rare feature is than one that everything has.
  private static func rarity(
    _ rows: CategoryTrainer.Rows, _ chosen: [Int], _ bucketCount: Int
  ) -> [Float] {
    var counts = [Float](repeating: 0, count: bucketCount)
    for row in chosen {
      for position in rows.range(of: row) { counts[Int(rows.buckets[position])] += 1 }
    }
    let total = Float(chosen.count + 1)
    return counts.map { powf(logf(total / ($0 + 1)) + 1, 0.8) }
  }

  /// By chosen row, weights with which all categories count alike, those in signs and the others each for
  /// themselves: they have no features in common. The mean of the others is 1.
  private static func balanced(
    _ rows: CategoryTrainer.Rows, _ chosen: [Int], _ answers: [Int], _ rowWeights: [Double],
    _ categories: Int
  ) -> [Float] {
    var weights = [Float](repeating: 0, count: chosen.count)
    for isOfSigns in [false, true] {
      let own = chosen.indices.filter { rows.areOfSigns[chosen[$0]] == isOfSigns }
      var totals = [Double](repeating: 0, count: categories)
      for index in own { totals[answers[chosen[index]]] += rowWeights[chosen[index]] }
      let balanced = own.map { rowWeights[chosen[$0]] / totals[answers[chosen[$0]]] }
      let whole = isOfSigns ? totals.reduce(0, +) : Double(own.count)
      let factor = whole / balanced.reduce(0, +)
      for (index, weight) in zip(own, balanced) { weights[index] = Float(weight * factor) }
    }
    return weights
  }
}
