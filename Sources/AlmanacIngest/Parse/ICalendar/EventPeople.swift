import AlmanacModel
import Foundation

/// Reads the organizer and contact of an event.
///
/// Only names are published. The organizer's mail address is stored for inspection; attendees are
/// never read.
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
    let value = VEventText.unescaped(line)
    if value.lowercased().hasPrefix("mailto:") {
      address = Self.mailAddress(String(value.dropFirst(7)))
    } else if value.contains("@"), !value.contains(" "), !value.contains("/") {
      address = Self.mailAddress(value)
    } else if !value.isEmpty, !value.lowercased().hasPrefix("invalid:") {
      organizer = fields.text(VEventText.plain(value), .one, of: line)
    }
    guard let name = line.wholeParameter("CN") else { return }
    let decoded = name.contains("%") ? name.removingPercentEncoding ?? name : name
    guard let text = fields.text(VEventText.plain(decoded), .one, of: line) else {
      return
    }
    if text.contains("@"), !text.contains(" ") {
      address = address ?? Self.mailAddress(text)
    } else {
      organizer = text
    }
  }

  /// A mail address; nil for mailboxes that nobody reads, such as `noreply`.
  private static func mailAddress(_ text: String) -> String? {
    let address = (text.removingPercentEncoding ?? text).filter { !$0.isWhitespace }
    let parts = address.split(separator: "@")
    guard parts.count == 2 else { return nil }
    let mailbox = parts[0].lowercased().filter { $0 != "-" && $0 != "_" && $0 != "." }
    return ["noreply", "donotreply", "invalid", "unknown"].contains(mailbox) ? nil : address
  }
}
