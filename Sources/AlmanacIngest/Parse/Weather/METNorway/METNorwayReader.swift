import AlmanacModel

/// Checks MET Norway's GeoJSON; what it refuses it answers with a page.
enum METNorwayReader {
  static func read(_ document: JSONValue) throws(WeatherError) -> JSONValue {
    guard document.object != nil else { throw .malformed("it is no JSON object") }
    let answer = unwrapped(document)
    guard answer["properties"]?["timeseries"]?.array?.isEmpty == false else {
      // Its proxies answer with a message and no series.
      if let reason = document["error"]?.filledString ?? document["message"]?.filledString {
        throw .provider(reason: reason)
      }
      throw .noSeries
    }
    return answer
  }

  static func recognizes(_ document: JSONValue) -> Bool {
    unwrapped(document)["properties"]?["timeseries"] != nil
  }

  /// Clients keep the answer with its status and headers beside it.
  private static func unwrapped(_ document: JSONValue) -> JSONValue {
    if document["properties"] == nil, let data = document["data"], data["properties"] != nil {
      return data
    }
    return document
  }
}
