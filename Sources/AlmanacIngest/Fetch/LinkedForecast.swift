import AlmanacModel

/// The address of a forecast that another document names, as the points of api.weather.gov do.
struct LinkedForecast {
  /// The document that names it.
  struct Directory {
    /// Where it was found at last, without a key.
    let address: String
    let body: [UInt8]
  }

  /// Where in the document, as a path into JSON.
  let path: String

  /// Only an address of the same host and port, fetched as safely, is followed: a document decides
  /// what of its own site is asked for, and nothing else.
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

  /// Scheme, host and port; nil for what is no address of the web, or holds a password.
  private static func site(of address: String) -> String? {
    do throws(HTTPFailure) {
      let url = try RequestURL(address)
      guard !url.hasPassword else { return nil }
      let authority = url.text.drop { $0 != ":" }.dropFirst(3)
        .prefix { $0 != "/" && $0 != "?" && $0 != "#" }
      // The port that is meant where none stands is the same site.
      let port = authority.firstMatch(of: /:(\d+)$/).map { String($0.1) }
      return "\(url.isSecure) \(url.host) \(port ?? (url.isSecure ? "443" : "80"))"
    } catch {
      return nil
    }
  }
}
