/// Finds words of the vocabulary that differ from a misspelled one by a slip or two.
///
/// Candidates share at least two three-letter sequences, their ends marked, or one if the word is short;
/// then the distance is counted (`WordDistance`).
struct SpellingIndex: Sendable {
  /// Shorter words are too often other words with one letter changed.
  static let shortest = 5

  private var words: [[UInt8]] = []
  private var numbers: [Int32] = []
  private var byTrigram = [UInt64: [Int32]]()
  /// By word: the set of its letters.
  private var letters: [UInt32] = []

  mutating func add(_ word: String, _ number: Int32) {
    let bytes = Array(word.utf8)
    guard bytes.count >= Self.shortest, bytes.allSatisfy({ $0 >= 0x61 }) else { return }
    let position = Int32(words.count)
    words.append(bytes)
    numbers.append(number)
    letters.append(Self.letters(of: bytes[...]))
    Self.forTrigrams(of: bytes[...]) { trigram in
      if byTrigram[trigram]?.last != position { byTrigram[trigram, default: []].append(position) }
    }
  }

  /// The nearest words, four at most; none where none is near enough or too many are.
  func nearest(to word: ArraySlice<UInt8>) -> [Int32] {
    guard word.count >= Self.shortest, word.count <= 40 else { return [] }
    let allowed = word.count >= 8 ? 2 : 1
    // Two letters swapped in the middle of "plaza" leave one sequence.
    let fewest: UInt8 = word.count <= 6 ? 1 : 2
    let own = Self.letters(of: word)
    var shared = [UInt8](repeating: 0, count: words.count)
    var best: [Int32] = []
    var bestDistance = allowed
    Self.forTrigrams(of: word) { trigram in
      for position in byTrigram[trigram] ?? [] {
        let index = Int(position)
        shared[index] &+= 1
        // Each slip changes at most two letters of the set.
        guard shared[index] == fewest, abs(words[index].count - word.count) <= allowed,
          (letters[index] ^ own).nonzeroBitCount <= 2 * allowed
        else { continue }
        let distance = WordDistance.distance(word, words[index][...], atMost: bestDistance)
        if distance < bestDistance {
          (best, bestDistance) = ([numbers[index]], distance)
        } else if distance == bestDistance, !best.contains(numbers[index]) {
          best.append(numbers[index])
        }
      }
    }
    return best.count <= Self.most ? best.sorted() : []
  }

  /// So many words are as near as another by chance.
  private static let most = 4

  private static func letters(of word: ArraySlice<UInt8>) -> UInt32 {
    word.reduce(0) { $0 | (1 << UInt32($1 & 31)) }
  }

  /// Gives 0 for the marks before and after the word, so that beginnings and endings count.
  private static func forTrigrams(of word: ArraySlice<UInt8>, _ body: (UInt64) -> Void) {
    var trigram: UInt64 = 0
    var read = 1
    for byte in word {
      trigram = (trigram << 8 | UInt64(byte)) & 0xFF_FFFF
      read += 1
      if read >= 3 { body(trigram) }
    }
    body((trigram << 8) & 0xFF_FFFF)
  }

  /// The words that a word may be typed for, with their likeness, 0 ... 1: it is their prefix, a part of
  /// them or a slip, or they are a part of it.
  func resembling(_ word: ArraySlice<UInt8>) -> [Int32: Float] {
    guard (3...40).contains(word.count) else { return [:] }
    let fewest: UInt8 = word.count <= 6 ? 1 : 2
    var shared = [UInt8](repeating: 0, count: words.count)
    var likeness: [Int32: Float] = [:]
    Self.forTrigrams(of: word) { trigram in
      for position in byTrigram[trigram] ?? [] {
        let index = Int(position)
        shared[index] &+= 1
        guard shared[index] == fewest else { continue }
        let value = Self.likeness(of: word, to: words[index][...])
        if value > likeness[numbers[index]] ?? 0 { likeness[numbers[index]] = value }
      }
    }
    return likeness
  }

  private static func likeness(of word: ArraySlice<UInt8>, to other: ArraySlice<UInt8>) -> Float {
    let share = Float(min(word.count, other.count)) / Float(max(word.count, other.count))
    if word.count <= other.count {
      if other.starts(with: word) { return 0.7 + 0.3 * share }
    } else if word.starts(with: other) {
      return 0.5 + 0.3 * share
    }
    let allowed = word.count >= 8 ? 2 : word.count >= 4 ? 1 : 0
    let distance = WordDistance.distance(word, other, atMost: allowed)
    if distance <= allowed { return 0.95 - 0.1 * Float(distance) }
    if word.count >= 4, contains(other, word) || contains(word, other) { return 0.4 + 0.4 * share }
    // Half a word with a slip.
    if word.count >= 5, other.count > word.count {
      let lengths = word.count - 1...word.count + 1
      if lengths.contains(where: {
        WordDistance.distance(word, other.prefix($0), atMost: 1) <= 1
      }) {
        return 0.5 + 0.3 * share
      }
    }
    return 0
  }

  private static func contains(_ word: ArraySlice<UInt8>, _ part: ArraySlice<UInt8>) -> Bool {
    guard part.count <= word.count else { return false }
    return (word.startIndex...word.endIndex - part.count).contains {
      word[$0..<$0 + part.count].elementsEqual(part)
    }
  }
}
