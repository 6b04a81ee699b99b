import AlmanacTime

/// A Unicode date pattern (UTS #35, part 4, Date Field Symbols): `d MMM yyyy`, `EEEE, d MMMM yyyy`,
/// `dd/MM/yyyy`, `HH:mm`, `h:mm a`. English names, any case; space matches any run of spaces.
struct DatePattern: Equatable, Sendable {
  enum Field: Sendable {
    case year, month, monthName, day, weekday, hour24, hour12, minute, second, fraction, half, zone
  }

  private enum Part: Equatable {
    /// With the number of letters, and whether the next part begins with a digit too.
    case field(Field, width: Int, isAdjacent: Bool)
    case literal([UInt8])
    case space
  }

  private let parts: [Part]

  /// Nil for a letter that is no field we know and for an open quote.
  init?(_ pattern: String) {
    let bytes = Array(pattern.utf8)
    var parts: [Part] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte.isLetter {
        var end = index
        while end < bytes.count, bytes[end] == byte { end += 1 }
        guard let field = Self.field(byte, width: end - index) else { return nil }
        parts.append(.field(field, width: end - index, isAdjacent: false))
        index = end
      } else if byte == UInt8(ascii: "'") {
        guard let literal = Self.quoted(bytes, &index) else { return nil }
        parts.append(.literal(literal))
      } else {
        parts.append(byte.isSpace ? .space : .literal([byte]))
        index += 1
      }
    }
    self.parts = Self.markingAdjacent(parts)
  }

  /// What a text says that matches from end to end; nil for one that does not, and for a day or
  /// time that does not exist.
  func read(_ text: String) -> DateParts? {
    var cursor = DateCursor(text)
    var found = PatternFields()
    for part in parts {
      let matches =
        switch part {
        case .space:
          {
            cursor.skipSpace()
            return true
          }()
        case .literal(let bytes): bytes.allSatisfy { cursor.take(Unicode.Scalar($0)) }
        case .field(let field, let width, let isAdjacent):
          found.read(field, width: width, isAdjacent: isAdjacent, &cursor)
        }
      guard matches else { return nil }
    }
    return cursor.isAtEnd ? found.parts : nil
  }

  private static func field(_ letter: UInt8, width: Int) -> Field? {
    switch Unicode.Scalar(letter) {
    case "y", "u": .year
    case "M", "L": width > 2 ? .monthName : .month
    case "d": .day
    case "E", "c", "e": .weekday
    case "H", "k": .hour24
    case "h", "K": .hour12
    case "m": .minute
    case "s": .second
    case "S": .fraction
    case "a", "b": .half
    case "Z", "z", "X", "x", "v", "V", "O": .zone
    default: nil
    }
  }

  /// `''` is an apostrophe, inside quotes and out.
  private static func quoted(_ bytes: [UInt8], _ index: inout Int) -> [UInt8]? {
    index += 1
    if index < bytes.count, bytes[index] == UInt8(ascii: "'") {
      index += 1
      return [UInt8(ascii: "'")]
    }
    var literal: [UInt8] = []
    while index < bytes.count {
      defer { index += 1 }
      if bytes[index] != UInt8(ascii: "'") {
        literal.append(bytes[index])
      } else if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "'") {
        literal.append(UInt8(ascii: "'"))
        index += 1
      } else {
        return literal
      }
    }
    return nil
  }

  /// In `yyyyMMdd` every field has exactly its width.
  private static func markingAdjacent(_ parts: [Part]) -> [Part] {
    parts.enumerated().map { index, part in
      guard case .field(let field, let width, _) = part, index + 1 < parts.count,
        case .field = parts[index + 1]
      else { return part }
      return .field(field, width: width, isAdjacent: true)
    }
  }
}
