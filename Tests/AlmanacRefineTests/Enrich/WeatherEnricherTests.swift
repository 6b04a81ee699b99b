import AlmanacModel
import AlmanacRefine
import AlmanacTime
import Testing

@Suite struct WeatherEnricherTests {
  private static let zone = CampusRun.zone

  private func point(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
  }

  private func instant(_ text: String) throws -> Instant { try #require(Instant(rfc3339: text)) }

  /// 24 hours of 10 March in Singapore. Rain is that of the hour before each instant.
  private func day(
    source: String = "open-meteo", fetched: String = "2026-03-10T00:00:00+08:00",
    change: (Int, inout Forecast) -> Void = { _, _ in }
  ) throws -> [Forecast] {
    let start = try instant("2026-03-10T00:00:00+08:00")
    return try (0..<24).map { hour in
      let at = start + hour * 3_600
      var forecast = Forecast(
        source: source, provider: .openMeteo, point: try point(1.2966, 103.7764),
        fetchedAt: try instant(fetched), at: at, condition: .partlyCloudy)
      forecast.accumulatedFrom = at - 3_600
      forecast.accumulatedTo = at
      forecast.temperature = 24 + Double(hour) / 4
      forecast.precipitation = 0
      forecast.precipitationProbability = 0.1
      forecast.windSpeed = 2
      change(hour, &forecast)
      return forecast
    }
  }

  private func event(
    _ start: String, end: String? = nil, placement: Placement? = nil,
    change: (inout Event) -> Void = { _ in }
  ) throws -> Event {
    var placed = Placement.at("ucc")
    placed.coordinate = try point(1.3018, 103.7722)
    var event = Event(
      id: "e", campus: "nus", title: "Fair", placement: placement ?? placed,
      occurrences: [
        Occurrence(start: try .campus(start), end: try end.map { try .campus($0) })
      ],
      listings: [])
    change(&event)
    return event
  }

  private func enrich(
    _ event: Event, with forecasts: [Forecast], defaultPoint: Coordinate? = nil
  ) async throws -> (OccurrenceWeather?, [Finding]) {
    let enricher = WeatherEnricher(
      forecasts: ForecastIndex(forecasts), zone: Self.zone, defaultPoint: defaultPoint,
      now: try instant("2026-03-10T06:00:00+08:00"))
    let batch = try await enricher.run([event])
    #expect(batch.records.map(\.id) == ["e"])
    return (batch.records.first?.weathers[0], batch.findings)
  }

  @Test("The condition is the worst of all hours")
  func worst() async throws {
    let forecasts = try day { hour, forecast in
      if hour == 14 {
        forecast.condition = .thunder
        forecast.precipitationProbability = 0.8
        forecast.precipitation = 4
        forecast.windSpeed = 6.04
      }
    }
    let (found, findings) = try await enrich(
      event("2026-03-10T12:00", end: "2026-03-10T16:00"), with: forecasts)
    let weather = try #require(found)
    #expect(weather.condition == .thunder)
    #expect(weather.temperatureMin == 27)
    #expect(weather.temperatureMax == 27.8)
    #expect(weather.precipitation == 4)
    #expect(weather.precipitationProbability == 0.8)
    #expect(weather.windSpeed == 6)
    #expect(weather.text == "Thundery showers, 27–28 °C, rain 80 %")
    #expect((700...800).contains(weather.distance))
    #expect(findings.isEmpty)
  }

  @Test("Rain counts by its interval, not by its timestamp")
  func accumulations() async throws {
    let forecasts = try day { hour, forecast in
      // Rain that fell between 13:00 and 14:00 has the timestamp 14:00.
      if hour == 14 { forecast.precipitation = 6 }
      forecast.precipitationProbability = nil
    }
    let before = try await enrich(
      event("2026-03-10T13:00", end: "2026-03-10T14:00"), with: forecasts)
    let half = try await enrich(event("2026-03-10T13:30", end: "2026-03-10T14:30"), with: forecasts)
    let after = try await enrich(
      event("2026-03-10T14:00", end: "2026-03-10T15:00"), with: forecasts)
    #expect([before, half, after].map { $0.0?.precipitation } == [6, 3, 0])
    #expect(before.0?.text == "Partly cloudy, 27 °C, rain 6.0 mm")
  }

  @Test("A daily sum of rain is not used for an hour")
  func daySums() async throws {
    let forecasts = try day { _, forecast in
      forecast.accumulatedTo = forecast.accumulatedFrom.map { $0 + 86_400 }
      forecast.precipitation = 40
    }
    let (found, _) = try await enrich(event("2026-03-10T13:00"), with: forecasts)
    #expect(found?.precipitation == nil)
    #expect(found?.temperatureMax == 27.3)
  }

  @Test("Whole days have the weather from eight to eight, and long events have none")
  func days() async throws {
    let forecasts = try day { hour, forecast in
      if hour < 8 || hour >= 20 { forecast.condition = .storm }
    }
    let (day, _) = try await enrich(event("2026-03-10"), with: forecasts)
    #expect(day?.condition == .partlyCloudy)
    #expect(day?.temperatureMin == 26)
    #expect(day?.temperatureMax == 28.8)
    // The end of whole days is the day after the last.
    #expect(try await enrich(event("2026-03-10", end: "2026-03-11"), with: forecasts).0 == day)
    let (three, _) = try await enrich(event("2026-03-10", end: "2026-03-13"), with: forecasts)
    #expect(three != nil)
    let (four, _) = try await enrich(event("2026-03-10", end: "2026-03-14"), with: forecasts)
    #expect(four == nil)
    let (month, _) = try await enrich(event("2026-03-10", end: "2026-04-10"), with: forecasts)
    #expect(month == nil)
  }

  @Test("Of two values for one hour, the later fetched one counts, but no current observation")
  func newest() async throws {
    let old = try day(fetched: "2026-03-09T12:00:00+08:00") { $1.condition = .storm }
    let new = try day()
    let now = try day { _, forecast in
      forecast.isCurrent = true
      forecast.resolution = 600
      forecast.condition = .hail
    }
    let event = try event("2026-03-10T12:00")
    for forecasts in [old + new + now, now + new + old] {
      #expect(try await enrich(event, with: forecasts).0?.condition == .partlyCloudy)
    }
    #expect(try await enrich(event, with: now).0?.condition == .hail)
  }

  @Test(
    "Past and distant events get no forecast and no finding",
    arguments: ["2026-03-09T12:00", "2026-03-09T22:00", "2026-03-11T00:00", "2027-01-01T12:00"])
  func outsideReach(start: String) async throws {
    let (found, findings) = try await enrich(event(start), with: day())
    #expect(found == nil)
    #expect(findings.isEmpty)
    let stale = try day(fetched: "2026-03-08T00:00:00+08:00")
    #expect(try await enrich(event(start), with: stale).1.isEmpty)
  }

  @Test(
    "Past occurrences have the weather of the current forecasts",
    arguments: [
      ("2026-03-10T00:00", "2026-03-10T01:00", true), ("2026-03-10T04:00", nil, true),
      ("2026-03-09T22:00", "2026-03-10T00:30", true),
      ("2026-03-09T22:00", "2026-03-10T00:00", true),
      ("2026-03-09T12:00", nil, true), ("2026-03-09", nil, true),
      ("2026-03-08T12:00", nil, false), ("2026-03-08", nil, false),
    ])
  func over(start: String, end: String?, hasWeather: Bool) async throws {
    let yesterday = try day().map { forecast in
      var forecast = forecast
      forecast.at = forecast.at - 86_400
      forecast.accumulatedFrom = forecast.accumulatedFrom.map { $0 - 86_400 }
      forecast.accumulatedTo = forecast.accumulatedTo.map { $0 - 86_400 }
      return forecast
    }
    let (found, findings) = try await enrich(event(start, end: end), with: yesterday + day())
    #expect((found != nil) == hasWeather)
    #expect(findings.isEmpty)
  }

  @Test("A stale forecast is reported once for each source, and the events remain")
  func stale() async throws {
    let forecasts = try day(fetched: "2026-03-08T23:00:00+08:00")
    let enricher = WeatherEnricher(
      forecasts: ForecastIndex(forecasts), zone: Self.zone,
      now: try instant("2026-03-10T06:00:00+08:00"))
    let batch = try await enricher.run([event("2026-03-10T12:00"), event("2026-03-10T13:00")])
    #expect(batch.records.count == 2)
    #expect(batch.records.map(\.weathers) == [[:], [:]])
    #expect(batch.findings.map(\.code) == ["W_WEATHER_STALE"])
    #expect(batch.findings.first?.source == "open-meteo")
    #expect(batch.findings.first?.message.contains("31 h old") == true)
  }

  @Test("A fresh source replaces a stale one")
  func standsIn() async throws {
    let forecasts = try day(source: "a", fetched: "2026-03-01T00:00:00Z") + day(source: "b")
    let (found, _) = try await enrich(event("2026-03-10T12:00"), with: forecasts)
    #expect(found?.source == "b")
  }

  @Test("A place farther than 25 km from all points has no forecast and is reported once")
  func far() async throws {
    let (found, findings) = try await enrich(
      event("2026-03-10T12:00") {
        $0.placement?.coordinate = Coordinate(latitude: 1.70, longitude: 103.7764)
      }, with: day())
    #expect(found == nil)
    #expect(findings.map(\.code) == ["W_WEATHER_FAR"])
    #expect(findings.first?.subject == "ucc")
    #expect(findings.first?.message.contains("45 km") == true)
  }

  @Test("A known place without a point gets the campus's point")
  func defaultPoint() async throws {
    let museum = Placement(place: "museum", name: "Museum", confidence: 0.9, method: .alias)
    let event = try event("2026-03-10T12:00", placement: museum)
    let campus = try point(1.2966, 103.7764)
    #expect(try await enrich(event, with: day(), defaultPoint: campus).0 != nil)
    #expect(try await enrich(event, with: day()).0 == nil)
  }

  @Test(
    "An event without a place has no weather",
    arguments: [Placement.Abstention.unknown, .toBeAnnounced, .online, .offCampus])
  func unplaced(reason: Placement.Abstention) async throws {
    let event = try event("2026-03-10T12:00", placement: Placement(abstaining: reason)) {
      $0.venue = "Somewhere"
    }
    let campus = try point(1.2966, 103.7764)
    #expect(try await enrich(event, with: day(), defaultPoint: campus).0 == nil)
  }

  @Test("An occurrence at another place has the weather of that place")
  func elsewhere() async throws {
    let event = try event("2026-03-10T12:00") {
      $0.occurrences[0].venue = "Zoom"
      $0.occurrences[0].placement = Placement(abstaining: .online)
    }
    #expect(try await enrich(event, with: day()).0 == nil)
    let unplaced = try self.event("2026-03-10T12:00") { $0.occurrences[0].venue = "Somewhere" }
    #expect(try await enrich(unplaced, with: day()).0 == nil)
  }

  @Test("Missing values stay missing, and negative temperatures have a minus sign")
  func gaps() async throws {
    let forecasts = try day { hour, forecast in
      forecast.condition = .snow
      forecast.temperature = hour == 12 ? -3.4 : hour == 13 ? 2 : nil
      forecast.precipitation = nil
      forecast.precipitationProbability = nil
      forecast.windSpeed = nil
    }
    let (found, _) = try await enrich(
      event("2026-03-10T12:00", end: "2026-03-10T15:00"), with: forecasts)
    #expect(found?.text == "Snow, −3 to 2 °C")
    #expect(found?.precipitation == nil)
    #expect(found?.windSpeed == nil)
  }

  @Test(
    "An occurrence is during the day if the sun is up in its middle",
    arguments: [
      ("2026-03-10T17:00", "2026-03-10T18:00", true), ("2026-03-10T20:00", nil, false),
      ("2026-03-10T18:00", "2026-03-10T22:00", false),
      ("2026-03-10T10:00", "2026-03-10T22:00", true),
      ("2026-03-10T09:00", "2026-03-10T23:00", nil), ("2026-03-10", nil, nil),
    ])
  func night(start: String, end: String?, isDay: Bool?) async throws {
    let (weather, _) = try await enrich(event(start, end: end), with: day())
    #expect(try #require(weather).isDay == isDay)
  }

  @Test("A source that is fresh at another nearby point is not reported as outdated")
  func freshPointServes() async throws {
    let old = try day(fetched: "2026-03-08T00:00:00+08:00")
    let near = try point(1.32, 103.78)
    let fresh = try day { _, forecast in forecast.point = near }
    let (weather, findings) = try await enrich(event("2026-03-10T12:00"), with: old + fresh)
    #expect(try #require(weather).distance > 1_500)
    #expect(findings.isEmpty)
  }
}
