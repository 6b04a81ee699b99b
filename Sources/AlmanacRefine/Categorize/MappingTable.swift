import AlmanacModel

/// Maps publishers' categories to the taxonomy, tolerating differences of case, punctuation, `&`
/// and number.
struct MappingTable: Sendable {
  /// A matching row.
  struct Row: Hashable, Sendable {
    /// The publisher's category as in the table.
    let word: String
    /// Id of the category.
    let category: String
    /// Whether only the singular of the words matches.
    let isLoose: Bool
  }

  private var exact: [String: Row] = [:]
  private var loose: [String: Row] = [:]
  /// Category names of the table that the taxonomy does not have, sorted.
  private(set) var unknown: [String] = []

  init(_ words: [String: String], taxonomy: Taxonomy) {
    // In the order of the words, so that of two rows with the same folded words the first one
    // counts in every run.
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

  /// "lectures and workshops" as "lecture and workshop". It is not always a word, but both sides
  /// use it.
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
