import AlmanacModel
import AlmanacTime

extension Entry {
  /// Removes the traces of the publisher's program from the texts: a status in the title becomes the
  /// status, escapes in title and venue become what they stand for, and users and passwords of
  /// addresses are left out.
  mutating func tidy() {
    if let title {
      let marked = StatusMarker.read(TextEscapes.resolved(title, percents: true))
      self.title = URLText.withoutUsers(marked.title)
      // What the publisher states in a field of its own counts; "confirmed" is a default.
      if let marker = marked.status, status == nil || status == .confirmed {
        status = marker
      }
    }
    if let venue {
      let venue = URLText.withoutUsers(TextEscapes.resolved(venue))
      onlineURL = onlineURL ?? VenueLinks.meeting(in: venue)
      self.venue = VenueLinks.withoutMeetings(venue)
    }
    organizer = organizer.map { TextEscapes.resolved($0) }
    id = id.map(URLText.withoutUsers)
    link = link.map(URLText.withoutUsers)
    image = image.map(URLText.withoutUsers)
    onlineURL = onlineURL.map(URLText.withoutUsers)
    address = address.map(URLText.withoutUsers)
    summary = summary.map(URLText.withoutUsers)
    content = content.map(URLText.withoutUsers)
    html = html.map(URLText.withoutUsers)
    contact = contact.map(URLText.withoutUsers)
    price = price.map(URLText.withoutUsers)
    published = plausible(published, of: "published")
    updated = plausible(updated, of: "updated")
  }

  /// A date of the years 1970 to 2100; nil, and noted, for what no feed can have been written in.
  private mutating func plausible(_ time: CalendarTime?, of field: String) -> CalendarTime? {
    guard let time, !(1970...2100).contains(time.date.year) else { return time }
    let message = "the \(field) date '\(time)' is not in the years 1970 to 2100 and is unknown"
    problems.append(Finding("W_DATE_UNREADABLE", message: message, line: line))
    return nil
  }
}

/// Escapes that are left in a text because a program wrote them once too often.
enum TextEscapes {
  /// The text with its references to characters resolved, however often they were escaped, up to
  /// three times; and with the escapes of addresses where they can be nothing else.
  ///
  /// - Parameter percents: whether `%26` is looked for.
  static func resolved(_ text: String, percents: Bool = false) -> String {
    var text = text
    for _ in 0..<3 {
      guard text.contains(byte: UInt8(ascii: "&")), HTMLText.hasReference(Array(text.utf8)[...])
      else { break }
      text = HTMLEntities.decode(text)
    }
    return percents && text.utf8.contains(UInt8(ascii: "%")) ? withoutPercents(text) : text
  }

  /// `%26` is an ampersand unless a digit stands before it, as in "50%26 off"; `%25` behind a digit is
  /// a percent sign. Other signs count within a word only, and what makes UTF-8 of two bytes or more
  /// (RFC 3986 section 2.1) everywhere.
  private static func withoutPercents(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let escaped = run(in: bytes, at: index)
      if let first = escaped.first {
        let end = index + escaped.count * 3
        if first >= 0xC2 {
          let length = min(escaped.count, first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4)
          if let letter = String(validating: escaped[..<length], as: UTF8.self),
            letter.unicodeScalars.count == 1
          {
            output += escaped[..<length]
            index += length * 3
            continue
          }
        } else if isSign(first),
          mayStand(first, after: output.last, before: end, in: bytes, escaped)
        {
          output.append(first)
          index += 3
          continue
        }
      }
      output.append(bytes[index])
      index += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func mayStand(
    _ sign: UInt8, after last: UInt8?, before end: Int, in bytes: [UInt8], _ escaped: [UInt8]
  ) -> Bool {
    let isAfterDigit = last?.isDigit == true
    if sign == UInt8(ascii: "%") { return isAfterDigit }
    if isAfterDigit { return false }
    if sign == UInt8(ascii: "&") { return true }
    guard let last, !last.isSpace || escaped.count > 1 else { return false }
    return escaped.count > 1 || end < bytes.count && !bytes[end].isSpace
  }

  /// Printable ASCII that is no letter and no digit.
  private static func isSign(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && !byte.isAlphanumeric
  }

  /// The bytes that escapes in a row stand for.
  private static func run(in bytes: [UInt8], at start: Int) -> [UInt8] {
    var values: [UInt8] = []
    var index = start
    while values.count < 4, index + 2 < bytes.count, bytes[index] == UInt8(ascii: "%"),
      let high = hex(bytes[index + 1]), let low = hex(bytes[index + 2])
    {
      values.append(high << 4 | low)
      index += 3
    }
    return values
  }

  private static func hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x57
    default: nil
    }
  }
}
