import AlmanacModel
import AlmanacTime

/// The metadata of a VCALENDAR (RFC 5545, section 3.7; RFC 7986, section 5).
struct CalendarProperties {
  private let baseURL: String?
  private var name: String?
  private var vendorName: String?
  private var description: String?
  private var vendorDescription: String?
  private var identifier: String?
  private var link: String?
  private var vendorLink: String?
  private var updated: CalendarTime?

  init(baseURL: String?) { self.baseURL = baseURL }

  /// Reads one property. Of several calendars in one document the first one counts.
  mutating func take(_ line: ContentLine) {
    switch line.property {
    case .name: name = name ?? text(line, .one)
    case .vendorName: vendorName = vendorName ?? text(line, .one)
    case .description: description = description ?? text(line, .many)
    case .vendorDescription: vendorDescription = vendorDescription ?? text(line, .many)
    case .uid, .vendorIdentifier: identifier = identifier ?? text(line, .one)
    case .url: link = link ?? address(line)
    case .originalURL: vendorLink = vendorLink ?? address(line)
    case .lastModified: updated = updated ?? EventValues.stamp(line)
    default: break
    }
  }

  func apply(to document: inout Document) {
    document.title = name ?? vendorName
    document.subtitle = description ?? vendorDescription
    document.id = identifier
    document.link = link ?? vendorLink
    document.updated = updated
  }

  private func address(_ line: ContentLine) -> String? {
    URLText.normalized(EventLinks.text(of: line), base: baseURL)
  }

  private func text(_ line: ContentLine, _ lines: FieldText.Lines) -> String? {
    let plain = VEventText.plain(ICalTextValue.unescape(line.value))
    let cleaned = FieldText.clean(plain, lines: lines).text
    return cleaned.isEmpty ? nil : cleaned
  }
}
