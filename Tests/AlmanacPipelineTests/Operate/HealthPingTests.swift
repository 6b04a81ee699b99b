import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Logging
import Testing

@testable import AlmanacPipeline

@Suite("The ping of a monitoring service") struct HealthPingTests {
  @Test(
    "Signals are appended to the path, before a query",
    arguments: [
      ("https://hc.example/uuid", "https://hc.example/uuid/start", "https://hc.example/uuid/fail"),
      (
        "https://hc.example/p/?a=1", "https://hc.example/p/start?a=1",
        "https://hc.example/p/fail?a=1"
      ),
    ])
  func addresses(url: String, start: String, fail: String) {
    #expect(HealthPing.address(url, for: .start) == start)
    #expect(HealthPing.address(url, for: .failure) == fail)
    #expect(HealthPing.address(url, for: .success) == url)
  }

  @Test(
    "A run sends a ping at its start and end, also after failures; a stage or a dry run sends none")
  func signals() async throws {
    let server = try LoopbackServer { _ in .init(200, text: "OK") }
    let fixture = try CampusFixture.empty()
    try fixture.append("ping: {url: \"\(server.url("/p"))\"}")
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    try await fixture.run()
    #expect(server.requests.map(\.path) == ["/p/start", "/p"])
    try await fixture.run(from: .fetch, until: .fetch, isStage: true, after: 1)
    try await fixture.run(dryRun: true, after: 1)
    #expect(server.requests.count == 2)
    let broken = try CampusFixture.empty()
    try broken.append("ping: {url: \"\(server.url("/q"))\"}")
    try broken.add("calendar", "no feed at all", file: "feed.ics")
    await #expect(throws: RunError.self) { try await broken.run() }
    #expect(server.requests.dropFirst(2).map(\.path) == ["/q/start", "/q/fail"])
  }

  @Test("Two units are one run: the first sends the start, the second the end")
  func halves() async throws {
    let server = try LoopbackServer { _ in .init(200, text: "OK") }
    let fixture = try CampusFixture.empty()
    try fixture.append("ping: {url: \"\(server.url("/p"))\"}")
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    try await fixture.run(until: .fetch)
    #expect(server.requests.map(\.path) == ["/p/start"])
    try await fixture.run(from: .parse)
    #expect(server.requests.map(\.path) == ["/p/start", "/p"])
    try fixture.add("calendar", "no feed at all", file: "feed.ics")
    await #expect(throws: RunError.self) {
      try await fixture.run(from: .parse, output: "nothing")
    }
    #expect(server.requests.map(\.path) == ["/p/start", "/p", "/p/fail"])
  }

  @Test("A service that can't be reached or refuses changes nothing")
  func harmless() async throws {
    let server = try LoopbackServer { _ in .init(500, text: "no") }
    let fixture = try CampusFixture.empty()
    try fixture.append("ping: {url: \"\(server.url("/p"))\"}")
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    #expect(try await fixture.run().exitCode == .published)
    let away = try CampusFixture.empty()
    try away.append("ping: {url: \"http://127.0.0.1:1/p\"}")
    try away.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    #expect(try await away.run().exitCode == .published)
  }

  @Test("The URL may be a secret; a missing secret is no mistake, a wrong one is")
  func secret() throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    try fixture.append("ping: {url: {env: ALMANAC_TEST_PING}}")
    let settings = try SettingsLoader(samples: false).load(fixture.configuration)
    #expect(settings.ping == .secret(.environment("ALMANAC_TEST_PING")))
    let wrong = try CampusFixture.empty()
    try wrong.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    try wrong.append("ping: {url: mailto:me@hill.example}")
    #expect(throws: ConfigurationError.self) {
      try SettingsLoader(samples: false).load(wrong.configuration)
    }
  }
}
