import AlmanacModel
import Testing

/// The expected values of one record of a captured answer, read by a person, with the path and the
/// unit of each number in the answer.
struct ExpectedReading: Sendable, CustomTestStringConvertible {
  /// Fragments of answers have no location: they belong to the only requested point.
  static func points(_ file: String) -> [Coordinate] {
    let fragments = ["free_forecast", "onecall_current", "onecall_hourly", "minutely"]
    guard fragments.contains(where: file.contains) else { return [] }
    return [Coordinate(latitude: 1, longitude: 2)].compactMap(\.self)
  }

  /// An expected number and its path in the answer; `scale` converts the answer's unit.
  struct Number: Sendable {
    var value: Double
    var path: String
    var scale: Scale = .same
  }

  enum Scale: Sendable {
    case same, kelvin, fahrenheit, kilometersAnHour, milesAnHour, percent

    /// Conversions that are independent of the code under test.
    func apply(_ value: Double) -> Double {
      switch self {
      case .same: value
      case .kelvin: value - 273.15
      case .fahrenheit: (value - 32) / 1.8
      case .kilometersAnHour: value * 1_000 / 3_600
      case .milesAnHour: value * 1_609.344 / 3_600
      case .percent: value / 100
      }
    }
  }

  struct Rain: Sendable {
    /// nil if the answer contains only a chance or a sum.
    var amount: Number?
    var chance: Number?
    var from: String?
    var to: String?
  }

  var file: String
  var provider: WeatherProvider
  /// Records of the whole answer.
  var count: Int
  var at: String
  var isCurrent = false
  var resolution = 3_600
  var temperature: Number?
  var lowest: Number?
  var highest: Number?
  var rain = Rain()
  var wind: Number?
  var condition: WeatherCondition
  /// The code or text, with its path in the answer.
  var raw: (text: String, path: String)?

  var testDescription: String { "\(file) at \(at)" }
}

/// Answers that are rejected: the code of the finding, and a part of its message.
struct ExpectedRefusal: Sendable, CustomTestStringConvertible {
  var file: String
  var provider: WeatherProvider
  var code: FindingCode
  var words: String

  var testDescription: String { file }
}

extension ExpectedRefusal {
  static let table = [
    ExpectedRefusal(
      file: "documented/apixu_2006.json", provider: .weatherAPI, code: "E_WEATHER_PROVIDER",
      words: "API key is invalid. (2006)"),
    ExpectedRefusal(
      file: "documented/nws_500.json", provider: .nws, code: "E_WEATHER_PROVIDER",
      words: "Unexpected Problem: An unexpected problem has occurred."),
    ExpectedRefusal(
      file: "documented/nws_503_expired.json", provider: .nws, code: "E_WEATHER_PROVIDER",
      words: "Forecast Grid Expired: The requested forecast grid was issued"),
    ExpectedRefusal(
      file: "open-meteo/forecast-5c7be9_400.json", provider: .openMeteo,
      code: "E_WEATHER_PROVIDER", words: "invalid String value asdfsfd"),
    ExpectedRefusal(
      file: "open-meteo/forecast-7d2d21_400.json", provider: .openMeteo,
      code: "E_WEATHER_PROVIDER", words: "invalid String value lksdfj"),
    ExpectedRefusal(
      file: "open-meteo/forecast-073b9d.json", provider: .openMeteo, code: "E_PARSE",
      words: "no values for hours"),
    // A schema, no answer.
    ExpectedRefusal(
      file: "metno/METJSONForecast.json", provider: .metNorway, code: "E_PARSE",
      words: "no values for hours"),
    // Alerts and stations are other services.
    ExpectedRefusal(
      file: "nws/alerts_active_zone.json", provider: .nws, code: "E_PARSE",
      words: "no values for hours"),
    ExpectedRefusal(
      file: "nws/gridpoints_stations.json", provider: .nws, code: "E_PARSE",
      words: "no values for hours"),
    ExpectedRefusal(
      file: "nws/points.json", provider: .nws, code: "E_PARSE",
      words: "https://api.weather.gov/gridpoints/TAE/58,65/forecast/hourly"),
    ExpectedRefusal(
      file: "nws/gridpoints_forecast_hourly_empty_us.json", provider: .nws, code: "E_PARSE",
      words: "no values for hours"),
    ExpectedRefusal(
      file: "nws/stations_observations_missing_value.json", provider: .nws, code: "E_PARSE",
      words: "no values for hours"),
    ExpectedRefusal(
      file: "nws/stations_observations_noprop.json", provider: .nws, code: "E_PARSE",
      words: "no values for hours"),
    // Only rain by the minute.
    ExpectedRefusal(
      file: "openweathermap/onecall_minutely.json", provider: .openWeather, code: "E_PARSE",
      words: "no values for hours"),
  ]
}

extension ExpectedReading {
  static let table = apixu + metNorway + nws + openMeteo + openWeather + dataGovSG

  private static let apixu = [
    ExpectedReading(
      file: "apixu/apixu.current.json", provider: .weatherAPI, count: 1,
      at: "2017-08-16T05:30:11Z", isCurrent: true,
      temperature: Number(value: 19, path: "current.temp_c"),
      rain: Rain(amount: Number(value: 0.8, path: "current.precip_mm")),
      wind: Number(value: 1.888889, path: "current.wind_kph", scale: .kilometersAnHour),
      condition: .clear, raw: ("1000", "current.condition.code")),
    ExpectedReading(
      file: "apixu/apixu.current.rain.json", provider: .weatherAPI, count: 1,
      at: "2017-08-31T21:00:12Z", isCurrent: true,
      temperature: Number(value: 15, path: "current.temp_c"),
      rain: Rain(amount: Number(value: 1.1, path: "current.precip_mm")),
      wind: Number(value: 1.888889, path: "current.wind_kph", scale: .kilometersAnHour),
      condition: .rainLight, raw: ("1183", "current.condition.code")),
    ExpectedReading(
      file: "apixu/apixu.current.snow.json", provider: .weatherAPI, count: 1,
      at: "2018-12-25T00:10:04Z", isCurrent: true,
      temperature: Number(value: -28, path: "current.temp_c"),
      rain: Rain(amount: Number(value: 0.1, path: "current.precip_mm")),
      wind: Number(value: 11, path: "current.wind_kph", scale: .kilometersAnHour),
      condition: .snowLight, raw: ("1114", "current.condition.code")),
    ExpectedReading(
      file: "apixu/apixu.forecast.hour.json", provider: .weatherAPI, count: 25,
      at: "2018-03-03T10:00:00Z",
      temperature: Number(value: 2.7, path: "forecast.forecastday.0.hour.10.temp_c"),
      rain: Rain(
        amount: Number(value: 0, path: "forecast.forecastday.0.hour.10.precip_mm"),
        chance: Number(
          value: 0, path: "forecast.forecastday.0.hour.10.chance_of_rain", scale: .percent),
        from: "2018-03-03T10:00:00Z", to: "2018-03-03T11:00:00Z"),
      wind: Number(
        value: 3.388889, path: "forecast.forecastday.0.hour.10.wind_kph",
        scale: .kilometersAnHour),
      condition: .overcast, raw: ("1009", "forecast.forecastday.0.hour.10.condition.code")),
    ExpectedReading(
      file: "apixu/apixu.forecast.hour.json", provider: .weatherAPI, count: 25,
      at: "2018-03-03T00:00:00Z",
      temperature: Number(value: 1.2, path: "forecast.forecastday.0.hour.0.temp_c"),
      rain: Rain(
        amount: Number(value: 0.6, path: "forecast.forecastday.0.hour.0.precip_mm"),
        from: "2018-03-03T00:00:00Z", to: "2018-03-03T01:00:00Z"),
      wind: Number(
        value: 3.694444, path: "forecast.forecastday.0.hour.0.wind_kph",
        scale: .kilometersAnHour),
      condition: .drizzle, raw: ("1153", "forecast.forecastday.0.hour.0.condition.code")),
    // Seven days of Paris without hours; each begins at its local midnight.
    ExpectedReading(
      file: "apixu/apixu.forecast.json", provider: .weatherAPI, count: 8,
      at: "2018-07-30T22:00:00Z", resolution: 86_400,
      lowest: Number(value: 17, path: "forecast.forecastday.0.day.mintemp_c"),
      highest: Number(value: 26, path: "forecast.forecastday.0.day.maxtemp_c"),
      rain: Rain(
        amount: Number(value: 0.1, path: "forecast.forecastday.0.day.totalprecip_mm"),
        from: "2018-07-30T22:00:00Z", to: "2018-07-31T22:00:00Z"),
      wind: Number(
        value: 2.5, path: "forecast.forecastday.0.day.maxwind_kph", scale: .kilometersAnHour),
      condition: .rainLight, raw: ("1063", "forecast.forecastday.0.day.condition.code")),
    ExpectedReading(
      file: "apixu/apixu.forecast.snow.json", provider: .weatherAPI, count: 2,
      at: "2018-12-24T15:00:00Z", resolution: 86_400,
      lowest: Number(value: -33.6, path: "forecast.forecastday.0.day.mintemp_c"),
      highest: Number(value: -25.6, path: "forecast.forecastday.0.day.maxtemp_c"),
      rain: Rain(
        amount: Number(value: 0.8, path: "forecast.forecastday.0.day.totalprecip_mm"),
        from: "2018-12-24T15:00:00Z", to: "2018-12-25T15:00:00Z"),
      wind: Number(
        value: 12.611111, path: "forecast.forecastday.0.day.maxwind_kph",
        scale: .kilometersAnHour),
      condition: .snowHeavy, raw: ("1117", "forecast.forecastday.0.day.condition.code")),
  ]

  private static let metNorway = [
    ExpectedReading(
      file: "metno/lat39.9lon116.4altitudeNone_compact.json", provider: .metNorway, count: 82,
      at: "2020-07-20T11:00:00Z",
      temperature: Number(
        value: 30.4,
        path: "data.properties.timeseries.0.data.instant.details.air_temperature"),
      rain: Rain(
        amount: Number(
          value: 0,
          path: "data.properties.timeseries.0.data.next_1_hours.details.precipitation_amount"),
        from: "2020-07-20T11:00:00Z", to: "2020-07-20T12:00:00Z"),
      wind: Number(
        value: 1.8, path: "data.properties.timeseries.0.data.instant.details.wind_speed"),
      condition: .clear,
      raw: (
        "clearsky_day", "data.properties.timeseries.0.data.next_1_hours.summary.symbol_code"
      )),
    // The rain of a step of six hours falls in the following six hours.
    ExpectedReading(
      file: "metno/lat40.7lon-74.0altitude10_compact.json", provider: .metNorway, count: 82,
      at: "2020-07-23T00:00:00Z", resolution: 21_600,
      temperature: Number(
        value: 26.7,
        path: "data.properties.timeseries.56.data.instant.details.air_temperature"),
      rain: Rain(
        amount: Number(
          value: 3,
          path: "data.properties.timeseries.56.data.next_6_hours.details.precipitation_amount"),
        from: "2020-07-23T00:00:00Z", to: "2020-07-23T06:00:00Z"),
      wind: Number(
        value: 3.3, path: "data.properties.timeseries.56.data.instant.details.wind_speed"),
      condition: .rain,
      raw: (
        "rainshowers_night", "data.properties.timeseries.56.data.next_6_hours.summary.symbol_code"
      )),
    ExpectedReading(
      file: "metno/lat51.5lon-0.1altitude25_complete.json", provider: .metNorway, count: 82,
      at: "2020-07-25T06:00:00Z", resolution: 21_600,
      temperature: Number(
        value: 16.3,
        path: "data.properties.timeseries.65.data.instant.details.air_temperature"),
      lowest: Number(
        value: 16.3,
        path: "data.properties.timeseries.65.data.next_6_hours.details.air_temperature_min"),
      highest: Number(
        value: 22.9,
        path: "data.properties.timeseries.65.data.next_6_hours.details.air_temperature_max"),
      rain: Rain(
        amount: Number(
          value: 0.2,
          path: "data.properties.timeseries.65.data.next_6_hours.details.precipitation_amount"),
        from: "2020-07-25T06:00:00Z", to: "2020-07-25T12:00:00Z"),
      wind: Number(
        value: 2.6, path: "data.properties.timeseries.65.data.instant.details.wind_speed"),
      condition: .partlyCloudy,
      raw: (
        "partlycloudy_day", "data.properties.timeseries.65.data.next_6_hours.summary.symbol_code"
      )),
    // The last row applies to its instant only.
    ExpectedReading(
      file: "metno/lat39.9lon116.4altitudeNone_compact.json", provider: .metNorway, count: 82,
      at: "2020-07-29T06:00:00Z", resolution: 0,
      temperature: Number(
        value: 37.6,
        path: "data.properties.timeseries.81.data.instant.details.air_temperature"),
      wind: Number(
        value: 3.5, path: "data.properties.timeseries.81.data.instant.details.wind_speed"),
      condition: .unknown),
  ]

  private static let nws = [
    // A probability of 20 percent, so the condition is that of the sky.
    ExpectedReading(
      file: "nws/gridpoints_forecast_hourly_us.json", provider: .nws, count: 2,
      at: "2019-10-15T00:00:00Z",
      temperature: Number(
        value: 25.555556, path: "properties.periods.0.temperature", scale: .fahrenheit),
      rain: Rain(
        chance: Number(
          value: 0.2, path: "properties.periods.0.probabilityOfPrecipitation.value",
          scale: .percent),
        from: "2019-10-15T00:00:00Z", to: "2019-10-15T01:00:00Z"),
      wind: Number(value: 0, path: "properties.periods.0.windSpeed", scale: .milesAnHour),
      condition: .partlyCloudy, raw: ("Partly Cloudy", "properties.periods.0.shortForecast")),
    ExpectedReading(
      file: "nws/gridpoints_forecast_hourly_si.json", provider: .nws, count: 2,
      at: "2019-10-15T01:00:00Z",
      temperature: Number(value: 25, path: "properties.periods.1.temperature"),
      rain: Rain(
        chance: Number(
          value: 0.2, path: "properties.periods.1.probabilityOfPrecipitation.value",
          scale: .percent),
        from: "2019-10-15T01:00:00Z", to: "2019-10-15T02:00:00Z"),
      wind: Number(value: 0, path: "properties.periods.1.windSpeed", scale: .kilometersAnHour),
      condition: .partlyCloudy, raw: ("Partly Cloudy", "properties.periods.1.shortForecast")),
    ExpectedReading(
      file: "nws/gridpoints_forecast_us.json", provider: .nws, count: 2,
      at: "2019-10-13T18:00:00Z", resolution: 14_400,
      highest: Number(value: 5, path: "properties.periods.0.temperature", scale: .fahrenheit),
      rain: Rain(
        chance: Number(
          value: 0.2, path: "properties.periods.0.probabilityOfPrecipitation.value",
          scale: .percent),
        from: "2019-10-13T18:00:00Z", to: "2019-10-13T22:00:00Z"),
      wind: Number(value: 4.4704, path: "properties.periods.0.windSpeed", scale: .milesAnHour),
      condition: .overcast,
      raw: ("Chance Showers And Thunderstorms", "properties.periods.0.shortForecast")),
    // "0 to 5 mph": the upper bound.
    ExpectedReading(
      file: "nws/gridpoints_forecast_us.json", provider: .nws, count: 2,
      at: "2019-10-13T22:00:00Z", resolution: 43_200,
      lowest: Number(value: 20, path: "properties.periods.1.temperature", scale: .fahrenheit),
      wind: Number(value: 2.2352, path: "properties.periods.1.windSpeed", scale: .milesAnHour),
      condition: .mostlyClear, raw: ("Mostly Clear", "properties.periods.1.shortForecast")),
    ExpectedReading(
      file: "nws/gridpoints_forecast_relative_icon_us.json", provider: .nws, count: 2,
      at: "2019-10-13T18:00:00Z", resolution: 14_400,
      highest: Number(value: 5, path: "properties.periods.0.temperature", scale: .fahrenheit),
      wind: Number(value: 4.4704, path: "properties.periods.0.windSpeed", scale: .milesAnHour),
      condition: .overcast,
      raw: ("Chance Showers And Thunderstorms", "properties.periods.0.shortForecast")),
    // Numbers as strings.
    ExpectedReading(
      file: "nws/gridpoints_forecast_strings_us.json", provider: .nws, count: 1,
      at: "2019-10-13T18:00:00Z", resolution: 14_400,
      highest: Number(value: 5, path: "properties.periods.0.temperature", scale: .fahrenheit),
      rain: Rain(
        chance: Number(
          value: 0.2, path: "properties.periods.0.probabilityOfPrecipitation.value",
          scale: .percent),
        from: "2019-10-13T18:00:00Z", to: "2019-10-13T22:00:00Z"),
      wind: Number(value: 4.4704, path: "properties.periods.0.windSpeed", scale: .milesAnHour),
      condition: .overcast),
    // The raw grid: an hour with probable showers, and separately the rain of six hours.
    ExpectedReading(
      file: "nws/detailed_forecast.json", provider: .nws, count: gridRecords,
      at: "2022-02-04T13:00:00Z",
      temperature: Number(value: 18.333333, path: "properties.temperature.values.7.value"),
      wind: Number(
        value: 3.086667, path: "properties.windSpeed.values.7.value", scale: .kilometersAnHour),
      condition: .rainLight,
      raw: ("rain_showers", "properties.weather.values.3.value.0.weather")),
    ExpectedReading(
      file: "nws/detailed_forecast.json", provider: .nws, count: gridRecords,
      at: "2022-02-04T06:00:00Z",
      temperature: Number(value: 18.888889, path: "properties.temperature.values.4.value"),
      wind: Number(
        value: 4.115556, path: "properties.windSpeed.values.5.value", scale: .kilometersAnHour),
      condition: .overcast),
    ExpectedReading(
      file: "nws/stations_observations_latest.json", provider: .nws, count: 1,
      at: "2022-03-02T23:53:00Z", isCurrent: true,
      temperature: Number(value: 22.8, path: "properties.temperature.value"),
      rain: Rain(
        amount: Number(value: 0, path: "properties.precipitationLast6Hours.value"),
        from: "2022-03-02T17:53:00Z", to: "2022-03-02T23:53:00Z"),
      wind: Number(value: 2.1, path: "properties.windSpeed.value", scale: .kilometersAnHour),
      condition: .overcast, raw: ("Mostly Cloudy", "properties.textDescription")),
    ExpectedReading(
      file: "nws/stations_observations_alternate_units.json", provider: .nws, count: 1,
      at: "2019-06-27T10:53:00Z", isCurrent: true,
      temperature: Number(
        value: -12.222222, path: "features.0.properties.temperature.value", scale: .fahrenheit),
      wind: Number(
        value: 2.777778, path: "features.0.properties.windSpeed.value", scale: .kilometersAnHour),
      condition: .mostlyClear, raw: ("Mostly Clear", "features.0.properties.textDescription")),
    ExpectedReading(
      file: "nws/stations_observations_other_unitcode.json", provider: .nws, count: 1,
      at: "2019-06-27T10:53:00Z", isCurrent: true,
      temperature: Number(value: 10, path: "features.0.properties.temperature.value"),
      wind: Number(value: 10, path: "features.0.properties.windSpeed.value"),
      condition: .mostlyClear, raw: ("Mostly Clear", "features.0.properties.textDescription")),
  ]

  /// Hours with a temperature, and intervals with rain or its probability.
  private static let gridRecords = 225
}
