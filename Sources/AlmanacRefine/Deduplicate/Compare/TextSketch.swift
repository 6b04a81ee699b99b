/// A description reduced to what tells whether another text is made of the same sentences.
struct TextSketch: Hashable, Sendable {
  /// Distinct words, ascending.
  let words: [UInt64]
  /// Distinct runs of three words, ascending.
  let shingles: [UInt64]

  /// At most the first 200 words count: aggregators cut texts, publishers append boilerplate.
  init(_ text: String) {
    let hashes = FoldedText(String(text.prefix(2_000))).words.prefix(200).map(\.hash)
    words = Array(Set(hashes)).sorted()
    var shingles: Set<UInt64> = []
    for index in hashes.indices.dropLast(2) {
      let first = hashes[index] &* 0x9e37_79b9_7f4a_7c15
      let second = (first ^ hashes[index + 1]) &* 0xc2b2_ae3d_27d4_eb4f
      shingles.insert((second ^ hashes[index + 2]) &* 0x1656_67b1_9e37_79f9)
    }
    self.shingles = shingles.sorted()
  }

  /// Share of the shorter text's sentences that the longer one has; nil where one is too short to
  /// tell.
  func containment(in other: TextSketch) -> Double? {
    let shorter = min(shingles.count, other.shingles.count)
    guard shorter >= 8 else { return nil }
    return Double(SortedSets.common(shingles, other.shingles)) / Double(shorter)
  }
}
