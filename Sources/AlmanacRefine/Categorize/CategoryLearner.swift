public import AlmanacModel
import Foundation

/// Makes a model of categories from labeled events, and says how well such a model does on events that
/// it has not seen.
///
/// Besides the labeled events it learns from a pool of further ones, that count less and are never
/// asked, and from the taxonomy's own words, so that a word nobody has labeled still leads somewhere.
/// The same input gives the same bytes.
public struct CategoryLearner: Sendable {
  /// How events are told apart into those to learn from and those to be asked.
  public enum Split: String, Sendable, CaseIterable {
    /// Any event may be asked, while others of its feed are learned from.
    case hash
    /// All events of a feed are asked or learned from together: what a new campus meets.
    case feed
  }

  public static let parts = 5
  /// What an event of the pool counts against a labeled one.
  private static let poolWeight = 0.25
  /// What a word of the taxonomy counts.
  private static let wordWeight = 0.2

  /// A smaller difference of scores is chance.
  private static let noticeable = 0.004

  public let categories: [String]
  private let labels: [LabeledEvent]
  private let truths: [Int]
  private let rows: CategoryTrainer.Rows
  /// By row, of labels, pool and words.
  private let answers: [Int]
  private let rowWeights: [Double]
  private let feeds: [String]
  private let ids: [String]
  private let bucketCount: Int

  /// Events of categories that the taxonomy lacks are left out.
  public init(taxonomy: Taxonomy, labels: [LabeledEvent], pool: [LabeledEvent] = []) {
    let categories = taxonomy.categories.map(\.id)
    let known = labels.filter { categories.contains($0.category) }
    let words = Self.words(of: taxonomy)
    let all = known + pool.filter { categories.contains($0.category) } + words
    var reader = FeatureReader(bucketCount: CategoryModel.bucketCount(categories: categories.count))
    var rows = CategoryTrainer.Rows()
    for event in all {
      reader.read(event.sample)
      rows.append(reader)
    }
    self.categories = categories
    self.labels = known
    self.rows = rows
    answers = all.map { categories.firstIndex(of: $0.category) ?? 0 }
    truths = Array(answers.prefix(known.count))
    rowWeights = all.indices.map { row in
      row < known.count ? 1 : row < all.count - words.count ? Self.poolWeight : Self.wordWeight
    }
    feeds = all.map(\.feed)
    ids = all.map(\.id)
    bucketCount = reader.bucketCount
  }

  /// A model of all there is to learn from, whose confidence is that of events of other feeds.
  public func model() -> CategoryModel {
    let split: Split = Set(feeds.prefix(labels.count)).count >= Self.parts ? .feed : .hash
    let scores = unseenScores(split)
    let calibration = CategoryCalibration(scores, truths: truths, categories: categories.count)
    let shares = scores.map(calibration.shares)
    let machines = machines(Array(0..<rows.count))
    return CategoryModel(
      categories: categories, threshold: threshold(shares), bucketCount: bucketCount,
      weights: machines.weights, unit: machines.unit * calibration.slope,
      offsets: zip(machines.constants, calibration.offsets).map { $0 * calibration.slope + $1 })
  }

  /// What models say of the labeled events that they have not seen, in the order given.
  public func unseenGuesses(_ split: Split) -> [CategoryGuess] {
    let scores = unseenScores(split)
    let parts = parts(split)
    var guesses = labels.map {
      CategoryGuess(id: $0.id, truth: $0.category, shares: [], categories: categories)
    }
    for part in 0..<Self.parts {
      let others = labels.indices.filter { parts[$0] != part }
      let calibration = CategoryCalibration(
        others.map { scores[$0] }, truths: others.map { truths[$0] }, categories: categories.count)
      for index in labels.indices where parts[index] == part {
        guesses[index].shares = calibration.shares(of: scores[index]).map(Double.init)
      }
    }
    return guesses
  }

  /// The largest confidence below which abstaining costs nothing that anybody would notice: in doubt
  /// an event is filed nowhere rather than wrongly.
  private func threshold(_ shares: [[Float]]) -> Double {
    let scores = (0...10).map { step in
      let guesses = shares.map { shares in
        let guess = shares.indices.max { (shares[$0], $1) < (shares[$1], $0) } ?? 0
        return shares[guess] < Float(step) * 0.04 ? shares.count - 1 : guess
      }
      return CategoryScore(truths: truths, guesses: guesses, categories: categories.count).macroF1
    }
    let best = scores.max() ?? 0
    let step = scores.lastIndex { $0 >= best - Self.noticeable } ?? 0
    return (Double(step) * 4).rounded() / 100
  }

  // MARK: - Cross-validation

  private func parts(_ split: Split) -> [Int] {
    (0..<rows.count).map { row in
      Int(Self.mixed(split == .hash ? ids[row] : feeds[row]) % UInt64(Self.parts))
    }
  }

  /// FNV's low bits follow the last byte alone; mixed, all bits do.
  private static func mixed(_ text: String) -> UInt64 {
    var value = StableHash.bytes(text.utf8)
    value = (value ^ value >> 33) &* 0xFF51_AFD7_ED55_8CCD
    return value ^ value >> 33
  }

  private func unseenScores(_ split: Split) -> [[Float]] {
    let parts = parts(split)
    let wordsFrom = rowWeights.firstIndex(of: Self.wordWeight) ?? rows.count
    var scores = labels.map { _ in [Float]() }
    for part in 0..<Self.parts {
      let machines = machines((0..<rows.count).filter { $0 >= wordsFrom || parts[$0] != part })
      for index in labels.indices where parts[index] == part {
        scores[index] = machines.scores(of: index, in: rows, categories: categories.count)
      }
    }
    return scores
  }

  // MARK: - Learning

  private struct Machines {
    var weights: [SIMD8<Int8>]
    var unit: Float
    var constants: [Float]

    func scores(of row: Int, in rows: CategoryTrainer.Rows, categories: Int) -> [Float] {
      let groups = (categories + 7) / 8
      var scores = constants
      for position in rows.range(of: row) {
        for group in 0..<groups {
          let lanes = weights[Int(rows.buckets[position]) * groups + group]
          for lane in 0..<min(8, categories - group * 8) {
            scores[group * 8 + lane] += Float(lanes[lane]) * rows.values[position] * unit
          }
        }
      }
      return scores
    }
  }

  private func machines(_ chosen: [Int]) -> Machines {
    let rarity = rarity(chosen)
    let scaled = rows.scaled(by: rarity)
    let weights = balanced(chosen)
    let trainer = CategoryTrainer(bucketCount: bucketCount)
    let groups = (categories.count + 7) / 8
    var learned = (0..<groups).map { group in
      let used = SIMD8<Float>(
        (0..<8).map { group * 8 + $0 < categories.count ? 1 : 0 })
      return trainer.train(
        scaled, chosen: chosen, lanes: answers.map { $0 / 8 == group ? $0 % 8 : nil },
        weights: weights
      ).map { $0 * used }
    }
    let odds = CategoryOdds(
      scaled, chosen: chosen, answers: answers, rowWeights: weights, bucketCount: bucketCount,
      categories: categories.count)
    learned = CategoryBlend(scaled, chosen: chosen).adding(
      odds, to: learned, categories: categories.count)
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
    let constants = categories.indices.map { category in
      learned[category / 8][bucketCount][category % 8] * CategoryTrainer.constant
    }
    return Machines(weights: quantized, unit: unit, constants: constants)
  }

  /// By bucket, how much louder a rare feature is than one that everything has.
  private func rarity(_ chosen: [Int]) -> [Float] {
    var counts = [Float](repeating: 0, count: bucketCount)
    for row in chosen {
      for position in rows.range(of: row) { counts[Int(rows.buckets[position])] += 1 }
    }
    let total = Float(chosen.count + 1)
    return counts.map { powf(logf(total / ($0 + 1)) + 1, 0.8) }
  }

  /// Weights with which all categories count alike; their mean is 1.
  private func balanced(_ chosen: [Int]) -> [Float] {
    var totals = [Double](repeating: 0, count: categories.count)
    for row in chosen { totals[answers[row]] += rowWeights[row] }
    let weights = chosen.map { rowWeights[$0] / totals[answers[$0]] }
    let mean = weights.reduce(0, +) / Double(max(weights.count, 1))
    return weights.map { Float($0 / mean) }
  }

  /// Each publishers' word and each heavy keyword, as if it were a title.
  private static func words(of taxonomy: Taxonomy) -> [LabeledEvent] {
    var words = taxonomy.publisher.map { ($0.key, $0.value) }
    for (category, keywords) in taxonomy.keywords {
      words += keywords.filter { $0.value >= 3 }.map { ($0.key, category) }
    }
    return words.sorted { $0 < $1 }.map { word, category in
      LabeledEvent(id: "", feed: "", sample: CategorySample(title: word), category: category)
    }
  }
}
