import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

/// Tests peculiarities of each provider, in artificial answers.
@Suite struct WeatherProviderTests {
  private func read(
    _ json: String, as provider: WeatherProvider? = nil, points: [(Double, Double)] = [],
    units: String? = nil
  ) throws -> WeatherReading {
    let context = WeatherContext(
      source: "weather",
      points: points.compactMap { Coordinate(latitude: $0.0, longitude: $0.1) },
      fetchedAt: Instant(secondsSinceEpoch: 0), units: units)
    return try WeatherReader.read(Array(json.utf8), from: provider, context)
  }

  private func met(_ symbol: String, unit: String = "celsius") -> String {
    """
    {"type":"Feature","geometry":{"type":"Point","coordinates":[10.7,59.9,12]},"properties":{
     "meta":{"updated_at":"2026-03-01T05:00:00Z","units":{"air_temperature":"\(unit)"}},
     "timeseries":[{"time":"2026-03-01T06:00:00Z","data":{
      "instant":{"details":{"air_temperature":-2.5,"wind_speed":4}},
      "next_1_hours":{"summary":{"symbol_code":"\(symbol)"},"details":{"precipitation_amount":0.4}},
      "next_6_hours":{"summary":{"symbol_code":"rain"},"details":{"precipitation_amount":9}}}},
     {"time":"2026-03-01T07:00:00Z","data":{"instant":{"details":{"air_temperature":-2}}}}]}}
    """
  }

  @Test(
    "MET Norway: every symbol has its condition, including two misspelled ones",
    arguments: [
      ("clearsky_day", WeatherCondition.clear), ("fair_night", .mostlyClear),
      ("partlycloudy_polartwilight", .partlyCloudy), ("cloudy", .overcast), ("fog", .fog),
      ("lightrain", .rainLight), ("heavyrainshowers_day", .rainHeavy),
      ("lightssleetshowersandthunder_day", .thunder),
      ("lightssnowshowersandthunder_night", .thunder),
      ("lightsleetshowers_day", .sleet), ("heavysnow", .snowHeavy), ("rainandthunder", .thunder),
    ])
  func symbols(symbol: String, condition: WeatherCondition) throws {
    let reading = try read(met(symbol))
    #expect(reading.findings.isEmpty)
    let first = try #require(reading.forecasts.first)
    #expect(first.condition == condition && first.rawCode == symbol)
    #expect(first.precipitation == 0.4)
    #expect(first.accumulatedTo == Instant(rfc3339: "2026-03-01T07:00:00Z"))
    #expect(first.issuedAt == Instant(rfc3339: "2026-03-01T05:00:00Z"))
    #expect(first.elevation == 12 && first.temperature == -2.5)
    #expect(reading.forecasts.last?.resolution == 0)
  }

  @Test("An unknown code falls back to its text and is reported")
  func unknownCodes() throws {
    let symbol = try read(met("extremerain"))
    #expect(symbol.forecasts.first?.condition == .rain)
    #expect(symbol.findings.map(\.code) == ["W_WEATHER_CODE"])
    let dust = try read(
      """
      {"location":{"lat":25.2,"lon":55.3},"current":{"last_updated_epoch":1772258400,
       "temp_c":30,"condition":{"text":"Blowing dust","code":1045}}}
      """)
    #expect(dust.forecasts.first?.condition == .dust)
    #expect(dust.findings.map(\.code) == ["W_WEATHER_CODE"])
    let none = try read(met("frogs"))
    #expect(none.forecasts.first?.condition == .unknown)
  }

  @Test("A value in an unknown unit is ignored with a finding")
  func unknownUnit() throws {
    let reading = try read(met("fog", unit: "rankine"))
    #expect(reading.forecasts.first?.temperature == nil)
    #expect(reading.forecasts.first?.windSpeed == 4)
    #expect(reading.findings.map(\.code) == ["W_WEATHER_UNIT"])
  }

  @Test("Implausible values are ignored with a finding")
  func implausible() throws {
    let reading = try read(
      """
      {"latitude":1,"longitude":2,"hourly":{"time":["2026-03-01T00:00"],
       "temperature_2m":[-9999],"relative_humidity_2m":[55]}}
      """, as: .openMeteo)
    #expect(reading.forecasts.first?.temperature == nil)
    #expect(reading.forecasts.first?.relativeHumidity == 55)
    #expect(reading.findings.map(\.code) == ["W_WEATHER_VALUE"])
  }

  @Test(
    "OpenWeather: the units are those of the request and never guessed",
    arguments: [
      ("metric", 27.0, 27.0, 3.0), ("imperial", 77, 25, 1.341_12), ("standard", 300.15, 27, 3),
      (nil, 300.15, 27, 3), (nil, 27, nil, nil), ("standard", 27, nil, nil),
      ("imperial", 300.15, 27, 3),
    ] as [(String?, Double, Double?, Double?)])
  func units(stated: String?, value: Double, celsius: Double?, wind: Double?) throws {
    let json = """
      {"lat":1,"lon":103,"hourly":[{"dt":1772258400,"temp":\(value),"wind_speed":3,
       "weather":[{"id":800,"description":"clear sky","icon":"01d"}]}]}
      """
    let reading = try read(json, units: stated)
    let first = try #require(reading.forecasts.first)
    #expect(first.condition == .clear && first.isDay == true)
    #expect((first.temperature == nil) == (celsius == nil))
    #expect((first.windSpeed == nil) == (wind == nil))
    if let celsius { #expect(abs((first.temperature ?? 0) - celsius) < 1e-9) }
    if let wind { #expect(abs((first.windSpeed ?? 0) - wind) < 1e-9) }
    #expect(reading.findings.isEmpty == (celsius != nil))
  }

  @Test(
    "The error contains the provider's message in every form",
    arguments: [
      (#"{"cod":401,"message":"Invalid API key."}"#, "Invalid API key."),
      (#"{"cod":"404","message":"city not found"}"#, "city not found"),
      (#"{"cod":"400","message":["x"]}"#, "status 400"),
      (#"{"error":{"code":1006,"message":"No matching location found."}}"#, "(1006)"),
      (#"{"error":{"code":2007}}"#, "(2007)"),
      (#"{"code":24,"name":"ERROR_PARAMS","data":null,"errorMsg":"Invalid date"}"#, "Invalid date"),
      (
        #"{"type":"https://api.weather.gov/problems/NotFound","title":"Data Unavailable","status":404}"#,
        "Data Unavailable"
      ),
      (#"{"error":true,"reason":"Minutely API request limit exceeded."}"#, "limit exceeded"),
    ])
  func errors(json: String, words: String) {
    let error = #expect(throws: WeatherError.self) { try read(json) }
    #expect(error?.code == "E_WEATHER_PROVIDER")
    #expect(error?.description.contains(words) == true)
  }

  @Test("Data.gov.sg, version 2: a point gets the text of the nearest area")
  func areas() throws {
    let reading = try read(
      """
      {"code":0,"errorMsg":"","data":{"area_metadata":[
       {"name":"Clementi","label_location":{"latitude":1.315,"longitude":103.76}},
       {"name":"Changi","label_location":{"latitude":1.357,"longitude":103.987}}],
       "items":[{"update_timestamp":"2026-03-01T08:05:00+08:00",
       "valid_period":{"start":"2026-03-01T08:00:00+08:00","end":"2026-03-01T10:00:00+08:00"},
       "forecasts":[{"area":"Changi","forecast":"Fair (Day)"},
       {"area":"Clementi","forecast":"Thundery Showers"},{"area":"Atlantis","forecast":"Wet"}]}]}}
      """, points: [(1.2966, 103.7764)])
    #expect(reading.forecasts.map(\.condition) == [.thunder])
    #expect(reading.forecasts.first?.resolution == 7_200)
    #expect(reading.forecasts.first?.point.latitude == 1.2966)
    #expect(reading.findings.map(\.code) == ["W_WEATHER_POINT"])
  }

  @Test("NWS: showers with a slight chance do not determine the condition")
  func slightChance() throws {
    func period(_ chance: String, _ words: String, icon: String) -> String {
      """
      {"@context":["x",{"@vocab":"https://api.weather.gov/ontology#"}],
       "geometry":{"type":"Point","coordinates":[-85,30]},"properties":{"periods":[
       {"startTime":"2026-03-01T08:00:00-05:00","endTime":"2026-03-01T09:00:00-05:00",
        "temperature":70,"temperatureUnit":"F","windSpeed":"6 to 10 mph","windDirection":"SSE",
        "probabilityOfPrecipitation":{"unitCode":"wmoUnit:percent","value":\(chance)},
        "icon":"/icons/land/day/\(icon)?size=small","shortForecast":"\(words)"}]}}
      """
    }
    func condition(_ chance: String, _ words: String, icon: String) throws -> WeatherCondition? {
      try read(period(chance, words, icon: icon)).forecasts.first?.condition
    }
    #expect(try condition("15", "Slight Chance Rain Showers", icon: "rain_showers,20") == .unknown)
    #expect(
      try condition("20", "Slight Chance Rain Showers", icon: "rain_showers,20/bkn") == .overcast)
    #expect(try condition("null", "Slight Chance Rain Showers", icon: "rain_showers") == .unknown)
    #expect(try condition("60", "Rain Showers Likely", icon: "rain_showers,60") == .rain)
    let first = try #require(
      try read(period("60", "Rain", icon: "rain,60")).forecasts.first)
    #expect(abs((first.windSpeed ?? 0) - 4.4704) < 1e-12 && first.windDirection == 157.5)
  }
}
