import CLibCurl

/// Parses the dates of HTTP (RFC 9110, section 5.6.7).
enum HTTPDate {
  /// Parses all three forms, and others that libcurl knows; returns seconds since 1970 UTC, or nil for
  /// anything else.
  static func parse(_ text: String) -> Int? {
    let seconds = curl_getdate(text, nil)
    return seconds == -1 ? nil : seconds
  }
}
