import AlmanacModel

/// Reduces descriptions to what shows whether two have the same sentences: distinct words
/// and runs of three words, as ascending 16-bit hashes. Of 200 runs less than one is taken for
/// another by chance, and a million descriptions fit into memory.
struct TextSketcher: Sendable {
  /// At most so many words count: aggregators cut texts, publishers append boilerplate.
  private static let mostWords = 160

  private var hashes = [UInt64](repeating: 0, count: mostWords)
  private var set = BitSet()

  /// Appends what the text has.
  mutating func read(_ text: Span<UInt8>, shingles: inout [UInt16], words: inout [UInt16]) {
    let count = Self.read(text, &hashes)
    guard count > 0 else { return }
    set.insert(count) { Self.short(hashes[$0]) }
    set.removeAll(appendingTo: &words)
    guard count > 2 else { return }
    set.insert(count - 2) { index in
      let first = hashes[index] &* 0x9e37_79b9_7f4a_7c15
      let second = (first ^ hashes[index + 1]) &* 0xc2b2_ae3d_27d4_eb4f
      return Self.short((second ^ hashes[index + 2]) &* 0x1656_67b1_9e37_79f9)
    }
    set.removeAll(appendingTo: &shingles)
  }

  /// Words are runs of ASCII letters and digits, case folded, and of whatever isn't ASCII; tags and
  /// character references are skipped.
  ///
  /// - Returns: How many there are.
  private static func read(_ text: Span<UInt8>, _ hashes: inout [UInt64]) -> Int {
    var hashes = hashes.mutableSpan
    let kinds = kinds.span
    var count = 0
    var hash = StableHash.seed
    var isWord = false
    var index = 0
    while index < text.count, count < hashes.count {
      let byte = text[index]
      let kind = kinds[Int(byte)]
      if kind != 0 {
        hash = StableHash.step(hash, kind)
        isWord = true
        index &+= 1
        continue
      }
      // "King's" and "Kings" are one.
      if byte == UInt8(ascii: "'"), isWord {
        index += 1
        continue
      }
      if byte == 0xE2, let length = punctuation(text, at: index) {
        // The typographic apostrophe is one too.
        let isApostrophe = text[index + 2] == 0x99 || text[index + 2] == 0x98
        index += length
        if isApostrophe { continue }
      } else if byte >= 0x80 {
        hash = StableHash.step(hash, byte)
        isWord = true
        index += 1
        continue
      } else {
        index = end(of: byte, text, index)
      }
      if isWord {
        hashes[count] = hash
        count += 1
      }
      hash = StableHash.seed
      isWord = false
    }
    if isWord, count < hashes.count {
      hashes[count] = hash
      count += 1
    }
    return count
  }

  /// As a title's word is looked up among a text's.
  static func short(_ hash: UInt64) -> UInt16 {
    UInt16(truncatingIfNeeded: (hash ^ (hash >> 29)) &* 0xbf58_476d_1ce4_e5b9 >> 40)
  }

  /// Length of a character of general punctuation, U+2000 to U+207F; nil for another.
  private static func punctuation(_ text: Span<UInt8>, at index: Int) -> Int? {
    guard index + 2 < text.count, text[index + 1] == 0x80 || text[index + 1] == 0x81 else {
      return nil
    }
    return 3
  }

  /// Behind the separator at the index, which may be a tag or a character reference.
  private static func end(of byte: UInt8, _ text: Span<UInt8>, _ index: Int) -> Int {
    let (closing, limit): (UInt8, Int)
    switch byte {
    case UInt8(ascii: "<"): (closing, limit) = (UInt8(ascii: ">"), 400)
    case UInt8(ascii: "&"): (closing, limit) = (UInt8(ascii: ";"), 9)
    default: return index + 1
    }
    var end = index + 1
    while end < text.count, end - index < limit {
      if text[end] == closing { return end + 1 }
      end += 1
    }
    return index + 1
  }

  /// By byte: what it is folded to where it belongs to a word, else 0.
  private static let kinds: [UInt8] = (0..<256).map { value in
    let byte = UInt8(value)
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return byte
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): return byte | 0x20
    default: return 0
    }
  }
}

/// Numbers of 16 bits, one bit to each, and above them one bit to each word that has any.
private struct BitSet: Sendable {
  private static let words = 1_024
  private static let groups = 16

  /// The words, and behind them those that say which are used.
  private var bits = [UInt64](repeating: 0, count: words + groups)
  /// At least as many as there are.
  private var size = 0

  mutating func insert(_ count: Int, _ value: (Int) -> UInt16) {
    size += count
    var bits = bits.mutableSpan
    for index in 0..<count {
      let value = value(index)
      let word = Int(value >> 6)
      bits[word] |= 1 << UInt64(value & 63)
      bits[Self.words + word >> 6] |= 1 << UInt64(word & 63)
    }
  }

  /// Appends the numbers in ascending order, and forgets them.
  mutating func removeAll(appendingTo values: inout [UInt16]) {
    let most = size
    size = 0
    var bits = bits.mutableSpan
    values.append(addingCapacity: most) { values in
      for group in 0..<Self.groups {
        var used = bits[Self.words + group]
        bits[Self.words + group] = 0
        while used != 0 {
          let word = group << 6 | used.trailingZeroBitCount
          used &= used - 1
          var rest = bits[word]
          bits[word] = 0
          while rest != 0 {
            values.append(UInt16(truncatingIfNeeded: word << 6 | rest.trailingZeroBitCount))
            rest &= rest - 1
          }
        }
      }
    }
  }
}
