/// Whether an identifier is likely to mean the same item wherever it is met.
enum GlobalIdentifier {
  /// `tag:` and `urn:` URIs, web addresses, UIDs of the form `something@host` (RFC 5545 section
  /// 3.8.4.7) and long random texts are; counters and slugs are not.
  static func isLikely(_ identifier: String?) -> Bool {
    guard let identifier, identifier.utf8.count <= 1_024,
      !identifier.utf8.contains(where: { $0 <= 0x20 })
    else { return false }
    let lower = identifier.lowercased()
    if ["tag:", "urn:", "http://", "https://"].contains(where: lower.hasPrefix) {
      return identifier.utf8.count > 12
    }
    let parts = identifier.split(separator: "@", omittingEmptySubsequences: false)
    if parts.count == 2, !parts[0].isEmpty, parts[1].contains(".") || parts[0].utf8.count >= 16 {
      return !parts[1].isEmpty
    }
    return isRandom(lower)
  }

  /// A UUID, or as many letters and digits as one.
  private static func isRandom(_ text: String) -> Bool {
    let digits = text.utf8.count { 0x30...0x39 ~= $0 }
    let letters = text.utf8.count { 0x61...0x7A ~= $0 }
    return digits + letters >= 24 && digits >= 4 && letters >= 4
  }
}
