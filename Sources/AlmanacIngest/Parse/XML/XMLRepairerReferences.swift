import AlmanacModel

extension XMLRepairer {
  /// Handles a `&` in text or in an attribute value.
  mutating func reference() throws(DocumentRefusal) {
    if peek(1) == UInt8(ascii: "#") {
      numericReference()
    } else if let doctype, !doctype.replacements.isEmpty {
      try declaredReference(doctype)
    } else {
      namedReference()
    }
  }

  /// Handles a reference in a document that declares entities. Their text at most doubles its size.
  private mutating func declaredReference(_ doctype: XMLDoctype) throws(DocumentRefusal) {
    let start = position + 1
    guard
      let end = find(
        UInt8(ascii: ";"), from: start, to: start + XMLDoctype.Limits.nameBytes + 1),
      Self.predefined(input[start..<end]) == nil,
      let replacement = doctype.replacements[input[start..<end]]
    else { return namedReference() }
    declaredBytes += replacement.count
    guard declaredBytes <= max(input.count, 4_096) else {
      throw .entityDeclaration(line: line())
    }
    output += replacement
    position = end + 1
  }

  private mutating func escapeAmpersand() {
    note(.ampersand)
    emit("&#38;")
    position += 1
  }

  private mutating func namedReference() {
    let start = position + 1
    var end = start
    while end < input.count, end - start <= 32, input[end].isAlphanumeric {
      end += 1
    }
    guard end > start, end < input.count, input[end] == UInt8(ascii: ";") else {
      return escapeAmpersand()
    }
    if let predefined = Self.predefined(input[start..<end]) {
      emit(predefined)
      position = end + 1
      return
    }
    guard let scalars = HTMLEntities.scalars(named: input[start..<end]) else {
      return escapeAmpersand()
    }
    note(.entity)
    append(character: scalars.first)
    if let second = scalars.second { append(character: second) }
    position = end + 1
  }

  /// The numeric form of the five names that XML predefines.
  private static func predefined(_ name: ArraySlice<UInt8>) -> StaticString? {
    func reads(_ text: StaticString) -> Bool { text.withUTF8Buffer { name.elementsEqual($0) } }
    switch name.count {
    case 2: return reads("lt") ? "&#60;" : reads("gt") ? "&#62;" : nil
    case 3: return reads("amp") ? "&#38;" : nil
    case 4: return reads("quot") ? "&#34;" : reads("apos") ? "&#39;" : nil
    default: return nil
    }
  }

  private mutating func numericReference() {
    let hexadecimal = peek(2) | 0x20 == UInt8(ascii: "x")
    let base: UInt32 = hexadecimal ? 16 : 10
    let start = position + (hexadecimal ? 3 : 2)
    var end = start
    var value: UInt32 = 0
    while end < input.count, let digit = input[end].digit(radix: base) {
      // Stop multiplying when out of range, however many digits follow.
      if value < 0x110000 { value = value * base + digit }
      end += 1
    }
    guard end > start else { return escapeAmpersand() }
    let closed = end < input.count && input[end] == UInt8(ascii: ";")
    if !closed || peek(2) == UInt8(ascii: "X") { note(.entity) }
    if (0x80..<0xA0).contains(value) {
      // U+0080 to U+009F mean windows-1252 (HTML, section 13.2.5.84).
      note(.entity)
      value = Windows1252.scalar(UInt8(truncatingIfNeeded: value))
    }
    if closed, let pair = surrogatePair(value, after: end + 1) {
      note(.entity)
      append(character: pair.value)
      position = pair.end
      return
    }
    if XMLByte.isCharacter(value) {
      append(character: value)
    } else {
      note(.control)
    }
    position = end + (closed ? 1 : 0)
  }

  /// The character of two references to halves of a surrogate pair: `&#55357;&#56832;`.
  private func surrogatePair(_ high: UInt32, after start: Int) -> (value: UInt32, end: Int)? {
    guard 0xD800..<0xDC00 ~= high,
      let end = find(UInt8(ascii: ";"), from: start, to: min(input.count, start + 9)),
      let match = String(decoding: input[start..<end], as: UTF8.self)
        .wholeMatch(of: #/&#(?:x([0-9A-Fa-f]{4})|(\d{5}))/#),
      let low = match.output.1.map({ UInt32($0, radix: 16) }) ?? match.output.2.map({ UInt32($0) }),
      let low, 0xDC00..<0xE000 ~= low
    else { return nil }
    return (0x10000 + (high - 0xD800) << 10 + (low - 0xDC00), end + 1)
  }

  /// Appends a character; ASCII as a numeric reference, so that it is not read as markup.
  private mutating func append(character value: UInt32) {
    if value >= 0x80 {
      output.append(utf8: value)
    } else {
      emit("&#")
      if value >= 100 { output.append(UInt8(ascii: "1")) }
      if value >= 10 {
        output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10 % 10))
      }
      output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
      output.append(UInt8(ascii: ";"))
    }
  }
}

extension XMLByte {
  /// Whether XML allows a character (XML 1.0, production 2).
  static func isCharacter(_ value: UInt32) -> Bool {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x20..<0xD800, 0xE000..<0xFFFE, 0x10000..<0x110000: true
    default: false
    }
  }
}
