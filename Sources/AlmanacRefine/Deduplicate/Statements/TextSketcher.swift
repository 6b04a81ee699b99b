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
  private var other: [UInt16] = []
  private var places = [UInt16](repeating: 0, count: 256)

  /// Words are runs of ASCII letters and digits, case folded, and of whatever isn't ASCII; tags and
  /// character references are skipped.
  mutating func read(_ text: Span<UInt8>) {
    hashes.removeAll(keepingCapacity: true)
    var hash = StableHash.seed
    var isWord = false
    var index = 0
    while index < text.count, hashes.count < Self.mostWords {
      let byte = text[index]
      let kind = Self.kinds[Int(byte)]
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
    Self.sortDistinct(&words, &other, &places)
    Self.sortDistinct(&shingles, &other, &places)
  }

  /// As a title's word is looked up among a text's.
  static func short(_ hash: UInt64) -> UInt16 {
    UInt16(truncatingIfNeeded: (hash ^ (hash >> 29)) &* 0xbf58_476d_1ce4_e5b9 >> 40)
  }

  /// By the low byte, then by the high one: there are two such arrays to every record.
  private static func sortDistinct(
    _ values: inout [UInt16], _ other: inout [UInt16], _ places: inout [UInt16]
  ) {
    guard values.count > 1 else { return }
    other.removeAll(keepingCapacity: true)
    other.append(contentsOf: values)
    distribute(values, into: &other, &places, shift: 0)
    distribute(other, into: &values, &places, shift: 8)
    var kept = 1
    for index in 1..<values.count where values[index] != values[kept - 1] {
      values[kept] = values[index]
      kept += 1
    }
    values.removeLast(values.count - kept)
  }

  /// Stable.
  private static func distribute(
    _ from: [UInt16], into to: inout [UInt16], _ places: inout [UInt16], shift: UInt16
  ) {
    for index in places.indices { places[index] = 0 }
    for value in from { places[Int(value >> shift & 255)] += 1 }
    var place: UInt16 = 0
    for index in places.indices {
      let count = places[index]
      places[index] = place
      place += count
    }
    for value in from {
      let digit = Int(value >> shift & 255)
      to[Int(places[digit])] = value
      places[digit] += 1
    }
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
