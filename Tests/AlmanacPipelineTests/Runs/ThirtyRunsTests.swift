import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Synchronization
import Testing

/// A month of runs over publishers with many kinds of failures.
@Suite("Thirty runs") struct ThirtyRunsTests {
  /// Answers by path and day.
  private final class Publishers: Sendable {
    private let day = Mutex(0)

    /// What each of them announces: nothing that could be one with another's.
    static let titles = [
      "busy": "Beekeeping for Beginners", "daily": "Organ Recital", "dead": "Harbour Swim",
      "flaky": "Typography Workshop", "gone": "Chess Marathon", "limited": "Volcano Lecture",
      "moved": "Tango Evening", "shrunk": "Mushroom Walk", "slow": "Glass Blowing",
      "small": "Poetry Slam", "steady": "Robot Derby",
    ]

    var today: Int { day.withLock { $0 } }
    func begin(_ number: Int) { day.withLock { $0 = number } }

    func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
      let today = today
      guard today != Publishers.outage else { return Publishers.hangUp }
      let name = String(request.path.dropFirst().prefix { $0 != "." })
      switch (name, today) {
      case ("flaky", 3...5): return .init(500, text: "no")
      case ("dead", 2...20): return Publishers.hangUp
      case ("limited", 6): return .init(429, [("Retry-After", "259200")], text: "slower")
      case ("busy", 8...9): return .init(503, text: "busy")
      case ("slow", 10): return .init(steps: [.pause(milliseconds: 4_000)])
      case ("moved", 5...): return .init(301, [("Location", "/moved-on.ics")])
      case ("moved-on", 15): return .init(404, text: "not yet")
      case ("gone", 18...): return .init(410, text: "gone")
      case ("shrunk", 12...13): return Publishers.document(name, events: 1)
      case ("small", 12...): return Publishers.document(name, events: 2)
      case ("daily", _): return Publishers.document(name, events: 20, edition: today)
      default:
        let tag = "\"\(name)\""
        return request.headers["if-none-match"] == tag
          ? .init(304) : Publishers.document(name, events: 20, tag: tag)
      }
    }

    /// The day on which nobody can be reached.
    static let outage = 24

    private static let hangUp = LoopbackServer.Response(steps: [.close(reset: true)])

    private static func document(
      _ name: String, events: Int, edition: Int = 0, tag: String? = nil
    ) -> LoopbackServer.Response {
      let name = name.replacing("-on", with: "")
      let components = (1...events).map { number in
        """
        BEGIN:VEVENT
        UID:\(number)@\(name).example
        DTSTAMP:20260301T000000Z
        DTSTART;TZID=Asia/Singapore:202605\(number + 10)T190000
        SUMMARY:\(titles[name] ?? name) \(number) of \(edition)
        END:VEVENT

        """
      }
      let text = "BEGIN:VCALENDAR\nVERSION:2.0\n\(components.joined())END:VCALENDAR\n"
      return .init(200, tag.map { [("ETag", $0)] } ?? [], text: text)
    }
  }

  private static let names = Publishers.titles.keys.sorted()

  private let publishers = Publishers()
  private let server: LoopbackServer
  /// Another host, without which an outage could be the fault of one.
  private let other: LoopbackServer
  /// A host of its own: what it asks for holds for all of its sources.
  private let busy: LoopbackServer
  private let fixture: CampusFixture

  init() throws {
    server = try LoopbackServer { [publishers] in publishers.answer($0) }
    other = try LoopbackServer { [publishers] in publishers.answer($0) }
    busy = try LoopbackServer { [publishers] in publishers.answer($0) }
    fixture = try CampusFixture.empty()
    try fixture.append("fetch: {gap: 0s, timeout: 3s}")
    for name in Self.names {
      let host = name == "steady" ? other : name == "limited" ? busy : server
      try fixture.folder.write(
        "campus: hill\nurl: \(host.url("/\(name).ics"))\nallow: [127.0.0.1]\n",
        to: "config/feeds/\(name)/feed.yaml")
    }
  }

  /// What happened in the month.
  private struct Month {
    var reports: [RunReport] = []
    /// Requested paths, by day.
    var requested: [[String]] = []

    /// The days on which a path was requested.
    func days(_ path: String) -> [Int] { requested.indices.filter { requested[$0].contains(path) } }

    func line(_ source: String, _ day: Int) -> RunReport.SourceLine? {
      reports[day].sources.first { $0.id == source }
    }
  }

  private func live(runs: Int) async throws -> Month {
    var month = Month()
    for day in 0..<runs {
      publishers.begin(day)
      let before = (server.requests.count, other.requests.count, busy.requests.count)
      month.reports.append(try await fixture.run(after: 24 * day))
      month.requested.append(
        (server.requests.dropFirst(before.0) + other.requests.dropFirst(before.1)
          + busy.requests.dropFirst(before.2)).map(\.path))
      let calendar = try fixture.text("calendars/all.ics")
      for (name, title) in Publishers.titles {
        #expect(calendar.contains("SUMMARY:\(title) 1 of"), "\(name) on day \(day)")
      }
    }
    return month
  }

  @Test("Every publisher is fetched as it allows, and none of its events is lost")
  func month() async throws {
    let month = try await live(runs: 30)
    // A server that closes a reused connection gets the request again on a new one.
    for (day, paths) in month.requested.enumerated() where day != Publishers.outage {
      let paths = paths.filter { $0 != "/dead.ics" }
      #expect(Set(paths).count == paths.count, "a path is requested twice on day \(day)")
    }
    #expect(month.days("/steady.ics") == Array(0..<30))
    #expect(month.days("/daily.ics") == Array(0..<30))
    #expect(month.reports.allSatisfy { $0.exitCode == .published } == false)
    checkFailures(month)
    checkMove(month)
    checkShrinking(month)
  }

  private func checkFailures(_ month: Month) {
    // Three failures are forgiven within the day; a source that does not answer is requested less and less often.
    #expect(month.days("/flaky.ics") == Array(0..<30))
    #expect(month.line("flaky", 5)?.consecutiveFailures == 3)
    #expect(month.line("flaky", 6)?.status != .failed)
    let dead = month.days("/dead.ics").filter { 2...20 ~= $0 }
    #expect(4...14 ~= dead.count)
    #expect(month.line("dead", 29)?.consecutiveFailures == 0, "found again within a week or so")
    #expect(!month.days("/limited.ics").contains { 7...8 ~= $0 })
    #expect(month.days("/limited.ics").contains(9))
    #expect(month.line("busy", 8)?.finding?.code == "B_UNAVAILABLE")
    #expect(month.line("busy", 10)?.status != .failed)
    #expect(month.line("slow", 10)?.finding?.code == "E_TIMEOUT")
    #expect(month.line("slow", 11)?.status != .failed)
    #expect(month.days("/gone.ics") == Array(0...18))
    // A day without a network is no publisher's fault.
    #expect(month.reports[Publishers.outage].exitCode == .networkDown)
    #expect(month.line("steady", Publishers.outage)?.consecutiveFailures == 0)
    #expect(month.line("steady", Publishers.outage + 1)?.status == .unchanged)
  }

  private func checkMove(_ month: Month) {
    let old = month.days("/moved.ics")
    #expect(!old.contains { 8...15 ~= $0 }, "after three days the new address is requested")
    #expect(old.contains(16), "whose failure brings the operator's own back")
    #expect(month.days("/moved-on.ics") == Array(5..<30))
    #expect(month.line("moved", 29)?.status != .failed)
  }

  private func checkShrinking(_ month: Month) {
    #expect(month.line("shrunk", 12)?.finding?.code == "E_SHRUNK")
    #expect(month.line("shrunk", 14)?.status != .failed)
    #expect(month.line("small", 13)?.finding?.code == "E_SHRUNK")
    #expect(month.line("small", 14)?.finding == nil, "the same result on three days is accepted")
  }
}
