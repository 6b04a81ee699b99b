import AlmanacModel
import AlmanacTime

/// Writes content lines (RFC 5545 section 3.1): with CRLF, folded at 75 octets, never inside a
/// character.
struct ICalendarLines {
  private(set) var bytes: [UInt8] = []
  /// A buffer for the line to fold, kept for its capacity.
  private var unfolded: [UInt8] = []

  /// Reserves capacity for a number of bytes.
  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  /// Writes a property whose value needs no escaping.
  mutating func line(_ name: String, _ value: String) {
    let start = begin(name)
    bytes.append(utf8: value)
    end(start)
  }

  /// Writes a property of type DATE or DATE-TIME, with its parameter.
  mutating func line(_ name: String, _ time: ICalendarTime) {
    let start = bytes.count
    bytes.append(utf8: name)
    _ = begin(time.parameter)
    bytes.append(utf8: time.value)
    end(start)
  }

  /// Writes a property of type TEXT, unless it is nil or empty.
  mutating func text(_ name: String, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    let start = begin(name)
    Self.escape(value, into: &bytes)
    end(start)
  }

  /// Writes a property with a list of TEXT values.
  mutating func texts(_ name: String, _ values: [String]) {
    guard !values.isEmpty else { return }
    let start = begin(name)
    for (position, value) in values.enumerated() {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      Self.escape(value, into: &bytes)
    }
    end(start)
  }

  /// Writes a property of type URI, unless the value is no valid one.
  mutating func uri(_ name: String, _ value: String?) {
    guard let value, Self.isURI(value) else { return }
    line(name, value)
  }

  /// Escapes TEXT (RFC 5545 section 3.3.11). Omits control characters, which content lines must not
  /// contain.
  private static func escape(_ text: String, into result: inout [UInt8]) {
    text.withUTF8Bytes { text in
      var plain = 0
      for index in text.indices where needsEscape(text[index]) {
        result.append(contentsOf: UnsafeBufferPointer(rebasing: text[plain..<index]))
        plain = index + 1
        let byte = text[index]
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","):
          result.append(UInt8(ascii: "\\"))
          result.append(byte)
        case 0x0a where index > 0 && text[index - 1] == 0x0d: break
        case 0x0a, 0x0d:
          result.append(UInt8(ascii: "\\"))
          result.append(UInt8(ascii: "n"))
        default: break
        }
      }
      result.append(contentsOf: UnsafeBufferPointer(rebasing: text[plain...]))
    }
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\\")
      || byte < 0x20 && byte != 0x09 || byte == 0x7f
  }

  /// Writes GEO and Apple's property of the place.
  mutating func location(_ point: Coordinate, title: String) {
    let point = DegreeTexts(point)
    let start = begin("GEO")
    bytes.append(utf8: point.latitude)
    bytes.append(UInt8(ascii: ";"))
    bytes.append(utf8: point.longitude)
    end(start)
    geo("X-APPLE-STRUCTURED-LOCATION", point, title: title)
  }

  /// Writes an Apple property whose value is a point with a title.
  ///
  /// - Parameter name: With the first parameters, if any.
  mutating func geo(_ name: String, _ point: DegreeTexts, title: String) {
    let start = bytes.count
    bytes.append(utf8: name)
    bytes.append(utf8: ";VALUE=URI;X-APPLE-RADIUS=50;X-TITLE=\"")
    Self.quote(title, into: &bytes)
    bytes.append(utf8: "\":geo:")
    bytes.append(utf8: point.latitude)
    bytes.append(UInt8(ascii: ","))
    bytes.append(utf8: point.longitude)
    end(start)
  }

  /// Escapes a quoted parameter value (RFC 6868).
  private static func quote(_ text: String, into result: inout [UInt8]) {
    text.withUTF8Bytes { text in
      for byte in text {
        switch byte {
        case UInt8(ascii: "^"): result.append(utf8: "^^")
        case UInt8(ascii: "\""): result.append(utf8: "^'")
        case UInt8(ascii: "\n"): result.append(utf8: "^n")
        case 0..<0x20, 0x7f: continue
        default: result.append(byte)
        }
      }
    }
  }

  /// Whether a text has a scheme and no characters that RFC 3986 excludes.
  static func isURI(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return false }
    let scheme = text[..<colon].utf8
    return scheme.allSatisfy { (0x61...0x7a).contains($0 | 0x20) || (0x2b...0x39).contains($0) }
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f && $0 != 0x22 && $0 != 0x3c && $0 != 0x3e }
  }

  /// - Returns: The position where the line begins.
  private mutating func begin(_ name: String) -> Int {
    let start = bytes.count
    bytes.append(utf8: name)
    bytes.append(UInt8(ascii: ":"))
    return start
  }

  private mutating func end(_ start: Int) {
    if bytes.count - start > 75 { fold(from: start) }
    bytes.append(0x0d)
    bytes.append(0x0a)
  }

  /// Folds the line that begins at a position. A continuation byte of UTF-8 (10xxxxxx) never begins
  /// a line.
  private mutating func fold(from first: Int) {
    unfolded.removeAll(keepingCapacity: true)
    unfolded.append(contentsOf: bytes[first...])
    bytes.removeLast(bytes.count - first)
    var start = 0
    // The leading space of a continuation counts (RFC 5545 section 3.1).
    var limit = 75
    while unfolded.count - start > limit {
      var end = start + limit
      while end > start + 1, unfolded[end] & 0xc0 == 0x80 { end -= 1 }
      bytes.append(contentsOf: unfolded[start..<end])
      bytes.append(0x0d)
      bytes.append(0x0a)
      bytes.append(0x20)
      start = end
      limit = 74
    }
    bytes.append(contentsOf: unfolded[start...])
  }
}

extension [UInt8] {
  /// Copies the bytes at once; `append(contentsOf:)` of a `utf8` view copies byte by byte.
  fileprivate mutating func append(utf8 text: String) {
    text.withUTF8Bytes { append(contentsOf: $0) }
  }
}
