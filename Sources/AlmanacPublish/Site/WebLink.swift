import AlmanacModel

/// Checks links for the page, because a link from a feed may be a script.
public enum WebLink {
  private static let schemes = ["http://", "https://", "mailto:"]

  /// The address if its scheme is http, https or mailto, else nil.
  public static func safe(_ address: String?) -> String? {
    guard let address else { return nil }
    // Browsers drop line breaks and tabs inside an address before they read its scheme.
    guard !address.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7f }) else {
      return nil
    }
    let start = address.prefix(8).lowercased()
    return schemes.contains(where: start.hasPrefix) ? address : nil
  }

  /// The OpenStreetMap page with directions to a point.
  static func directions(to point: Coordinate) -> String {
    "https://www.openstreetmap.org/directions?to=\(point.latitude)%2C\(point.longitude)"
  }
}

extension PublishedEvent {
  /// The publisher's page of the event, or else the first safe link of its listings.
  var link: String? {
    WebLink.safe(event.url) ?? event.listings.lazy.compactMap { WebLink.safe($0.url) }.first
  }
}
