import AlmanacModel

/// WMO weather codes as Open-Meteo uses them (WMO code table 4677, in part).
enum OpenMeteoCondition {
  /// The condition of a code; nil for codes that Open-Meteo does not document.
  static func condition(code: Int) -> WeatherCondition? {
    switch code {
    case 0: .clear
    case 1: .mostlyClear
    case 2: .partlyCloudy
    case 3: .overcast
    case 45, 48: .fog
    case 51, 53, 55: .drizzle
    case 56, 57, 66, 67: .freezingRain
    case 61, 80: .rainLight
    case 63, 81: .rain
    case 65, 82: .rainHeavy
    case 71, 77, 85: .snowLight
    case 73: .snow
    case 75, 86: .snowHeavy
    case 95: .thunder
    case 96, 99: .hail
    default: nil
    }
  }
}
