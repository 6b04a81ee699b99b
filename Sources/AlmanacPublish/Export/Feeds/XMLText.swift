import AlmanacTime
import Foundation

/// Writes text, elements and links as XML.
enum XMLText {
  /// Escapes a text. Omits characters that XML 1.0 (section 2.2) can't represent.
  static func escaped(_ text: String) -> String {
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0a, 0x0d, 0x20...0xfffd, 0x10000...: kept.append(scalar)
      default: continue
      }
    }
    return HTMLText.escaped(String(kept))
  }

  /// An element with text; "" if there is no text.
  static func element(_ name: String, _ text: String?, _ attributes: String = "") -> String {
    guard let text, !text.isEmpty else { return "" }
    return "<\(name)\(attributes)>\(escaped(text))</\(name)>\n"
  }

  /// An Atom link (RFC 4287 section 4.2.7).
  static func link(_ relation: String, _ type: String, _ address: String, prefix: String = "")
    -> String
  {
    "<\(prefix)link rel=\"\(relation)\" type=\"\(type)\" href=\"\(escaped(address))\"/>\n"
  }

  /// A date such as `Tue, 03 Mar 2026 11:00:00 GMT` (RFC 5322 section 3.3, with the zone name of
  /// RSS 2.0).
  static func mailDate(_ instant: Instant) -> String {
    let time = Zone.utc.civil(at: instant)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let clock = [time.hour, time.minute, time.second].map(two).joined(separator: ":")
    let day = time.date
    return "\(day.weekday.name.prefix(3).capitalized), \(two(day.day)) "
      + "\(StaticList.months[day.month - 1].prefix(3)) \(day.year) \(clock) GMT"
  }
}
