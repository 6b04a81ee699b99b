import AlmanacModel

/// Validates Open-Meteo's JSON: one answer, or an array of answers for several points.
enum OpenMeteoReader {
  static func read(_ document: JSONValue) throws(WeatherError) -> [JSONValue] {
    let answers = document.array ?? [document]
    guard answers.allSatisfy({ $0.object != nil }) else {
      throw .malformed("it is no JSON of the expected shape")
    }
    for answer in answers where answer["error"]?.bool == true {
      throw .provider(reason: answer["reason"]?.filledString ?? "no reason given")
    }
    return answers
  }

  static func recognizes(_ document: JSONValue) -> Bool {
    if case .array(let answers) = document { return answers.first.map(recognizes) ?? false }
    if document["error"]?.bool == true { return document["reason"] != nil }
    return document["latitude"] != nil && document["generationtime_ms"] != nil
  }
}
