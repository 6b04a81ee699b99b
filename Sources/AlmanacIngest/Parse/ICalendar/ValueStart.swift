import AlmanacTime

/// Finds the start of a value if a parameter contains unquoted colons (RFC 5545, section 3.1):
/// `DTSTART;TZID=tzone://Microsoft/Utc:20260310T170000`.
enum ValueStart {
  /// The index after the first colon that is followed by a value of the property's type; by default
  /// the index by the grammar.
  ///
  /// - Parameter start: The start of the value by the grammar.
  static func corrected(
    _ start: Int, in bytes: ArraySlice<UInt8>, of property: CalendarProperty
  ) -> Int {
    let type = ValueType(of: property)
    guard bytes[start - 1] == UInt8(ascii: ":"), type != .unknown else { return start }
    if type == .text { return textStart(start, bytes) }
    var candidate = start
    for _ in 0..<colonLimit {
      // Most values contain no colon, so there is no alternative.
      let colon = bytes[candidate...].firstIndex(of: UInt8(ascii: ":"))
      if candidate == start, colon == nil { return start }
      if type.fits(bytes[candidate...]) { return candidate }
      guard let colon else { return start }
      candidate = colon + 1
    }
    return start
  }

  /// The maximum number of colons tried.
  private static let colonLimit = 32

  /// The start of a TEXT value. Any text fits, but a parameter does not end with a URI scheme.
  private static func textStart(_ start: Int, _ bytes: ArraySlice<UInt8>) -> Int {
    let parameter = bytes[..<(start - 1)].lastIndex { $0 == UInt8(ascii: "=") }
    guard let parameter,
      WebScheme.begins(bytes[(parameter + 1)...]) == start
        - parameter - 1
    else { return start }
    var candidate = start
    repeat {
      guard let colon = bytes[candidate...].firstIndex(of: UInt8(ascii: ":")) else { return start }
      candidate = colon + 1
    } while isPort(bytes[candidate...])
    return candidate
  }

  /// Whether a port number follows: digits before a slash or colon.
  private static func isPort(_ rest: ArraySlice<UInt8>) -> Bool {
    let digits = rest.prefix(6).prefix { $0.isDigit }
    guard !digits.isEmpty, digits.endIndex < rest.endIndex else { return false }
    return rest[digits.endIndex] == UInt8(ascii: "/") || rest[digits.endIndex] == UInt8(ascii: ":")
  }
}

/// The value type of a property (RFC 5545, section 3.3), as far as a value's bytes show it.
private enum ValueType {
  case date, duration, rule, address, integer, point, word, text, unknown

  init(of property: CalendarProperty) {
    self =
      switch property {
      case .start, .finish, .recurrenceID, .additions, .exclusions, .created, .lastModified,
        .stamp:
        .date
      case .duration: .duration
      case .rule, .exclusionRule: .rule
      case .organizer, .url, .vendorPage, .image, .attachment, .vendorImage, .conference,
        .originalURL, .pointAddress:
        .address
      case .sequence: .integer
      case .point: .point
      case .status, .visibility, .transparency, .vendorBusy, .method: .word
      case .begin, .end, .other, .vendorZone, .otherZone, .zoneID, .zoneLocation, .offsetFrom,
        .offsetTo, .vendorCancelled:
        .unknown
      default: .text
      }
  }

  /// Whether a value starts here, by its first bytes.
  func fits(_ value: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .date: Self.isDate(value)
    case .duration: Self.isDuration(value)
    case .rule: value.drop(while: \.isLetter).first == UInt8(ascii: "=")
    case .address: WebScheme.begins(value) != nil
    case .integer: !value.isEmpty && value.prefix(20).allSatisfy(\.isDigit)
    case .point:
      value.prefix(60).contains { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }
        && value.first.map { $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
          == true
    case .word: value.prefix(40).allSatisfy { $0.isLetter || $0 == UInt8(ascii: "-") }
    case .text, .unknown: true
    }
  }

  /// Whether a date starts here: the first of a list, or the start of a period.
  private static func isDate(_ value: ArraySlice<UInt8>) -> Bool {
    let first = value.prefix(40).prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "/") }
    return DateTimeText(first) != nil
  }

  private static func isDuration(_ value: ArraySlice<UInt8>) -> Bool {
    CalendarDuration(String(decoding: value.prefix(40), as: UTF8.self)) != nil
  }
}

/// The URI schemes of addresses in calendars.
private enum WebScheme {
  private static let names = [
    "https", "http", "mailto", "tel", "geo", "urn", "cid", "data", "ftp", "ldap", "webcal",
    "webcals", "sip", "xmpp", "invalid", "tzone", "zoommtg", "msteams",
  ].map { Array($0.utf8) }

  /// The length of the scheme with its colon at the start of the bytes; nil if there is none.
  static func begins(_ bytes: ArraySlice<UInt8>) -> Int? {
    let rest = bytes.drop { $0 == 0x20 }
    let blanks = rest.startIndex - bytes.startIndex
    guard blanks <= 2 else { return nil }
    for name in names where rest.count > name.count {
      if rest[rest.startIndex + name.count] == UInt8(ascii: ":"),
        zip(rest, name).allSatisfy({ $0 | 0x20 == $1 })
      {
        return blanks + name.count + 1
      }
    }
    return nil
  }
}
