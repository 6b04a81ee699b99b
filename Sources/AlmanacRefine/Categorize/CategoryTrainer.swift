/// Learns the weights of a linear model: for each category, one classifier against all others, with
/// squared hinge loss, by dual coordinate descent (Hsieh et al., ICML 2008, algorithm 1).
///
/// The order of the samples and of the arithmetic is fixed, so equal samples give equal weights.
struct CategoryTrainer {
  /// The features of all samples, row by row.
  struct Rows {
    private(set) var starts = [0]
    private(set) var buckets: [UInt32] = []
    private(set) var values: [Float] = []
    /// By row, whether its title is in Han, kana or Hangul.
    private(set) var areCJK: [Bool] = []
    var count: Int { starts.count - 1 }

    mutating func append(_ reader: FeatureReader) {
      for field in FeatureReader.Field.allCases {
        let range = reader.range(of: field)
        let value = FeatureReader.value(of: field, count: range.count)
        for position in range {
          buckets.append(reader.features[position].bucket)
          values.append(value)
        }
      }
      starts.append(buckets.count)
      areCJK.append(reader.isCJK)
    }

    func range(of row: Int) -> Range<Int> { starts[row]..<starts[row + 1] }

    /// The same rows with each value multiplied by the weight of its bucket.
    func scaled(by featureWeights: [Float]) -> Rows {
      var scaled = self
      for position in values.indices {
        scaled.values[position] *= featureWeights[Int(buckets[position])]
      }
      return scaled
    }
  }

  /// Eight categories at a time.
  typealias Lanes = SIMD8<Float>

  /// The value of the feature that every sample has.
  static let constant: Float = 0.9
  /// The cost of a mistake relative to large weights.
  private static let cost: Float = 0.02
  private static let passes = 8

  let bucketCount: Int

  /// - Parameters:
  ///   - chosen: Indexes of the rows to learn from.
  ///   - lanes: By row, the category's number among these eight; nil for another category.
  ///   - weights: By chosen row, positive.
  /// - Returns: By bucket the weights of the categories, and last those of the constant.
  func train(_ rows: Rows, chosen: [Int], lanes: [Int?], weights: [Float]) -> [Lanes] {
    var learned = [Lanes](repeating: .zero, count: bucketCount + 1)
    var alphas = [Lanes](repeating: .zero, count: chosen.count)
    let squares = chosen.map { row in
      rows.values[rows.range(of: row)].reduce(Self.constant * Self.constant) { $0 + $1 * $1 }
    }
    var order = Array(chosen.indices)
    var random: UInt64 = 88_172_645_463_325_252
    for _ in 0..<Self.passes {
      Self.shuffle(&order, &random)
      for index in order {
        let row = chosen[index]
        var score = learned[bucketCount] * Self.constant
        for position in rows.range(of: row) {
          score += learned[Int(rows.buckets[position])] * rows.values[position]
        }
        var sign = Lanes(repeating: -1)
        if let lane = lanes[row] { sign[lane] = 1 }
        // One coordinate of the dual problem: its minimum is a gradient step, clipped at 0. The diagonal
        // term comes from the squared loss.
        let diagonal = 1 / (2 * Self.cost * weights[index])
        let gradient = sign * score - 1 + diagonal * alphas[index]
        let alpha = pointwiseMax(alphas[index] - gradient / (squares[index] + diagonal), .zero)
        let step = (alpha - alphas[index]) * sign
        guard step != .zero else { continue }
        alphas[index] = alpha
        // The primal weights follow each dual step, so that the score needs no sum over all samples.
        learned[bucketCount] += step * Self.constant
        for position in rows.range(of: row) {
          learned[Int(rows.buckets[position])] += step * rows.values[position]
        }
      }
    }
    return learned
  }

  /// A Fisher–Yates shuffle with Marsaglia's xorshift.
  private static func shuffle(_ order: inout [Int], _ random: inout UInt64) {
    for index in order.indices.dropFirst().reversed() {
      random ^= random << 13
      random ^= random >> 7
      random ^= random << 17
      order.swapAt(index, Int(random % UInt64(index + 1)))
    }
  }
}
