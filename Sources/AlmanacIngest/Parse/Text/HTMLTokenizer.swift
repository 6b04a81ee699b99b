/// Splits HTML into texts and tags in one pass. It is as lenient about tags as a browser, but a `<`
/// that starts no tag remains text.
struct HTMLTokenizer {
  enum Token {
    /// Bytes between tags; references are unresolved.
    case text(Range<Int>)
    /// The content of a CDATA section, in which references are text.
    case literal(Range<Int>)
    case start(HTMLTag)
    case end(HTMLName)
    /// A comment, declaration or processing instruction.
    case other
  }

  let bytes: [UInt8]
  private var index = 0
  private let lastClose: Int
  /// Terminators that do not occur any more, so that each is searched to the end only once.
  private var missing: Set<String> = []

  init(_ text: String) { self.init(Array(text.utf8)) }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lastClose = bytes.lastIndex(of: UInt8(ascii: ">")) ?? -1
  }

  mutating func next() -> Token? {
    guard index < bytes.count else { return nil }
    if bytes[index] == UInt8(ascii: "<"), index < lastClose, let token = markup() { return token }
    if index > lastClose, starts(with: "<!--") {
      // An unclosed comment hides the rest (WHATWG HTML, section 13.2.5.45).
      index = bytes.count
      return .other
    }
    let start = index
    index = bytes.firstIndex(of: UInt8(ascii: "<"), from: index + 1) ?? bytes.count
    return .text(start..<index)
  }

  /// Skips up to the end tag of an element, nested elements of the same name included.
  ///
  /// Without an end tag nothing is skipped, except for scripts and styles, which are never shown.
  mutating func skipContent(of name: String) {
    if let end = endTag(of: name) {
      index = end
    } else if name == "script" || name == "style" {
      index = bytes.count
    }
  }

  /// Skips up to the end tag of an element and returns the range; `isClosed` is false if that tag
  /// is missing.
  mutating func content(of name: String) -> (range: Range<Int>, isClosed: Bool) {
    let start = index
    skipContent(of: name)
    return (start..<index, index < bytes.count)
  }

  /// The index of the end tag of the current element; the last one if there are too few.
  private mutating func endTag(of name: String) -> Int? {
    let isRaw = HTMLElement.rawText.contains(name)
    let length = name.utf8.count
    var depth = 1
    var last: Int?
    var position = index
    while let end = find("</" + name, from: position) {
      position = end + 2 + length
      // `</selectmenu>` does not end `<select>` (WHATWG HTML, section 13.2.5.14).
      guard Self.endsName(byte(position)) else { continue }
      if !isRaw { depth += starts(of: name, in: (last ?? index)..<end) }
      last = end
      depth -= 1
      if depth == 0 { return end }
    }
    return last
  }

  /// The number of start tags of an element in a range.
  private func starts(of name: String, in range: Range<Int>) -> Int {
    let wanted = Array(("<" + name).utf8)
    var count = 0
    for position in range where bytes[position] == UInt8(ascii: "<") {
      let end = position + wanted.count
      if end <= range.upperBound, Self.endsName(byte(end)),
        bytes[position..<end].starts(withLowercase: wanted)
      {
        count += 1
      }
    }
    return count
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    byte == 0 || byte.isSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
  }

  private func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  private mutating func markup() -> Token? {
    switch byte(index + 1) {
    case UInt8(ascii: "!"): return declaration()
    case UInt8(ascii: "?"):
      skipTag()
      return .other
    case UInt8(ascii: "/"):
      guard let name = name(at: index + 2) else { return nil }
      skipTag()
      return .end(HTMLName(bytes, name))
    case let first where first.isLetter:
      return start()
    default:
      return nil
    }
  }

  private mutating func start() -> Token? {
    guard let name = name(at: index + 1), let close = tagEnd(from: name.upperBound) else {
      return nil
    }
    index = close + 1
    return .start(HTMLTag(element: HTMLName(bytes, name), attributes: name.upperBound..<close))
  }

  /// The range of a tag name; nil if what follows it cannot be a tag: `<me@example.org>`,
  /// `<https://…>`.
  private func name(at start: Int) -> Range<Int>? {
    guard byte(start).isLetter else { return nil }
    var end = start
    while end - start < 40, Self.isOfName(byte(end)) { end += 1 }
    let next = byte(end)
    guard next.isSpace || next == UInt8(ascii: "/") || next == UInt8(ascii: ">"),
      byte(end - 1) != UInt8(ascii: ":")
    else { return nil }
    return start..<end
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")
  }

  /// The index of the `>` that ends a tag: the first outside quotes, else the first one. A `<`
  /// outside quotes means that there is no tag.
  private func tagEnd(from start: Int) -> Int? {
    var quote: UInt8 = 0
    var firstClose: Int?
    var position = start
    var previous: UInt8 = 0
    let limit = min(bytes.count, start + 1 << 16)
    // Most tags have no attributes.
    if position < limit, bytes[position] == UInt8(ascii: ">") { return position }
    while position < limit {
      let byte = bytes[position]
      if byte == UInt8(ascii: ">") {
        if quote == 0 { return position }
        if firstClose == nil { firstClose = position }
      } else if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "<") {
        return nil
      } else if byte == 0x22 || byte == 0x27, previous == UInt8(ascii: "=") {
        quote = byte
      }
      if !byte.isSpace { previous = byte }
      position += 1
    }
    return firstClose
  }

  private mutating func declaration() -> Token {
    if starts(with: "<!--"), let end = find("-->", from: index + 4) {
      index = end + 3
    } else if starts(with: "<![cdata["), let end = find("]]>", from: index + 9) {
      let inside = (index + 9)..<end
      index = end + 3
      return .literal(inside)
    } else {
      skipTag()
    }
    return .other
  }

  private mutating func skipTag() {
    index = bytes.firstIndex(of: UInt8(ascii: ">"), from: index).map { $0 + 1 } ?? bytes.count
  }

  private func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[index...].starts(withLowercase: $0) }
  }

  /// - Parameter text: In lower case.
  private mutating func find(_ text: String, from start: Int) -> Int? {
    guard !missing.contains(text) else { return nil }
    let found = bytes.firstIndex(ofLowercase: Array(text.utf8), from: start)
    if found == nil { missing.insert(text) }
    return found
  }
}
