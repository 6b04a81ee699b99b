import AlmanacModel
import AlmanacTime

/// The short values of a VEVENT that are no free text.
enum EventValues {
  /// RFC 5545 section 3.8.1.11; Google and others spell CANCELED with one L.
  static func status(_ text: String) -> EventStatus? {
    switch word(text) {
    case "CONFIRMED": .confirmed
    case "TENTATIVE": .tentative
    case "CANCELLED", "CANCELED": .cancelled
    case "POSTPONED": .postponed
    default: nil
    }
  }

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

  enum Point: Equatable {
    case point(Coordinate)
    case nullIsland
    case malformed
  }

  /// `latitude;longitude` (RFC 5545 section 3.8.1.6); a comma or an escaped semicolon is tolerated.
  static func point(_ text: String) -> Point {
    let parts = text.split { $0 == ";" || $0 == "," || $0 == "\\" }
      .map { Double($0.trimming(while: \.isWhitespace)) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
      let point = Coordinate(latitude: latitude, longitude: longitude)
    else { return .malformed }
    return point.isNullIsland ? .nullIsland : .point(point)
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
