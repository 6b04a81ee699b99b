public import AlmanacModel
import AlmanacTime

extension OccurrenceWeather: JSONMemberCodable {
  public static var blank: OccurrenceWeather {
    OccurrenceWeather(
      source: "", provider: .openMeteo, condition: .unknown, text: "", fetchedAt: .blank,
      distance: 0)
  }

  public mutating func code(with coder: inout some JSONMemberCoder) throws(UnexpectedRecord) {
    try coder.member("advisories", &advisories)
    try coder.member("attribution", &attribution)
    try coder.member("condition", &condition)
    try coder.member("distance", &distance)
    try coder.member("fetchedAt", &fetchedAt)
    try coder.member("isDay", &isDay)
    try coder.member("issuedAt", &issuedAt)
    try coder.member("precipitation", &precipitation)
    try coder.member("precipitationProbability", &precipitationProbability)
    try coder.member("provider", &provider)
    try coder.member("source", &source)
    try coder.member("sunrise", &sunrise)
    try coder.member("sunset", &sunset)
    try coder.member("supplements", &supplements)
    try coder.member("temperatureMax", &temperatureMax)
    try coder.member("temperatureMin", &temperatureMin)
    try coder.member("text", &text)
    try coder.member("windSpeed", &windSpeed)
  }
}

extension OccurrenceWeather.Supplement: JSONMemberCodable {
  public static var blank: Self {
    Self(field: .condition, source: "", provider: .openMeteo)
  }

  public mutating func code(with coder: inout some JSONMemberCoder) throws(UnexpectedRecord) {
    try coder.member("field", &field)
    try coder.member("provider", &provider)
    try coder.member("source", &source)
  }
}

extension WeatherAdvisory: JSONMemberCodable {
  public static var blank: WeatherAdvisory { WeatherAdvisory(id: "", text: "") }

  public mutating func code(with coder: inout some JSONMemberCoder) throws(UnexpectedRecord) {
    try coder.member("id", &id)
    try coder.member("text", &text)
  }
}

extension OccurrenceWeather.Supplement.Field: FastJSONCodable {}
extension WeatherCondition: FastJSONCodable {}
extension WeatherProvider: FastJSONCodable {}

extension Forecast: JSONMemberCodable {
  public static var blank: Forecast {
    get throws(UnexpectedRecord) {
      guard let point = Coordinate(latitude: 0, longitude: 0) else { throw UnexpectedRecord() }
      return Forecast(
        source: "", provider: .openMeteo, point: point, fetchedAt: .blank, at: .blank)
    }
  }

  public mutating func code(with coder: inout some JSONMemberCoder) throws(UnexpectedRecord) {
    try coder.member("accumulatedFrom", &accumulatedFrom)
    try coder.member("accumulatedTo", &accumulatedTo)
    try coder.member("apparentTemperature", &apparentTemperature)
    try coder.member("at", &at)
    try coder.member("attribution", &attribution)
    try coder.member("city", &city)
    try coder.member("cloudCover", &cloudCover)
    try coder.member("condition", &condition)
    try coder.member("dewPoint", &dewPoint)
    try coder.member("elevation", &elevation)
    try coder.member("fetchedAt", &fetchedAt)
    try coder.member("grid", &grid)
    try coder.member("isCurrent", &isCurrent)
    try coder.member("isDay", &isDay)
    try coder.member("issuedAt", &issuedAt)
    try coder.member("point", &point)
    try coder.member("precipitation", &precipitation)
    try coder.member("precipitationProbability", &precipitationProbability)
    try coder.member("pressure", &pressure)
    try coder.member("provider", &provider)
    try coder.member("rawCode", &rawCode)
    try coder.member("rawText", &rawText)
    try coder.member("relativeHumidity", &relativeHumidity)
    try coder.member("resolution", &resolution)
    try coder.member("snowfall", &snowfall)
    try coder.member("source", &source)
    try coder.member("temperature", &temperature)
    try coder.member("temperatureMax", &temperatureMax)
    try coder.member("temperatureMin", &temperatureMin)
    try coder.member("uvIndex", &uvIndex)
    try coder.member("visibility", &visibility)
    try coder.member("windDirection", &windDirection)
    try coder.member("windGust", &windGust)
    try coder.member("windSpeed", &windSpeed)
  }
}
