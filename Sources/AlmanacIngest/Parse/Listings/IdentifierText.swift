import Crypto

/// Handles oversized identifiers and identifiers that look like file paths.
///
/// No identifier of a feed becomes part of a file name, but an operator should know which source
/// sends `../../etc/passwd`.
enum IdentifierText {
  /// Bytes. Outlook's identifiers have about 120, addresses a few hundred.
  static let limit = 1_024

  /// The identifier; an oversized one is shortened and gets a hash of the whole.
  static func bounded(_ id: String) -> String {
    guard id.utf8.count > limit else { return id }
    var end = id.utf8.index(id.startIndex, offsetBy: limit / 4)
    while end.samePosition(in: id.unicodeScalars) == nil { end = id.utf8.index(before: end) }
    return id[..<end] + "~" + HexDigits.text(of: SHA256.hash(data: Array(id.utf8)))
  }

  /// The finding about an unusual identifier; nil for ordinary ones.
  static func oddity(of id: String) -> String? {
    if id.utf8.count > limit {
      return "its id has \(id.utf8.count) bytes and was shortened; "
        + "ask the publisher for a short one"
    }
    guard isPath(id) else { return nil }
    return "its id '\(FieldText.excerpt(id, 60))' is written like a path; "
      + "it was used as plain text"
  }

  /// Whether an identifier could open a file: an absolute or relative path, but not a web address
  /// or words separated by `/`.
  private static func isPath(_ id: String) -> Bool {
    guard !URLText.isWebAddress(id) else { return false }
    if id.hasPrefix("/") || id.hasPrefix("~/") || id.hasPrefix("\\\\") { return true }
    if URLText.scheme(of: id) == "file" { return true }
    guard id.contains(bytes: "%") || id.contains(bytes: "..") else { return false }
    let plain = id.lowercased().replacing("%2e", with: ".").replacing("%2f", with: "/")
      .replacing("%5c", with: "/").replacing("\\", with: "/")
    return plain.split(separator: "/", omittingEmptySubsequences: false).contains { $0 == ".." }
  }
}
