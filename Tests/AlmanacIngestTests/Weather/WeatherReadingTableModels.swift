import AlmanacModel

extension ExpectedReading {
  static let openMeteo = [
    ExpectedReading(
      file: "open-meteo/striezel_hourly.json", provider: .openMeteo, count: 5,
      at: "2022-09-08T03:00:00Z",
      temperature: Number(value: 16.2, path: "hourly.temperature_2m.3"),
      rain: Rain(
        amount: Number(value: 1.1, path: "hourly.precipitation.3"),
        from: "2022-09-08T02:00:00Z", to: "2022-09-08T03:00:00Z"),
      wind: Number(value: 2.55, path: "hourly.windspeed_10m.3"), condition: .unknown),
    ExpectedReading(
      file: "open-meteo/striezel_current.json", provider: .openMeteo, count: 1,
      at: "2022-09-08T13:00:00Z", isCurrent: true,
      temperature: Number(value: 16.8, path: "current_weather.temperature"),
      wind: Number(
        value: 2.277778, path: "current_weather.windspeed", scale: .kilometersAnHour),
      condition: .rainLight, raw: ("61", "current_weather.weathercode")),
    // Local times of Brasilia, three hours behind.
    ExpectedReading(
      file: "open-meteo/forecast-4418bd.json", provider: .openMeteo, count: 168,
      at: "2023-10-25T16:00:00Z",
      temperature: Number(value: 29.1, path: "hourly.temperature_2m.13"), condition: .unknown),
    ExpectedReading(
      file: "open-meteo/forecast-b38ace.json", provider: .openMeteo, count: 1,
      at: "2023-10-25T11:15:00Z", isCurrent: true, resolution: 900,
      temperature: Number(
        value: 28.944444, path: "current_weather.temperature", scale: .fahrenheit),
      wind: Number(value: 3.397504, path: "current_weather.windspeed", scale: .milesAnHour),
      condition: .mostlyClear, raw: ("1", "current_weather.weathercode")),
    ExpectedReading(
      file: "open-meteo/forecast-d1305e.json", provider: .openMeteo, count: 1,
      at: "2023-10-25T11:15:00Z", isCurrent: true, resolution: 900,
      temperature: Number(value: 29, path: "current_weather.temperature"),
      wind: Number(
        value: 3.388889, path: "current_weather.windspeed", scale: .kilometersAnHour),
      condition: .mostlyClear, raw: ("1", "current_weather.weathercode")),
    ExpectedReading(
      file: "open-meteo/forecast-dfbcef.json", provider: .openMeteo, count: 1,
      at: "2023-10-25T11:15:00Z", isCurrent: true, resolution: 900,
      temperature: Number(value: 29, path: "current_weather.temperature"),
      wind: Number(
        value: 3.388889, path: "current_weather.windspeed", scale: .kilometersAnHour),
      condition: .mostlyClear, raw: ("1", "current_weather.weathercode")),
  ]

  static let openWeather = [
    ExpectedReading(
      file: "openweathermap/owm.current.json", provider: .openWeather, count: 1,
      at: "2017-08-16T04:50:00Z", isCurrent: true,
      temperature: Number(value: 19, path: "main.temp", scale: .kelvin),
      wind: Number(value: 2.6, path: "wind.speed"), condition: .clear,
      raw: ("800", "weather.0.id")),
    ExpectedReading(
      file: "openweathermap/owm.current.rain.json", provider: .openWeather, count: 1,
      at: "2017-08-26T06:50:00Z", isCurrent: true,
      temperature: Number(value: 17, path: "main.temp", scale: .kelvin),
      rain: Rain(
        amount: Number(value: 17.08, path: "rain.3h"), from: "2017-08-26T03:50:00Z",
        to: "2017-08-26T06:50:00Z"),
      wind: Number(value: 3.1, path: "wind.speed"), condition: .rainHeavy,
      raw: ("502", "weather.0.id")),
    ExpectedReading(
      file: "openweathermap/free_current.json", provider: .openWeather, count: 1,
      at: "2022-08-30T14:43:12Z", isCurrent: true,
      temperature: Number(value: 25.33, path: "main.temp", scale: .kelvin),
      rain: Rain(
        amount: Number(value: 3.16, path: "rain.1h"), from: "2022-08-30T13:43:12Z",
        to: "2022-08-30T14:43:12Z"),
      wind: Number(value: 0.62, path: "wind.speed"), condition: .rain,
      raw: ("501", "weather.0.id")),
    ExpectedReading(
      file: "openweathermap/free_forecast.json", provider: .openWeather, count: 1,
      at: "2022-08-30T15:00:00Z", resolution: 10_800,
      temperature: Number(value: 23.61, path: "main.temp", scale: .kelvin),
      lowest: Number(value: 23.61, path: "main.temp_min", scale: .kelvin),
      highest: Number(value: 24.72, path: "main.temp_max", scale: .kelvin),
      rain: Rain(
        amount: Number(value: 0.26, path: "rain.3h"), chance: Number(value: 0.32, path: "pop"),
        from: "2022-08-30T12:00:00Z", to: "2022-08-30T15:00:00Z"),
      wind: Number(value: 0.62, path: "wind.speed"), condition: .rainLight,
      raw: ("500", "weather.0.id")),
    ExpectedReading(
      file: "openweathermap/owm.forecast.json", provider: .openWeather, count: 40,
      at: "2018-08-01T15:00:00Z", resolution: 10_800,
      temperature: Number(value: 23.803, path: "list.14.main.temp", scale: .kelvin),
      rain: Rain(
        amount: Number(value: 3.435, path: "list.14.rain.3h"), from: "2018-08-01T12:00:00Z",
        to: "2018-08-01T15:00:00Z"),
      wind: Number(value: 1.46, path: "list.14.wind.speed"), condition: .rain,
      raw: ("501", "list.14.weather.0.id")),
    // Only snow, and an empty rain object.
    ExpectedReading(
      file: "openweathermap/owm.forecast.snow.json", provider: .openWeather, count: 40,
      at: "2018-11-26T12:00:00Z", resolution: 10_800,
      temperature: Number(value: -0.443, path: "list.13.main.temp", scale: .kelvin),
      rain: Rain(
        amount: Number(value: 0.16, path: "list.13.snow.3h"), from: "2018-11-26T09:00:00Z",
        to: "2018-11-26T12:00:00Z"),
      wind: Number(value: 4.85, path: "list.13.wind.speed"), condition: .snowLight,
      raw: ("600", "list.13.weather.0.id")),
    // The first of three conditions is the primary one. It is the last Berlin of five.
    ExpectedReading(
      file: "openweathermap/owm.location.json", provider: .openWeather, count: 5,
      at: "2019-03-03T11:21:41Z", isCurrent: true,
      temperature: Number(value: 9.42, path: "list.4.main.temp", scale: .kelvin),
      rain: Rain(
        amount: Number(value: 3.3, path: "list.4.rain.1h"), from: "2019-03-03T10:21:41Z",
        to: "2019-03-03T11:21:41Z"),
      wind: Number(value: 5.7, path: "list.4.wind.speed"), condition: .rain,
      raw: ("501", "list.4.weather.0.id")),
    ExpectedReading(
      file: "openweathermap/onecall_current.json", provider: .openWeather, count: 1,
      at: "2024-04-25T16:45:36Z", isCurrent: true,
      temperature: Number(value: 6.84, path: "temp"), wind: Number(value: 9.83, path: "wind_speed"),
      condition: .overcast, raw: ("803", "weather.0.id")),
    ExpectedReading(
      file: "openweathermap/onecall_hourly.json", provider: .openWeather, count: 1,
      at: "2024-04-26T22:00:00Z", temperature: Number(value: 5.82, path: "temp"),
      rain: Rain(
        chance: Number(value: 0.79, path: "pop"), from: "2024-04-26T22:00:00Z",
        to: "2024-04-26T23:00:00Z"),
      wind: Number(value: 1.02, path: "wind_speed"), condition: .rainLight,
      raw: ("500", "weather.0.id")),
    ExpectedReading(
      file: "openweathermap/onecall25_singapore_full.json", provider: .openWeather, count: 54,
      at: "2023-12-23T04:00:00Z", temperature: Number(value: 27.35, path: "hourly.0.temp"),
      rain: Rain(
        amount: Number(value: 0.26, path: "hourly.0.rain.1h"),
        chance: Number(value: 0.51, path: "hourly.0.pop"), from: "2023-12-23T04:00:00Z",
        to: "2023-12-23T05:00:00Z"),
      wind: Number(value: 5.69, path: "hourly.0.wind_speed"), condition: .rainLight,
      raw: ("500", "hourly.0.weather.0.id")),
    // A day beyond the hours, from its midnight in Singapore.
    ExpectedReading(
      file: "openweathermap/onecall25_singapore_full.json", provider: .openWeather, count: 54,
      at: "2023-12-25T16:00:00Z", resolution: 86_400,
      lowest: Number(value: 25.09, path: "daily.3.temp.min"),
      highest: Number(value: 27.22, path: "daily.3.temp.max"),
      rain: Rain(
        amount: Number(value: 9.47, path: "daily.3.rain"), from: "2023-12-25T16:00:00Z",
        to: "2023-12-26T16:00:00Z"),
      wind: Number(value: 6.65, path: "daily.3.wind_speed"), condition: .rain,
      raw: ("501", "daily.3.weather.0.id")),
  ]

  static let dataGovSG = [
    // The nearest of 47 areas to the requested point.
    ExpectedReading(
      file: "datagovsg/v1_2hour.json", provider: .dataGovSG, count: 47,
      at: "2019-09-17T01:30:00Z", resolution: 7_200, condition: .haze,
      raw: ("Slightly Hazy", "items.0.forecasts.0.forecast")),
    ExpectedReading(
      file: "datagovsg/v1_24hour.json", provider: .dataGovSG, count: 16,
      at: "2019-09-17T10:00:00Z", resolution: 43_200, condition: .haze,
      raw: ("Slightly Hazy", "items.0.periods.2.regions.central")),
    ExpectedReading(
      file: "datagovsg/v1_24hour.json", provider: .dataGovSG, count: 16,
      at: "2019-09-16T22:00:00Z", resolution: 86_400,
      lowest: Number(value: 26, path: "items.0.general.temperature.low"),
      highest: Number(value: 33, path: "items.0.general.temperature.high"),
      wind: Number(
        value: 4.166667, path: "items.0.general.wind.speed.high", scale: .kilometersAnHour),
      condition: .haze, raw: ("Slightly Hazy", "items.0.general.forecast")),
    ExpectedReading(
      file: "datagovsg/v1_4days.json", provider: .dataGovSG, count: 4,
      at: "2019-09-18T16:00:00Z", resolution: 86_400,
      lowest: Number(value: 26, path: "items.0.forecasts.1.temperature.low"),
      highest: Number(value: 34, path: "items.0.forecasts.1.temperature.high"),
      wind: Number(
        value: 6.944444, path: "items.0.forecasts.1.wind.speed.high", scale: .kilometersAnHour),
      condition: .mostlyClear, raw: ("Fair and warm.", "items.0.forecasts.1.forecast")),
    ExpectedReading(
      file: "datagovsg/v2_24hour.json", provider: .dataGovSG, count: 16,
      at: "2026-02-09T10:00:00Z", resolution: 43_200, condition: .partlyCloudy,
      raw: ("PN", "data.records.0.periods.1.regions.central.code")),
    ExpectedReading(
      file: "datagovsg/v2_24hour.json", provider: .dataGovSG, count: 16,
      at: "2026-02-09T04:00:00Z", resolution: 86_400,
      lowest: Number(value: 24, path: "data.records.0.general.temperature.low"),
      highest: Number(value: 33, path: "data.records.0.general.temperature.high"),
      wind: Number(
        value: 8.333333, path: "data.records.0.general.wind.speed.high",
        scale: .kilometersAnHour),
      condition: .windy, raw: ("WD", "data.records.0.general.forecast.code")),
  ]
}
