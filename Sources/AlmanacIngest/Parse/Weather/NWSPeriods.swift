import AlmanacModel
import AlmanacTime

/// Maps periods of an hour or half a day.
enum NWSPeriods {
  /// Precipitation below this probability is not shown: "slight chance" is 10 to 20 percent,
  /// "chance" 30 to 50.
  static let leastChance = 0.25

  static func map(
    _ document: JSONValue, into collector: inout WeatherCollector
  ) throws(WeatherError) {
    guard let site = NWSSite(document, in: &collector) else { throw .noPlace }
    for period in document["properties"]?["periods"]?.array ?? [] {
      map(period, of: site, into: &collector)
    }
  }

  private static func map(
    _ period: JSONValue, of site: NWSSite, into collector: inout WeatherCollector
  ) {
    guard let start = period["startTime"]?.timestamp, let end = period["endTime"]?.timestamp else {
      return
    }
    let length = end.seconds(since: start)
    guard (60...172_800).contains(length) else { return }
    let isDaytime = period["isDaytime"]?.bool
    var forecast = site.forecast(at: start, resolution: length, collector)
    forecast.isDay = isDaytime
    var (degrees, unit) = NWS.quantity(period["temperature"])
    if degrees == nil {
      degrees = period["temperature"]?.looseNumber
      unit = period["temperatureUnit"]?.filledString
    }
    let temperature = collector.value(degrees, unit, .temperature, "temperature")
    // For half a day it is the day's maximum or the night's minimum.
    if length <= 3_600 {
      forecast.temperature = temperature
    } else if isDaytime == true {
      forecast.temperatureMax = temperature
    } else if isDaytime == false {
      forecast.temperatureMin = temperature
    }
    collector.fill(&forecast, fields) { NWS.quantity(period[$0]) }
    wind(of: period, into: &forecast, &collector)
    forecast.setAccumulation(from: start, to: end)
    describe(period, in: &forecast, &collector)
    collector.add(forecast)
  }

  private static func wind(
    of period: JSONValue, into forecast: inout Forecast, _ collector: inout WeatherCollector
  ) {
    if let text = period["windSpeed"]?.filledString {
      // "10 mph", "6 to 10 mph": use the upper end.
      let words = text.split(separator: " ").map(String.init)
      let speed = words.compactMap { Double($0) }.max()
      let unit = words.count > 1 ? words.last : nil
      if unit != nil {
        forecast.windSpeed = collector.value(speed, unit, .speed, "windSpeed")
      }
    } else {
      collector.fill(&forecast, [WeatherField(\.windSpeed, "windSpeed", as: .speed)]) {
        NWS.quantity(period[$0], highest: true)
      }
    }
    collector.fill(&forecast, [WeatherField(\.windGust, "windGust", as: .speed)]) {
      NWS.quantity(period[$0], highest: true)
    }
    forecast.windDirection = period["windDirection"]?.filledString.flatMap(CompassPoint.degrees)
  }

  private static func describe(
    _ period: JSONValue, in forecast: inout Forecast, _ collector: inout WeatherCollector
  ) {
    let text = period["shortForecast"]?.filledString.map { FieldText.excerpt($0, 120) }
    let names = period["icon"]?.filledString.map(NWS.icons) ?? []
    forecast.rawText = text
    forecast.rawCode = names.first
    // These icons are for temperature only.
    let name = names.first { !["hot", "cold"].contains($0) }
    func reading(_ icon: String) -> WeatherCondition? { WeatherCodes.condition(icon, of: .nws) }
    var condition = text.flatMap(WeatherWords.condition) ?? name.flatMap(reading)
    if condition == nil, let name { condition = collector.unknownCode(name, text: text) }
    // Unlikely precipitation is shown as a probability only; the condition is that of the sky, if
    // known.
    if condition?.isWet == true, !isLikely(text, forecast.precipitationProbability) {
      let others = names.compactMap(reading).first { !$0.isWet }
      condition = text.flatMap(WeatherWords.sky) ?? others
    }
    forecast.condition = condition ?? .unknown
  }

  private static func isLikely(_ text: String?, _ probability: Double?) -> Bool {
    if let probability { return probability >= leastChance }
    let text = text?.lowercased() ?? ""
    return !text.contains("slight chance") && !text.contains("isolated")
  }

  private static let fields = [
    WeatherField(\.dewPoint, "dewpoint", as: .temperature),
    WeatherField(\.relativeHumidity, "relativeHumidity", as: .percent),
    WeatherField(
      \.precipitationProbability, "probabilityOfPrecipitation", as: .share, in: "%"),
  ]
}
