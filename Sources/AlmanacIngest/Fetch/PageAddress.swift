import Foundation

/// The addresses of a source's pages.
enum PageAddress {
  /// The address with a parameter of its query set to these values, each in a field of its own; what
  /// the address had for it is replaced.
  static func setting(_ parameter: String, to values: [String], in address: String) -> String {
    let body = address.prefix { $0 != "#" }
    let path = body.prefix { $0 != "?" }
    let fields = body.dropFirst(path.count + 1).split(separator: "&").map(String.init)
    let others = fields.filter { field in
      let name = String(field.prefix { $0 != "=" })
      return name != parameter && name.removingPercentEncoding != parameter
    }
    let new = values.map { encoded(parameter) + "=" + encoded($0) }
    return path + "?" + (others + new).joined(separator: "&")
  }

  /// The address that a page names, if it may be asked for: one of the site's own.
  ///
  /// A link without encryption to the same host is asked for with it: programs behind a proxy do not
  /// know that they are reached by https.
  ///
  /// - Parameters:
  ///   - page: the address of the page.
  ///   - sites: whose origin it must have, one of them.
  static func link(_ reference: String, on page: String, of sites: [RequestURL]) -> String? {
    guard var address = URLText.normalized(reference, base: page) else { return nil }
    if address.hasPrefix("http://"), sites.allSatisfy(\.isSecure) {
      address = "https://" + address.dropFirst("http://".count)
    }
    // Where the link repeats the key, there is the place of it in what was received.
    address = String(address.prefix { $0 != "#" })
      .replacing("%7Bkey%7D", with: SecretRedaction.placeholder)
    guard let url = try? RequestURL(address), !url.hasPassword,
      sites.contains(where: url.hasOrigin)
    else { return nil }
    return address
  }

  /// Percent-encoded but for what RFC 3986 section 2.3 leaves as it is.
  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: SecretRedaction.unreserved) ?? text
  }
}
