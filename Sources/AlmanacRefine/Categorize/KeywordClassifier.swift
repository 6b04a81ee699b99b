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

  private struct Keyword: Sendable {
    let text: String
    /// Index of the category.
    let category: Int
    let weight: Double
  }

  private struct Hit {
    let keyword: Keyword
    let isTitle: Bool
    let weight: Double
  }

  /// The factor of words in the title.
  private static let titleFactor = 3.0
  /// The minimum total weight for a result.
  private static let threshold = 3.0
  /// In words. The end of a long description contains little about its category.
  private static let textLength = 250

  private let categories: [String]
  private let keywords: PhraseTable<Keyword>

  init(_ taxonomy: Taxonomy) {
    categories = taxonomy.categories.map(\.id)
    keywords = PhraseTable(
      categories.enumerated().flatMap { index, category in
        (taxonomy.keywords[category] ?? [:]).filter(\.value.isFinite).sorted { $0.key < $1.key }
          .map { ($0.key, Keyword(text: $0.key, category: index, weight: $0.value)) }
      })
  }

  /// Returns nil without a clear result.
  func classify(title: String, text: String) -> KeywordMatch? {
    let hits =
      hits(in: FoldedText(title), isTitle: true)
      + hits(in: FoldedText(String(text.prefix(4_000))), isTitle: false)
    var scores = [Double](repeating: 0, count: categories.count)
    for hit in hits { scores[hit.keyword.category] += hit.weight }
    let ranked = scores.indices.sorted { (-scores[$0], $0) < (-scores[$1], $1) }
    guard let best = ranked.first, scores[best] >= Self.threshold else { return nil }
    let second = ranked.dropFirst().first.map { max(0, scores[$0]) } ?? 0
    return KeywordMatch(
      category: categories[best],
      others: ranked.dropFirst().filter { scores[$0] >= max(Self.threshold, scores[best] * 0.5) }
        .map { categories[$0] },
      confidence: Self.confidence(scores[best], second),
      words: Self.words(hits.filter { $0.keyword.category == best }))
  }

  /// Each keyword counts once.
  private func hits(in text: FoldedText, isTitle: Bool) -> [Hit] {
    var seen: Set<String> = []
    return keywords.matches(in: text).compactMap { match in
      let keyword = match.value
      guard isTitle || match.range.upperBound <= Self.textLength,
        seen.insert("\(keyword.category) \(keyword.text)").inserted
      else { return nil }
      return Hit(
        keyword: keyword, isTitle: isTitle,
        weight: keyword.weight * (isTitle ? Self.titleFactor : 1))
    }
  }

  /// The confidence increases with the lead over the second category and with the total weight.
  private static func confidence(_ best: Double, _ second: Double) -> Double {
    let lead = (best - second) / best
    let amount = min(1, best / 25)
    return ((0.35 + 0.35 * lead + 0.2 * amount) * 1_000).rounded() / 1_000
  }

  private static func words(_ hits: [Hit]) -> [String] {
    var seen: Set<String> = []
    return hits.sorted { (-$0.weight, $0.keyword.text) < (-$1.weight, $1.keyword.text) }
      .filter { seen.insert($0.keyword.text).inserted }
      .prefix(4)
      .map { $0.isTitle ? "\($0.keyword.text) (title)" : $0.keyword.text }
  }
}
