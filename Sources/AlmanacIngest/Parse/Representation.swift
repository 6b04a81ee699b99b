public import AlmanacModel

/// The HTTP metadata of a document (RFC 9110, section 8).
enum Representation {
  /// The language in Content-Language. nil for several languages, because the language of the
  /// document is then unknown (HTML, section 3.2.6.2).
  static func language(_ header: String?) -> String? {
    guard let tag = header?.trimming(while: { $0 == " " || $0 == "\t" }),
      tag.wholeMatch(of: /[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*/) != nil
    else { return nil }
    return LanguageTag.tidied(tag)
  }

  /// The base of relative links: Content-Location, or else the address of the document.
  ///
  /// Servers behind proxies send internal addresses as Content-Location. An IP address, a
  /// non-default port, a host name without a dot, and http for an https request are therefore
  /// ignored, which RFC 9110 permits.
  static func base(contentLocation: String?, of origin: String) -> String {
    guard let contentLocation, let address = URLText.normalized(contentLocation, base: origin),
      let location = try? RequestURL(address), let requested = try? RequestURL(origin),
      location.hasOrigin(of: requested) || isPublic(location, forRequestTo: requested)
    else { return origin }
    return address
  }

  private static func isPublic(_ location: RequestURL, forRequestTo requested: RequestURL) -> Bool {
    let labels = location.host.split(separator: ".")
    return labels.count > 1 && labels.last?.first?.isLetter == true
      && location.port == (location.isSecure ? "443" : "80")
      && (location.isSecure || !requested.isSecure)
  }
}

extension ReadingContext {
  /// Copies the metadata of a document: from its HTTP headers, or else from its source's
  /// definition.
  public mutating func take(_ capture: Capture?, of source: Source) {
    contentType = capture?.contentType
    retrieved = capture?.fetchedAt
    language = source.language ?? Representation.language(capture?.contentLanguage)
    let origin = capture.map(\.origin).flatMap { URLText.isWebAddress($0) ? $0 : nil }
    let base =
      origin.map {
        Representation.base(contentLocation: capture?.contentLocation, of: $0)
      } ?? source.address
    // The query may contain the operator's API key, which relative links must not inherit.
    baseURL = base.map { String($0.prefix { $0 != "?" && $0 != "#" }) }
  }
}
