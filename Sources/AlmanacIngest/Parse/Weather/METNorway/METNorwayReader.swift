import AlmanacModel

/// Validates MET Norway's GeoJSON. Errors are HTML pages.
enum METNorwayReader {
  static func read(_ document: JSONValue) throws(WeatherError) -> JSONValue {
    guard document.object != nil else { throw .malformed("it is no JSON object") }
    let answer = unwrapped(document)
    guard answer["properties"]?["timeseries"]?.array?.isEmpty == false else {
      // Its proxies report errors as a message without a series.
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

  /// The answer without the envelope of status and headers that some clients store.
  private static func unwrapped(_ document: JSONValue) -> JSONValue {
    if document["properties"] == nil, let data = document["data"], data["properties"] != nil {
      return data
    }
    return document
  }
}
