import AlmanacTime

/// A Unicode date pattern (UTS #35, part 4, "Date Field Symbols"), such as `d MMM yyyy`,
/// `dd/MM/yyyy`, `HH:mm` or `h:mm a`.
///
/// Names are English, in any case. A space matches any run of spaces.
struct DatePattern: Equatable, Sendable {
  enum Field: Sendable {
    case year, month, monthName, day, weekday, hour24, hour12, minute, second, fraction
    case meridiem, zone
  }

  private enum Part: Equatable {
    /// `width` counts pattern letters; `isAdjacent` means that another field follows directly.
    case field(Field, width: Int, isAdjacent: Bool)
    case literal([UInt8])
    case space
  }

  private let parts: [Part]

  /// Returns nil for an unsupported letter and for an unclosed quote.
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

  /// Matches the whole text. Returns nil if it does not match or the date does not exist.
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
    case "a", "b": .meridiem
    case "Z", "z", "X", "x", "v", "V", "O": .zone
    default: nil
    }
  }

  /// Reads quoted text; `''` is an apostrophe inside and outside of quotes (UTS #35, part 4).
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

  /// Marks fields that are followed by a field: in `yyyyMMdd` each has exactly its width.
  private static func markingAdjacent(_ parts: [Part]) -> [Part] {
    parts.enumerated().map { index, part in
      guard case .field(let field, let width, _) = part, index + 1 < parts.count,
        case .field = parts[index + 1]
      else { return part }
      return .field(field, width: width, isAdjacent: true)
    }
  }
}
