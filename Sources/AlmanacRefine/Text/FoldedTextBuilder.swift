import AlmanacModel

/// Reads UTF-8 once from left to right and collects folded words.
struct FoldedTextBuilder: Sendable {
  private enum Kind { case letter, digit, ideograph }

  private(set) var bytes: [UInt8] = []
  private(set) var words: [FoldedText.Word] = []
  private var gap: FoldedText.Gap = []
  private var wordStart = 0
  private var wordGap: FoldedText.Gap = []
  private var wordKind: Kind?
  private var hasLower = false
  private var hash = StableHash.seed

  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
    words.reserveCapacity(capacity / 3 + 2)
  }

  mutating func append(_ text: Span<UInt8>) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      if Self.isLetter(byte | 0x20) {
        index = appendLetters(text, from: index)
        continue
      }
      if byte < 0x80 {
        appendASCII(byte)
        index += 1
        continue
      }
      let (scalar, length) = Self.scalar(text, at: index)
      index += length
      if let scalar { append(scalar) }
    }
  }

  mutating func finish() -> ([UInt8], [FoldedText.Word]) {
    close()
    return (bytes, words)
  }

  /// Ends the last word, after which `bytes` and `words` are whole.
  mutating func close() { endWord() }

  /// Makes ready for another text, in the memory of the one before.
  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    words.removeAll(keepingCapacity: true)
    gap = []
    wordKind = nil
  }

  private mutating func appendASCII(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
      put(byte | 0x20, as: .letter)
      if byte & 0x20 != 0 { hasLower = true }
    case UInt8(ascii: "0")...UInt8(ascii: "9"): put(byte, as: .digit)
    // "King's" and "Kings" are one.
    case UInt8(ascii: "'"), UInt8(ascii: "`"): break
    case UInt8(ascii: "&"):
      separate(.space)
      for letter in "and".utf8 { put(letter, as: .letter) }
      separate(.space)
    case UInt8(ascii: " "), UInt8(ascii: "\t"): separate(.space)
    case UInt8(ascii: "#"): separate(.number)
    case UInt8(ascii: "@"): separate([.at, .part])
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): separate([.part, .closing])
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "("),
      UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\n"), UInt8(ascii: "\r"),
      UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""):
      separate(.part)
    case UInt8(ascii: "."): separate([.mark, .dot])
    default: separate(.mark)
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch ScalarFolding.fold(scalar) {
    case .letters(let letters):
      for byte in letters { put(byte, as: .letter) }
      if !scalar.properties.isUppercase { hasLower = true }
    case .digit(let digit): put(digit, as: .digit)
    case .ascii(let byte): appendASCII(byte)
    case .ideograph(let encoded):
      endWord()
      for byte in encoded { put(byte, as: .ideograph) }
      endWord()
    case .dropped: break
    }
  }

  private static func isLetter(_ lower: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= lower
  }

  /// Reads a run of ASCII letters in one go: most of a text is that.
  /// - Returns: the index after it.
  private mutating func appendLetters(_ text: Span<UInt8>, from start: Int) -> Int {
    if wordKind != .letter { begin(.letter) }
    var hash = hash
    var lowerBits: UInt8 = 0
    var index = start
    while index < text.count {
      let byte = text[index]
      guard Self.isLetter(byte | 0x20) else { break }
      lowerBits |= byte
      hash = StableHash.step(hash, byte | 0x20)
      index += 1
    }
    bytes.append(addingCapacity: index - start) { bytes in
      for place in start..<index { bytes.append(text[place] | 0x20) }
    }
    if lowerBits & 0x20 != 0 { hasLower = true }
    self.hash = hash
    return index
  }

  private mutating func begin(_ kind: Kind) {
    endWord()
    if !words.isEmpty { bytes.append(UInt8(ascii: " ")) }
    wordStart = bytes.count
    wordKind = kind
    wordGap = gap
    gap = []
    hasLower = false
    hash = StableHash.seed
  }

  private mutating func put(_ byte: UInt8, as kind: Kind) {
    if wordKind != kind { begin(kind) }
    bytes.append(byte)
    hash = StableHash.step(hash, byte)
  }

  private mutating func separate(_ separator: FoldedText.Gap) {
    endWord()
    gap.formUnion(separator)
  }

  private mutating func endWord() {
    guard let kind = wordKind else { return }
    words.append(
      FoldedText.Word(
        range: wordStart..<bytes.count, hash: hash, gap: wordGap, isNumber: kind == .digit,
        isUpper: kind == .letter && !hasLower))
    wordKind = nil
  }

  /// The scalar at the index of well-formed UTF-8, and its length; nil for what is not.
  private static func scalar(_ text: Span<UInt8>, at index: Int) -> (Unicode.Scalar?, Int) {
    let lead = text[index]
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1
    guard length > 1, index + length <= text.count else { return (nil, 1) }
    var value = UInt32(lead) & (0xFF >> UInt32(length + 1))
    for offset in 1..<length { value = value << 6 | UInt32(text[index + offset] & 0x3F) }
    return (Unicode.Scalar(value), length)
  }
}
