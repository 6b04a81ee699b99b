import AlmanacModel
import AlmanacTime

/// Parses the enumerated values of a VEVENT.
enum EventValues {
  /// Parses CLASS. An unknown value means PRIVATE (RFC 5545, section 3.8.1.3).
  static func visibility(_ text: String) -> Visibility? {
    switch word(text) {
    case "": nil
    case "PUBLIC": .public
    case "CONFIDENTIAL": .confidential
    default: .private
    }
  }

  /// Parses TRANSP (RFC 5545, section 3.8.2.7) and Microsoft's busy status; nil for other words.
  static func transparency(_ text: String) -> Transparency? {
    switch word(text) {
    case "OPAQUE", "BUSY", "TENTATIVE", "OOF": .opaque
    case "TRANSPARENT", "FREE": .transparent
    default: nil
    }
  }

  /// Whether a status is valid for tasks only (RFC 5545, section 3.8.1.11).
  static func isTaskStatus(_ text: String) -> Bool {
    ["NEEDS-ACTION", "COMPLETED", "IN-PROCESS"].contains(word(text))
  }

  /// Parses SEQUENCE; nil for anything but an integer from 0.
  static func sequence(_ line: ContentLine) -> Int? {
    guard let value = Int(line.text.trimming(while: \.isWhitespace)), value >= 0 else { return nil }
    return value
  }

  /// Parses CREATED, LAST-MODIFIED and DTSTAMP, which are in UTC (RFC 5545, section 3.8.7). The
  /// Events Calendar omits the Z.
  static func stamp(_ line: ContentLine) -> CalendarTime? {
    guard let value = DateTimeText(line.value) else { return nil }
    return .zoned(value.universal)
  }

  /// The coordinates of a `geo:` URI (RFC 5870) without its parameters.
  static func geoURI(_ text: String) -> String? {
    guard text.lowercased().hasPrefix("geo:") else { return nil }
    return String(text.dropFirst(4).prefix { $0 != ";" })
  }

  private static func word(_ text: String) -> String {
    text.trimming(while: \.isWhitespace).uppercased()
  }
}
