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
    let address =
      URLText.scheme(of: reference) == nil
      ? URLReference(directory.address).resolve(reference) ?? reference : reference
    guard let own = try? RequestURL(directory.address), let url = try? RequestURL(address),
      url.hasOrigin(of: own), !url.hasPassword
    else { throw .foreignLink(FieldText.excerpt(address, 200), origin: directory.address) }
    return address
  }
}
