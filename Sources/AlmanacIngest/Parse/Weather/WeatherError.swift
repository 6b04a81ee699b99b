import AlmanacModel

/// Why a weather document contains no forecasts.
enum WeatherError: StageError, Equatable {
  /// The provider reported an error.
  case provider(reason: String)
  case malformed(String)
  /// Well-formed, but without time series.
  case noSeries
  /// Neither the document nor the source has a location.
  case noPlace
  /// The provider's metadata of a point, with the address of its forecast.
  case directory(forecast: String)
  /// No provider is declared, and none is recognized.
  case unknownProvider

  var code: FindingCode {
    switch self {
    case .provider: "E_WEATHER_PROVIDER"
    case .malformed, .noSeries, .noPlace, .directory, .unknownProvider: "E_PARSE"
    }
  }

  var severity: Severity { .error }

  var description: String {
    switch self {
    case .provider(let reason):
      "the weather provider refused: \(FieldText.excerpt(reason, 200))"
    case .malformed(let what): "the weather document cannot be read: \(what)"
    case .noSeries:
      "the weather document holds no values for hours or periods; ask for them in the source's URL"
    case .noPlace:
      "the weather document does not say of which place it is; give one point under 'points'"
    case .directory(let forecast):
      "the document only has the address of the forecast; make it the source's url: "
        + FieldText.excerpt(forecast, 200)
    case .unknownProvider:
      "the weather document has the shape of no known provider; name it as 'provider' under 'weather'"
    }
  }
}
