/// One property of a calendar: name, parameters and value (RFC 5545, section 3.1). Its parts are
/// parsed on demand.
struct ContentLine {
  let property: CalendarProperty
  /// One-based physical line.
  let number: Int
  /// Whether the value is UTF-8, as RFC 5545, section 3.1.4 requires.
  let isUTF8: Bool

  var bytes: ArraySlice<UInt8>
  /// The lengths of the name, and of everything before the value.
  private let nameLength: Int
  private let headLength: Int

  /// Returns nil for a line without a name or without a colon.
  ///
  /// If a known property has no colon, the part after its last semicolon is the value: some
  /// programs write `DTSTART;VALUE=DATE;20260101`.
  init?(_ line: UnfoldedLines.Line) {
    guard let shape = Self.shape(of: line.bytes, isASCII: line.isASCII) else { return nil }
    property = shape.property
    nameLength = shape.nameLength
    headLength = shape.headLength
    isUTF8 = shape.isUTF8
    bytes = line.bytes
    number = line.number
    guard headLength > nameLength + 1, value.contains(UInt8(ascii: "=")),
      parameter("ENCODING")?.uppercased() == "QUOTED-PRINTABLE"
    else { return }
    bytes = bytes.prefix(headLength) + QuotedPrintable.decode(value)
  }

  private struct Shape {
    let property: CalendarProperty
    let nameLength: Int
    let headLength: Int
    let isUTF8: Bool
  }

  /// Finds the name and the start of the value.
  private static func shape(of bytes: ArraySlice<UInt8>, isASCII: Bool) -> Shape? {
    let nameEnd = bytes.firstIndex { !isNameByte($0) } ?? bytes.endIndex
    guard nameEnd > bytes.startIndex else { return nil }
    let property = CalendarProperty(name: bytes[..<nameEnd])
    guard let mark = bytes[nameEnd...].firstIndex(where: { $0 != 0x20 }) else { return nil }
    let head: Int
    if bytes[mark] == UInt8(ascii: ":") {
      let rest = bytes[(mark + 1)...]
      // Some programs write `DTSTART:TZID=Europe/Paris:20260310T170000`.
      let isParameter =
        (property == .start || property == .finish || property == .exclusions)
        && (rest.starts(with: "TZID=".utf8) || rest.starts(with: "VALUE=".utf8))
      let colon = isParameter ? rest.firstIndex(of: UInt8(ascii: ":")) : nil
      head = (colon ?? mark) + 1
    } else if bytes[mark] == UInt8(ascii: ";") {
      var scanner = ParameterScanner(bytes, from: mark)
      while scanner.next(each: { _, _ in }) {}
      guard let start = scanner.valueStart(isKnown: takesLateValue(property)) else { return nil }
      head = ValueStart.corrected(start, in: bytes, of: property)
    } else {
      return nil
    }
    let isUTF8 = isASCII || UTF8Check.firstInvalid(bytes[head...]) == nil
    return Shape(
      property: property, nameLength: nameEnd - bytes.startIndex,
      headLength: head - bytes.startIndex, isUTF8: isUTF8)
  }

  private static func takesLateValue(_ property: CalendarProperty) -> Bool {
    property != .other && property != .begin && property != .end
  }

  /// Upper case.
  var name: String { Self.upperCase(bytes.prefix(nameLength)) }

  /// The raw value with its escapes.
  var value: ArraySlice<UInt8> { bytes[(bytes.startIndex + headLength)...] }

  /// The raw value as text; see `Windows1252Fallback` for bytes that are not UTF-8.
  var text: String { Windows1252Fallback.decode(value) }

  /// The first value of a parameter; nil if it is absent or empty.
  ///
  /// - Parameter name: In upper case.
  func parameter(_ name: StaticString) -> String? {
    guard let found = values(of: name)?.first, !found.isEmpty else { return nil }
    return Self.parameterText(bytes[found])
  }

  /// The value of a single-valued parameter such as TZID, including unquoted commas; nil if it is
  /// absent or empty.
  func wholeParameter(_ name: StaticString) -> String? {
    guard let values = values(of: name) else { return nil }
    let whole = bytes[values.first.lowerBound..<values.last.upperBound]
    return whole.isEmpty ? nil : Self.parameterText(whole)
  }

  /// The ranges of the first and last value of a parameter.
  private func values(of name: StaticString) -> (first: Range<Int>, last: Range<Int>)? {
    guard headLength > nameLength + 1 else { return nil }
    var scanner = scanner
    var found: (first: Range<Int>, last: Range<Int>)?
    while found == nil,
      scanner.next(each: { key, value in
        guard Self.isSame(bytes[key], name) else { return }
        found = (found?.first ?? value, value)
      })
    {}
    return found
  }

  private var scanner: ParameterScanner {
    let end = bytes.startIndex + headLength - 1
    return ParameterScanner(
      bytes, from: bytes.startIndex + nameLength, to: bytes[end] == UInt8(ascii: ":") ? end : nil)
  }

  /// Appends a line to the value, which a program left unfolded.
  mutating func append(_ line: UnfoldedLines.Line) {
    bytes.append(0x0A)
    bytes.append(contentsOf: line.bytes)
  }

  /// Truncates the value to a length in bytes, at a character boundary.
  mutating func cut(at length: Int) {
    let kept = value.prefix(length)
    guard let lead = kept.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }) else {
      bytes = bytes[..<kept.endIndex]
      return
    }
    let width =
      switch bytes[lead] {
      case 0xF0...: 4
      case 0xE0...: 3
      case 0xC0...: 2
      default: 1
      }
    bytes = bytes[..<(kept.endIndex - lead < width ? lead : kept.endIndex)]
  }

  /// Whether the bytes are a name, in any case.
  ///
  /// - Parameter name: In upper case.
  static func isSame(_ bytes: ArraySlice<UInt8>, _ name: StaticString) -> Bool {
    name.withUTF8Buffer { name in
      bytes.elementsEqual(name) { $0.uppercased == $1 }
    }
  }

  /// Letters, digits and hyphens; underscores occur in vendors' names.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  static func upperCase(_ bytes: ArraySlice<UInt8>) -> String {
    // Most names are in upper case already.
    guard bytes.contains(where: { $0.uppercased != $0 }) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    return String(decoding: bytes.map(\.uppercased), as: UTF8.self)
  }

  /// Undoes the circumflex escapes of RFC 6868.
  private static func parameterText(_ bytes: ArraySlice<UInt8>) -> String {
    let text = Windows1252Fallback.decode(bytes)
    guard bytes.contains(UInt8(ascii: "^")) else { return text }
    var decoded = ""
    var isEscape = false
    for character in text.unicodeScalars {
      switch (isEscape, character) {
      case (false, "^"):
        isEscape = true
        continue
      case (true, "n"): decoded.unicodeScalars.append("\n")
      case (true, "'"): decoded.unicodeScalars.append("\"")
      case (true, "^"): decoded.unicodeScalars.append("^")
      case (true, _):
        decoded.unicodeScalars.append("^")
        decoded.unicodeScalars.append(character)
      case (false, _): decoded.unicodeScalars.append(character)
      }
      isEscape = false
    }
    if isEscape { decoded.unicodeScalars.append("^") }
    return decoded
  }
}
