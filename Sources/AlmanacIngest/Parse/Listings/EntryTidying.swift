import AlmanacModel
import AlmanacTime
import Foundation

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
    if let start, let end, 1971..<9999 ~= start.date.year, end.date.year <= 1970 || isLastDay(end) {
      // The first value of a date type, 1970 in PHP, 1 in .NET, 1900 in spreadsheets, or the last
      // one, for events without an end.
      note("W_END_UNREADABLE", "the end \(end) is a program's default; the end is unknown")
      self.end = nil
    }
    published = plausible(published, of: "published")
    updated = plausible(updated, of: "updated")
  }

  /// Whether a time is the first or the last moment of 31 December 9999, and not the sum of a time and
  /// an impossible duration.
  private func isLastDay(_ time: CalendarTime) -> Bool {
    let minute = time.civil.hour * 60 + time.civil.minute
    return time.date.year == 9999 && time.date.month == 12 && (minute == 0 || minute == 1_439)
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

  /// Resolves percent escapes that can be nothing else: of characters beyond ASCII everywhere (RFC
  /// 3986, section 2.1), of symbols by what is beside them.
  ///
  /// `%26` is an ampersand unless a digit precedes it, as in "50%26 off"; `%25` after a digit is a
  /// percent sign. Other symbols are resolved inside words only, or if several are escaped.
  private static func withoutPercents(_ text: String) -> String {
    text.replacing(/(?:%[0-9A-Fa-f]{2})+/) { match in
      let written = String(match.output)
      let before = text[..<match.range.lowerBound].last
      let after = text[match.range.upperBound...].first
      guard let plain = written.removingPercentEncoding else { return written }
      let isResolved =
        if plain.utf8.contains(where: { $0 >= 0x80 }) {
          true
        } else if before?.isNumber == true {
          plain == "%"
        } else {
          plain == "&" || plain.utf8.count > 1
            || plain != "%" && before?.isWhitespace == false && after?.isWhitespace == false
        }
      return isResolved && plain.utf8.allSatisfy(isSymbol) ? plain : written
    }
  }

  /// Whether a byte is printable ASCII other than letters and digits, or beyond ASCII.
  private static func isSymbol(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F && !byte.isAlphanumeric
  }
}
