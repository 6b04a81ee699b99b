import AlmanacModel

/// Finds an event's category by keywords in its title and description.
struct KeywordClassifier: Sendable {
  struct KeywordMatch: Hashable, Sendable {
    /// Id of the best category.
    let category: String
    /// Ids of other categories with similar weights, best first.
    let others: [String]
    /// 0 ... 1.
    let confidence: Double
    /// The deciding words, highest weight first.
    let words: [String]
  }

  private struct Phrase: Sendable {
    let text: String
    let hashes: [UInt64]
    /// Index of the category.
    let category: Int
    let weight: Double
  }

  private struct Hit {
    let phrase: Phrase
    let isTitle: Bool
    let weight: Double
  }

  /// The factor of words in the title.
  private static let titleFactor = 3.0
  /// The minimum total weight for a result.
  private static let threshold = 3.0
  /// The end of a long description contains little about its category.
  private static let textLength = 250

  private let categories: [String]
  /// By the first word.
  private let phrases: [UInt64: [Phrase]]

  init(_ taxonomy: Taxonomy) {
    categories = taxonomy.categories.map(\.id)
    var phrases: [UInt64: [Phrase]] = [:]
    for (index, category) in categories.enumerated() {
      for (text, weight) in (taxonomy.keywords[category] ?? [:]).sorted(by: { $0.key < $1.key }) {
        let hashes = FoldedText(text).words.map(\.hash)
        guard let first = hashes.first, weight.isFinite else { continue }
        phrases[first, default: []].append(
          Phrase(text: text, hashes: hashes, category: index, weight: weight))
      }
    }
    self.phrases = phrases
  }

  /// Returns nil without a clear result.
  func classify(title: String, text: String) -> KeywordMatch? {
    let titleHits = hits(in: FoldedText(title).words.map(\.hash), isTitle: true)
    let words = FoldedText(String(text.prefix(4_000))).words.prefix(Self.textLength).map(\.hash)
    let hits = titleHits + hits(in: Array(words), isTitle: false)
    var scores = [Double](repeating: 0, count: categories.count)
    for hit in hits { scores[hit.phrase.category] += hit.weight }
    let ranked = scores.indices.sorted { (-scores[$0], $0) < (-scores[$1], $1) }
    guard let best = ranked.first, scores[best] >= Self.threshold else { return nil }
    let second = ranked.dropFirst().first.map { max(0, scores[$0]) } ?? 0
    return KeywordMatch(
      category: categories[best],
      others: ranked.dropFirst().filter { scores[$0] >= max(Self.threshold, scores[best] * 0.5) }
        .map { categories[$0] },
      confidence: Self.confidence(scores[best], second),
      words: Self.words(hits.filter { $0.phrase.category == best }))
  }

  /// Each phrase counts once.
  private func hits(in words: [UInt64], isTitle: Bool) -> [Hit] {
    var found: [Hit] = []
    var seen: Set<String> = []
    for (index, word) in words.enumerated() {
      for phrase in phrases[word] ?? []
      where words[index...].starts(with: phrase.hashes)
        && seen.insert("\(phrase.category) \(phrase.text)").inserted
      {
        let weight = phrase.weight * (isTitle ? Self.titleFactor : 1)
        found.append(Hit(phrase: phrase, isTitle: isTitle, weight: weight))
      }
    }
    return found
  }

  /// The confidence increases with the lead over the second category and with the total weight.
  private static func confidence(_ best: Double, _ second: Double) -> Double {
    let lead = (best - second) / best
    let amount = min(1, best / 25)
    return ((0.35 + 0.35 * lead + 0.2 * amount) * 1_000).rounded() / 1_000
  }

  private static func words(_ hits: [Hit]) -> [String] {
    var seen: Set<String> = []
    return hits.sorted { (-$0.weight, $0.phrase.text) < (-$1.weight, $1.phrase.text) }
      .filter { seen.insert($0.phrase.text).inserted }
      .prefix(4)
      .map { $0.isTitle ? "\($0.phrase.text) (title)" : $0.phrase.text }
  }
}
