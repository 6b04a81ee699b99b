import AlmanacModel
import Foundation

/// Who is behind an event and whom to ask.
///
/// Names only: a mail address is kept beside them for inspection, an attendee never.
struct EventPeople {
  private(set) var isUsed = false
  private var organizer: String?
  private var address: String?
  private var hosts: String?
  private var contact: String?

  mutating func take(_ line: ContentLine, _ fields: inout FieldSanitizer) {
    isUsed = true
    switch line.property {
    case .organizer: takeOrganizer(line, &fields)
    case .hosts: hosts = hosts ?? fields.line(line)
    case .contact: contact = fields.line(line) ?? contact
    default: contact = contact ?? fields.line(line)
    }
  }

  func apply(to entry: inout Entry) {
    guard isUsed else { return }
    entry.organizer = organizer ?? hosts
    entry.authorEmail = address
    entry.contact = contact
  }

  private mutating func takeOrganizer(_ line: ContentLine, _ fields: inout FieldSanitizer) {
    let value = EventText.unescaped(line)
    if value.lowercased().hasPrefix("mailto:") {
      address = Self.mailAddress(String(value.dropFirst(7)))
    } else if value.contains("@"), !value.contains(" "), !value.contains("/") {
      address = Self.mailAddress(value)
    } else if !value.isEmpty, !value.lowercased().hasPrefix("invalid:") {
      organizer = fields.text(EventText.plain(value), .one, of: line)
    }
    guard let name = line.parameter("CN") else { return }
    let decoded = name.contains("%") ? name.removingPercentEncoding ?? name : name
    guard let text = fields.text(EventText.plain(decoded), .one, of: line) else {
      return
    }
    if text.contains("@"), !text.contains(" ") {
      address = address ?? Self.mailAddress(text)
    } else {
      organizer = text
    }
  }

  /// nil for addresses that nobody reads: they are no organizer.
  private static func mailAddress(_ text: String) -> String? {
    let address = (text.removingPercentEncoding ?? text).filter { !$0.isWhitespace }
    let parts = address.split(separator: "@")
    guard parts.count == 2 else { return nil }
    let mailbox = parts[0].lowercased().filter { $0 != "-" && $0 != "_" && $0 != "." }
    return ["noreply", "donotreply", "invalid", "unknown"].contains(mailbox) ? nil : address
  }
}
