import AlmanacModel
import AlmanacTime

extension OccurrenceWeather: HandCoded {
  func write(to output: inout RecordOutput) {
    output.beginObject()
    output.member("advisories", advisories)
    output.member("attribution", attribution)
    output.member("condition", condition)
    output.member("distance", distance)
    output.member("fetchedAt", fetchedAt)
    output.member("isDay", isDay)
    output.member("issuedAt", issuedAt)
    output.member("precipitation", precipitation)
    output.member("precipitationProbability", precipitationProbability)
    output.member("provider", provider)
    output.member("source", source)
    output.member("sunrise", sunrise)
    output.member("sunset", sunset)
    output.member("supplements", supplements)
    output.member("temperatureMax", temperatureMax)
    output.member("temperatureMin", temperatureMin)
    output.member("text", text)
    output.member("windSpeed", windSpeed)
    output.endObject()
  }

  init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    try input.beginObject()
    let advisories: [WeatherAdvisory]? = try input.optional("advisories")
    let attribution: String? = try input.optional("attribution")
    let condition: WeatherCondition = try input.member("condition")
    let distance: Double = try input.member("distance")
    let fetchedAt: Instant = try input.member("fetchedAt")
    let isDay: Bool? = try input.optional("isDay")
    let issuedAt: Instant? = try input.optional("issuedAt")
    let precipitation: Double? = try input.optional("precipitation")
    let probability: Double? = try input.optional("precipitationProbability")
    let provider: WeatherProvider = try input.member("provider")
    let source: String = try input.member("source")
    let sunrise: Instant? = try input.optional("sunrise")
    let sunset: Instant? = try input.optional("sunset")
    let supplements: [Supplement]? = try input.optional("supplements")
    let temperatureMax: Double? = try input.optional("temperatureMax")
    let temperatureMin: Double? = try input.optional("temperatureMin")
    let text: String = try input.member("text")
    let windSpeed: Double? = try input.optional("windSpeed")
    try input.endObject()
    self.init(
      source: source, provider: provider, condition: condition, temperatureMin: temperatureMin,
      temperatureMax: temperatureMax, precipitation: precipitation,
      precipitationProbability: probability, windSpeed: windSpeed, text: text,
      issuedAt: issuedAt, fetchedAt: fetchedAt, distance: distance, attribution: attribution,
      supplements: supplements, sunrise: sunrise, sunset: sunset)
    self.advisories = advisories
    self.isDay = isDay
  }
}

extension OccurrenceWeather.Supplement: HandCoded {
  func write(to output: inout RecordOutput) {
    output.beginObject()
    output.member("field", field)
    output.member("provider", provider)
    output.member("source", source)
    output.endObject()
  }

  init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    try input.beginObject()
    let field: Field = try input.member("field")
    let provider: WeatherProvider = try input.member("provider")
    let source: String = try input.member("source")
    try input.endObject()
    self.init(field: field, source: source, provider: provider)
  }
}

extension WeatherAdvisory: HandCoded {
  func write(to output: inout RecordOutput) {
    output.beginObject()
    output.member("id", id)
    output.member("text", text)
    output.endObject()
  }

  init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    try input.beginObject()
    let id: String = try input.member("id")
    let text: String = try input.member("text")
    try input.endObject()
    self.init(id: id, text: text)
  }
}

extension OccurrenceWeather.Supplement.Field: HandCoded {}
extension WeatherCondition: HandCoded {}
extension WeatherProvider: HandCoded {}
