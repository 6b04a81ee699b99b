import Foundation

/// Handles titles that are too long to display; most are whole descriptions.
enum LongTitle {
  /// Characters of the compatibility form (UAX #15).
  static let limit = 1_000

  /// The length in the compatibility form. Returns 0 for titles that are certainly short.
  static func length(of title: String) -> Int {
    // The worst expansion is U+FDFA: 3 bytes become 18 characters, so 6 per byte.
    guard title.utf8.count > limit / 6 else { return 0 }
    return compatible(title).unicodeScalars.count
  }

  /// Whether most of the length comes from expanding characters, which no language uses so. The
  /// compatibility form would then be far longer than the title.
  static func isExpander(_ title: String) -> Bool {
    length(of: title) > 2 * title.unicodeScalars.count
  }

  /// The first characters of a title, up to a word boundary if one is near.
  static func cut(_ title: String) -> String {
    var kept = title.startIndex
    var space: String.Index?
    var length = 0
    for index in title.unicodeScalars.indices {
      let scalar = title.unicodeScalars[index]
      if scalar == " " { space = index }
      length += scalar.isASCII ? 1 : compatible(String(scalar)).unicodeScalars.count
      guard length < limit else { break }
      kept = title.unicodeScalars.index(after: index)
    }
    if let space, title[space..<kept].utf8.count < 40 { kept = space }
    return title[..<kept] + "…"
  }

  private static func compatible(_ text: String) -> String {
    text.precomposedStringWithCompatibilityMapping
  }
}
