public import AlmanacModel
import AlmanacTime

extension OccurrenceWeather: HandCoded {
  public func write(to output: inout RecordOutput) {
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

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
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
  public func write(to output: inout RecordOutput) {
    output.beginObject()
    output.member("field", field)
    output.member("provider", provider)
    output.member("source", source)
    output.endObject()
  }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    try input.beginObject()
    let field: Field = try input.member("field")
    let provider: WeatherProvider = try input.member("provider")
    let source: String = try input.member("source")
    try input.endObject()
    self.init(field: field, source: source, provider: provider)
  }
}

extension WeatherAdvisory: HandCoded {
  public func write(to output: inout RecordOutput) {
    output.beginObject()
    output.member("id", id)
    output.member("text", text)
    output.endObject()
  }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
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

extension Forecast: HandCoded {
  public func write(to output: inout RecordOutput) {
    output.beginObject()
    output.member("accumulatedFrom", accumulatedFrom)
    output.member("accumulatedTo", accumulatedTo)
    output.member("apparentTemperature", apparentTemperature)
    output.member("at", at)
    output.member("attribution", attribution)
    output.member("city", city)
    output.member("cloudCover", cloudCover)
    output.member("condition", condition)
    output.member("dewPoint", dewPoint)
    output.member("elevation", elevation)
    output.member("fetchedAt", fetchedAt)
    output.member("grid", grid)
    output.member("isCurrent", isCurrent)
    output.member("isDay", isDay)
    output.member("issuedAt", issuedAt)
    output.member("point", point)
    output.member("precipitation", precipitation)
    output.member("precipitationProbability", precipitationProbability)
    output.member("pressure", pressure)
    output.member("provider", provider)
    output.member("rawCode", rawCode)
    output.member("rawText", rawText)
    output.member("relativeHumidity", relativeHumidity)
    output.member("resolution", resolution)
    output.member("snowfall", snowfall)
    output.member("source", source)
    output.member("temperature", temperature)
    output.member("temperatureMax", temperatureMax)
    output.member("temperatureMin", temperatureMin)
    output.member("uvIndex", uvIndex)
    output.member("visibility", visibility)
    output.member("windDirection", windDirection)
    output.member("windGust", windGust)
    output.member("windSpeed", windSpeed)
    output.endObject()
  }

  public init(from input: inout RecordInput) throws(RecordInput.Unexpected) {
    try input.beginObject()
    let accumulatedFrom: Instant? = try input.optional("accumulatedFrom")
    let accumulatedTo: Instant? = try input.optional("accumulatedTo")
    let apparentTemperature: Double? = try input.optional("apparentTemperature")
    let at: Instant = try input.member("at")
    let attribution: String? = try input.optional("attribution")
    let city: String? = try input.optional("city")
    let cloudCover: Double? = try input.optional("cloudCover")
    let condition: WeatherCondition = try input.member("condition")
    let dewPoint: Double? = try input.optional("dewPoint")
    let elevation: Double? = try input.optional("elevation")
    let fetchedAt: Instant = try input.member("fetchedAt")
    let grid: Coordinate? = try input.optional("grid")
    let isCurrent: Bool? = try input.optional("isCurrent")
    let isDay: Bool? = try input.optional("isDay")
    let issuedAt: Instant? = try input.optional("issuedAt")
    let point: Coordinate = try input.member("point")
    let precipitation: Double? = try input.optional("precipitation")
    let precipitationProbability: Double? = try input.optional("precipitationProbability")
    let pressure: Double? = try input.optional("pressure")
    let provider: WeatherProvider = try input.member("provider")
    let rawCode: String? = try input.optional("rawCode")
    let rawText: String? = try input.optional("rawText")
    let relativeHumidity: Double? = try input.optional("relativeHumidity")
    let resolution: Int = try input.member("resolution")
    let snowfall: Double? = try input.optional("snowfall")
    let source: String = try input.member("source")
    let temperature: Double? = try input.optional("temperature")
    let temperatureMax: Double? = try input.optional("temperatureMax")
    let temperatureMin: Double? = try input.optional("temperatureMin")
    let uvIndex: Double? = try input.optional("uvIndex")
    let visibility: Double? = try input.optional("visibility")
    let windDirection: Double? = try input.optional("windDirection")
    let windGust: Double? = try input.optional("windGust")
    let windSpeed: Double? = try input.optional("windSpeed")
    try input.endObject()
    self.init(
      source: source, provider: provider, point: point, grid: grid, fetchedAt: fetchedAt, at: at,
      resolution: resolution, condition: condition)
    self.accumulatedFrom = accumulatedFrom
    self.accumulatedTo = accumulatedTo
    self.apparentTemperature = apparentTemperature
    self.attribution = attribution
    self.city = city
    self.cloudCover = cloudCover
    self.dewPoint = dewPoint
    self.elevation = elevation
    self.isCurrent = isCurrent
    self.isDay = isDay
    self.issuedAt = issuedAt
    self.precipitation = precipitation
    self.precipitationProbability = precipitationProbability
    self.pressure = pressure
    self.rawCode = rawCode
    self.rawText = rawText
    self.relativeHumidity = relativeHumidity
    self.snowfall = snowfall
    self.temperature = temperature
    self.temperatureMax = temperatureMax
    self.temperatureMin = temperatureMin
    self.uvIndex = uvIndex
    self.visibility = visibility
    self.windDirection = windDirection
    self.windGust = windGust
    self.windSpeed = windSpeed
  }
}
