import AlmanacModel
import AlmanacTime

/// Periods of an hour, or of half a day.
struct NWSPeriodMapper {
  /// Rain of a lower chance is not what people should expect: "slight chance" is 10 to 20 percent,
  /// "chance" 30 to 50.
  static let leastChance = 0.25

  private let periods: NWSPeriods
  private let point: Coordinate

  static func map(
    _ periods: NWSPeriods, into collector: inout WeatherCollector
  ) throws(WeatherError) {
    guard let point = collector.nwsPoint(for: periods.grid) else { throw .noPlace }
    let mapper = NWSPeriodMapper(periods: periods, point: point)
    for period in periods.periods { mapper.map(period, into: &collector) }
  }

  private func map(_ period: NWSPeriods.Period, into collector: inout WeatherCollector) {
    guard let start = period.start, let end = period.end else { return }
    let length = end.seconds(since: start)
    guard (60...172_800).contains(length) else { return }
    var forecast = collector.forecast(
      for: point, grid: periods.grid, at: start, resolution: length)
    forecast.elevation = periods.elevation
    forecast.issuedAt = periods.issuedAt
    forecast.isDay = period.isDaytime
    let temperature = collector.value(
      period.temperature.value, period.temperature.unit, .temperature, "temperature")
    // Of half a day it is the day's highest or the night's lowest.
    if length <= 3_600 {
      forecast.temperature = temperature
    } else if period.isDaytime == true {
      forecast.temperatureMax = temperature
    } else if period.isDaytime == false {
      forecast.temperatureMin = temperature
    }
    forecast.dewPoint = collector.value(
      period.dewPoint.value, period.dewPoint.unit, .temperature, "dewpoint")
    forecast.relativeHumidity = collector.value(
      period.humidity.value, period.humidity.unit, .percent, "relativeHumidity")
    wind(of: period, into: &forecast, &collector)
    forecast.precipitationProbability = collector.value(
      period.probability.value, period.probability.unit, .percent, "probabilityOfPrecipitation"
    ).map { $0 / 100 }
    if forecast.precipitationProbability != nil {
      forecast.accumulatedFrom = start
      forecast.accumulatedTo = end
    }
    describe(period, in: &forecast, &collector)
    collector.keep(forecast)
  }

  private func wind(
    of period: NWSPeriods.Period, into forecast: inout Forecast,
    _ collector: inout WeatherCollector
  ) {
    if let text = period.windText {
      // "10 mph", "6 to 10 mph": the upper end.
      let words = text.split(separator: " ").map(String.init)
      let speed = words.compactMap { Double($0) }.max()
      let unit = words.count > 1 ? words.last : nil
      if unit != nil {
        forecast.windSpeed = collector.value(speed, unit, .speed, "windSpeed")
      }
    } else {
      forecast.windSpeed = collector.value(
        period.wind.maximum ?? period.wind.value, period.wind.unit, .speed, "windSpeed")
    }
    forecast.windGust = collector.value(
      period.gust.maximum ?? period.gust.value, period.gust.unit, .speed, "windGust")
    forecast.windDirection = period.windDirection.flatMap(CompassPoint.degrees)
  }

  private func describe(
    _ period: NWSPeriods.Period, in forecast: inout Forecast,
    _ collector: inout WeatherCollector
  ) {
    let text = period.shortForecast.map { FieldText.clean(String($0.prefix(120))).text }
    let names = period.icon.map(NWSCondition.names) ?? []
    forecast.rawText = text
    forecast.rawCode = names.first
    let name = names.first { !NWSCondition.ofTemperature.contains($0) }
    var condition = text.flatMap(WeatherWords.condition) ?? name.flatMap(NWSCondition.condition)
    if condition == nil, let name { condition = collector.unknownCode(name, text: text) }
    // A shower of little chance is left to the probability; the sky is told where it is known.
    if condition?.isWet == true, !isLikely(text, forecast.precipitationProbability) {
      let others = names.compactMap(NWSCondition.condition).first { !$0.isWet }
      condition = text.flatMap(WeatherWords.sky) ?? others
    }
    forecast.condition = condition ?? .unknown
  }

  private func isLikely(_ text: String?, _ probability: Double?) -> Bool {
    if let probability { return probability >= Self.leastChance }
    let text = text?.lowercased() ?? ""
    return !text.contains("slight chance") && !text.contains("isolated")
  }
}
