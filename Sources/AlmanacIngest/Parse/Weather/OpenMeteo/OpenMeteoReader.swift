import AlmanacModel

/// Reads Open-Meteo's JSON: one answer, or a list of them where several points were asked for.
enum OpenMeteoReader {
  static func read(_ bytes: [UInt8]) throws(WeatherError) -> [OpenMeteoResponse] {
    try read(WeatherDocument.read(bytes))
  }

  static func read(_ document: JSONValue) throws(WeatherError) -> [OpenMeteoResponse] {
    let answers = document.array ?? [document]
    let responses = answers.filter { $0.object != nil }.map { OpenMeteoResponse($0) }
    guard responses.count == answers.count else {
      throw .malformed("it is no JSON of the expected shape")
    }
    for response in responses where response.isError == true {
      throw .provider(reason: response.reason ?? "no reason given")
    }
    return responses
  }

  static func recognizes(_ document: JSONValue) -> Bool {
    if case .array(let answers) = document { return answers.first.map(recognizes) ?? false }
    if document["error"]?.bool == true { return document["reason"] != nil }
    return document["latitude"] != nil && document["generationtime_ms"] != nil
  }
}
