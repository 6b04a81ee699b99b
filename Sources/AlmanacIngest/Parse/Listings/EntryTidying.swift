import AlmanacModel
import AlmanacTime

extension Entry {
  /// Removes artifacts of the publisher's software from texts: a status in the title becomes the
  /// status, escapes in title and venue are resolved, user names and passwords are removed from
  /// addresses.
  mutating func tidy() {
    if let title {
      let marked = StatusMarker.read(TextEscapes.resolved(title, percents: true))
      self.title = URLText.withoutUsers(marked.title)
      // An explicit status counts; "confirmed" is a default.
      if let marker = marked.status, status == nil || status == .confirmed {
        status = marker
      }
    }
    venue = venue.map { URLText.withoutUsers(TextEscapes.resolved($0)) }
    separateMeeting()
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
    if let end, end.date.year <= 1970, start.map({ $0.date.year > 1970 }) ?? false {
      // The default value of a date type: 1970 in PHP, 1 in .NET, 1900 in spreadsheets.
      note("W_END_UNREADABLE", "the end \(end) is a program's default; the end is unknown")
      self.end = nil
    }
    published = plausible(published, of: "published")
    updated = plausible(updated, of: "updated")
  }

  /// A date between 1970 and 2100; any other one is reported and becomes nil.
  private mutating func plausible(_ time: CalendarTime?, of field: String) -> CalendarTime? {
    guard let time, !(1970...2100).contains(time.date.year) else { return time }
    let message = "the \(field) date '\(time)' is not in the years 1970 to 2100 and is unknown"
    note("W_DATE_UNREADABLE", message)
    return nil
  }
}

/// Resolves escapes that remain because text was escaped repeatedly.
enum TextEscapes {
  /// Resolves character references escaped up to three times, and optionally percent escapes.
  ///
  /// - Parameter percents: Whether to resolve `%26` and the like.
  static func resolved(_ text: String, percents: Bool = false) -> String {
    var text = text
    for _ in 0..<3 {
      guard text.contains(byte: UInt8(ascii: "&")), HTMLMarkup.hasReference(Array(text.utf8)[...])
      else { break }
      text = HTMLEntities.decode(text)
    }
    return percents && text.contains(byte: UInt8(ascii: "%")) ? withoutPercents(text) : text
  }

  /// Resolves percent escapes that can be nothing else.
  ///
  /// `%26` is an ampersand unless a digit precedes it, as in "50%26 off"; `%25` after a digit is a
  /// percent sign. Other symbols are resolved inside words only, and valid multibyte UTF-8
  /// everywhere (RFC 3986, section 2.1).
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
        } else if isSymbol(first),
          mayBeEscape(of: first, after: output.last, before: end, in: bytes, escaped)
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

  /// Whether the context allows to resolve the escape of a symbol.
  private static func mayBeEscape(
    of symbol: UInt8, after last: UInt8?, before end: Int, in bytes: [UInt8], _ escaped: [UInt8]
  ) -> Bool {
    let isAfterDigit = last?.isDigit == true
    if symbol == UInt8(ascii: "%") { return isAfterDigit }
    if isAfterDigit { return false }
    if symbol == UInt8(ascii: "&") { return true }
    guard let last, !last.isSpace || escaped.count > 1 else { return false }
    return escaped.count > 1 || end < bytes.count && !bytes[end].isSpace
  }

  /// Whether a byte is printable ASCII other than letters and digits.
  private static func isSymbol(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && !byte.isAlphanumeric
  }

  /// The bytes of up to four consecutive escapes.
  private static func run(in bytes: [UInt8], at start: Int) -> [UInt8] {
    var values: [UInt8] = []
    var index = start
    while values.count < 4, index + 2 < bytes.count, bytes[index] == UInt8(ascii: "%"),
      let high = bytes[index + 1].digit(radix: 16), let low = bytes[index + 2].digit(radix: 16)
    {
      values.append(UInt8(high << 4 | low))
      index += 3
    }
    return values
  }
}
