/// Reads the members of a JSON object (RFC 8259) without nested values, in place: the form that
/// nearly all records have. A line of a million must not cost an allocation for each value.
///
/// What it accepts is JSON; what it doesn't may be, and is for a complete decoder to say.
struct FlatJSONScanner {
  enum Kind { case string, escapedString, number, `true`, `false`, null }

  struct Member {
    let name: Range<Int>
    let kind: Kind
    /// Of a string without its quotes.
    let value: Range<Int>
  }

  private static let `true` = Array("true".utf8)
  private static let `false` = Array("false".utf8)
  private static let null = Array("null".utf8)

  private(set) var index: Int
  private let end: Int
  private(set) var isFlat = true
  /// The object was read to its end.
  private(set) var isComplete = false
  /// Where the closing brace stands.
  private(set) var closing = 0
  private var isFirst = true

  /// - Parameter range: Of the line, without its line end.
  init(_ text: Span<UInt8>, _ range: Range<Int>) {
    index = range.lowerBound
    end = range.upperBound
    skipSpace(text)
    if take(UInt8(ascii: "{"), text) { skipSpace(text) } else { isFlat = false }
  }

  /// nil at the object's end, and where `isFlat` turned false.
  mutating func next(_ text: Span<UInt8>) -> Member? {
    guard isFlat, !isComplete else { return nil }
    let position = index
    if take(UInt8(ascii: "}"), text) {
      closing = position
      skipSpace(text)
      isComplete = index == end
      isFlat = isComplete
      return nil
    }
    if !isFirst {
      guard take(UInt8(ascii: ","), text) else { return fail() }
      skipSpace(text)
    }
    isFirst = false
    guard let name = string(text), name.kind == .string else { return fail() }
    skipSpace(text)
    guard take(UInt8(ascii: ":"), text) else { return fail() }
    skipSpace(text)
    guard let value = value(text) else { return fail() }
    skipSpace(text)
    return Member(name: name.range, kind: value.kind, value: value.range)
  }

  private mutating func fail() -> Member? {
    isFlat = false
    return nil
  }

  private mutating func value(_ text: Span<UInt8>) -> (kind: Kind, range: Range<Int>)? {
    guard index < end else { return nil }
    let start = index
    switch text[index] {
    case UInt8(ascii: "\""): return string(text)
    case UInt8(ascii: "t"): return take(Self.true, text) ? (.true, start..<index) : nil
    case UInt8(ascii: "f"): return take(Self.false, text) ? (.false, start..<index) : nil
    case UInt8(ascii: "n"): return take(Self.null, text) ? (.null, start..<index) : nil
    default: return number(text) ? (.number, start..<index) : nil
    }
  }

  private mutating func string(_ text: Span<UInt8>) -> (kind: Kind, range: Range<Int>)? {
    guard take(UInt8(ascii: "\""), text) else { return nil }
    let start = index
    var kind = Kind.string
    while true {
      index = Self.plainEnd(text, index, end)
      guard index < end else { return nil }
      switch text[index] {
      case UInt8(ascii: "\""):
        index += 1
        return (kind, start..<index - 1)
      case UInt8(ascii: "\\"):
        kind = .escapedString
        guard escape(text) else { return nil }
      default: return nil
      }
    }
  }

  /// The first quote, backslash or control character.
  private static func plainEnd(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index &+ 8 <= end {
      let word = text.word(at: index)
      let hits =
        ByteWords.zeros(word ^ 0x2222_2222_2222_2222) | ByteWords.controls(word)
        | ByteWords.zeros(word ^ 0x5c5c_5c5c_5c5c_5c5c)
      if hits != 0 { return index &+ hits.trailingZeroBitCount >> 3 }
      index &+= 8
    }
    while index < end {
      let byte = text[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
      index &+= 1
    }
    return index
  }

  private mutating func escape(_ text: Span<UInt8>) -> Bool {
    guard index + 1 < end else { return false }
    switch text[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      index += 2
      return true
    case UInt8(ascii: "u"):
      guard index + 6 <= end else { return false }
      for offset in 2..<6 where JSONEscapes.digit(text[index + offset]) == nil { return false }
      index += 6
      return true
    default: return false
    }
  }

  private mutating func number(_ text: Span<UInt8>) -> Bool {
    _ = take(UInt8(ascii: "-"), text)
    let start = index
    guard digits(text) > 0 else { return false }
    if text[start] == UInt8(ascii: "0"), index - start > 1 { return false }
    if take(UInt8(ascii: "."), text), digits(text) == 0 { return false }
    if index < end, text[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if !take(UInt8(ascii: "+"), text) { _ = take(UInt8(ascii: "-"), text) }
      return digits(text) > 0
    }
    return true
  }

  private mutating func digits(_ text: Span<UInt8>) -> Int {
    let start = index
    while index < end, text[index] &- 0x30 < 10 { index += 1 }
    return index - start
  }

  private mutating func take(_ byte: UInt8, _ text: Span<UInt8>) -> Bool {
    guard index < end, text[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func take(_ word: [UInt8], _ text: Span<UInt8>) -> Bool {
    guard index + word.count <= end else { return false }
    for offset in word.indices where text[index + offset] != word[offset] { return false }
    index += word.count
    return true
  }

  private mutating func skipSpace(_ text: Span<UInt8>) {
    while index < end,
      text[index] == 0x20 || text[index] == 0x09 || text[index] == 0x0D || text[index] == 0x0A
    {
      index += 1
    }
  }
}
