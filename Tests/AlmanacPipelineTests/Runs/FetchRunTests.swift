import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import GRDB
import Logging
import Synchronization
import Testing

@testable import AlmanacPipeline

/// Runs over several servers of this machine that fail in their ways.
@Suite struct FetchRunTests {
  /// A server whose answer the test changes.
  private final class Host: Sendable {
    let server: LoopbackServer
    private let answers: Answers

    private final class Answers: Sendable {
      private let answer: Mutex<LoopbackServer.Response>
      init(_ first: LoopbackServer.Response) { answer = Mutex(first) }
      var next: LoopbackServer.Response { answer.withLock { $0 } }
      func set(_ response: LoopbackServer.Response) { answer.withLock { $0 = response } }
    }

    init(_ first: LoopbackServer.Response) throws {
      let answers = Answers(first)
      self.answers = answers
      server = try LoopbackServer { _ in answers.next }
    }

    func set(_ response: LoopbackServer.Response) { answers.set(response) }
    var count: Int { server.requests.count }
  }

  private static let hangUp = LoopbackServer.Response(steps: [.close(reset: true)])

  private static func calendar(_ id: String) -> LoopbackServer.Response {
    .init(200, text: CampusFixture.calendar(uid: "\(id)@hill.example", title: "Recital of \(id)"))
  }

  private static func define(
    _ id: String, _ host: Host, in fixture: CampusFixture, path: String = "feed.ics",
    _ lines: String = ""
  ) throws {
    try fixture.folder.write(
      "campus: hill\nurl: \(host.server.url("/\(path)"))\nallow: [127.0.0.1]\n\(lines)\n",
      to: "config/feeds/\(id)/feed.yaml")
  }

  private static func fixture() throws -> CampusFixture {
    let fixture = try CampusFixture.empty()
    try fixture.append("fetch: {gap: 0s, timeout: 5s}")
    return fixture
  }

  private func line(_ report: RunReport, _ id: String) throws -> RunReport.SourceLine {
    try #require(report.sources.first { $0.id == id })
  }

  // MARK: Pages instead of feeds

  @Test("A sign-in page with status 200 is a failure, and the last data stays")
  func signIn() async throws {
    let fixture = try Self.fixture()
    let host = try Host(Self.calendar("a"))
    try Self.define("a", host, in: fixture)
    try await fixture.run()
    host.set(
      .init(
        200, [("Content-Type", "text/html")],
        text: "<!DOCTYPE html><html><head><title>Sign in to Hill</title></head><body>"
          + "<form><input type=password></form></body></html>"))
    for day in 1...3 {
      let report = try await fixture.run(force: day > 1, after: 24 * day)
      let line = try line(report, "a")
      #expect(line.status == .failed && line.consecutiveFailures == day)
      #expect(line.finding?.code == "E_NOT_A_FEED")
      #expect(line.finding?.message.contains("titled 'Sign in to Hill'") == true)
      #expect(line.lastGood == fixture.now)
    }
    #expect(try fixture.text("calendars/all.ics").contains("Recital of a"))
    let status = try #require(try fixture.status(after: 72).lines.first)
    #expect(status.status == .failed && status.nextAttempt != nil)
    host.set(Self.calendar("a"))
    let back = try await fixture.run(force: true, after: 24 * 4)
    #expect(try line(back, "a").status == .unchanged || line(back, "a").status == .ok)
    #expect(try line(back, "a").consecutiveFailures == 0)
  }

  @Test("The first answer of a source is always stored: its definition may be incomplete")
  func firstAnswer() async throws {
    let fixture = try Self.fixture()
    let rows = #"{"rows": [{"n": "Fair", "at": "2026-03-10T10:00:00Z"}]}"#
    let host = try Host(.init(200, text: rows))
    try Self.define("a", host, in: fixture)
    try fixture.add("other", CampusFixture.calendar(), file: "feed.ics")
    let report = try await fixture.run()
    #expect(try line(report, "a").finding?.code == "E_NOT_A_FEED")
    try Self.define("a", host, in: fixture, "mapping: {item: rows, title: n, start: at}")
    #expect(try line(try await fixture.run(after: 1), "a").accepted == 1)
    #expect(host.count == 1)
  }

  // MARK: The network

  @Test(
    "Two dead hosts beside one that answers 500, or is not due, don't mean that the network is down"
  )
  func deadHosts() async throws {
    for isAnswering in [true, false] {
      let fixture = try Self.fixture()
      let hosts = try ["a", "b", "c"].map { try Host(Self.calendar($0)) }
      try Self.define("a", hosts[0], in: fixture)
      try Self.define("b", hosts[1], in: fixture)
      try Self.define("c", hosts[2], in: fixture, isAnswering ? "" : "every: 7d")
      try await fixture.run()
      hosts[0].set(Self.hangUp)
      hosts[1].set(Self.hangUp)
      hosts[2].set(.init(500, text: "no"))
      let report = try await fixture.run(after: 24)
      #expect(report.exitCode == .published && report.edition != nil)
      #expect(try line(report, "a").consecutiveFailures == 1)
      #expect(try line(report, "b").consecutiveFailures == 1)
    }
  }

  @Test("If all hosts are lost at once, the network is down, which counts against no source")
  func outage() async throws {
    let fixture = try Self.fixture()
    let hosts = try ["a", "b"].map { try Host(Self.calendar($0)) }
    try Self.define("a", hosts[0], in: fixture)
    try Self.define("b", hosts[1], in: fixture)
    try await fixture.run()
    for host in hosts { host.set(Self.hangUp) }
    let report = try await fixture.run(after: 24)
    #expect(report.exitCode == .networkDown)
    #expect(report.sources.allSatisfy { $0.consecutiveFailures == 0 })
    // The same two on a day on which one of them was dead before are dead hosts.
    hosts[1].set(Self.calendar("b"))
    try await fixture.run(after: 48)
    hosts[1].set(Self.hangUp)
    #expect(try await fixture.run(force: true, after: 72).exitCode == .published)
  }

  @Test("With a single host an outage counts against its source only after two days")
  func singleHost() async throws {
    let fixture = try Self.fixture()
    let host = try Host(Self.calendar("a"))
    try Self.define("a", host, in: fixture)
    try await fixture.run()
    host.set(Self.hangUp)
    for (hours, failures) in [(24, 0), (48, 0), (72, 1)] {
      let report = try await fixture.run(after: hours)
      #expect(report.exitCode == .published)
      #expect(try line(report, "a").status == .failed)
      #expect(try line(report, "a").consecutiveFailures == failures, "after \(hours) h")
    }
  }

  // MARK: Hosts that ask to be left alone

  @Test("429 and Retry-After hold for all sources of a host, also under --force")
  func hostHold() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.append("fetch: {gap: 0s, timeout: 5s, perHost: 1, concurrency: 1}")
    let (busy, other) = (try Host(Self.calendar("a")), try Host(Self.calendar("z")))
    try Self.define("a", busy, in: fixture)
    try Self.define("b", busy, in: fixture, path: "b.ics")
    try Self.define("z", other, in: fixture)
    try await fixture.run()
    #expect(busy.count == 2 && other.count == 1)
    busy.set(.init(429, [("Retry-After", "259200")], text: "slower"))
    let report = try await fixture.run(after: 24)
    #expect(busy.count == 3, "the host gets one request")
    #expect(try line(report, "a").finding?.code == "B_RATE_LIMITED")
    #expect(try line(report, "b").status == .waiting)
    #expect(try line(report, "b").consecutiveFailures == 0)
    busy.set(Self.calendar("a"))
    let forced = try await fixture.run(force: true, after: 48)
    #expect(busy.count == 3 && other.count == 3)
    #expect(try line(forced, "a").status == .waiting && line(forced, "b").status == .waiting)
    try await fixture.run(after: 24 * 5)
    #expect(busy.count == 5)
  }

  @Test("Waiting requests to a host that answers 429 are not sent")
  func queuedRequests() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.append("fetch: {gap: 0s, timeout: 60s, perHost: 1, concurrency: 16}")
    let busy = try Host(.init(429, text: "slower"))
    for number in 0..<8 { try Self.define("s\(number)", busy, in: fixture, path: "\(number).ics") }
    try fixture.add("file", CampusFixture.calendar(), file: "feed.ics")
    let report = try await fixture.run()
    #expect(busy.count == 1)
    #expect(report.sources.filter { $0.status == .waiting }.count == 7)
  }

  // MARK: Sources that are gone

  @Test("The series of a source that failed for 'goneAfter' end, and status and report show it")
  func gone() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.append("fetch: {gap: 0s, goneAfter: 20d}")
    let series = CampusFixture.calendar(
      uid: "weekly@hill.example", title: "Weekly Choir",
      extra: "RRULE:FREQ=WEEKLY\nEND:VEVENT\nBEGIN:VEVENT\nUID:limited@hill.example\n"
        + "DTSTART;TZID=Asia/Singapore:20260311T190000\nSUMMARY:Course\nRRULE:FREQ=WEEKLY;COUNT=30\n"
        + "END:VEVENT\nBEGIN:VEVENT\nUID:single@hill.example\n"
        + "DTSTART;TZID=Asia/Singapore:20260701T190000\nSUMMARY:Summer Ball\n")
    let host = try Host(.init(200, text: series))
    let other = try Host(Self.calendar("z"))
    try Self.define("choir", host, in: fixture)
    try Self.define("z", other, in: fixture)
    try await fixture.run()
    func starts() async throws -> [String] {
      try await fixture.database().read {
        try String.fetchAll(
          $0,
          sql: """
            SELECT start_text FROM occurrence JOIN event ON event.id = occurrence.event
            WHERE event.title IN ('Weekly Choir', 'Course') AND occurrence.status <> 'cancelled'
            ORDER BY start_text
            """)
      }
    }
    #expect(try await starts().count > 80)
    host.set(.init(410, text: "gone"))
    let first = try await fixture.run(after: 24)
    #expect(!first.findings.contains { $0.code == "W_GONE" })
    #expect(try await starts().count > 80)
    let report = try await fixture.run(after: 24 * 21)
    let finding = try #require(report.findings.first { $0.code == "W_GONE" })
    #expect(finding.source == "choir" && finding.message.contains("2026-03-22T12:00:00Z"))
    // 10 and 17 March, 11 and 18 March; what comes once stays.
    #expect(
      try await starts().map { String($0.prefix(10)) } == [
        "2026-03-10", "2026-03-11", "2026-03-17", "2026-03-18",
      ])
    #expect(try fixture.text("calendars/all.ics").contains("Summer Ball"))
    let status = try fixture.status(after: 24 * 21)
    #expect(status.lines.first { $0.id == "choir" }?.seriesEnd == fixture.now + 20 * 86_400)
    #expect(status.text().contains("its series end at 2026-03-22T12:00:00Z"))
    // Once it is there again, its series go on.
    host.set(.init(200, text: series))
    try await fixture.run(force: true, after: 24 * 22)
    #expect(try await starts().count > 80)
  }

  @Test("The series of a source whose document is rejected for 'goneAfter' end, too")
  func refused() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.append("fetch: {goneAfter: 30d}")
    let series = CampusFixture.calendar(uid: "drill@hill.example", extra: "RRULE:FREQ=WEEKLY\n")
    try fixture.add("drill", series, file: "feed.ics")
    try fixture.add("other", CampusFixture.calendar(), file: "feed.ics")
    try await fixture.run()
    func dates() async throws -> Int? {
      try await fixture.database().read {
        try Int.fetchOne(
          $0,
          sql: """
            SELECT count(*) FROM occurrence JOIN event_listing USING (event)
            JOIN listing ON listing.id = event_listing.listing
            WHERE listing.source = 'drill' AND occurrence.status <> 'cancelled'
            """)
      }
    }
    let all = try #require(try await dates())
    #expect(all > 30)
    try fixture.add("drill", "{\"events\": [", file: "feed.ics")
    for day in [1, 20, 30] {
      let report = try await fixture.run(after: 24 * day)
      // It was retrieved in every run, but rejected from the first day on.
      #expect(try line(report, "drill").lastGood == fixture.now + 86_400)
      #expect(!report.findings.contains { $0.code == "W_GONE" })
      #expect(try fixture.status(after: 24 * day).lines.first?.seriesEnd == nil)
    }
    let report = try await fixture.run(after: 24 * 32)
    #expect(report.findings.filter { $0.code == "W_GONE" }.map(\.source) == ["drill"])
    #expect(try await dates() == 4, "Tuesdays from 10 March; it was rejected from 3 March on")
    let status = try fixture.status(after: 24 * 32)
    #expect(status.lines.first?.seriesEnd == fixture.now + 31 * 86_400)
    #expect(status.lines.first?.status == .failed)
    // Another broken document changes nothing, and neither does a file that is missing for a while.
    try fixture.add("drill", "{\"events\": {", file: "feed.ics")
    try await fixture.run(after: 24 * 33)
    #expect(try fixture.status(after: 24 * 33).lines.first?.seriesEnd == fixture.now + 31 * 86_400)
    try fixture.add("drill", series, file: "feed.ics")
    let back = try await fixture.run(after: 24 * 34)
    #expect(!back.findings.contains { $0.code == "W_GONE" })
    #expect(try await dates() ?? 0 > 30)
    #expect(try fixture.status(after: 24 * 34).lines.first?.seriesEnd == nil)
  }

  // MARK: One page of several

  @Test("A document that is one page of several withdraws nothing")
  func partial() async throws {
    let fixture = try Self.fixture()
    func page(_ ids: [Int], next: String) -> LoopbackServer.Response {
      let items = ids.map {
        #"{"id": "\#($0)", "name": "Course \#($0)", "at": "2026-03-1\#($0)T10:00:00Z"}"#
      }
      return .init(
        200, next.isEmpty ? [] : [("Link", "<\(next)>; rel=\"next\"")],
        text: #"{"rows": [\#(items.joined(separator: ","))]}"#)
    }
    let host = try Host(page([1, 2, 3], next: ""))
    try Self.define(
      "api", host, in: fixture,
      "completeness: full\nmapping: {item: rows, id: id, title: name, start: at}")
    try await fixture.run()
    host.set(page([1], next: "/feed.ics?page=2"))
    let report = try await fixture.run(after: 24)
    let finding = try #require(report.findings.first { $0.code == "W_PARTIAL" })
    #expect(finding.severity == .warning && finding.message.contains("/feed.ics?page=2"))
    #expect(try fixture.status().lines.first?.accepted == 3)
    host.set(page([1], next: ""))
    try await fixture.run(after: 48)
    #expect(try fixture.status().lines.first?.accepted == 1)
  }

  // MARK: Signals

  @Test("A signal is noticed during a slow request, and the answers of others are stored")
  func interruption() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.append("fetch: {gap: 0s, timeout: 600s}")
    // Ten minutes of a byte now and then.
    let drip = (0..<3_000).flatMap { _ in
      [LoopbackServer.Step.send([UInt8](repeating: 0x78, count: 100)), .pause(milliseconds: 200)]
    }
    let slow = try Host(.init(steps: [.send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8))] + drip))
    let fast = try Host(Self.calendar("z"))
    try Self.define("a-slow", slow, in: fixture)
    try Self.define("z", fast, in: fixture)
    let options = RunOptions(
      configuration: fixture.configuration, output: fixture.folder.url.appending(path: "output"),
      now: fixture.now)
    let start = ContinuousClock.now
    await #expect(throws: RunError.interrupted) {
      try await Pipeline(
        options: options, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        isInterrupted: { slow.count > 0 && fast.count > 0 }
      ).run()
    }
    // The slow source alone takes ten minutes.
    #expect(ContinuousClock.now - start < .seconds(550))
  }

  @Test("Sources with the same bytes at once are all stored")
  func sameBytes() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.append("fetch: {gap: 0s, perHost: 16}")
    let host = try Host(Self.calendar("same"))
    for number in 0..<24 { try Self.define("s\(number)", host, in: fixture, path: "\(number).ics") }
    let report = try await fixture.run(until: .fetch)
    #expect(report.sources.allSatisfy { $0.status == .ok } && report.sources.count == 24)
  }
}

@Suite struct OrderedWorkersTests {
  @Test("Results come in order, and the window bounds those in work or waiting")
  func window() async throws {
    let open = Mutex((now: 0, most: 0))
    var received: [Int] = []
    try await OrderedWorkers.run(
      Array(0..<60), width: 3, window: 8,
      work: { number in
        open.withLock {
          $0.now += 1
          $0.most = max($0.most, $0.now)
        }
        if number == 0 {
          while open.withLock({ $0.now }) < 8 { try await Task.sleep(for: .milliseconds(10)) }
          try await Task.sleep(for: .milliseconds(100))
        }
        return number
      },
      receive: {
        received.append($0)
        open.withLock { $0.now -= 1 }
      })
    #expect(received == Array(0..<60))
    #expect(open.withLock { $0.most } == 8)
  }

  @Test("An error of the check ends the work while results are awaited")
  func check() async throws {
    struct Stop: Error {}
    let start = ContinuousClock.now
    await #expect(throws: Stop.self) {
      try await OrderedWorkers.run(
        [0, 1], width: 1,
        check: { if ContinuousClock.now - start > .milliseconds(300) { throw Stop() } },
        work: { _ in try await Task.sleep(for: .seconds(3_600)) }, receive: { _ in })
    }
  }
}
