import Foundation

/// Builds and checks the addresses of a source's pages.
enum PageAddress {
  /// Sets a query parameter, replacing its previous values. Each value gets its own field.
  static func setting(_ parameter: String, to values: [String], in address: String) -> String {
    let body = address.prefix { $0 != "#" }
    let path = body.prefix { $0 != "?" }
    let fields = body.dropFirst(path.count + 1).split(separator: "&").map(String.init)
    let others = fields.filter { field in
      let name = String(field.prefix { $0 != "=" })
      return name != parameter && name.removingPercentEncoding != parameter
    }
    let new = values.map { SecretRedaction.encoded(parameter) + "=" + SecretRedaction.encoded($0) }
    return path + "?" + (others + new).joined(separator: "&")
  }

  /// Resolves the link of a page; nil if it is invalid or leads to another origin.
  ///
  /// An http link is changed to https if the source uses https, because programs behind a proxy do
  /// not know that they are reached by https.
  ///
  /// - Parameters:
  ///   - page: The address of the page, the base of the link.
  ///   - sites: The allowed origins.
  static func link(_ reference: String, on page: String, of sites: [RequestURL]) -> String? {
    guard var address = URLText.normalized(reference, base: page) else { return nil }
    if address.hasPrefix("http://"), sites.allSatisfy(\.isSecure) {
      address = "https://" + address.dropFirst("http://".count)
    }
    // If the server repeats the key in the link, redaction has replaced it by the placeholder.
    address = String(address.prefix { $0 != "#" })
      .replacing("%7Bkey%7D", with: SecretRedaction.placeholder)
    guard let url = try? RequestURL(address), !url.hasPassword,
      sites.contains(where: url.hasOrigin)
    else { return nil }
    return address
  }
}
