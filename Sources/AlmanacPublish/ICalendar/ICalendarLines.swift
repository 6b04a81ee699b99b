/// Content lines of RFC 5545 section 3.1: CRLF, folded at 75 octets, never inside a character.
struct ICalendarLines {
  private(set) var bytes: [UInt8] = []

  /// A property whose value needs no escaping.
  mutating func line(_ name: String, _ value: String) {
    fold(Array("\(name):\(value)".utf8))
  }

  /// A property of type TEXT; nothing where the text is nil or empty.
  mutating func text(_ name: String, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    line(name, Self.escaped(value))
  }

  /// A property that is a list of TEXT.
  mutating func texts(_ name: String, _ values: [String]) {
    guard !values.isEmpty else { return }
    line(name, values.map(Self.escaped).joined(separator: ","))
  }

  /// A property of type URI; nothing where the text is none that a line can hold.
  mutating func uri(_ name: String, _ value: String?) {
    guard let value, Self.isURI(value) else { return }
    line(name, value)
  }

  /// RFC 5545 section 3.3.11; control characters, which no line may hold, are left out.
  static func escaped(_ text: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + 16)
    var wasReturn = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","):
        result.append(UInt8(ascii: "\\"))
        result.append(byte)
      case 0x0a where wasReturn: break
      case 0x0a, 0x0d: result += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case 0..<0x20 where byte != 0x09, 0x7f: break
      default: result.append(byte)
      }
      wasReturn = byte == 0x0d
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// A parameter's value in quotes, with the escapes of RFC 6868.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "^": result += "^^"
      case "\"": result += "^'"
      case "\n": result += "^n"
      case let control where control.value < 0x20 || control.value == 0x7f: continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A scheme, and none of the characters that RFC 3986 keeps out.
  static func isURI(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return false }
    let scheme = text[..<colon].utf8
    return scheme.allSatisfy { (0x61...0x7a).contains($0 | 0x20) || (0x2b...0x39).contains($0) }
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f && $0 != 0x22 && $0 != 0x3c && $0 != 0x3e }
  }

  private mutating func fold(_ line: [UInt8]) {
    var start = 0
    // The space that begins a continuation counts (RFC 5545 section 3.1).
    var room = 75
    while line.count - start > room {
      var end = start + room
      while end > start + 1, line[end] & 0xc0 == 0x80 { end -= 1 }
      bytes += line[start..<end]
      bytes += [0x0d, 0x0a, 0x20]
      start = end
      room = 74
    }
    bytes += line[start...]
    bytes += [0x0d, 0x0a]
  }
}
