import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct OpenMeteoTests {
  private let campus = Coordinate(latitude: 1.2966, longitude: 103.7764)
  private let town = Coordinate(latitude: 1.3521, longitude: 103.9)

  private func read(_ json: String, points: [Coordinate?] = []) throws -> WeatherReading {
    let context = WeatherContext(
      source: "weather", points: points.compactMap { $0 },
      fetchedAt: Instant(secondsSinceEpoch: 0))
    return try WeatherReader.read(Array(json.utf8), from: .openMeteo, context)
  }

  private func hourly(_ columns: String, units: String = "{}", head: String = "") -> String {
    """
    {"latitude":1.25,"longitude":103.75,"elevation":17,\(head)
     "hourly_units":\(units),"hourly":{\(columns)}}
    """
  }

  @Test("A row is one hour, and its sums are those of the previous hour")
  func row() throws {
    let reading = try read(
      hourly(
        """
        "time":["2026-10-05T18:00","2026-10-05T19:00"],"temperature_2m":[29.1,28.4],
        "apparent_temperature":[33,32],"dew_point_2m":[24,24],"relative_humidity_2m":[78,81],
        "pressure_msl":[1009.5,1010],"wind_speed_10m":[3.6,7.2],"wind_gusts_10m":[18,36],
        "wind_direction_10m":[190,200],"cloud_cover":[40,90],"precipitation":[0,2.5],
        "snowfall":[0,0],"precipitation_probability":[10,85],"visibility":[24140,8000],
        "uv_index":[0.5,0],"is_day":[1,0],"weather_code":[2,63]
        """, head: #""utc_offset_seconds":28800,"#), points: [campus])
    #expect(reading.findings.isEmpty)
    #expect(reading.forecasts.count == 2)
    let second = try #require(reading.forecasts.last)
    #expect(second.at == Instant(rfc3339: "2026-10-05T11:00:00Z"))
    #expect(second.accumulatedFrom == Instant(rfc3339: "2026-10-05T10:00:00Z"))
    #expect(second.accumulatedTo == second.at)
    #expect(second.resolution == 3_600)
    #expect(second.point == campus)
    #expect(second.grid == Coordinate(latitude: 1.25, longitude: 103.75))
    #expect(second.elevation == 17)
    #expect(second.temperature == 28.4 && second.apparentTemperature == 32)
    #expect(second.dewPoint == 24 && second.relativeHumidity == 81 && second.pressure == 1010)
    #expect(abs((second.windSpeed ?? 0) - 2) < 1e-12)
    #expect(abs((second.windGust ?? 0) - 10) < 1e-12)
    #expect(second.windDirection == 200 && second.cloudCover == 90)
    #expect(second.precipitation == 2.5 && second.snowfall == 0)
    #expect(second.precipitationProbability == 0.85)
    #expect(second.visibility == 8000 && second.uvIndex == 0 && second.isDay == false)
    #expect(second.condition == .rain && second.rawCode == "63")
    #expect(second.attribution == "Weather data by Open-Meteo.com (CC BY 4.0)")
    #expect(second.issuedAt == nil)
  }

  @Test("Unix times are UTC, whatever the offset")
  func unixTime() throws {
    let reading = try read(
      hourly(
        #""time":[1791198000],"temperature_2m":[28]"#, units: #"{"time":"unixtime"}"#,
        head: #""utc_offset_seconds":28800,"#))
    #expect(reading.forecasts.first?.at == Instant(secondsSinceEpoch: 1_791_198_000))
  }

  @Test(
    "Units in the answer are converted exactly",
    arguments: [
      ("km/h", 36.0, 10.0), ("m/s", 10, 10), ("mph", 100, 44.704), ("mp/h", 100, 44.704),
      ("kn", 36, 18.52),
    ])
  func wind(unit: String, value: Double, expected: Double) throws {
    let reading = try read(
      hourly(
        #""time":["2026-10-05T18:00"],"windspeed_10m":[\#(value)]"#,
        units: #"{"windspeed_10m":"\#(unit)"}"#))
    #expect(abs((reading.forecasts.first?.windSpeed ?? 0) - expected) < 1e-9)
  }

  @Test("Fahrenheit and inches are converted, and an unknown unit is ignored with a finding")
  func otherUnits() throws {
    let reading = try read(
      hourly(
        """
        "time":["2026-10-05T18:00"],"temperature_2m":[95],"precipitation":[1],"snowfall":[2],
        "dewpoint_2m":[280]
        """,
        units: """
          {"temperature_2m":"°F","precipitation":"inch","snowfall":"inch","dewpoint_2m":"°R"}
          """))
    let forecast = try #require(reading.forecasts.first)
    #expect(abs((forecast.temperature ?? 0) - 35) < 1e-9)
    #expect(forecast.precipitation == 25.4)
    #expect(forecast.snowfall == 5.08)
    #expect(forecast.dewPoint == nil)
    #expect(reading.findings.map(\.code) == ["W_WEATHER_UNIT"])
  }

  @Test("Nulls, rows of nulls and short columns give no values")
  func nulls() throws {
    let reading = try read(
      hourly(
        """
        "time":["2026-10-05T18:00","2026-10-05T19:00","2026-10-05T20:00","never"],
        "temperature_2m":[null,28.5,null,29],"precipitation":[0.2],"weathercode":[null,null,null,1],
        "is_day":[1,1,1,1]
        """))
    #expect(reading.forecasts.count == 2)
    #expect(reading.forecasts[0].temperature == nil)
    #expect(reading.forecasts[0].precipitation == 0.2)
    #expect(reading.forecasts[0].condition == .unknown && reading.forecasts[0].rawCode == nil)
    #expect(reading.forecasts[1].precipitation == nil)
    #expect(reading.forecasts[1].accumulatedFrom == nil)
  }

  @Test("An undocumented code gives an unknown condition and one finding")
  func unknownCode() throws {
    let reading = try read(
      hourly(#""time":["2026-10-05T18:00","2026-10-05T19:00"],"weather_code":[42,42]"#))
    #expect(reading.forecasts.map(\.condition) == [.unknown, .unknown])
    #expect(reading.forecasts.map(\.rawCode) == ["42", "42"])
    #expect(reading.findings.map(\.code) == ["W_WEATHER_CODE"])
  }

  @Test(
    "Each code has its condition",
    arguments: [
      (0, WeatherCondition.clear), (1, .mostlyClear), (3, .overcast), (48, .fog), (55, .drizzle),
      (57, .freezingRain), (61, .rainLight), (65, .rainHeavy), (67, .freezingRain), (73, .snow),
      (77, .snowLight), (82, .rainHeavy), (86, .snowHeavy), (95, .thunder), (99, .hail),
    ])
  func codes(code: Int, condition: WeatherCondition) {
    #expect(WeatherCodes.condition("\(code)", of: .openMeteo) == condition)
  }

  @Test("Several answers belong to the points in the order of the request")
  func severalPoints() throws {
    let one = hourly(#""time":["2026-10-05T18:00"],"temperature_2m":[28]"#)
    let reading = try read("[\(one),\(one)]", points: [campus, town])
    #expect(reading.forecasts.map(\.point) == [campus, town])
  }

  @Test("One answer belongs to the nearest point, and one far from all points is reported")
  func nearest() throws {
    let one = hourly(#""time":["2026-10-05T18:00"],"temperature_2m":[28]"#)
    #expect(try read(one, points: [town, campus]).forecasts.map(\.point) == [campus])
    let far = try read(one, points: [Coordinate(latitude: 52.5, longitude: 13.4)])
    #expect(far.findings.map(\.code) == ["W_WEATHER_POINT"])
    #expect(far.forecasts.first?.point == far.forecasts.first?.grid)
  }

  @Test("A provider's error is reported with its message")
  func providerError() {
    let error = #expect(throws: WeatherError.self) {
      try read(#"{"error":true,"reason":"Cannot initialize"}"#)
    }
    #expect(error == .provider(reason: "Cannot initialize"))
    #expect(error?.code == "E_WEATHER_PROVIDER")
  }

  @Test(
    "A malformed document gives no forecast",
    arguments: [
      "", "<html></html>", "{", "[]", "{}", "null", #"{"hourly":[]}"#, #"{"latitude":1,"hourly":"#,
      #"{"latitude":"1.25","longitude":103.75,"hourly":5}"#, #""text""#, "[1,2]",
    ])
  func malformed(text: String) {
    let error = #expect(throws: WeatherError.self) { try read(text) }
    #expect(error?.code == "E_PARSE")
  }

  @Test("Columns of wrong types give no values and no forecast")
  func wrongTypes() {
    #expect(throws: WeatherError.noSeries) {
      try read(
        hourly(#""time":["2026-10-05T18:00"],"temperature_2m":["warm"],"precipitation":{"a":1}"#))
    }
  }

  @Test("Current conditions alone give one forecast")
  func current() throws {
    let reading = try read(
      """
      {"latitude":-12.5,"longitude":130.875,"utc_offset_seconds":34200,
       "current_weather":{"time":"2026-10-25T20:45","interval":900,"temperature":29.0,
       "windspeed":36,"winddirection":90,"is_day":0,"weathercode":1}}
      """)
    let forecast = try #require(reading.forecasts.first)
    #expect(forecast.at == Instant(rfc3339: "2026-10-25T11:15:00Z"))
    #expect(forecast.resolution == 900)
    #expect(forecast.temperature == 29 && forecast.condition == .mostlyClear)
    #expect(abs((forecast.windSpeed ?? 0) - 10) < 1e-12)
  }
}
