public import AlmanacModel

extension WeatherCondition {
  /// The name of its icon; nil for `unknown`. Icons with a sun have a variant for the night.
  ///
  /// - Parameter isDay: nil counts as day.
  public func icon(isDay: Bool?) -> String? {
    switch self {
    case .unknown: nil
    case .clear, .mostlyClear, .partlyCloudy: isDay == false ? "\(rawValue)_night" : rawValue
    default: rawValue
    }
  }
}
