import AlmanacModel
import Testing

@testable import AlmanacIngest

@Suite("The URL template of a weather source") struct WeatherTemplateTests {
  private func points(_ degrees: [(Double, Double)]) throws -> [Coordinate] {
    try degrees.map { try #require(Coordinate(latitude: $0, longitude: $1)) }
  }

  private func urls(
    _ template: String, _ points: [Coordinate], cities: [WeatherRequest.City] = [],
    sharing: Int = 50
  ) throws -> [String] {
    let template = try #require(WeatherTemplate(template))
    return template.requests(for: points, cities: cities, sharing: sharing).map(template.url)
  }

  @Test("Points are requested one by one or together, with four decimals")
  func fills() throws {
    let points = try points([(1.23456, 103.5), (-0.00001, -7.25), (51.5, 0.1)])
    #expect(
      try urls("https://w.example/?lat={latitude}&lon={longitude}", points) == [
        "https://w.example/?lat=1.2346&lon=103.5000", "https://w.example/?lat=0.0000&lon=-7.2500",
        "https://w.example/?lat=51.5000&lon=0.1000",
      ])
    let several = "https://w.example/?lat={latitudes}&lon={longitudes}"
    #expect(
      try urls(several, points) == [
        "https://w.example/?lat=1.2346,0.0000,51.5000&lon=103.5000,-7.2500,0.1000"
      ])
    #expect(
      try urls(several, points, sharing: 2) == [
        "https://w.example/?lat=1.2346,0.0000&lon=103.5000,-7.2500",
        "https://w.example/?lat=51.5000&lon=0.1000",
      ])
    #expect(try urls("https://w.example/all", points) == ["https://w.example/all"])
    #expect(try urls(several, []) == [])
  }

  @Test("A city is inserted by name, and the key's placeholder stays")
  func cities() throws {
    let cities = [
      WeatherRequest.City(name: "Zürich", words: "Zürich & Umgebung"),
      WeatherRequest.City(name: "Here", coordinate: try points([(1, 2)])[0]),
    ]
    #expect(
      try urls("https://w.example/?key={key}&q={place}", points([(1, 2), (1, 2)]), cities: cities)
        == [
          "https://w.example/?key={key}&q=Z%C3%BCrich%20%26%20Umgebung",
          "https://w.example/?key={key}&q=1.0000,2.0000",
        ])
    let named = ForecastRequest(points: [], city: cities[0])
    #expect(named.key == "city Zürich & Umgebung")
    #expect(
      ForecastRequest(points: try points([(1, -2), (3, 4)])).key == "1.0000,-2.0000 3.0000,4.0000")
  }

  @Test(
    "Contradictory placeholders are refused",
    arguments: [
      "https://w.example/?lat={latitude}", "https://w.example/?lat={latitudes}&lon={longitude}",
      "https://w.example/?q={place}&lat={latitude}&lon={longitude}",
    ])
  func refuses(template: String) { #expect(WeatherTemplate(template) == nil) }
}
