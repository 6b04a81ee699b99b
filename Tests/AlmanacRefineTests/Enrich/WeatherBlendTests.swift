import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacRefine

/// Tests several sources at once, and forecast steps of other lengths than an hour.
@Suite struct WeatherBlendTests {
  private static let start =
    Instant(rfc3339: "2026-03-10T00:00:00Z") ?? Instant(secondsSinceEpoch: 0)

  private func step(
    _ hour: Int, hours: Int = 1, source: String = "a", issued: Int? = nil,
    change: (inout Forecast) -> Void = { _ in }
  ) throws -> Forecast {
    var forecast = Forecast(
      source: source, provider: source == "a" ? .metNorway : .openMeteo,
      point: try #require(Coordinate(latitude: 1.3, longitude: 103.8)),
      fetchedAt: Self.start, at: Self.start + hour * 3_600, resolution: hours * 3_600)
    forecast.attribution = "Weather of " + source
    forecast.issuedAt = issued.map { Self.start + $0 * 3_600 }
    change(&forecast)
    return forecast
  }

  private func join(
    _ forecasts: [Forecast], from: Int, to: Int, preference: [String] = [], now: Int = 0,
    rules: [WeatherRule] = [], outdoors: Set<String> = []
  ) async throws -> (OccurrenceWeather?, [Finding]) {
    let zone = try #require(ZoneDatabase.system.zone(named: "Asia/Singapore"))
    func time(_ hour: Int) -> CalendarTime {
      .zoned(ZonedTime(Self.start + hour * 3_600, in: zone))
    }
    var placement = Placement(place: "hall", name: "Hall", confidence: 1, method: .alias)
    placement.coordinate = Coordinate(latitude: 1.3, longitude: 103.8)
    let event = Event(
      id: "e", campus: "nus", title: "Fair", placement: placement,
      occurrences: [Occurrence(start: time(from), end: time(to))], listings: [])
    let enricher = WeatherEnricher(
      forecasts: ForecastIndex(forecasts, preference: preference), zone: zone,
      now: Self.start + now * 3_600, rules: rules, outdoors: outdoors)
    let batch = try await enricher.run([event])
    return (batch.records.first?.weathers[0], batch.findings)
  }

  @Test("The next source fills in values that the preferred one lacks, and the record names it")
  func gaps() async throws {
    let first = try (0..<12).map { hour in
      try step(hour) {
        $0.temperature = 30
        $0.condition = .thunder
      }
    }
    let second = try (0..<12).map { hour in
      try step(hour, source: "b") {
        $0.temperature = 10
        $0.condition = .clear
        $0.windSpeed = 7
        $0.precipitation = 1
        $0.accumulatedFrom = $0.at
        $0.accumulatedTo = $0.at + 3_600
      }
    }
    let (found, findings) = try await join(
      second + first, from: 2, to: 5, preference: ["a", "b"])
    let weather = try #require(found)
    #expect(findings.isEmpty)
    #expect(weather.source == "a" && weather.condition == .thunder)
    #expect(weather.temperatureMin == 30 && weather.temperatureMax == 30)
    #expect(weather.windSpeed == 7 && weather.precipitation == 3)
    #expect(
      weather.supplements == [
        .init(field: .wind, source: "b", provider: .openMeteo),
        .init(field: .precipitation, source: "b", provider: .openMeteo),
      ])
    #expect(weather.attribution == "Weather of a; Weather of b")
    let (other, _) = try await join(second + first, from: 2, to: 5, preference: ["b"])
    #expect(other?.source == "b" && other?.temperatureMax == 10 && other?.supplements == nil)
  }

  @Test("A source that ends within the occurrence is replaced by one that covers it")
  func partial() async throws {
    let short = try (0..<3).map {
      try step($0) {
        $0.temperature = 30
        $0.condition = .rain
      }
    }
    let long = try (0..<9).map {
      try step($0, source: "b") {
        $0.temperature = 20
        $0.condition = .clear
      }
    }
    let (found, _) = try await join(short + long, from: 1, to: 6, preference: ["a"])
    #expect(found?.source == "b" && found?.condition == .clear && found?.temperatureMax == 20)
    let (alone, _) = try await join(short, from: 1, to: 6)
    #expect(alone?.source == "a" && alone?.temperatureMax == 30)
  }

  @Test("Between the instants of long steps, temperatures are interpolated")
  func interpolation() async throws {
    let steps = try [(0, 20.0), (6, 32), (12, 26)].map { hour, temperature in
      try step(hour, hours: 6) {
        $0.temperature = temperature
        $0.condition = .overcast
      }
    }
    let (inside, _) = try await join(steps, from: 3, to: 5)
    #expect(inside?.temperatureMin == 26 && inside?.temperatureMax == 30)
    let (across, _) = try await join(steps, from: 5, to: 9)
    #expect(across?.temperatureMin == 29 && across?.temperatureMax == 32)
  }

  @Test("Daily values are not used as hourly ones and are marked as values of the day")
  func days() async throws {
    let day = try step(0, hours: 24) {
      $0.temperatureMin = 24
      $0.temperatureMax = 33
      $0.condition = .rain
      $0.precipitation = 40
      $0.precipitationProbability = 0.9
      $0.accumulatedFrom = $0.at
      $0.accumulatedTo = $0.at + 86_400
    }
    let (hour, _) = try await join([day], from: 5, to: 7)
    #expect(hour == nil)
    let (whole, _) = try await join([day], from: 4, to: 20)
    #expect(whole?.temperatureMin == 24 && whole?.temperatureMax == 33)
    #expect(whole?.condition == .rain && whole?.precipitation == nil)
    // Adjacent hours are reported instead.
    let hours = try (0..<24).map {
      try step($0) {
        $0.temperature = 28
        $0.condition = .clear
      }
    }
    let (better, _) = try await join(hours + [day], from: 4, to: 20)
    #expect(better?.temperatureMin == 28 && better?.condition == .clear)
  }

  @Test("Rain without an hour of its own counts by its interval")
  func sums() async throws {
    let hours = try (0..<12).map {
      try step($0) {
        $0.temperature = 20
        $0.condition = .rain
      }
    }
    let sum = try step(6, hours: 0) {
      $0.precipitation = 6
      $0.precipitationProbability = 0.7
      $0.accumulatedFrom = $0.at
      $0.accumulatedTo = $0.at + 6 * 3_600
    }
    let (found, _) = try await join(hours + [sum], from: 8, to: 10)
    #expect(found?.precipitation == 2 && found?.precipitationProbability == 0.7)
    let (before, _) = try await join(hours + [sum], from: 2, to: 4)
    #expect(before?.precipitation == nil && before?.condition == .rain)
  }

  @Test("A forecast that was computed long ago is stale even if it was fetched recently")
  func staleIssue() async throws {
    let old = try (0..<12).map { try step($0, issued: -40) { $0.temperature = 20 } }
    let (found, findings) = try await join(old, from: 2, to: 4)
    #expect(found == nil)
    #expect(findings.map(\.code) == ["W_WEATHER_STALE"])
    let fresh = try (0..<12).map { try step($0, issued: -30) { $0.temperature = 20 } }
    let (kept, _) = try await join(fresh, from: 2, to: 4)
    #expect(kept != nil)
  }

  @Test("A current observation is used only if there is no other value")
  func current() async throws {
    let now = try step(2) {
      $0.isCurrent = true
      $0.temperature = 40
      $0.condition = .storm
    }
    let hours = try (0..<6).map {
      try step($0) {
        $0.temperature = 20
        $0.condition = .clear
      }
    }
    let (found, _) = try await join(hours + [now], from: 2, to: 3)
    #expect(found?.temperatureMax == 20 && found?.condition == .clear)
    let (alone, _) = try await join([now], from: 2, to: 3)
    #expect(alone?.condition == .storm)
  }

  @Test("Matching rules become advisories, one for each id; unknown values match no rule")
  func advisories() async throws {
    let hours = try (0..<6).map { hour in
      try step(hour) {
        $0.temperature = 34
        $0.condition = .thunder
        $0.precipitationProbability = 0.6
        $0.accumulatedFrom = $0.at
        $0.accumulatedTo = $0.at + 3_600
      }
    }
    func rule(_ id: String, change: (inout WeatherRule) -> Void) -> WeatherRule {
      var rule = WeatherRule(advisory: WeatherAdvisory(id: id, text: id))
      change(&rule)
      return rule
    }
    let rules = [
      rule("wet") {
        $0.isOutdoorOnly = true
        $0.probability = 0.5
      },
      rule("wet") { $0.conditions = [.thunder] },
      rule("heat") { $0.temperature = 34 },
      rule("heat") { $0.temperature = 30 },
      rule("wind") { $0.wind = 0 },
      rule("cold") { $0.temperatureAtMost = 0 },
      rule("soaked") {
        $0.isOutdoorOnly = true
        $0.probability = 0.6
      },
    ]
    let (indoors, _) = try await join(hours, from: 1, to: 3, rules: rules)
    #expect(indoors?.advisories?.map(\.id) == ["wet", "heat"])
    let (outdoors, _) = try await join(
      hours, from: 1, to: 3, rules: rules, outdoors: ["hall"])
    #expect(outdoors?.advisories?.map(\.id) == ["wet", "heat", "soaked"])
    let (none, _) = try await join(hours, from: 1, to: 3)
    #expect(none != nil && none?.advisories == nil)
  }

  @Test("An occurrence that spans sunset contains its time")
  func sunset() async throws {
    let hours = try (0..<24).map {
      try step($0) {
        $0.temperature = 28
        $0.condition = .clear
      }
    }
    // 18:00 to 20:00 in Singapore, where the sun sets at 19:18 that day.
    let (found, _) = try await join(hours, from: 10, to: 12)
    let sunset = try #require(found?.sunset)
    #expect(abs(sunset.seconds(since: Self.start + 11 * 3_600) - 18 * 60) < 120)
    #expect(found?.sunrise == nil)
    let (noon, _) = try await join(hours, from: 2, to: 4)
    #expect(noon?.sunset == nil)
  }

  @Test(
    "Sunrise and sunset agree with a weather service to two minutes",
    arguments: [
      // Singapore, Dresden, Zocca: One Call and the current weather of OpenWeather.
      (1.2897, 103.8501, "2023-12-23", 1_703_286_114, 1_703_329_480),
      (51.05, 13.74, "2017-08-16", 1_502_855_629, 1_502_907_815),
      (44.34, 10.99, "2022-08-30", 1_661_834_187, 1_661_882_248),
    ])
  func sun(latitude: Double, longitude: Double, date: String, rise: Int64, set: Int64) throws {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    let day = try #require(CivilDate(iso8601: date))
    let times = try #require(SunTimes(on: day, at: place))
    #expect(abs(times.sunrise.secondsSinceEpoch - rise) < 120)
    #expect(abs(times.sunset.secondsSinceEpoch - set) < 120)
  }

  @Test("Polar night has neither sunrise nor sunset")
  func polarNight() throws {
    let place = try #require(Coordinate(latitude: 71.64, longitude: 128.87))
    let day = try #require(CivilDate(iso8601: "2018-12-25"))
    #expect(SunTimes(on: day, at: place) == nil)
  }
}
