import AlmanacModel
import AlmanacTime

/// The short values of a VEVENT that are no free text.
enum EventValues {
  /// RFC 5545 section 3.8.1.3: a word that we do not know is to be taken as PRIVATE.
  static func visibility(_ text: String) -> Visibility? {
    switch word(text) {
    case "": nil
    case "PUBLIC": .public
    case "CONFIDENTIAL": .confidential
    default: .private
    }
  }

  /// 0 or more; nil for anything else.
  static func sequence(_ text: String) -> Int? {
    guard let value = Int(word(text)), value >= 0 else { return nil }
    return value
  }

  /// CREATED, LAST-MODIFIED, DTSTAMP: UTC by RFC 5545 section 3.8.7, also without the Z (The Events
  /// Calendar).
  static func stamp(_ text: String) -> CalendarTime? {
    guard let value = DateTimeText(text) else { return nil }
    return .zoned(value.universal)
  }

  /// `geo:latitude,longitude` (RFC 5870) without scheme and parameters.
  static func geoURI(_ text: String) -> String? {
    guard text.lowercased().hasPrefix("geo:") else { return nil }
    return String(text.dropFirst(4).prefix { $0 != ";" })
  }

  private static func word(_ text: String) -> String {
    text.trimming(while: \.isWhitespace).uppercased()
  }
}
