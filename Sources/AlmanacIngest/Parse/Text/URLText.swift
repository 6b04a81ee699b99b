import AlmanacTime

/// Normalizes web addresses.
///
/// Characters outside ASCII stay (RFC 3987); illegal ones are percent-encoded. User names and
/// passwords are removed because they are secret.
enum URLText {
  /// Returns an absolute http or https address; nil for anything else.
  ///
  /// - Parameter base: The base of a relative reference (RFC 3986, section 5.2).
  static func normalized(_ text: String, base: String? = nil) -> String? {
    let text = unescaped(text)
    if isNormal(text) { return text }
    // Removed control characters may have been inside an escape.
    let reference = unescaped(tidied(text))
    guard !reference.isEmpty else { return nil }
    if let scheme = scheme(of: reference) {
      return isWeb(scheme) ? absolute(reference, scheme: scheme) : nil
    }
    if let base, let scheme = scheme(of: base), isWeb(scheme),
      let parent = absolute(tidied(base), scheme: scheme)
    {
      return URLReference(parent).resolve(reference)
    }
    // People omit the scheme; pages for both schemes write `//host`.
    if reference.hasPrefix("//") { return absolute("https:" + reference, scheme: "https") }
    return reference.hasPrefix("www.") ? absolute("http://" + reference, scheme: "http") : nil
  }

  /// Resolves ampersands that were escaped too often.
  private static func unescaped(_ text: String) -> String {
    guard text.contains(bytes: "&amp;") || text.contains(bytes: "&#") else { return text }
    return text.replacing(/&(?:(?:amp|#0?38);)+/, with: "&")
  }

  /// Whether `normalized` leaves the text unchanged, as it does most addresses. May return false
  /// negatives, never false positives.
  private static func isNormal(_ text: String) -> Bool {
    let isSecure = text.hasPrefix("https://")
    guard isSecure || text.hasPrefix("http://") else { return false }
    let start = isSecure ? 8 : 7
    return text.withUTF8Span { bytes in
      guard bytes.count > start, bytes[start].isAlphanumeric else { return false }
      var isInAuthority = true
      for index in start..<bytes.count {
        let byte = bytes[index]
        if byte.isAlphanumeric { continue }
        if byte >= 0x7F || isIllegal(byte) { return false }
        if endsAuthority(byte) { isInAuthority = false }
        if isInAuthority, byte == UInt8(ascii: "@") || byte == UInt8(ascii: "%") { return false }
      }
      return true
    }
  }

  private static func endsAuthority(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  /// Normalizes an address as `normalized` does; mailto is allowed as well (RFC 6068).
  static func link(_ text: String, base: String? = nil) -> String? {
    if isNormal(text) { return text }
    let reference = tidied(text)
    guard scheme(of: reference) == "mailto" else { return normalized(text, base: base) }
    return reference.utf8.contains(UInt8(ascii: "@")) ? reference : nil
  }

  /// Whether the text is an absolute web address and nothing else.
  static func isWebAddress(_ text: String) -> Bool {
    scheme(of: text).map(isWeb) == true && isUnbroken(text)
  }

  /// Whether the text contains neither spaces nor control characters.
  static func isUnbroken(_ text: String) -> Bool { text.bytes(allSatisfy: { $0 > 0x20 }) }

  /// Whether following the address runs code instead of showing a page.
  static func runs(_ text: String) -> Bool {
    scheme(of: tidied(text)).map(["javascript", "vbscript", "data"].contains) ?? false
  }

  /// Whether the path has the extension of an image.
  static func endsAsPicture(_ address: String) -> Bool {
    let path = address.lowercased().prefix { $0 != "?" && $0 != "#" }
    return [".jpg", ".jpeg", ".png", ".gif", ".webp"].contains(where: path.hasSuffix)
  }

  private static func isWeb(_ scheme: String) -> Bool { scheme == "http" || scheme == "https" }

  /// The scheme in lower case; nil for a relative reference (RFC 3986, section 3.1).
  static func scheme(of text: String) -> String? {
    var length = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: ":") {
        return length == 0 ? nil : String(lowercasing: text.utf8.prefix(length))
      }
      let isLegal =
        byte.isLetter
        || (length > 0 && (byte.isDigit || byte == 0x2B || byte == 0x2D || byte == 0x2E))
      guard isLegal, length < 32 else { return nil }
      length += 1
    }
    return nil
  }

  /// The address with a lower-case scheme and without user information (RFC 3986, section 3.2.1);
  /// nil without a host.
  private static func absolute(_ text: String, scheme: String) -> String? {
    let rest = text.dropFirst(scheme.utf8.count + 1)
    guard rest.hasPrefix("//") else { return nil }
    let after = rest.dropFirst(2)
    let authority = after.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    guard let first = host.utf8.first, first != UInt8(ascii: ":"), !host.contains("%") else {
      return nil
    }
    if host.endIndex == authority.endIndex, host.startIndex == authority.startIndex {
      return text.hasPrefix(scheme) ? text : scheme + "://" + after
    }
    return scheme + "://" + host + after.dropFirst(authority.count)
  }

  /// Removes user names and passwords from the web addresses in a text.
  ///
  /// - Complexity: O(bytes).
  static func withoutUsers(_ text: String) -> String {
    guard text.contains(byte: UInt8(ascii: "@")), text.contains(bytes: "://") else { return text }
    return text.replacing(/(?i)(\bhttps?:\/\/)[^\s\/?#<>"'@]{1,256}@(?=[^\s\/?#<>"'@])/) {
      $0.output.1
    }
  }

  /// Trims an address, removes tabs and line breaks as browsers do, and percent-encodes illegal
  /// characters.
  ///
  /// An address contains no backslash (RFC 3986, section 2). Before a delimiter it is an escape of
  /// JSON or iCalendar and is removed. Elsewhere in the path it means a slash (WHATWG URL, section
  /// 4.4).
  private static func tidied(_ text: String) -> String {
    if text.bytes(allSatisfy: { $0 < 0x7F && !isIllegal($0) }) { return text }
    let unbroken = text.unicodeScalars.filter { !("\t"..."\r").contains($0) }
    var reference = FieldText.clean(String(unbroken)).text
    // Delimiters around an address (RFC 3986, appendix C).
    if reference.hasPrefix("<"), reference.hasSuffix(">") {
      reference = String(reference.dropFirst().dropLast())
    }
    let trimmed = Array(reference.utf8)
    let isWeb = trimmed.starts(with: "http".utf8) { $0 | 0x20 == $1 }
    var isInPath = isWeb
    var output: [UInt8] = []
    for (index, byte) in trimmed.enumerated() {
      if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { isInPath = false }
      if byte == UInt8(ascii: "\\") {
        let next = index + 1 < trimmed.count ? trimmed[index + 1] : 0
        if Self.delimiters.contains(next) { continue }
        if isInPath {
          output.append(UInt8(ascii: "/"))
          continue
        }
      }
      if isIllegal(byte) {
        output.append(UInt8(ascii: "%"))
        for digit in [byte >> 4, byte & 15] { output.append(digit + (digit < 10 ? 0x30 : 0x37)) }
      } else {
        output.append(byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The reserved characters of RFC 3986, section 2.2.
  private static let delimiters = Set(":/?#[]@!$&'()*+,;=".utf8)

  private static func isIllegal(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00...0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B...0x7D, 0x7F: true
    default: false
    }
  }
}
