import AlmanacRefine

/// The accuracy of guesses, by category and in total.
struct CategoryScore: Hashable, Sendable {
  let right: [Int]
  let guessed: [Int]
  let labeled: [Int]

  /// Categories by their number.
  init(truths: [Int], guesses: [Int], categories: Int) {
    var right = [Int](repeating: 0, count: categories)
    var guessed = right
    var labeled = right
    for (truth, guess) in zip(truths, guesses) {
      labeled[truth] += 1
      guessed[guess] += 1
      if truth == guess { right[truth] += 1 }
    }
    self.right = right
    self.guessed = guessed
    self.labeled = labeled
  }

  init(_ guesses: some Collection<CategoryGuess>, categories: [String]) {
    let known = guesses.filter { categories.contains($0.truth) && categories.contains($0.guess) }
    self.init(
      truths: known.map { categories.firstIndex(of: $0.truth) ?? 0 },
      guesses: known.map { categories.firstIndex(of: $0.guess) ?? 0 },
      categories: categories.count)
  }

  /// The harmonic mean of precision and recall, 0 ... 1.
  func f1(_ category: Int) -> Double {
    let total = guessed[category] + labeled[category]
    return total == 0 ? 0 : 2 * Double(right[category]) / Double(total)
  }

  /// The mean over all categories that were labeled or guessed.
  var macroF1: Double {
    let used = labeled.indices.filter { labeled[$0] + guessed[$0] > 0 }
    return used.isEmpty ? 0 : used.reduce(0) { $0 + f1($1) } / Double(used.count)
  }
}

/// The calibration of the confidence.
struct CategoryReliability: Hashable, Sendable {
  /// Guesses with a confidence of this tenth.
  struct Tenth: Hashable, Sendable, Encodable {
    /// Inclusive, 0 ... 0.9.
    let from: Double
    let guesses: Int
    let right: Int
    /// The mean of their confidence.
    let confidence: Double
  }

  /// The accuracy if the model abstains on the least confident guesses.
  struct Abstention: Hashable, Sendable, Encodable {
    /// The share of omitted guesses, 0 ... 1.
    let share: Double
    let macroF1: Double
  }

  let tenths: [Tenth]
  let curve: [Abstention]
  /// The mean difference of confidence and accuracy, weighted by guesses; 0 ... 1.
  let error: Double

  init(_ guesses: [CategoryGuess], categories: [String]) {
    let groups = Dictionary(grouping: guesses) { min(9, Int($0.confidence * 10)) }
      .sorted { $0.key < $1.key }.map { tenth, those in
        (
          tenth, those.count, right: those.count { $0.guess == $0.truth },
          sum: those.reduce(0) { $0 + $1.confidence }
        )
      }
    tenths = groups.map { tenth, count, right, sum in
      Tenth(
        from: Double(tenth) / 10, guesses: count, right: right,
        confidence: (sum / Double(count)).rounded(to: 3))
    }
    let difference = groups.reduce(0) { $0 + abs($1.sum - Double($1.right)) }
    error = (difference / Double(max(guesses.count, 1))).rounded(to: 4)
    let ranked = guesses.sorted { ($0.confidence, $0.id) < ($1.confidence, $1.id) }
    curve = [0, 0.05, 0.1, 0.2, 0.3, 0.5].map { share in
      let kept = ranked.dropFirst(Int(Double(ranked.count) * share))
      return Abstention(
        share: share,
        macroF1: CategoryScore(kept, categories: categories).macroF1.rounded(to: 4))
    }
  }
}
