import AlmanacModel

/// OpenWeather's condition ids, which are grouped by hundreds.
enum OpenWeatherCondition {
  /// The condition of an id; nil for undocumented ids.
  static func condition(id: Int) -> WeatherCondition? {
    switch id {
    case 200...202, 210...212, 221, 230...232: .thunder
    case 300...302, 310...314, 321: .drizzle
    case 500, 520: .rainLight
    case 501, 521, 531: .rain
    case 502...504, 522: .rainHeavy
    case 511: .freezingRain
    case 600, 620: .snowLight
    case 601, 621: .snow
    case 602, 622: .snowHeavy
    case 611...613, 615, 616: .sleet
    case 701, 741: .fog
    case 711, 721: .haze
    case 731, 751, 761, 762: .dust
    case 771, 781: .storm
    case 800: .clear
    case 801: .mostlyClear
    case 802: .partlyCloudy
    case 803, 804: .overcast
    default: nil
    }
  }
}
