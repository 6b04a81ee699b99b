import AlmanacModel
import AlmanacStore
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPipeline

@Suite("the status page") struct StatusPageTests {
  private static let now = Instant(rfc3339: "2026-03-02T12:00:00Z")

  private static func page(_ night: Night) throws -> String {
    try String(
      contentsOf: night.folder.url.appending(path: "output/run/status.html"), encoding: .utf8)
  }

  @Test("says after a run how it went: edition, sources, stages, findings, the runs before")
  func afterSuccess() async throws {
    let night = try Night.empty()
    try night.add("calendar", Night.calendar(), file: "feed.ics")
    try night.add("broken", "403 Forbidden")
    try await night.run()
    let report = try await night.run(after: 24)
    let page = try Self.page(night)
    #expect(page.contains("<p class=\"badge odd\">degraded</p>"))
    #expect(page.contains("<bdi>\(try #require(report.edition))</bdi>"))
    #expect(page.contains("href=\"../latest/site/index.html\""))
    #expect(page.contains("<div><dt>events</dt><dd>1</dd></div>"))
    // The one in trouble comes first.
    let places = ["<bdi>broken</bdi>", "<bdi>calendar</bdi>"].compactMap {
      page.firstRange(of: $0)?.lowerBound
    }
    #expect(places.count == 2 && places == places.sorted())
    for stage in StageName.allCases {
      #expect(page.contains("<th scope=\"row\">\(stage.rawValue)</th>"), "\(stage)")
    }
    #expect(page.contains("<code><bdi>E_"))
    #expect(page.matches(of: /<bdi>published \S+<\/bdi>/).count == 2)
    Self.isWellFormed(page)
  }

  @Test("says after a failed run which edition is out, and how old it is")
  func afterFailure() async throws {
    let night = try Night.empty()
    try night.add("calendar", Night.calendar(), file: "feed.ics")
    try await night.run()
    try FileManager.default.removeItem(at: night.folder.url.appending(path: "output/workspace"))
    try night.add("calendar", "403 Forbidden", file: "feed.ics")
    await #expect(throws: RunError.nothingUsable) { try await night.run(after: 72) }
    let page = try Self.page(night)
    #expect(page.contains("<p class=\"badge bad\">failed</p>"))
    #expect(page.contains("Exit code 65"))
    #expect(page.contains("Not published; what is there is "))
    #expect(page.contains(", 3 d old"))
    Self.isWellFormed(page)
  }

  @Test("what feeds and servers say is text: no markup, no script, no turned direction")
  func escapes() throws {
    let now = try #require(Self.now)
    let evil = "<script>alert(1)</script>\" onload='x' & \u{202e}\u{1b}[2J"
    var report = RunReport(now: now)
    var line = RunReport.SourceLine(id: "evil", kind: .events, outcome: .failed)
    let finding = Finding(
      "E_STATUS", severity: .error, source: "evil", subject: evil, message: evil)
    line.finding = finding
    line.consecutiveFailures = 2
    report.sources = [line]
    report.findings = [finding]
    let page = String(
      decoding: StatusPage(
        report: report, result: evil, isSamples: true, edition: (evil, now),
        nights: [RunRecord(now: now, exitCode: 70, summary: evil)]
      ).bytes(), as: UTF8.self)
    #expect(!page.contains("<script") && !page.contains("\u{202e}") && !page.contains("\u{1b}"))
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(page.contains("default-src 'none'"))
    #expect(page.contains("from the samples") && page.contains("2 failures in a row."))
    Self.isWellFormed(page)
  }

  @Test("thousands of sources and findings are a page that opens")
  func isBounded() throws {
    let now = try #require(Self.now)
    var report = RunReport(now: now)
    report.sources = (0..<5_000).map { number in
      var line = RunReport.SourceLine(
        id: "source-\(number)", kind: .events, outcome: number % 100 == 0 ? .held : .unchanged)
      line.lastGood = now - 3_600 * number
      return line
    }
    report.findings = (0..<20_000).map { number in
      Finding(
        number % 2 == 0 ? "Q_TITLE" : "W_VENUE", severity: number % 2 == 0 ? .warning : .info,
        subject: "\(number)", message: "it is odd")
    }
    let bytes = StatusPage(
      report: report, result: "degraded", isSamples: false, edition: nil, nights: []
    ).bytes()
    let page = String(decoding: bytes, as: UTF8.self)
    #expect(bytes.count < 200_000)
    #expect(page.contains("4950 unchanged, 50 held"))
    #expect(page.contains("4750 more without trouble are in report.json"))
    #expect(page.contains("… and 9995 more, in report.json"))
    #expect(page.contains("No edition is published yet."))
    Self.isWellFormed(page)
  }

  /// Every element that is opened is closed, in the order in which HTML wants it.
  private static func isWellFormed(_ page: String) {
    let void: Set = ["meta", "br", "link"]
    var open: [Substring] = []
    let body = page.replacing(/<!doctype html>/, with: "")
      .replacing(/<style>[\s\S]*?<\/style>/, with: "")
    for tag in body.matches(of: /<(\/?)([a-z0-9]+)((?:\s[^<>]*)?)>/) {
      if tag.1.isEmpty {
        if !void.contains(String(tag.2)) { open.append(tag.2) }
      } else {
        let last = open.popLast()
        #expect(last == tag.2)
      }
    }
    #expect(open.isEmpty)
    #expect(body.matches(of: /[<>]/).count == 2 * body.matches(of: /<[^<>]+>/).count)
  }
}
