/// One property of a calendar: name, parameters and value (RFC 5545 section 3.1).
struct ContentLine {
  struct Parameter: Equatable {
    /// Upper-case.
    let name: String
    let values: [String]
  }

  /// Upper-case.
  let name: String
  let parameters: [Parameter]
  /// As written, escapes and all.
  var value: ArraySlice<UInt8>
  /// One-based physical line.
  let number: Int

  /// nil for a line that has no name or no colon: no property at all.
  init?(_ line: LogicalLines.Line) {
    var scanner = ContentLineScanner(line.bytes)
    guard let name = scanner.name(), let parameters = scanner.parameters() else { return nil }
    self.name = name
    self.parameters = parameters
    value = scanner.rest
    number = line.number
  }

  /// The value's text as written; `LegacyText` says how bytes that are not UTF-8 are read.
  var text: String { LegacyText.decode(value) }

  /// The first value of a parameter; nil where it is absent or empty.
  func parameter(_ name: String) -> String? {
    guard let value = parameters.first(where: { $0.name == name })?.values.first, !value.isEmpty
    else { return nil }
    return value
  }
}

/// Takes a content line apart, byte by byte.
private struct ContentLineScanner {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// What stands behind the colon.
  var rest: ArraySlice<UInt8> { bytes[position...] }

  private var peek: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  /// Letters, digits and hyphens; underscores are seen in vendors' names.
  mutating func name() -> String? {
    let start = position
    while let byte = peek, Self.isNameByte(byte) { position += 1 }
    guard position > start else { return nil }
    let name = Self.upperCase(bytes[start..<position])
    while peek == 0x20 { position += 1 }
    guard peek == UInt8(ascii: ":") || peek == UInt8(ascii: ";") else { return nil }
    return name
  }

  /// Ends behind the colon; nil where none comes.
  mutating func parameters() -> [ContentLine.Parameter]? {
    var parameters: [ContentLine.Parameter] = []
    while let byte = peek {
      position += 1
      if byte == UInt8(ascii: ":") { return parameters }
      if let parameter = parameter() { parameters.append(parameter) }
    }
    return nil
  }

  /// Ends before `;` or `:`. A parameter without `=`, as vCalendar 1.0 had them, counts for nothing.
  private mutating func parameter() -> ContentLine.Parameter? {
    let start = position
    while let byte = peek, byte != UInt8(ascii: "="), !Self.endsParameter(byte) { position += 1 }
    let name = Self.upperCase(bytes[start..<position])
    guard peek == UInt8(ascii: "=") else { return nil }
    var values: [String] = []
    repeat {
      position += 1
      values.append(Self.text(parameterValue()))
    } while peek == UInt8(ascii: ",")
    return name.isEmpty ? nil : ContentLine.Parameter(name: name, values: values)
  }

  private mutating func parameterValue() -> ArraySlice<UInt8> {
    if peek == UInt8(ascii: "\"") {
      let start = position + 1
      if start < bytes.endIndex,
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\"")), closesParameter(end)
      {
        position = end + 1
        return bytes[start..<end]
      }
    }
    let start = position
    while let byte = peek, byte != UInt8(ascii: ","), !Self.endsParameter(byte) { position += 1 }
    return bytes[start..<position]
  }

  /// Whether the quote at that index is followed by what may follow a parameter's value.
  private func closesParameter(_ quote: Int) -> Bool {
    let next = quote + 1
    guard next < bytes.endIndex else { return false }
    return bytes[next] == UInt8(ascii: ",") || Self.endsParameter(bytes[next])
  }

  private static func endsParameter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ";") || byte == UInt8(ascii: ":")
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
    default: false
    }
  }

  private static func upperCase(_ bytes: ArraySlice<UInt8>) -> String {
    // Names are upper-case already, but for a few writers'.
    guard bytes.contains(where: { 0x61...0x7A ~= $0 }) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    return String(decoding: bytes.map { 0x61...0x7A ~= $0 ? $0 - 0x20 : $0 }, as: UTF8.self)
  }

  /// Undoes the circumflex escapes of RFC 6868.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let text = LegacyText.decode(bytes)
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
