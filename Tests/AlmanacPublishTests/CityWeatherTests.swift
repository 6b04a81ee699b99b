import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacPublish

/// Tests the selection of a forecast as a city's weather at a time.
@Suite struct CityWeatherTests {
  private static let start = EditionFixture.instant("2026-03-03T11:00:00Z")

  private func forecast(
    _ text: String, at seconds: Int = 0, for resolution: Int = 3_600, isCurrent: Bool = false,
    source: String = "sky", east: Double = 0
  ) throws -> Forecast {
    var forecast = try #require(EditionFixture.forecasts.first)
    forecast.source = source
    forecast.at = Self.start + seconds
    forecast.resolution = resolution
    forecast.isCurrent = isCurrent
    forecast.rawText = text
    let point = forecast.point
    forecast.point = try #require(
      Coordinate(latitude: point.latitude, longitude: point.longitude + east))
    return forecast
  }

  /// The weather text of the city `seconds` after the start.
  private func texts(_ forecasts: [Forecast], at seconds: [Int]) throws -> [String?] {
    let output = try TemporaryOutput()
    var contents = EditionFixture.contents(events: [])
    contents.forecasts = forecasts
    // A source with other cities.
    var air = try #require(contents.sources.last)
    air.id = "air"
    air.weather?.cities = []
    contents.sources.append(air)
    let reader = try EditionReader(edition: try output.publish(contents).folder)
    return try seconds.map {
      try reader.weather(of: "Hill Städtchen", at: Self.start + $0)?.text
    }
  }

  @Test("A step of a forecast is valid from its start until its end, exclusively")
  func holds() throws {
    let found = try texts([try forecast("Dry")], at: [-1, 0, 3_599, 3_600])
    #expect(found == [nil, "Dry", "Dry", nil])
  }

  @Test("A current observation is valid for two hours, whatever its resolution")
  func holdsCurrent() throws {
    let current = try forecast("Now", for: 60, isCurrent: true)
    let found = try texts(
      [current, try forecast("Series", for: 4 * 3_600)], at: [-1, 0, 7_199, 7_200, 14_399])
    #expect(found == [nil, "Now", "Now", "Series", "Series"])
  }

  @Test("A current observation takes precedence over a finer forecast")
  func prefersCurrent() throws {
    let current = try forecast("Now", for: 3_600, isCurrent: true)
    #expect(try texts([current, try forecast("Series", at: 60, for: 60)], at: [90]) == ["Now"])
  }

  @Test("The finest step is chosen, then the latest, of the same point and source")
  func prefersFiner() throws {
    let day = try forecast("Day", at: 2_400, for: 86_400)
    let hours = [try forecast("Hour"), try forecast("Half past", at: 1_800)]
    let others = [
      try forecast("East", at: 1_800, for: 60, east: 1),
      try forecast("Other source", at: 1_800, for: 60, source: "air"),
    ]
    let found = try texts([day] + hours + others, at: [0, 1_800, 2_400, 5_399, 5_400])
    #expect(found == ["Hour", "Half past", "Half past", "Half past", "Day"])
  }
}
