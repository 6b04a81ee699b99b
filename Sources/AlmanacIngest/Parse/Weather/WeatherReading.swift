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
  let points: [Coordinate]
  let fetchedAt: Instant
}
