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

  /// RFC 5545 section 3.8.2.7, and the busy times of Microsoft's calendars; nil for other words.
  static func transparency(_ text: String) -> Transparency? {
    switch word(text) {
    case "OPAQUE", "BUSY", "TENTATIVE", "OOF": .opaque
    case "TRANSPARENT", "FREE": .transparent
    default: nil
    }
  }

  /// RFC 5545 section 3.8.1.11, and what other writers put there; nil for words that say nothing.
  static func status(_ line: ContentLine) -> EventStatus? {
    line.value.elementsEqual(confirmed) ? .confirmed : StatusWords.status(line.text)
  }

  /// The words of RFC 5545 section 3.8.1.11 that tasks alone have.
  static func isTaskStatus(_ text: String) -> Bool {
    ["NEEDS-ACTION", "COMPLETED", "IN-PROCESS"].contains(word(text))
  }

  private static let confirmed = Array("CONFIRMED".utf8)

  /// 0 or more; nil for anything else.
  static func sequence(_ line: ContentLine) -> Int? {
    if line.value.count == 1, let byte = line.value.first, byte.isDigit { return Int(byte) - 0x30 }
    guard let value = Int(word(line.text)), value >= 0 else { return nil }
    return value
  }

  /// CREATED, LAST-MODIFIED, DTSTAMP: UTC by RFC 5545 section 3.8.7, also without the Z (The Events
  /// Calendar).
  static func stamp(_ line: ContentLine) -> CalendarTime? {
    guard let value = DateTimeText(line.value) else { return nil }
    return .zoned(value.universal)
  }

  /// Two decimal numbers with a semicolon between them (RFC 5545 section 3.8.1.6); nil for what
  /// `CoordinateText` has to judge.
  static func point(_ bytes: ArraySlice<UInt8>) -> Coordinate? {
    guard bytes.count < 48, let middle = bytes.firstIndex(of: UInt8(ascii: ";")),
      let latitude = Double(Substring(decoding: bytes[..<middle], as: UTF8.self)),
      let longitude = Double(Substring(decoding: bytes[(middle + 1)...], as: UTF8.self)),
      let point = Coordinate(latitude: latitude, longitude: longitude), !point.isNullIsland
    else { return nil }
    return point
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
