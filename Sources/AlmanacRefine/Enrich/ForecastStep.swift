import AlmanacModel
import AlmanacTime

/// One step of a series in the form of the join: only numbers, so that reading many is fast.
///
/// Times are seconds since 1970. An accumulation without an interval counts as none.
struct ForecastStep: Sendable {
  let at: Int64
  /// The end of the step; `at` if its values are valid at no other time.
  let end: Int64
  /// Degrees Celsius at `at`, and at `end` if the next step begins there. Values between are
  /// interpolated.
  var temperature: Double?
  var temperatureAtEnd: Double?
  let temperatureMin: Double?
  let temperatureMax: Double?
  let windSpeed: Double?
  let accumulatedFrom: Int64
  let accumulatedTo: Int64
  let precipitation: Double?
  let probability: Double?
  let condition: WeatherCondition
  let severity: Int
  let rawText: String?

  var length: Int64 { end - at }

  /// - Parameter forecasts: In order of time.
  static func steps(_ forecasts: [Forecast]) -> [ForecastStep] {
    var steps = forecasts.map(ForecastStep.init)
    // Hourly temperatures apply to the whole hour. Longer steps have instants, between which the
    // temperature changes.
    var next: (at: Int64, temperature: Double)?
    for index in steps.indices.reversed() {
      guard let temperature = steps[index].temperature else { continue }
      if steps[index].length > 3_600, let next, next.at == steps[index].end {
        steps[index].temperatureAtEnd = next.temperature
      }
      next = (steps[index].at, temperature)
    }
    return steps
  }

  private init(_ forecast: Forecast) {
    at = forecast.at.secondsSinceEpoch
    end = max(at, (forecast.at + max(0, forecast.resolution)).secondsSinceEpoch)
    temperature = forecast.temperature.finite
    temperatureMin = forecast.temperatureMin.finite
    temperatureMax = forecast.temperatureMax.finite
    windSpeed = forecast.windSpeed.finite
    let interval = forecast.accumulation
    accumulatedFrom = interval?.lowerBound.secondsSinceEpoch ?? at
    accumulatedTo = interval?.upperBound.secondsSinceEpoch ?? at
    precipitation = interval == nil ? nil : forecast.precipitation.finite
    probability = interval == nil ? nil : forecast.precipitationProbability.finite
    condition = forecast.condition
    severity = forecast.condition.severity
    rawText = forecast.condition == .unknown ? forecast.rawText : nil
  }
}

extension Double? {
  fileprivate var finite: Double? { flatMap { $0.isFinite ? $0 : nil } }
}

extension Forecast {
  /// The interval over which precipitation was summed, if it is given and has a length.
  var accumulation: Range<Instant>? {
    guard let accumulatedFrom, let accumulatedTo, accumulatedFrom < accumulatedTo else {
      return nil
    }
    return accumulatedFrom..<accumulatedTo
  }
}
