import AlmanacModel

/// What a VCALENDAR says of itself (RFC 5545 section 3.7, RFC 7986 section 5).
struct CalendarProperties {
  private let baseURL: String?
  private var name: String?
  private var vendorName: String?
  private var description: String?
  private var vendorDescription: String?
  private var identifier: String?
  private var link: String?
  private var vendorLink: String?
  private var updated: String?
  private var method: String?

  init(baseURL: String?) { self.baseURL = baseURL }

  /// Of several calendars in one document the first speaks.
  mutating func take(_ line: ContentLine) {
    switch line.name {
    case "NAME": name = name ?? text(line, .one)
    case "X-WR-CALNAME": vendorName = vendorName ?? text(line, .one)
    case "DESCRIPTION": description = description ?? text(line, .many)
    case "X-WR-CALDESC": vendorDescription = vendorDescription ?? text(line, .many)
    case "UID", "X-WR-RELCALID": identifier = identifier ?? text(line, .one)
    case "URL": link = link ?? URLText.normalized(line.text, base: baseURL)
    case "X-ORIGINAL-URL": vendorLink = vendorLink ?? URLText.normalized(line.text, base: baseURL)
    case "LAST-MODIFIED": updated = updated ?? line.text
    case "METHOD": method = method ?? line.text.uppercased()
    default: break
    }
  }

  /// METHOD:CANCEL (RFC 5546 section 3.2.5) cancels what the calendar lists.
  func apply(to document: inout Document, cancelling entries: inout [Entry]) {
    document.title = name ?? vendorName
    document.subtitle = description ?? vendorDescription
    document.id = identifier
    document.link = link ?? vendorLink
    document.updated = updated.flatMap(EventValues.stamp)
    guard method == "CANCEL" else { return }
    for index in entries.indices { entries[index].status = .cancelled }
  }

  private func text(_ line: ContentLine, _ lines: FieldText.Lines) -> String? {
    let plain = EventText.plain(EscapedText.unescape(line.value))
    let cleaned = FieldText.clean(plain, lines: lines).text
    return cleaned.isEmpty ? nil : cleaned
  }
}
