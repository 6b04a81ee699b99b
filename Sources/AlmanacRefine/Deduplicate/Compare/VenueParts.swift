/// Venue texts that are parts of a longer one, such as a hall's name and its street address of a text
/// that has both.
struct VenueParts: Sendable {
  /// In bits; what says less is in many texts.
  private static let leastBits: Float = 8
  /// A text of more parts is a list of places.
  private static let mostParts = 24

  private let table: RecordTable
  /// By token, the venues that it is the rarest word of.
  private let venuesOfWord: [Int32: [Int]]

  init(_ table: RecordTable, _ weights: TermWeights) {
    self.table = table
    let venues = table.venues.enumerated().compactMap {
      index, venue -> (word: Int32, venue: Int)? in
      let words = table.venueWords[venue.words.range]
      let bits = words.reduce(0) { $0 + weights.venueWords[Int($1)] }
      guard bits >= Self.leastBits else { return nil }
      return words.max { weights.venueWords[Int($0)] < weights.venueWords[Int($1)] }
        .map { ($0, index) }
    }
    venuesOfWord = Dictionary(grouping: venues, by: \.word).mapValues { $0.map(\.venue) }
  }

  /// Calls with indices of two venues that a third has both of, and of which neither has the other.
  func forEachPair(_ body: (Int, Int) -> Void) {
    for (index, whole) in table.venues.enumerated() where whole.words.count > 3 {
      let parts = parts(of: index)
      guard parts.count > 1, parts.count <= Self.mostParts else { continue }
      for (offset, first) in parts.enumerated() {
        for second in parts.dropFirst(offset + 1) where areApart(first, second) {
          body(first, second)
        }
      }
    }
  }

  /// The venues all of whose words are in this one; at most one more than `mostParts`.
  private func parts(of index: Int) -> [Int] {
    let whole = table.venues[index]
    return Array(
      table.venueWords[whole.words.range].lazy.flatMap { venuesOfWord[$0] ?? [] }.filter { part in
        let words = table.venues[part].words
        return words.count < whole.words.count
          && table.venueWords[words.range].allSatisfy {
            VenueSimilarity.contains(whole, $0, table)
          }
      }.prefix(Self.mostParts + 1))
  }

  /// Whether they have less than a half of their words in common: others are alike as they are.
  private func areApart(_ first: Int, _ second: Int) -> Bool {
    let (left, right) = (table.venues[first], table.venues[second])
    var common = 0
    for index in left.words.range
    where VenueSimilarity.contains(right, table.venueWords[index], table) {
      common += 1
    }
    return common * 2 < Int(min(left.words.count, right.words.count))
  }
}
