public import AlmanacModel

/// What servers say of a document besides its bytes (RFC 9110, section 8).
enum Representation {
  /// The language of Content-Language, where it names one alone: of several, nobody knows which the
  /// document is in (HTML, section 3.2.6.2).
  static func language(_ header: String?) -> String? {
    guard let tag = header?.trimming(while: { $0 == " " || $0 == "\t" }),
      tag.wholeMatch(of: /[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*/) != nil
    else { return nil }
    return LanguageTag.tidied(tag)
  }

  /// What relative links are relative to: Content-Location, or else where the document came from.
  ///
  /// RFC 9110 does not ask for it any more, because servers behind others tell what these are called
  /// inside: an address, a port, a name without a dot, or http where https was asked for, are not
  /// heeded.
  static func base(contentLocation: String?, of origin: String) -> String {
    guard let contentLocation, let address = URLText.normalized(contentLocation, base: origin),
      let location = try? RequestURL(address), let asked = try? RequestURL(origin),
      location.hasOrigin(of: asked) || isPublic(location, besides: asked)
    else { return origin }
    return address
  }

  private static func isPublic(_ location: RequestURL, besides asked: RequestURL) -> Bool {
    let labels = location.host.split(separator: ".")
    return labels.count > 1 && labels.last?.first?.isLetter == true
      && location.port == (location.isSecure ? "443" : "80")
      && (location.isSecure || !asked.isSecure)
  }
}

extension ReadingContext {
  /// Takes over what is known of a document from outside of it: what its server says, and where that
  /// says nothing, its source.
  public mutating func take(_ capture: Capture?, of source: Source) {
    contentType = capture?.contentType
    language = source.language ?? Representation.language(capture?.contentLanguage)
    let origin = capture.map(\.origin).flatMap { URLText.isWebAddress($0) ? $0 : nil }
    let base =
      origin.map {
        Representation.base(contentLocation: capture?.contentLocation, of: $0)
      } ?? source.address
    // A query may hold the operator's key, and a relative link such as `#top` would take it over.
    baseURL = base.map { String($0.prefix { $0 != "?" && $0 != "#" }) }
  }
}
