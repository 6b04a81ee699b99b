import Foundation

/// Titles that are longer than any page, calendar or list can show: whole descriptions, mostly.
enum LongTitle {
  /// Characters of the compatibility form (UAX #15).
  static let limit = 1_000

  /// - Returns: 0 for what is short for certain.
  static func length(of title: String) -> Int {
    // No character has fewer than one byte for 6 of the form, U+FDFA with 3 for 18 among them.
    guard title.utf8.count > limit / 6 else { return 0 }
    return compatible(title).unicodeScalars.count
  }

  /// Whether most of a title's length comes from characters that stand for many: no language is
  /// written so, and who reads the title in its compatibility form gets far more than was sent.
  static func isExpander(_ title: String) -> Bool {
    length(of: title) > 2 * title.unicodeScalars.count
  }

  /// The beginning of a title, up to the end of a word where one is near.
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
