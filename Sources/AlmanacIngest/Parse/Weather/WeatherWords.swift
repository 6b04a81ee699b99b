import AlmanacModel

/// Reads what providers write for people, where they give no code that we know.
enum WeatherWords {
  /// By the worst that the words name; nil where they name no weather.
  static func condition(_ text: String) -> WeatherCondition? {
    let text = text.lowercased()
    func has(_ words: String...) -> Bool { words.contains { text.contains($0) } }
    if has("tornado", "hurricane", "tropical storm", "typhoon", "squall", "waterspout") {
      return .storm
    }
    if has("hail") { return .hail }
    if has("thunder", "tstm", "t-storm") { return .thunder }
    if has("freezing rain", "freezing drizzle", "ice storm") { return .freezingRain }
    if has("sleet", "ice pellets", "wintry mix") || (has("snow") && has("rain")) { return .sleet }
    if has("blizzard") { return .snowHeavy }
    if has("snow", "flurries") { return snow(isHeavy: has("heavy"), isLight: isLight(text)) }
    if has("drizzle") { return .drizzle }
    if has("rain", "shower") {
      return rain(isHeavy: has("heavy", "torrential"), isLight: isLight(text))
    }
    if has("fog", "mist") { return .fog }
    if has("haze", "hazy", "smoke") { return .haze }
    if has("dust", "sand", "volcanic ash") { return .dust }
    if has("wind", "breez", "blustery", "gale") { return .windy }
    return sky(text)
  }

  /// The cloud cover alone.
  static func sky(_ text: String) -> WeatherCondition? {
    let text = text.lowercased()
    func has(_ words: String...) -> Bool { words.contains { text.contains($0) } }
    if has("partly", "scattered clouds") { return .partlyCloudy }
    if has("mostly clear", "mostly sunny", "mainly clear", "few clouds", "fair") {
      return .mostlyClear
    }
    if has("cloud", "overcast") { return .overcast }
    if has("clear", "sunny") { return .clear }
    return nil
  }

  private static func isLight(_ text: String) -> Bool {
    ["light", "patchy", "flurries", "passing", "isolated"].contains { text.contains($0) }
  }

  private static func snow(isHeavy: Bool, isLight: Bool) -> WeatherCondition {
    isHeavy ? .snowHeavy : isLight ? .snowLight : .snow
  }

  private static func rain(isHeavy: Bool, isLight: Bool) -> WeatherCondition {
    isHeavy ? .rainHeavy : isLight ? .rainLight : .rain
  }
}
