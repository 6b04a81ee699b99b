import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Synchronization
import Testing

/// Runs over a real server on this machine.
@Suite("A source on the web") struct WebRunTests {
  /// What the server answers next.
  private final class Script: Sendable {
    private let answer = Mutex<LoopbackServer.Response>(.init(200))

    var next: LoopbackServer.Response { answer.withLock { $0 } }
    func set(_ response: LoopbackServer.Response) { answer.withLock { $0 = response } }
  }

  private let script = Script()
  private let server: LoopbackServer
  private let fixture: CampusFixture

  init() throws {
    server = try LoopbackServer { [script] _ in script.next }
    fixture = try CampusFixture.empty()
    try fixture.folder.write(
      "campus: hill\nurl: \(server.url("/feed.ics"))\nallow: [127.0.0.1]\n",
      to: "config/feeds/web/feed.yaml")
    script.set(
      .init(
        200,
        [
          ("ETag", "\"v1\""), ("Last-Modified", "Sun, 01 Mar 2026 00:00:00 GMT"),
          ("Content-Type", "text/calendar"),
        ], text: CampusFixture.calendar()))
  }

  private func outcome(_ report: RunReport) -> SourceStatus? { report.sources.first?.status }

  @Test("A web source is fetched once a run, with its validators")
  func conditional() async throws {
    #expect(outcome(try await fixture.run()) == .ok)
    #expect(try fixture.text("calendars/all.ics").contains("Spring Concert"))
    #expect(outcome(try await fixture.run(after: 1)) == .waiting)
    #expect(server.requests.count == 1, "not due yet: the journal answers, not the net")
    script.set(.init(304))
    let second = try await fixture.run(after: 24)
    #expect(outcome(second) == .unchanged)
    #expect(second.sources.first?.unchangedSince == fixture.now)
    #expect(second.sources.first?.lastGood == fixture.now + 24 * 3_600)
    let headers = try #require(server.requests.last?.headers)
    #expect(headers["if-none-match"] == "\"v1\"")
    #expect(headers["if-modified-since"] == "Sun, 01 Mar 2026 00:00:00 GMT")
    #expect(try fixture.status().lines.first?.status == .ok)
  }

  @Test(
    "A web source that fails keeps its events and is named",
    arguments: [
      (500, "E_HTTP_STATUS"), (404, "E_HTTP_STATUS"), (410, "B_GONE"), (429, "B_RATE_LIMITED"),
    ])
  func failure(status: Int, code: String) async throws {
    try await fixture.run()
    script.set(.init(status, [("Retry-After", "172800")], text: "no"))
    let report = try await fixture.run(after: 24)
    let failure: SourceStatus = status == 410 ? .gone : .failed
    #expect(outcome(report) == .failed)
    #expect(report.sources.first?.finding?.code.rawValue == code)
    #expect(report.sources.first?.consecutiveFailures == 1)
    #expect(report.sources.first?.lastGood == fixture.now)
    #expect(report.exitCode == .published)
    #expect(try fixture.text("calendars/all.ics").contains("Spring Concert"))
    let before = server.requests.count
    let next = try await fixture.run(after: 30)
    #expect(outcome(next) == (status == 429 ? .waiting : failure))
    #expect(next.sources.first?.finding?.code.rawValue == code)
    // 429 with Retry-After: no request for two days; 410: for a month; the others are requested again.
    #expect(server.requests.count == before + (status == 429 || status == 410 ? 0 : 1))
    #expect(try fixture.status(after: 30).lines.first?.status == failure)
  }

  @Test("A source on this machine is refused unless the definition allows it")
  func refusesPrivateAddresses() async throws {
    try fixture.folder.write(
      "campus: hill\nurl: \(server.url("/feed.ics"))\n", to: "config/feeds/web/feed.yaml")
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    let report = try await fixture.run()
    #expect(report.sources.last?.finding?.code == "E_NET_DENIED")
    #expect(server.requests.isEmpty)
  }

  @Test("A web source is fetched after a run with a system time far ahead")
  func survivesWrongClock() async throws {
    try await fixture.run()
    try await fixture.run(after: 24 * 365 * 10)
    let before = server.requests.count
    try await fixture.run(after: 24)
    #expect(server.requests.count == before + 1)
  }

  @Test("A web source that only renews its timestamps has not changed")
  func stamps() async throws {
    try await fixture.run()
    let stamped = CampusFixture.calendar().replacing("DTSTAMP:20260301", with: "DTSTAMP:20260302")
    script.set(.init(200, [("ETag", "\"v2\"")], text: stamped))
    let report = try await fixture.run(after: 24)
    #expect(outcome(report) == .unchanged)
    script.set(.init(304))
    try await fixture.run(after: 48)
    #expect(server.requests.last?.headers["if-none-match"] == "\"v2\"")
  }

  @Test("A web source that answers 'not modified' for weeks is fetched without conditions")
  func unconditional() async throws {
    try await fixture.run()
    script.set(.init(304))
    for day in 1..<14 { try await fixture.run(after: 24 * day) }
    #expect(server.requests.allSatisfy { $0.headers["if-none-match"] != nil } == false)
    #expect(server.requests.dropFirst().allSatisfy { $0.headers["if-none-match"] == "\"v1\"" })
    script.set(.init(200, [("ETag", "\"v3\"")], text: CampusFixture.calendar(title: "Spring Gala")))
    try await fixture.run(after: 24 * 14)
    #expect(server.requests.last?.headers["if-none-match"] == nil)
    #expect(try fixture.text("calendars/all.ics").contains("SUMMARY:Spring Gala"))
    script.set(.init(304))
    try await fixture.run(after: 24 * 15)
    #expect(server.requests.last?.headers["if-none-match"] == "\"v3\"")
  }

  @Test("A web source with a permanent redirect is fetched at its new address after three runs")
  func moves() async throws {
    let calendar = CampusFixture.calendar()
    script.set(.init(301, [("Location", "/new.ics")]))
    let moved = try LoopbackServer { [script] request in
      request.path == "/new.ics" ? .init(200, text: calendar) : script.next
    }
    try fixture.folder.write(
      "campus: hill\nurl: \(moved.url("/feed.ics"))\nallow: [127.0.0.1]\n",
      to: "config/feeds/web/feed.yaml")
    for day in 0..<3 {
      let report = try await fixture.run(after: 24 * day)
      #expect(report.findings.contains { $0.code == "I_MOVED" } == (day == 2))
    }
    #expect(
      moved.requests.map(\.path) == [
        "/feed.ics", "/new.ics", "/feed.ics", "/new.ics", "/feed.ics", "/new.ics",
      ])
    try await fixture.run(after: 72)
    #expect(moved.requests.dropFirst(6).map(\.path) == ["/new.ics"])
  }

  @Test("Credentials of a web source are in no stored or printed text")
  func credentials() async throws {
    let calendar = CampusFixture.calendar()
    let closed = try LoopbackServer { request in
      request.headers["authorization"] == "Bearer s3cr3t-t0ken"
        ? .init(200, text: calendar) : .init(401, text: "who is there")
    }
    try fixture.folder.write("s3cr3t-t0ken\n", to: "config/feeds/web/token.txt")
    let definition = "campus: hill\nurl: \(closed.url("/feed.ics"))\nallow: [127.0.0.1]\n"
    try fixture.folder.write(definition, to: "config/feeds/web/feed.yaml")
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    let refused = try await fixture.run()
    #expect(refused.sources.last?.finding?.message.contains("'auth' in feed.yaml") == true)
    try fixture.folder.write(
      definition + "auth: {bearer: {file: token.txt}}\n", to: "config/feeds/web/feed.yaml")
    #expect(try await fixture.run(after: 48).sources.last?.status == .ok)
    for (path, bytes) in try fixture.folder.contents(of: "output") {
      #expect(!String(decoding: bytes, as: UTF8.self).contains("s3cr3t"), "\(path)")
    }
  }

  @Test("A changed calendar of a web source changes the edition")
  func follows() async throws {
    try await fixture.run()
    script.set(.init(200, text: CampusFixture.calendar(title: "Spring Gala")))
    #expect(outcome(try await fixture.run(after: 24)) == .ok)
    #expect(try fixture.text("calendars/all.ics").contains("SUMMARY:Spring Gala"))
  }
}
