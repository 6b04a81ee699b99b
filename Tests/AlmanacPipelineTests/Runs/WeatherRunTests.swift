import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import AlmanacTime
import Foundation
import GRDB
import Synchronization
import Testing

/// Runs with a weather provider that is a real server on this machine.
@Suite("A weather source on the web") struct WeatherRunTests {
  private let provider = WeatherProviderScript()
  private let server: LoopbackServer
  private let fixture: CampusFixture

  init() throws {
    server = try LoopbackServer { [provider] request in provider.answer(to: request) }
    fixture = try CampusFixture.empty()
    try fixture.append("fetch: {gap: 0s, userAgent: Hill/1 (+https://hill.example)}")
    try fixture.add("events", Self.calendar(["Great Hall", "Hill Library"]), file: "feed.ics")
    try define("/met?lat={latitude}&lon={longitude}", "provider: met-norway, events: true")
  }

  private func define(_ path: String, _ weather: String, id: String = "sky") throws {
    try fixture.folder.write(
      """
      campus: hill
      kind: weather
      url: "\(server.url(path))"
      every: 1h
      allow: [127.0.0.1]
      weather: {\(weather)}
      """, to: "config/feeds/\(id)/feed.yaml")
  }

  /// An event at each of these venues, on an evening of that week.
  private static func calendar(_ venues: [String]) -> String {
    let events = venues.map { venue in
      """
      BEGIN:VEVENT
      UID:\(venue.lowercased().replacing(" ", with: "-"))@hill.example
      DTSTAMP:20260301T000000Z
      DTSTART;TZID=Asia/Singapore:20260306T193000
      DTEND;TZID=Asia/Singapore:20260306T213000
      SUMMARY:Evening at \(venue)
      LOCATION:\(venue)
      END:VEVENT

      """
    }
    return "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Hill//Test//EN\n" + events.joined()
      + "END:VCALENDAR\n"
  }

  private func line(_ report: RunReport, _ id: String = "sky") throws -> RunReport.SourceLine {
    try #require(report.sources.first { $0.id == id })
  }

  private func codes(_ report: RunReport) -> [String] {
    report.findings.filter { $0.source == "sky" }.map(\.code.rawValue)
  }

  /// Title, temperature and meters to the forecast's point of every occurrence with weather.
  private func weather() async throws -> [String: Double] {
    try await fixture.database().read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT e.title, w.temperature_max, w.distance FROM occurrence_weather w
          JOIN occurrence o ON o.id = w.occurrence JOIN event e ON e.id = o.event
          WHERE w.distance < 800
          """)
      return Dictionary(uniqueKeysWithValues: rows.map { ($0["title"], $0["temperature_max"]) })
    }
  }

  @Test("A weather source gets one request for each point of the last run's upcoming events")
  func asksForPlaces() async throws {
    let first = try await fixture.run()
    #expect(server.requests.isEmpty, "no event is known yet, and no point is configured")
    #expect(try line(first).status == .waiting)
    let second = try await fixture.run(after: 2)
    #expect(try line(second).status == .ok)
    let paths = server.requests.map(\.path)
    #expect(paths.count == 2 && Set(paths).count == 2)
    let fourDecimals = /\/met\?lat=-?\d+\.\d{4}&lon=-?\d+\.\d{4}/
    for path in paths { #expect(path.wholeMatch(of: fourDecimals) != nil, "\(path)") }
    #expect(server.requests.allSatisfy { $0.headers["user-agent"]?.hasPrefix("Hill/1") == true })
    let weather = try await weather()
    #expect(weather.keys.sorted() == ["Evening at Great Hall", "Evening at Hill Library"])
    #expect(Set(weather.values).count == 2, "each has the answer to its own request")
    #expect(second.findings.filter { $0.code.rawValue.hasPrefix("W_WEATHER") }.isEmpty)
  }

  @Test("A weather source gets requests for the configured points while no event is known")
  func fallsBack() async throws {
    try define(
      "/met?lat={latitude}&lon={longitude}",
      "provider: met-norway, events: true, points: [[1.3, 103.7]], cities: {Town: [1.4, 103.9]}")
    try await fixture.run()
    #expect(
      server.requests.map(\.path).sorted() == [
        "/met?lat=1.3000&lon=103.7000", "/met?lat=1.4000&lon=103.9000",
      ])
    try await fixture.run(after: 6)
    let later = server.requests.dropFirst(2).map(\.path)
    #expect(later.count == 3)
    #expect(later.contains("/met?lat=1.4000&lon=103.9000"), "cities are always requested")
    #expect(!later.contains("/met?lat=1.3000&lon=103.7000"))
    let reader = try fixture.answer()
    let city = try reader.weather(of: "town", at: fixture.now).line
    #expect(city.hasPrefix("Town: "), "\(city)")
  }

  @Test("A weather source gets conditional requests for each answer, and not before it expires")
  func conditional() async throws {
    try await fixture.run()
    try await fixture.run(after: 2)
    try await fixture.run(after: 3)
    #expect(server.requests.count == 2, "fresh for four hours, regardless of every")
    provider.set { $0.holds = true }
    let report = try await fixture.run(after: 7)
    #expect(try line(report).status == .unchanged)
    let requests = server.requests
    #expect(requests.map(\.path).suffix(2).sorted() == requests.map(\.path).prefix(2).sorted())
    for request in requests.suffix(2) {
      #expect(request.headers["if-modified-since"] == provider.lastModified(of: request.path))
    }
    #expect(try await weather().count == 2)
  }

  @Test(
    "A weather source that fails for one point keeps its other points and the last data of that point"
  )
  func failsInPart() async throws {
    try await fixture.run()
    try await fixture.run(after: 2)
    let one = try #require(server.requests.last?.path)
    provider.set { $0.failing = [one: .init(500, text: "no")] }
    let report = try await fixture.run(after: 8)
    #expect(try line(report).status == .ok)
    #expect(codes(report) == ["W_WEATHER_REQUEST"])
    #expect(report.exitCode == .published)
    #expect(try await weather().count == 2)
    #expect(try fixture.status().lines.first { $0.id == "sky" }?.status == .ok)
    let stale = try await fixture.run(after: 27)
    #expect(codes(stale).contains("W_WEATHER_REQUEST"))
    // The other point is fresh and near enough to stand in.
    let fresh = try await fixture.database().read {
      try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM occurrence_weather") ?? 0
    }
    #expect(fresh == 2)
    #expect(try await weather().count == 1, "a day old: no longer joined as fresh")
    let rows = try await fixture.database().read {
      try Int.fetchOne($0, sql: "SELECT COUNT(DISTINCT latitude) FROM forecast") ?? 0
    }
    #expect(rows == 1, "nor published as a forecast")
  }

  @Test("A weather source that sends Retry-After gets no requests for other points until then")
  func leavesAlone() async throws {
    try await fixture.run()
    provider.set { $0.all = .init(429, [("Retry-After", "7200")], text: "slow down") }
    let configuration = try String(contentsOf: fixture.configuration, encoding: .utf8)
    try fixture.folder.write(
      configuration.replacing("gap: 0s", with: "gap: 0s, concurrency: 1"),
      to: "config/almanac.yaml")
    let report = try await fixture.run(sources: ["sky"], after: 2)
    #expect(try line(report).status == .failed)
    #expect(try line(report).finding?.code == "B_RATE_LIMITED")
    #expect(server.requests.count == 1)
    try await fixture.run(after: 3)
    #expect(server.requests.count == 1)
    provider.set { $0.all = nil }
    #expect(try line(try await fixture.run(after: 5)).status == .ok)
  }

  @Test("Too many points are a finding, and the busiest ones are requested")
  func capped() async throws {
    try fixture.add(
      "events", Self.calendar(["Great Hall", "Hill Library"]), file: "feed.ics")
    try define(
      "/met?lat={latitude}&lon={longitude}", "provider: met-norway, events: {most: 1}")
    try await fixture.run()
    let report = try await fixture.run(after: 2)
    #expect(server.requests.count == 1)
    #expect(codes(report) == ["W_WEATHER_POINTS"])
  }

  @Test("A weather source that accepts several points gets them in one request")
  func shares() async throws {
    try define(
      "/met?lat={latitudes}&lon={longitudes}", "provider: met-norway, events: true")
    try await fixture.run()
    try await fixture.run(after: 2)
    #expect(server.requests.count == 1)
    #expect(server.requests.first?.path.contains(",") == true)
    try define(
      "/met?lat={latitudes}&lon={longitudes}",
      "provider: met-norway, events: true, perRequest: 1")
    try await fixture.run(after: 8)
    #expect(server.requests.count == 3)
  }

  @Test(
    "A weather source keeps its points when a place joins them, and its data until the new ones answer"
  )
  func growsSteadily() async throws {
    try fixture.add("events", Self.calendar(["Great Hall"]), file: "feed.ics")
    try await fixture.run()
    try await fixture.run(after: 2)
    let hall = server.requests.map(\.path)
    #expect(hall.count == 1)
    try fixture.add("events", Self.calendar(["Great Hall", "Hill Library"]), file: "feed.ics")
    try await fixture.run(after: 26)
    try await fixture.run(after: 27)
    #expect(Set(server.requests.map(\.path)).count == 2)
    #expect(server.requests.map(\.path).filter { $0 == hall[0] }.count == 2)
    #expect(try await weather().count == 2)
    try fixture.add("events", Self.calendar(["Hill Library"]), file: "feed.ics")
    try await fixture.run(after: 30)
    try await fixture.run(after: 33)
    #expect(server.requests.map(\.path).filter { $0 == hall[0] }.count <= 3)
    let points = try await fixture.database().read {
      try Int.fetchOne($0, sql: "SELECT COUNT(DISTINCT latitude) FROM forecast") ?? 0
    }
    #expect(points == 1, "a point that is no longer requested is no longer published")
  }

  @Test(
    "A document that names the address of the forecast is followed, and the next time only that is requested"
  )
  func follows() async throws {
    try define(
      "/points/{latitude},{longitude}",
      "provider: nws, points: [[1.3, 103.77]], follow: properties.forecastHourly")
    let report = try await fixture.run()
    #expect(try line(report).status == .ok)
    #expect(server.requests.map(\.path) == ["/points/1.3000,103.7700", "/gridpoints/7,8/hourly"])
    #expect(try await weather()["Evening at Great Hall"] == 30)
    try await fixture.run(after: 6)
    #expect(server.requests.dropFirst(2).map(\.path) == ["/gridpoints/7,8/hourly"])
    #expect(server.requests.last?.headers["if-modified-since"] != nil)
    provider.set { $0.grid = "9,9" }
    try await fixture.run(after: 12)
    #expect(
      server.requests.dropFirst(3).map(\.path) == [
        "/gridpoints/7,8/hourly", "/points/1.3000,103.7700", "/gridpoints/9,9/hourly",
      ], "it moved: the document is requested again")
    try await fixture.run(after: 31 * 24)
    #expect(server.requests.suffix(2).map(\.path).first == "/points/1.3000,103.7700")
  }

  @Test(
    "A document that names an address on another host is rejected, and the host gets no request")
  func refusesForeignLinks() async throws {
    let other = try LoopbackServer { _ in .init(200, text: "{}") }
    provider.set { [url = other.url("/grid")] in $0.link = url }
    try define(
      "/points/{latitude},{longitude}",
      "provider: nws, points: [[1.3, 103.77]], follow: properties.forecastHourly")
    let report = try await fixture.run()
    #expect(try line(report).finding?.code == "E_FOLLOW")
    #expect(other.requests.isEmpty)
  }

  @Test("A rejection has the message of the provider")
  func complains() async throws {
    try define("/api?q={place}", "provider: weatherapi, points: [[1.3, 103.77]]")
    provider.set {
      $0.all = .init(403, text: #"{"error": {"code": 2007, "message": "Quota exceeded."}}"#)
    }
    let finding = try #require(try line(try await fixture.run()).finding)
    #expect(finding.code == "E_HTTP_STATUS")
    #expect(finding.message.contains("403: Quota exceeded. (2007)"), "\(finding.message)")
  }

  @Test("A city is found by its name; an unknown city is a normal answer")
  func cities() async throws {
    try define(
      "/api?q={place}",
      "provider: weatherapi, cities: {Melbourne: , Nowhere: 'Nowhere, XX'}")
    let report = try await fixture.run()
    #expect(
      server.requests.map(\.path).sorted() == ["/api?q=Melbourne", "/api?q=Nowhere%2C%20XX"])
    #expect(try line(report).status == .ok)
    #expect(codes(report) == ["W_WEATHER_CITY"])
    let answer = try fixture.answer()
    let melbourne = try answer.weather(of: "melbourne", at: fixture.now).line
    #expect(melbourne.hasPrefix("Melbourne: Patchy rain possible, 14.0 °C"), "\(melbourne)")
    #expect(melbourne.contains("WeatherAPI"))
    let json = try answer.weather(of: "Melbourne", at: fixture.now).json
    #expect(json.contains(#""icon":"rain_light""#), "\(json)")
    #expect(
      try answer.weather(of: "Melbourne", at: fixture.now + 48 * 3_600).line
        == "The forecast is outdated; it is from 2026-03-02T12:00:00Z")
    for city in ["Nowhere", "Atlantis"] {
      #expect(try answer.weather(of: city, at: fixture.now).line == "No matching city found")
    }
  }

  @Test("The key of a weather source is sent, and is in no file", arguments: [false, true])
  func hidesKey(fails: Bool) async throws {
    let key = "s3cr3t+k3y/0fth3Sk1es=="
    try fixture.folder.write("\(key)\n", to: "config/feeds/sky/key.txt")
    try define(
      "/api?key={key}&q={place}",
      "provider: weatherapi, points: [[1.3, 103.77]], key: {file: key.txt}")
    provider.set { script in
      script.repeatsKey = key
      if fails {
        // The key again where the message is cut off.
        let words = "API key \(key) is invalid." + String(repeating: " No.", count: 36) + key
        script.all = .init(
          401, [("X-Key", key)], text: #"{"error": {"code": 2006, "message": "\#(words)"}}"#)
      }
    }
    let log = LogKeeper()
    let report = try await fixture.run(log: log.logger)
    let sent = try #require(server.requests.first?.path)
    #expect(sent == "/api?key=s3cr3t%2Bk3y%2F0fth3Sk1es%3D%3D&q=1.3000,103.7700")
    #expect(try line(report).status == (fails ? .failed : .ok))
    if fails {
      #expect(try line(report).finding?.message.contains("API key {key} is invalid") == true)
    } else {
      #expect(try await weather().count == 1)
      try await fixture.run(after: 6)
      #expect(server.requests.count == 2)
    }
    let needles = [key, "s3cr3t%2Bk3y%2F0fth3Sk1es%3D%3D", "s3cr3t"].map { Array($0.utf8) }
    let files = try fixture.folder.contents(of: "output")
    #expect(files.keys.contains { $0.hasSuffix("work.db") })
    #expect(files.keys.contains { $0.hasSuffix("report.json") })
    for (path, bytes) in files {
      #expect(!needles.contains { bytes.firstRange(of: $0) != nil }, "\(path)")
    }
    #expect(!log.text.isEmpty)
    #expect(!log.text.contains("s3cr3t"))
    #expect(!report.findings.contains { "\($0)".contains("s3cr3t") })
    #expect(!"\(try fixture.status())".contains("s3cr3t"))
  }
}
