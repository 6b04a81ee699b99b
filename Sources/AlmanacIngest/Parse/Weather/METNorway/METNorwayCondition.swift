import AlmanacModel

/// MET Norway's symbol codes, which are words: `lightrainshowers_day`.
enum METNorwayCondition {
  /// nil for a symbol that is not documented.
  ///
  /// Two documented names have an `s` too many: `lightssleetshowersandthunder` and
  /// `lightssnowshowersandthunder`.
  static func condition(symbol: String) -> WeatherCondition? {
    var name = base(symbol)
    switch name {
    case "clearsky": return .clear
    case "fair": return .mostlyClear
    case "partlycloudy": return .partlyCloudy
    case "cloudy": return .overcast
    case "fog": return .fog
    default: break
    }
    let thunders = take("andthunder", from: &name)
    _ = take("showers", from: &name)
    guard let falling = falling[name] else { return nil }
    return thunders ? .thunder : falling
  }

  /// The parts of an unknown symbol as words that can be searched.
  static func words(of symbol: String) -> String { base(symbol) }

  private static let falling: [String: WeatherCondition] = [
    "lightrain": .rainLight, "rain": .rain, "heavyrain": .rainHeavy,
    "lightsleet": .sleet, "lightssleet": .sleet, "sleet": .sleet, "heavysleet": .sleet,
    "lightsnow": .snowLight, "lightssnow": .snowLight, "snow": .snow, "heavysnow": .snowHeavy,
  ]

  private static func base(_ symbol: String) -> String {
    String(symbol.split(separator: "_", maxSplits: 1).first ?? "")
  }

  private static func take(_ ending: String, from name: inout String) -> Bool {
    guard name.hasSuffix(ending) else { return false }
    name.removeLast(ending.count)
    return true
  }
}
