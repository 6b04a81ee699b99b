import AlmanacModel

/// Validates data.gov.sg's JSON: version 1, or version 2 in the envelope `{code, data, errorMsg}`.
enum DataGovSGReader {
  static func read(_ document: JSONValue) throws(WeatherError) -> JSONValue {
    guard document.object != nil else { throw .malformed("it is no JSON object") }
    let message = document["errorMsg"]?.filledString ?? document["message"]?.filledString
    if let code = document["code"]?.looseInteger, code != 0 {
      throw .provider(reason: (message ?? "no reason given") + " (\(code))")
    }
    guard !DataGovSGMapper.items(of: document).isEmpty else {
      if let message { throw .provider(reason: message) }
      throw .noSeries
    }
    return document
  }

  static func recognizes(_ document: JSONValue) -> Bool {
    document["api_info"] != nil || document["errorMsg"] != nil || document["area_metadata"] != nil
  }
}
