/// Finds phrases in folded text: all words of a phrase must be adjacent.
struct PhraseTable<Value: Sendable>: Sendable {
  struct Match {
    let value: Value
    /// The range of the phrase in the words of the text.
    let range: Range<Int>
  }

  private struct Phrase: Sendable {
    let words: [UInt64]
    let value: Value
  }

  /// By the first word.
  private var phrases: [UInt64: [Phrase]] = [:]

  init(_ phrases: [(String, Value)]) {
    for (text, value) in phrases {
      let words = FoldedText(text).words.map(\.hash)
      guard let first = words.first else { continue }
      self.phrases[first, default: []].append(Phrase(words: words, value: value))
    }
  }

  /// All phrases in the text, in order of their start.
  func matches(in text: FoldedText) -> [Match] {
    var matches: [Match] = []
    for (index, word) in text.words.enumerated() {
      for phrase in phrases[word.hash] ?? [] {
        let end = index + phrase.words.count
        guard end <= text.words.count,
          zip(phrase.words, text.words[index..<end]).allSatisfy({ $0 == $1.hash })
        else { continue }
        matches.append(Match(value: phrase.value, range: index..<end))
      }
    }
    return matches
  }
}

extension FoldedText {
  /// The folded words of a range.
  func words(_ range: Range<Int>) -> String {
    guard !range.isEmpty, words.indices.contains(range.upperBound - 1) else { return "" }
    let bounds =
      words[range.lowerBound].range.lowerBound..<words[range.upperBound - 1].range.upperBound
    return String(decoding: bytes[bounds], as: UTF8.self)
  }

  /// One word; "" beyond the text.
  func word(_ index: Int) -> String {
    words.indices.contains(index) ? words(index..<index + 1) : ""
  }
}
