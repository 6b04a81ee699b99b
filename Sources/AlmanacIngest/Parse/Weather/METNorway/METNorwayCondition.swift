import AlmanacModel

/// MET Norway's symbol codes, such as `lightrainshowers_day`.
enum METNorwayCondition {
  /// The condition of a symbol; nil for an undocumented one.
  ///
  /// Two documented names have an `s` too many: `lightssleetshowersandthunder` and
  /// `lightssnowshowersandthunder`.
  static func condition(symbol: String) -> WeatherCondition? {
    var name = name(of: symbol)
    switch name {
    case "clearsky": return .clear
    case "fair": return .mostlyClear
    case "partlycloudy": return .partlyCloudy
    case "cloudy": return .overcast
    case "fog": return .fog
    default: break
    }
    let hasThunder = take("andthunder", from: &name)
    _ = take("showers", from: &name)
    guard let precipitation = precipitations[name] else { return nil }
    return hasThunder ? .thunder : precipitation
  }

  private static let precipitations: [String: WeatherCondition] = [
    "lightrain": .rainLight, "rain": .rain, "heavyrain": .rainHeavy,
    "lightsleet": .sleet, "lightssleet": .sleet, "sleet": .sleet, "heavysleet": .sleet,
    "lightsnow": .snowLight, "lightssnow": .snowLight, "snow": .snow, "heavysnow": .snowHeavy,
  ]

  /// The symbol without its suffix for day or night.
  static func name(of symbol: String) -> String {
    String(symbol.split(separator: "_", maxSplits: 1).first ?? "")
  }

  private static func take(_ ending: String, from name: inout String) -> Bool {
    guard name.hasSuffix(ending) else { return false }
    name.removeLast(ending.count)
    return true
  }
}
