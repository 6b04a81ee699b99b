import AlmanacModel
import Testing

@testable import AlmanacIngest

@Suite("The link to a forecast in another document") struct ForecastLinkTests {
  private func address(
    _ link: String, at origin: String = "https://api.w.example/points/1.0000,2.0000",
    path: String = "properties.forecastHourly"
  ) throws -> String {
    let text = #"{"properties": {"forecastHourly": \#(link), "others": ["a", "/b"]}}"#
    return try ForecastLink(path: path).address(
      in: ForecastLink.Directory(address: origin, body: Array(text.utf8)))
  }

  @Test(
    "A link to the document's own site is followed",
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
    "A link to another site or without encryption is refused",
    arguments: [
      "http://api.w.example/grid/7", "https://w.example/grid/7", "https://api.w.example:8443/grid",
      "//evil.example/grid", "https://api.w.example@evil.example/grid", "file:///etc/passwd",
      "https://user:pw@api.w.example/grid", "https://api.w.example.evil.example/",
    ])
  func refuses(link: String) throws {
    let error = #expect(throws: FetchError.self) { try address("\"\(link)\"") }
    #expect(error?.code == "E_FOLLOW")
  }

  @Test("A document without the link is an error", arguments: ["null", "7", "\"\"", "{}"])
  func missing(link: String) throws {
    let error = #expect(throws: FetchError.self) { try address(link) }
    #expect(error?.description.contains("properties.forecastHourly") == true)
    #expect(throws: FetchError.self) {
      try ForecastLink(path: "a").address(
        in: ForecastLink.Directory(address: "https://w.example/", body: Array("<html>".utf8)))
    }
  }
}
