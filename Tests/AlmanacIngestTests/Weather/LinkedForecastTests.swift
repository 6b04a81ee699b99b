import AlmanacModel
import Testing

@testable import AlmanacIngest

@Suite("the address of a forecast that another document names") struct LinkedForecastTests {
  private func address(
    _ link: String, at origin: String = "https://api.w.example/points/1.0000,2.0000",
    path: String = "properties.forecastHourly"
  ) throws -> String {
    let text = #"{"properties": {"forecastHourly": \#(link), "others": ["a", "/b"]}}"#
    return try LinkedForecast(path: path).address(
      in: LinkedForecast.Directory(address: origin, body: Array(text.utf8)))
  }

  @Test(
    "a linked forecast is followed on the same site",
    arguments: [
      ("https://api.w.example/grid/7", "https://api.w.example/grid/7"),
      ("https://API.w.example:443/grid/7", "https://API.w.example:443/grid/7"),
      ("/grid/7?units=si", "https://api.w.example/grid/7?units=si"),
      ("grid/7", "https://api.w.example/points/grid/7"),
    ])
  func follows(link: String, expected: String) throws {
    #expect(try address("\"\(link)\"") == expected)
    #expect(try address("null", path: "properties.others[1]") == "https://api.w.example/b")
  }

  @Test(
    "a linked forecast on another site, or without TLS, is rejected",
    arguments: [
      "http://api.w.example/grid/7", "https://w.example/grid/7", "https://api.w.example:8443/grid",
      "//evil.example/grid", "https://api.w.example@evil.example/grid", "file:///etc/passwd",
      "https://user:pw@api.w.example/grid", "https://api.w.example.evil.example/",
    ])
  func refuses(link: String) throws {
    let error = #expect(throws: FetchError.self) { try address("\"\(link)\"") }
    #expect(error?.code == "E_FOLLOW")
  }

  @Test(
    "a document without a link to a forecast gives none", arguments: ["null", "7", "\"\"", "{}"])
  func missing(link: String) throws {
    let error = #expect(throws: FetchError.self) { try address(link) }
    #expect(error?.description.contains("properties.forecastHourly") == true)
    #expect(throws: FetchError.self) {
      try LinkedForecast(path: "a").address(
        in: LinkedForecast.Directory(address: "https://w.example/", body: Array("<html>".utf8)))
    }
  }
}
