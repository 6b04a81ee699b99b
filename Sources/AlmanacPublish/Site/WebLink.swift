import AlmanacModel

/// Links that a page may offer. What feeds call a link may be a script.
public enum WebLink {
  private static let schemes = ["http://", "https://", "mailto:"]

  /// The address, where it is one of the web or of mail; nil for all else.
  public static func safe(_ address: String?) -> String? {
    guard let address else { return nil }
    // Browsers drop line breaks and tabs inside an address before they read its scheme.
    guard !address.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7f }) else {
      return nil
    }
    let start = address.prefix(8).lowercased()
    return schemes.contains(where: start.hasPrefix) ? address : nil
  }
}

extension PublishedEvent {
  /// Its publisher's page; where that is none to follow, that of the first listing that has one.
  var link: String? {
    WebLink.safe(event.url) ?? event.listings.lazy.compactMap { WebLink.safe($0.url) }.first
  }
}
