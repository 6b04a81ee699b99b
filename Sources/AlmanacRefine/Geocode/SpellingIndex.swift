/// Finds words of the vocabulary that differ from a misspelled one by a slip or two.
///
/// Candidates share a good part of their three-letter sequences and begin with the same letter or
/// the second; then the distance is counted (`WordDistance`).
struct SpellingIndex: Sendable {
  /// Shorter words are too often other words with one letter changed.
  static let shortest = 5

  private var words: [[UInt8]] = []
  private var numbers: [Int32] = []
  private var byTrigram: [UInt32: [Int32]] = [:]

  mutating func add(_ word: String, _ number: Int32) {
    let bytes = Array(word.utf8)
    guard bytes.count >= Self.shortest, bytes.allSatisfy({ $0 >= 0x61 }) else { return }
    let position = Int32(words.count)
    words.append(bytes)
    numbers.append(number)
    for trigram in Set(Self.trigrams(bytes)) { byTrigram[trigram, default: []].append(position) }
  }

  /// The only nearest word; nil where none is near enough or several are.
  func correct(_ word: some Collection<UInt8>) -> Int32? {
    let bytes = Array(word)
    guard bytes.count >= Self.shortest, bytes.count <= 40 else { return nil }
    var shared: [Int32: Int] = [:]
    for trigram in Set(Self.trigrams(bytes)) {
      for position in byTrigram[trigram] ?? [] { shared[position, default: 0] += 1 }
    }
    let allowed = bytes.count >= 8 ? 2 : 1
    var best: Int32?
    var bestDistance = allowed + 1
    var isTie = false
    for (position, count) in shared.sorted(by: { $0.key < $1.key }) where count >= 2 {
      let candidate = words[Int(position)]
      guard abs(candidate.count - bytes.count) <= allowed else { continue }
      let distance = WordDistance.distance(bytes, candidate, atMost: allowed)
      if distance < bestDistance {
        (best, bestDistance, isTie) = (numbers[Int(position)], distance, false)
      } else if distance == bestDistance {
        isTie = true
      }
    }
    return isTie ? nil : best
  }

  private static func trigrams(_ word: [UInt8]) -> [UInt32] {
    // Marked ends make beginnings and endings count.
    let padded = [0] + word + [0]
    guard padded.count >= 3 else { return [] }
    return (2..<padded.count).map { index in
      UInt32(padded[index - 2]) << 16 | UInt32(padded[index - 1]) << 8 | UInt32(padded[index])
    }
  }
}
