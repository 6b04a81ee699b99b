import AlmanacModel

/// Reduces descriptions to what tells whether another is made of the same sentences: distinct words
/// and runs of three words, as ascending 16-bit hashes. Of 200 runs less than one is taken for
/// another by chance, and a million descriptions fit into memory.
struct TextSketcher: Sendable {
  private(set) var shingles: [UInt16] = []
  private(set) var words: [UInt16] = []

  /// At most so many words count: aggregators cut texts, publishers append boilerplate.
  private static let mostWords = 160

  private var hashes: [UInt64] = []
  private var set = BitSet()

  /// Words are runs of ASCII letters and digits, case folded, and of whatever isn't ASCII; tags and
  /// character references are skipped.
  mutating func read(_ text: Span<UInt8>) {
    hashes.removeAll(keepingCapacity: true)
    let kinds = Self.kinds
    var hash = StableHash.seed
    var isWord = false
    var index = 0
    while index < text.count, hashes.count < Self.mostWords {
      let byte = text[index]
      let kind = kinds[Int(byte)]
      if kind != 0 {
        hash = StableHash.step(hash, kind)
        isWord = true
        index += 1
        continue
      }
      // "King's" and "Kings" are one.
      if byte == UInt8(ascii: "'"), isWord {
        index += 1
        continue
      }
      if byte == 0xE2, let length = Self.punctuation(text, at: index) {
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
        index = Self.end(of: byte, text, index)
      }
      if isWord { hashes.append(hash) }
      hash = StableHash.seed
      isWord = false
    }
    if isWord { hashes.append(hash) }
    finish()
  }

  private mutating func finish() {
    words.removeAll(keepingCapacity: true)
    shingles.removeAll(keepingCapacity: true)
    for index in hashes.indices {
      words.append(Self.short(hashes[index]))
      guard index >= 2 else { continue }
      let first = hashes[index - 2] &* 0x9e37_79b9_7f4a_7c15
      let second = (first ^ hashes[index - 1]) &* 0xc2b2_ae3d_27d4_eb4f
      shingles.append(Self.short((second ^ hashes[index]) &* 0x1656_67b1_9e37_79f9))
    }
    Self.sortDistinct(&words, &set)
    Self.sortDistinct(&shingles, &set)
  }

  /// As a title's word is looked up among a text's.
  static func short(_ hash: UInt64) -> UInt16 {
    UInt16(truncatingIfNeeded: (hash ^ (hash >> 29)) &* 0xbf58_476d_1ce4_e5b9 >> 40)
  }

  /// By way of a set of bits, in which they stand in order: there are two such arrays to every
  /// record.
  private static func sortDistinct(_ values: inout [UInt16], _ set: inout BitSet) {
    for value in values { set.insert(value) }
    let count = set.removeAll(into: &values)
    values.removeLast(values.count - count)
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
    let (closing, reach): (UInt8, Int)
    switch byte {
    case UInt8(ascii: "<"): (closing, reach) = (UInt8(ascii: ">"), 400)
    case UInt8(ascii: "&"): (closing, reach) = (UInt8(ascii: ";"), 9)
    default: return index + 1
    }
    var end = index + 1
    while end < text.count, end - index < reach {
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
  private var words = [UInt64](repeating: 0, count: 1_024)
  private var used = [UInt64](repeating: 0, count: 16)

  mutating func insert(_ value: UInt16) {
    let word = Int(value >> 6)
    words[word] |= 1 << UInt64(value & 63)
    used[word >> 6] |= 1 << UInt64(word & 63)
  }

  /// Writes the numbers in ascending order over the first of the array, which must have room for
  /// them, and forgets them.
  ///
  /// - Returns: How many they are.
  mutating func removeAll(into values: inout [UInt16]) -> Int {
    var count = 0
    for group in used.indices {
      while used[group] != 0 {
        let word = group << 6 | used[group].trailingZeroBitCount
        used[group] &= used[group] - 1
        var bits = words[word]
        words[word] = 0
        while bits != 0 {
          values[count] = UInt16(word << 6 | bits.trailingZeroBitCount)
          count += 1
          bits &= bits - 1
        }
      }
    }
    return count
  }
}
