import AlmanacModel

/// Publishers' words to categories, forgiving about case, punctuation, `&` and number.
struct MappingTable: Sendable {
  /// A row that answered.
  struct Row: Hashable, Sendable {
    /// The word as the table has it.
    let word: String
    /// Id of the category.
    let category: String
    /// Only the singular of the words agrees.
    let isLoose: Bool
  }

  private var exact: [String: Row] = [:]
  private var loose: [String: Row] = [:]
  /// Category names of the table that the taxonomy does not have, sorted.
  private(set) var unknown: [String] = []

  init(_ words: [String: String], taxonomy: Taxonomy) {
    // In the order of the words: of two rows that fold alike the first counts, in every run.
    for (word, name) in words.sorted(by: { $0.key < $1.key }) {
      guard let category = taxonomy.category(named: name) else {
        unknown.append(name)
        continue
      }
      let folded = FoldedText.fold(word)
      let row = Row(word: word, category: category.id, isLoose: false)
      if exact[folded] == nil { exact[folded] = row }
      let singular = Self.singular(folded)
      if loose[singular] == nil {
        loose[singular] = Row(word: word, category: category.id, isLoose: true)
      }
    }
    unknown = Array(Set(unknown)).sorted()
  }

  func row(for word: String) -> Row? {
    let folded = FoldedText.fold(word)
    guard !folded.isEmpty else { return nil }
    return exact[folded] ?? loose[Self.singular(folded)]
  }

  /// "lectures and workshops" as "lecture and workshop"; crude, but the same on both sides.
  private static func singular(_ folded: String) -> String {
    folded.split(separator: " ").map { word in
      if word.count > 4, word.hasSuffix("ies") { return word.dropLast(3) + "y" }
      if word.count > 3, word.hasSuffix("s"), !word.hasSuffix("ss") {
        return String(word.dropLast())
      }
      return String(word)
    }
    .joined(separator: " ")
  }
}
