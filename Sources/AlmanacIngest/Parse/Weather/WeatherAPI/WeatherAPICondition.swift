import AlmanacModel

/// WeatherAPI's condition codes, the same as APIXU's.
enum WeatherAPICondition {
  /// The condition of a code; nil for undocumented codes, such as 1012 to 1048 for dust and haze.
  static func condition(code: Int) -> WeatherCondition? {
    switch code {
    case 1000: .clear
    case 1003: .partlyCloudy
    case 1006, 1009: .overcast
    case 1030, 1135, 1147: .fog
    case 1063, 1180, 1183, 1240: .rainLight
    case 1066, 1210, 1213, 1255, 1114: .snowLight
    case 1069, 1204, 1207, 1237, 1249, 1252, 1261, 1264: .sleet
    case 1072, 1168, 1171, 1198, 1201: .freezingRain
    case 1087, 1273, 1276, 1279, 1282: .thunder
    case 1117, 1222, 1225: .snowHeavy
    case 1150, 1153: .drizzle
    case 1186, 1189: .rain
    case 1192, 1195, 1243, 1246: .rainHeavy
    case 1216, 1219, 1258: .snow
    default: nil
    }
  }
}
