import AlmanacModel
import AlmanacTime

/// The metadata of a VCALENDAR (RFC 5545, section 3.7; RFC 7986, section 5).
struct CalendarProperties {
  private let baseURL: String?
  /// Of several calendars in one document the first one counts.
  private var lines: [CalendarProperty: ContentLine] = [:]

  init(baseURL: String?) { self.baseURL = baseURL }

  mutating func take(_ line: ContentLine) {
    if lines[line.property] == nil, !line.value.isEmpty { lines[line.property] = line }
  }

  func apply(to document: inout Document) {
    document.title = text(.name, .one) ?? text(.vendorName, .one)
    document.subtitle = text(.description, .many) ?? text(.vendorDescription, .many)
    document.id = text(.uid, .one) ?? text(.vendorIdentifier, .one)
    document.link = address(.url) ?? address(.originalURL)
    document.updated = lines[.lastModified].flatMap(EventValues.stamp)
  }

  private func address(_ property: CalendarProperty) -> String? {
    lines[property].flatMap { URLText.normalized(EventLinks.text(of: $0), base: baseURL) }
  }

  private func text(_ property: CalendarProperty, _ lines: FieldText.Lines) -> String? {
    guard let line = self.lines[property] else { return nil }
    let plain = VEventText.plain(ICalTextValue.unescape(line.value))
    return FieldText.clean(plain, lines: lines).text.nonBlank
  }
}
