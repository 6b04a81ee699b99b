import AlmanacModel
import AlmanacTime

/// Reads UTF-8 once from left to right and collects folded words.
struct FoldedTextBuilder: Sendable {
  private enum Kind { case none, letter, digit, ideograph }

  /// The state of the current word and of the characters before it.
  private struct Open {
    var gap: FoldedText.Gap = []
    var start = 0
    var wordGap: FoldedText.Gap = []
    var kind = Kind.none
    var hasLower = false
    var hash = StableHash.seed
    /// Whether it is the first word. Others follow a space.
    var isFirst = true

    mutating func begin(_ kind: Kind, at start: Int) {
      self.start = start
      self.kind = kind
      wordGap = gap
      gap = []
      hasLower = false
      hash = StableHash.seed
    }

    /// Ends the word at the end of the bytes.
    mutating func end(at end: Int) -> FoldedText.Word {
      let word = FoldedText.Word(
        range: start..<end, hash: hash, gap: wordGap, isNumber: kind == .digit,
        isUpper: kind == .letter && !hasLower)
      kind = .none
      isFirst = false
      return word
    }
  }

  /// The number of bytes that are read at a time, after reserving capacity for their folded form.
  private static let chunk = 128

  private(set) var bytes: [UInt8] = []
  private(set) var words: [FoldedText.Word] = []
  private var open = Open()

  init(capacity: Int) {
    // A chunk of alternating letters and digits gives the most bytes.
    bytes.reserveCapacity(capacity + min(capacity, Self.chunk) + 1)
    words.reserveCapacity(capacity / 3 + 2)
  }

  mutating func append(_ text: Span<UInt8>) {
    var index = 0
    while index < text.count {
      if open.kind == .none {
        index = Self.read(
          text, from: index, to: min(text.count, index + Self.chunk), &bytes, &words, &open)
        guard index < text.count else { return }
      }
      let byte = text[index]
      if byte < 0x80 {
        appendASCII(byte)
        index += 1
      } else {
        let (scalar, length) = Self.scalar(text, at: index)
        index += length
        if let scalar { append(scalar) }
      }
    }
  }

  /// Reads ASCII words and the separators between them, which are nearly all of most texts, if no
  /// word is open.
  ///
  /// - Returns: The index of the first other byte, or beyond the chunk. A word may then be open.
  private static func read(
    _ text: Span<UInt8>, from start: Int, to end: Int, _ bytes: inout [UInt8],
    _ words: inout [FoldedText.Word], _ open: inout Open
  ) -> Int {
    var next = start
    let room = 2 * (end - start) + 1
    var written = bytes.count
    // The spaces between words are written already.
    bytes.append(addingCapacity: room) { $0.append(repeating: UInt8(ascii: " "), count: room) }
    words.append(addingCapacity: (end - start) / 3 + 1) { found in
      var output = bytes.mutableSpan
      var (index, at, state) = (start, written, open)
      while index < end, !found.isFull {
        var byte = text[index]
        let isNumber = isDigit(byte)
        guard isNumber || isLetter(byte) else {
          guard let gap = gap(of: byte) else { break }
          state.gap.formUnion(gap)
          index &+= 1
          continue
        }
        if !state.isFirst { at &+= 1 }
        state.isFirst = false
        let first = at
        var (hash, allBits) = (StableHash.seed, UInt8(0))
        if isNumber {
          repeat {
            output[at] = byte
            hash = StableHash.step(hash, byte)
            (at, index) = (at &+ 1, index &+ 1)
            if index >= end { break }
            byte = text[index]
          } while isDigit(byte)
        } else {
          repeat {
            allBits |= byte
            output[at] = byte | 0x20
            hash = StableHash.step(hash, byte | 0x20)
            (at, index) = (at &+ 1, index &+ 1)
            if index >= end { break }
            byte = text[index]
          } while isLetter(byte)
        }
        let parting = index < end ? gap(of: byte) : nil
        guard parting != nil || index < end && (isDigit(byte) || isLetter(byte)) else {
          state.begin(isNumber ? .digit : .letter, at: first)
          (state.hash, state.hasLower) = (hash, allBits & 0x20 != 0)
          break
        }
        found.append(
          FoldedText.Word(
            range: first..<at, hash: hash, gap: state.gap, isNumber: isNumber,
            isUpper: !isNumber && allBits & 0x20 == 0))
        state.gap = parting ?? []
        if parting != nil { index &+= 1 }
      }
      (next, written, open) = (index, at, state)
    }
    bytes.removeLast(bytes.count - written)
    return next
  }

  /// Reads the prefix of a text with at most this many bytes, cut between characters. Reuses the
  /// memory of the previous text.
  mutating func read(_ text: String, upTo length: Int) {
    clear()
    text.withUTF8Span { span in
      var end = min(length, span.count)
      while end < span.count, end > 0, span[end] & 0xC0 == 0x80 { end -= 1 }
      append(span.extracting(first: end))
    }
    close()
  }

  /// Ends the last word. Then `bytes` and `words` are complete.
  mutating func close() { endWord() }

  /// Prepares for another text and keeps the capacity.
  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    words.removeAll(keepingCapacity: true)
    open = Open()
  }

  /// The separator that an ASCII character means; nil for letters, digits and others.
  @inline(__always)
  private static func gap(of byte: UInt8) -> FoldedText.Gap? {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"): .space
    case UInt8(ascii: "#"): .number
    case UInt8(ascii: "@"): [.at, .part]
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): [.part, .closing]
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): [.part, .opening]
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "\n"),
      UInt8(ascii: "\r"),
      UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""):
      .part
    case UInt8(ascii: "."): [.mark, .dot]
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "'"), UInt8(ascii: "`"),
      UInt8(ascii: "&"), 0x80...:
      nil
    default: .mark
    }
  }

  private mutating func appendASCII(_ byte: UInt8) {
    if let gap = Self.gap(of: byte) {
      separate(gap)
    } else if Self.isLetter(byte) {
      put(byte | 0x20, as: .letter)
      if byte & 0x20 != 0 { open.hasLower = true }
    } else if Self.isDigit(byte) {
      put(byte, as: .digit)
    } else if byte == UInt8(ascii: "&") {
      separate(.space)
      for letter in "and".utf8 { put(letter, as: .letter) }
      separate(.space)
    }
    // The rest are apostrophes: "King's" and "Kings" are equal.
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch ScalarFolding.fold(scalar) {
    case .letters(let letters):
      for byte in letters { put(byte, as: .letter) }
      if !scalar.properties.isUppercase { open.hasLower = true }
    case .digit(let digit): put(digit, as: .digit)
    case .ascii(let byte): appendASCII(byte)
    case .ideograph(let encoded):
      endWord()
      for byte in encoded { put(byte, as: .ideograph) }
      endWord()
    case .dropped: break
    }
  }

  @inline(__always)
  private static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26
  }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10
  }

  private mutating func begin(_ kind: Kind) {
    endWord()
    if !open.isFirst { bytes.append(UInt8(ascii: " ")) }
    open.begin(kind, at: bytes.count)
  }

  private mutating func put(_ byte: UInt8, as kind: Kind) {
    if open.kind != kind { begin(kind) }
    bytes.append(byte)
    open.hash = StableHash.step(open.hash, byte)
  }

  private mutating func separate(_ separator: FoldedText.Gap) {
    endWord()
    open.gap.formUnion(separator)
  }

  private mutating func endWord() {
    if open.kind != .none { words.append(open.end(at: bytes.count)) }
  }

  /// The scalar at an index of well-formed UTF-8, and its length; nil for ill-formed bytes.
  private static func scalar(_ text: Span<UInt8>, at index: Int) -> (Unicode.Scalar?, Int) {
    let lead = text[index]
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1
    guard length > 1, index + length <= text.count else { return (nil, 1) }
    var value = UInt32(lead) & (0xFF >> UInt32(length + 1))
    for offset in 1..<length { value = value << 6 | UInt32(text[index + offset] & 0x3F) }
    return (Unicode.Scalar(value), length)
  }
}
