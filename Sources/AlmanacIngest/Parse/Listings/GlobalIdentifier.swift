/// Distinguishes identifiers that are unique everywhere from local ones.
enum GlobalIdentifier {
  /// Whether an identifier is likely unique everywhere: `tag:` and `urn:` URIs, web addresses, UIDs
  /// of the form `something@host` (RFC 5545, section 3.8.4.7) and long random texts. Counters and
  /// slugs are not.
  static func isLikely(_ identifier: String?) -> Bool {
    guard let identifier, identifier.utf8.count <= 1_024 else { return false }
    return URLText.isUnbroken(identifier) && isLikely(Array(identifier.utf8))
  }

  private static func isLikely(_ bytes: [UInt8]) -> Bool {
    if isURI(bytes) { return bytes.count > 12 }
    if let at = bytes.firstIndex(of: Self.at), at > 0, !bytes[(at + 1)...].contains(Self.at),
      at >= 16 || bytes[(at + 1)...].contains(UInt8(ascii: "."))
    {
      return at + 1 < bytes.count
    }
    return isRandom(bytes)
  }

  private static let at = UInt8(ascii: "@")

  private static let schemes = ["tag:", "urn:", "http://", "https://"].map { Array($0.utf8) }

  // Schemes are case-insensitive (RFC 3986, section 3.1).
  private static func isURI(_ bytes: [UInt8]) -> Bool {
    guard bytes.prefix(8).contains(UInt8(ascii: ":")) else { return false }
    return schemes.contains { bytes.starts(withLowercase: $0) }
  }

  /// Whether the text is a UUID or has as many letters and digits as one.
  private static func isRandom(_ bytes: [UInt8]) -> Bool {
    let digits = bytes.count(where: \.isDigit)
    let letters = bytes.count(where: \.isLetter)
    return digits + letters >= 24 && digits >= 4 && letters >= 4
  }
}
