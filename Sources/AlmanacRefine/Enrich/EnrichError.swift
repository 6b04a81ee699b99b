public import AlmanacModel

/// The reason why events have no forecast.
public enum EnrichError: Hashable {
  /// No forecast point is near enough to the place.
  case noPointNearby(kilometers: Int)
  /// The source's newest forecast is too old to publish as fresh.
  case staleForecast(hoursOld: Int)
}

extension EnrichError: StageError {
  public var code: FindingCode {
    switch self {
    case .noPointNearby: "W_WEATHER_FAR"
    case .staleForecast: "W_WEATHER_STALE"
    }
  }

  public var severity: Severity {
    switch self {
    case .noPointNearby: .warning
    case .staleForecast: .error
    }
  }

  public var description: String {
    switch self {
    case .noPointNearby(let kilometers):
      "the nearest forecast point is \(kilometers) km away; "
        + "add one under 'points' in the weather source"
    case .staleForecast(let hoursOld):
      "the newest forecast is \(hoursOld) h old; see 'almanac status' for the weather source"
    }
  }
}
