import Foundation

/// The public URL of `output/latest`, under which the edition's files are served.
public struct EditionAddress: Hashable, Sendable, Codable {
  /// Without a trailing slash.
  private let base: String

  var text: String { base }

  /// - Returns: nil unless the text is an http or https URL without query and fragment.
  public init?(_ text: String) {
    guard let safe = WebLink.safe(text), !safe.contains("?"), !safe.contains("#"),
      let scheme = safe.firstRange(of: "://"), scheme.upperBound < safe.endIndex,
      safe[scheme.upperBound] != "/", safe.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }),
      ["http", "https"].contains(safe[..<scheme.lowerBound].lowercased())
    else { return nil }
    base = String(safe.reversed().drop { $0 == "/" }.reversed())
  }

  /// The URL of a file of the edition.
  func file(_ path: String) -> String { "\(base)/\(path)" }

  /// The URL of the page, optionally with a filter.
  func page(_ filter: (name: String, value: String)? = nil) -> String {
    let page = file(SitePage.path)
    return filter.map { "\(page)?\($0.name)=\(Self.escaped($0.value))" } ?? page
  }

  /// The URL of an event on the page.
  func page(of event: String) -> String { "\(page())#\(event)" }

  /// A webcal URL, which opens the calendar application.
  func subscription(_ path: String) -> String {
    let rest = base.drop { $0 != ":" }
    return "webcal\(rest)/\(path)"
  }

  /// Letters, digits and `-._~` as they are (RFC 3986 section 2.3), all else as percent signs.
  static func escaped(_ value: String) -> String {
    value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
