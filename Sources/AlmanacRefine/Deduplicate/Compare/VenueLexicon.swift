import Foundation

/// All venue texts of a campus, to know which of their words are rare, and a hall's name and its
/// street address for one place: another source's text that has both says so.
struct VenueLexicon: Sendable {
  private let texts: [[UInt64]]
  /// Indices of texts by word.
  private let byWord: [UInt64: [Int]]

  init(_ candidates: [Candidate]) {
    texts = Set(candidates.map(\.venue.words)).filter { $0.count > 1 }
      .sorted { $0.lexicographicallyPrecedes($1) }
    var byWord: [UInt64: [Int]] = [:]
    for (index, words) in texts.enumerated() {
      for word in words { byWord[word, default: []].append(index) }
    }
    self.byWord = byWord
  }

  /// Bits of information in a word of a venue text. The city, its region and its postal code, which
  /// titles seldom have, stand in most of them and tell no two venues apart or together.
  func weight(of word: UInt64) -> Double {
    let count = byWord[word]?.count ?? 0
    return max(0.2, log2(Double(texts.count + 10) / Double(count + 1)))
  }

  /// Whether one text of the campus holds nearly all words of both.
  func areNamesOfOne(_ left: [UInt64], _ right: [UInt64]) -> Bool {
    guard let first = rarest(of: left), let second = rarest(of: right) else { return false }
    let candidates = Set(byWord[first] ?? []).intersection(byWord[second] ?? [])
    return candidates.contains { index in
      Self.holds(texts[index], left) && Self.holds(texts[index], right)
    }
  }

  private func rarest(of words: [UInt64]) -> UInt64? {
    words.filter { byWord[$0] != nil }
      .min { (byWord[$0]?.count ?? 0, $0) < (byWord[$1]?.count ?? 0, $1) }
  }

  private static func holds(_ text: [UInt64], _ words: [UInt64]) -> Bool {
    SortedSets.common(text, words) * 5 >= words.count * 4
  }
}
