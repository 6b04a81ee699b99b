import AlmanacRefine

/// How well guesses agree with the labels, and how reliable their confidence is.
struct CategoryScore: Encodable, Sendable {
  struct Category: Encodable, Sendable {
    var right = 0
    var guessed = 0
    var labeled = 0
    /// The harmonic mean of precision and recall, 0 ... 1.
    var f1 = 0.0
  }

  /// Guesses with a confidence of this tenth.
  struct Tenth: Encodable, Sendable {
    /// Inclusive, 0 ... 0.9.
    let from: Double
    let guesses: Int
    let right: Int
    /// The mean of their confidence.
    let confidence: Double
  }

  /// The accuracy if the model abstains on the least confident guesses.
  struct Abstention: Encodable, Sendable {
    /// The share of omitted guesses, 0 ... 1.
    let share: Double
    let macroF1: Double
  }

  /// By id.
  let categories: [String: Category]
  /// The mean over all categories that were labeled or guessed.
  let macroF1: Double
  /// Tenths with guesses, lowest confidence first.
  let reliability: [Tenth]
  /// The mean difference of confidence and accuracy, weighted by guesses; 0 ... 1.
  let calibrationError: Double
  let abstaining: [Abstention]

  init(_ guesses: [CategoryGuess], categories: [String]) {
    let counts = Self.counts(guesses, categories)
    macroF1 = Self.macroF1(counts)
    self.categories = counts.mapValues { counts in
      var counts = counts
      counts.f1 = counts.f1.rounded(to: 4)
      return counts
    }
    let tenths = Dictionary(grouping: guesses) { min(9, Int($0.confidence * 10)) }
      .sorted { $0.key < $1.key }
    var difference = 0.0
    reliability = tenths.map { tenth, guesses in
      let right = guesses.count { $0.guess == $0.truth }
      let sum = guesses.reduce(0) { $0 + $1.confidence }
      difference += abs(sum - Double(right))
      return Tenth(
        from: Double(tenth) / 10, guesses: guesses.count, right: right,
        confidence: (sum / Double(guesses.count)).rounded(to: 3))
    }
    calibrationError = (difference / Double(max(guesses.count, 1))).rounded(to: 4)
    let ranked = guesses.sorted { ($0.confidence, $0.id) < ($1.confidence, $1.id) }
    abstaining = [0, 0.05, 0.1, 0.2, 0.3, 0.5].map { share in
      let kept = ranked.dropFirst(Int(Double(ranked.count) * share))
      return Abstention(share: share, macroF1: Self.macroF1(Self.counts(kept, categories)))
    }
  }

  private static func counts(
    _ guesses: some Sequence<CategoryGuess>, _ ids: [String]
  ) -> [String: Category] {
    var counts = Dictionary(uniqueKeysWithValues: ids.map { ($0, Category()) })
    for guess in guesses {
      counts[guess.truth]?.labeled += 1
      counts[guess.guess]?.guessed += 1
      if guess.guess == guess.truth { counts[guess.truth]?.right += 1 }
    }
    return counts.mapValues { counts in
      var counts = counts
      counts.f1 = 2 * Double(counts.right) / Double(max(counts.guessed + counts.labeled, 1))
      return counts
    }
  }

  private static func macroF1(_ counts: [String: Category]) -> Double {
    let used = counts.values.filter { $0.labeled + $0.guessed > 0 }
    // Sorted, because the sum of floating-point numbers depends on their order.
    let sum = used.map(\.f1).sorted().reduce(0, +)
    return (sum / Double(max(used.count, 1))).rounded(to: 4)
  }
}
