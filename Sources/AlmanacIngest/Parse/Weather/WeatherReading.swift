import AlmanacModel
import AlmanacTime

/// What a weather document gave.
struct WeatherReading {
  /// By point, then by time.
  var forecasts: [Forecast] = []
  var findings: [Finding] = []
}

/// Whom a weather document belongs to.
struct WeatherContext {
  let source: String
  /// What was asked for, in the order of the question.
  let points: [Coordinate]
  let fetchedAt: Instant
  /// The request's `units` where it states them, for answers that do not: OpenWeather's.
  var units: String?
  var zones = ZoneDatabase.system
}
