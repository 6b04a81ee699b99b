/// Venue texts that are parts of a longer one, such as a hall's name and its street address of a text
/// that has both.
struct VenueParts: Sendable {
  /// In bits; what says less is in many texts.
  private static let leastBits: Float = 8
  /// A text of more parts is a list of places.
  private static let mostParts = 24

  private let table: RecordTable
  /// By token, where the venues begin of which it is the rarest word.
  private let firstOfWord: [Int32]
  private let venues: [Int32]

  init(_ table: RecordTable, _ weights: TermWeights) {
    self.table = table
    var rarest = [Int32](repeating: -1, count: table.venues.count)
    var firstOfWord = [Int32](repeating: 0, count: table.tokens.count + 1)
    for (index, venue) in table.venues.enumerated() {
      var (bits, most): (Float, Float) = (0, 0)
      for word in table.venueWords[venue.words.range] {
        let weight = weights.venueWords[Int(word)]
        bits += weight
        if weight > most { (most, rarest[index]) = (weight, word) }
      }
      if bits < Self.leastBits { rarest[index] = -1 }
      if rarest[index] >= 0 { firstOfWord[Int(rarest[index]) + 1] += 1 }
    }
    for index in 1..<firstOfWord.count { firstOfWord[index] += firstOfWord[index - 1] }
    var next = firstOfWord
    var venues = [Int32](repeating: 0, count: Int(firstOfWord.last ?? 0))
    for (index, word) in rarest.enumerated() where word >= 0 {
      venues[Int(next[Int(word)])] = Int32(index)
      next[Int(word)] += 1
    }
    self.firstOfWord = firstOfWord
    self.venues = venues
  }

  /// Calls with indices of two venues that a third has both of, and of which neither has the other.
  func forEachPair(_ body: (Int, Int) -> Void) {
    var parts: [Int32] = []
    for (index, whole) in table.venues.enumerated() where whole.words.count > 3 {
      findParts(of: index, into: &parts)
      guard parts.count > 1, parts.count <= Self.mostParts else { continue }
      for (offset, first) in parts.enumerated() {
        for second in parts.dropFirst(offset + 1) where areApart(Int(first), Int(second)) {
          body(Int(first), Int(second))
        }
      }
    }
  }

  private func findParts(of index: Int, into parts: inout [Int32]) {
    parts.removeAll(keepingCapacity: true)
    let whole = table.venues[index]
    for word in table.venueWords[whole.words.range] {
      for place in firstOfWord[Int(word)]..<firstOfWord[Int(word) + 1] {
        let part = venues[Int(place)]
        let words = table.venues[Int(part)].words
        guard words.count < whole.words.count, parts.count <= Self.mostParts,
          table.venueWords[words.range].allSatisfy({ VenueSimilarity.contains(whole, $0, table) })
        else { continue }
        parts.append(part)
      }
    }
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
