import AlmanacModel

/// Why a weather document gave no forecasts.
enum WeatherError: StageError, Equatable {
  /// The provider answered with an error of its own.
  case provider(reason: String)
  case malformed(String)
  /// Well-formed, but without the series that forecasts are made of.
  case noSeries

  var code: FindingCode {
    switch self {
    case .provider: "E_WEATHER_PROVIDER"
    case .malformed, .noSeries: "E_PARSE"
    }
  }

  var severity: Severity { .error }

  var description: String {
    switch self {
    case .provider(let reason):
      "the weather provider refused: \(FieldText.clean(String(reason.prefix(200))).text)"
    case .malformed(let what): "the weather document cannot be read: \(what)"
    case .noSeries:
      "the weather document holds no hourly values; ask for 'hourly' in the source's URL"
    }
  }
}
