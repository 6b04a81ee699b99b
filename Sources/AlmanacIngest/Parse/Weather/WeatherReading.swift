import AlmanacModel
import AlmanacTime

/// The forecasts of a weather document.
struct WeatherReading {
  /// Sorted by point, then by time.
  var forecasts: [Forecast] = []
  var findings: [Finding] = []
}

/// The request to which a weather document is the answer.
struct WeatherContext {
  let source: String
  /// The requested points in their order.
  let points: [Coordinate]
  let fetchedAt: Instant
  /// The request's `units`, for OpenWeather, whose answers do not contain them.
  var units: String?
  var zones = ZoneDatabase.system
}
