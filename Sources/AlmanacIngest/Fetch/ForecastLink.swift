import AlmanacModel

/// Reads the address of a forecast from another document, such as a point of api.weather.gov.
struct ForecastLink {
  /// The document that contains the link.
  struct Directory {
    /// Its URL after redirects, without secrets.
    let address: String
    let body: [UInt8]
  }

  /// The JSON path of the link.
  let path: String

  /// The absolute address of the forecast.
  ///
  /// It must have the scheme, host and port of the document, because a document may direct requests
  /// to its own site only.
  ///
  /// - Throws: `.missingLink`, `.foreignLink`.
  func address(in directory: Directory) throws(FetchError) -> String {
    let document: JSONValue
    do throws(JSONSyntaxError) {
      document = try JSONValue(parsing: directory.body)
    } catch {
      throw .missingLink(path: path, origin: directory.address)
    }
    guard let reference = JSONPath(path).values(in: document).lazy.compactMap(\.string).first,
      !reference.isEmpty
    else { throw .missingLink(path: path, origin: directory.address) }
    let isAbsolute = reference.firstMatch(of: /^[A-Za-z][A-Za-z0-9+.-]*:/) != nil
    let address =
      isAbsolute ? reference : URLReference(directory.address).resolve(reference) ?? reference
    guard Self.site(of: address) == Self.site(of: directory.address),
      Self.site(of: address) != nil
    else {
      throw .foreignLink(
        FieldText.excerpt(address, 200), origin: directory.address)
    }
    return address
  }

  /// Scheme, host and port as a text; nil for an invalid URL and for one with a password.
  private static func site(of address: String) -> String? {
    do throws(HTTPFailure) {
      let url = try RequestURL(address)
      guard !url.hasPassword else { return nil }
      let authority = url.text.drop { $0 != ":" }.dropFirst(3)
        .prefix { $0 != "/" && $0 != "?" && $0 != "#" }
      // A missing port means the default one.
      let port = authority.firstMatch(of: /:(\d+)$/).map { String($0.1) }
      return "\(url.isSecure) \(url.host) \(port ?? (url.isSecure ? "443" : "80"))"
    } catch {
      return nil
    }
  }
}
