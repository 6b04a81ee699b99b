import AlmanacModel

/// Conditions of the NWS, which has no codes but icon names and words.
enum NWSCondition {
  /// The names in an icon's address without probabilities: `tsra` and `ovc` of
  /// `…/day/tsra,40/ovc?size=small`.
  static func names(icon: String) -> [String] {
    let path = icon.split(separator: "?", omittingEmptySubsequences: false)[0]
    let parts = path.split(separator: "/")
    guard let time = parts.lastIndex(where: { $0 == "day" || $0 == "night" }) else { return [] }
    return parts[(time + 1)...].map { String($0.split(separator: ",").first ?? "") }
  }

  /// The condition of an icon; nil for a name that is not documented under `/icons`.
  static func condition(name: String) -> WeatherCondition? { icons[name] }

  private static let icons: [String: WeatherCondition] = [
    "skc": .clear, "few": .mostlyClear, "sct": .partlyCloudy, "bkn": .overcast, "ovc": .overcast,
    "wind_skc": .windy, "wind_few": .windy, "wind_sct": .windy, "wind_bkn": .windy,
    "wind_ovc": .windy, "snow": .snow, "rain_snow": .sleet, "rain_sleet": .sleet,
    "snow_sleet": .sleet, "fzra": .freezingRain, "rain_fzra": .freezingRain,
    "snow_fzra": .freezingRain, "sleet": .sleet, "rain": .rain, "rain_showers": .rain,
    "rain_showers_hi": .rain, "tsra": .thunder, "tsra_sct": .thunder, "tsra_hi": .thunder,
    "tornado": .storm, "hurricane": .storm, "tropical_storm": .storm, "dust": .dust,
    "smoke": .haze, "haze": .haze, "blizzard": .snowHeavy, "fog": .fog,
  ]

  /// Icons for temperature only.
  static let ofTemperature: Set<String> = ["hot", "cold"]

  /// The condition of a `weather` value in the raw grid; nil for undocumented values.
  static func condition(weather: String, intensity: String?) -> WeatherCondition? {
    let isLight = intensity == "light" || intensity == "very_light"
    let isHeavy = intensity == "heavy"
    return switch weather {
    case "thunderstorms", "water_spouts": .thunder
    case "hail": .hail
    case "freezing_rain", "freezing_drizzle": .freezingRain
    case "sleet", "ice_pellets": .sleet
    case "snow", "snow_showers", "blowing_snow":
      isHeavy ? .snowHeavy : isLight ? .snowLight : .snow
    case "rain", "rain_showers": isHeavy ? .rainHeavy : isLight ? .rainLight : .rain
    case "drizzle", "freezing_spray": .drizzle
    case "fog", "freezing_fog", "ice_fog", "ice_crystals", "frost": .fog
    case "haze", "smoke": .haze
    case "blowing_dust", "blowing_sand", "volcanic_ash": .dust
    default: nil
    }
  }
}

extension WeatherCondition {
  /// Whether it is precipitation.
  var isWet: Bool {
    switch self {
    case .drizzle, .rainLight, .rain, .rainHeavy, .freezingRain, .sleet, .snowLight, .snow,
      .snowHeavy, .thunder, .hail:
      true
    default: false
    }
  }
}
