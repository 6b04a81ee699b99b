import AlmanacModel
import Foundation

/// The name and the mail address of an ORGANIZER.
struct EventOrganizer {
  private(set) var name: String?
  private(set) var address: String?

  init(_ line: ContentLine, _ fields: inout FieldSanitizer) {
    let value = VEventText.unescaped(line)
    if value.lowercased().hasPrefix("mailto:") {
      address = Self.mailAddress(String(value.dropFirst(7)))
    } else if value.contains("@"), !value.contains(" "), !value.contains("/") {
      address = Self.mailAddress(value)
    } else if !value.isEmpty, !value.lowercased().hasPrefix("invalid:") {
      name = fields.text(VEventText.plain(value), .one, of: line)
    }
    guard let common = line.wholeParameter("CN") else { return }
    // Parameters have no backslash escapes (RFC 5545, section 3.2), but some programs write them.
    let plain = common.replacing(#/\\([,;:"\\])/#) { $0.output.1 }
    let decoded = plain.contains("%") ? plain.removingPercentEncoding ?? plain : plain
    guard let text = fields.text(VEventText.plain(decoded), .one, of: line) else { return }
    if text.contains("@"), !text.contains(" ") {
      address = address ?? Self.mailAddress(text)
    } else {
      name = text
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
