import AlmanacModel

/// Reduces descriptions to what shows whether two have the same sentences: distinct words
/// and runs of three words, as ascending 16-bit hashes. Of 200 runs less than one is taken for
/// another by chance, and a million descriptions fit into memory.
struct TextSketcher: Sendable {
  /// At most so many bytes count: aggregators cut texts, publishers append boilerplate.
  private static let mostBytes = 1_000

  private var folder = FoldedTextBuilder(capacity: mostBytes)
  private var set = BitSet()

  /// Appends what the text has.
  mutating func read(_ text: Span<UInt8>, shingles: inout [UInt16], words: inout [UInt16]) {
    folder.clear()
    folder.append(text.extracting(first: Self.mostBytes))
    folder.close()
    let found = folder.words
    guard !found.isEmpty else { return }
    set.insert(found.count) { Self.short(found[$0].hash) }
    set.removeAll(appendingTo: &words)
    guard found.count > 2 else { return }
    set.insert(found.count - 2) { index in
      let first = found[index].hash &* 0x9e37_79b9_7f4a_7c15
      let second = (first ^ found[index + 1].hash) &* 0xc2b2_ae3d_27d4_eb4f
      return Self.short((second ^ found[index + 2].hash) &* 0x1656_67b1_9e37_79f9)
    }
    set.removeAll(appendingTo: &shingles)
  }

  /// As a title's word is looked up among a text's.
  static func short(_ hash: UInt64) -> UInt16 {
    UInt16(truncatingIfNeeded: (hash ^ (hash >> 29)) &* 0xbf58_476d_1ce4_e5b9 >> 40)
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
