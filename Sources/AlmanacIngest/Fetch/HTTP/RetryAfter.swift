/// Parses `Retry-After` (RFC 9110, section 10.2.3).
public enum RetryAfter {
  /// Seconds from now, clamped to one minute ... eight days.
  ///
  /// nil for a time that is invalid, not in the future or more than a year away. The caller's own
  /// backoff then applies.
  ///
  /// - Parameter now: Seconds since 1970.
  public static func parse(_ header: String, now: Int) -> Int? {
    let text = header.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let delay: Int
    if let seconds = DeltaSeconds.parse(text) {
      delay = seconds
    } else if let date = HTTPDate.parse(text) {
      delay = date - now
    } else {
      return nil
    }
    guard delay > 0, delay <= 366 * 86_400 else { return nil }
    return min(max(delay, 60), 8 * 86_400)
  }
}

/// Computes the freshness lifetime of a response (RFC 9111, section 4.2).
public enum CacheLifetime {
  /// Seconds from now, clamped to 0 ... eight days; nil if no header determines it.
  ///
  /// `max-age` takes precedence over `Expires`. `no-cache`, `no-store`, malformed values (RFC 9111,
  /// section 4.2.1) and past times give 0.
  ///
  /// - Parameter now: Seconds since 1970.
  public static func seconds(_ headers: HTTPHeaders, now: Int) -> Int? {
    let directives = headers.list("Cache-Control").map {
      $0.lowercased().filter { !$0.isWhitespace && $0 != "\"" }
    }
    if directives.contains(where: { $0 == "no-cache" || $0 == "no-store" }) { return 0 }
    let age = headers["Age"].flatMap(DeltaSeconds.parse) ?? 0
    if let maximum = directives.first(where: { $0.hasPrefix("max-age=") }) {
      return clamped((DeltaSeconds.parse(String(maximum.dropFirst(8))) ?? 0) - age)
    }
    guard let expires = headers["Expires"] else { return nil }
    guard let end = HTTPDate.parse(expires) else { return 0 }
    let sent = headers["Date"].flatMap(HTTPDate.parse) ?? now
    return clamped(end - sent - age)
  }

  private static func clamped(_ seconds: Int) -> Int { min(max(seconds, 0), 8 * 86_400) }
}

/// Parses a number of seconds (RFC 9111, section 1.2.2).
enum DeltaSeconds {
  /// Clamps the number to 2^31; returns nil unless the text consists of digits.
  static func parse(_ text: String) -> Int? {
    let digits = text.utf8.drop { $0 == 0x20 }
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    return digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), 1 << 31) }
  }
}
