import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPipeline

@Suite("The metrics of a run") struct MetricsTests {
  private static func read(_ fixture: CampusFixture) throws -> Exposition {
    let file = fixture.folder.url.appending(path: "output/run/metrics.prom")
    return try Exposition(String(contentsOf: file, encoding: .utf8))
  }

  @Test("After a run that published, the metrics describe it")
  func afterSuccess() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    try fixture.add("broken", "403 Forbidden")
    try await fixture.run()
    let metrics = try Self.read(fixture)
    let now = Double(fixture.now.secondsSinceEpoch)
    #expect(metrics["almanac_run_exit_code"] == 0)
    #expect(metrics["almanac_run_timestamp_seconds"] == now)
    #expect(metrics["almanac_run_last_success_timestamp_seconds"] == now)
    #expect(metrics["almanac_published_events"] == 1)
    #expect(metrics[#"almanac_sources{state="ok"}"#] == 1)
    #expect(metrics[#"almanac_sources{state="failed"}"#] == 1)
    #expect(metrics[#"almanac_sources{state="held"}"#] == 0)
    #expect(metrics[#"almanac_stage_records{stage="parse",state="accepted"}"#] == 1)
    #expect(metrics[#"almanac_source_last_good_timestamp_seconds{source="calendar"}"#] == now)
  }

  @Test("After a failed run, the metrics keep the time of the last success")
  func afterFailure() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    try await fixture.run()
    // What was known is lost, and the feed gives nothing to begin with again.
    try FileManager.default.removeItem(at: fixture.folder.url.appending(path: "output/workspace"))
    try fixture.add("calendar", "403 Forbidden", file: "feed.ics")
    await #expect(throws: RunError.nothingUsable) { try await fixture.run(after: 24) }
    let metrics = try Self.read(fixture)
    #expect(metrics["almanac_run_exit_code"] == 65)
    #expect(
      metrics["almanac_run_timestamp_seconds"]
        == Double((fixture.now + 24 * 3_600).secondsSinceEpoch))
    #expect(
      metrics["almanac_run_last_success_timestamp_seconds"]
        == Double(fixture.now.secondsSinceEpoch))
    #expect(metrics["almanac_published_events"] == nil)
  }

  @Test("If a run does not publish, the metrics repeat the time of the latest edition")
  func withoutPublishing() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    try await fixture.run()
    try await fixture.run(until: .parse, after: 24)
    let metrics = try Self.read(fixture)
    #expect(
      metrics["almanac_run_last_success_timestamp_seconds"]
        == Double(fixture.now.secondsSinceEpoch))
  }

  @Test("Labels are escaped, and metrics without samples are left out")
  func escapes() throws {
    var metrics = MetricsText()
    metrics.gauge("odd", "Odd names.", [.init(labels: [("name", "a\"b\\c\nd")], value: 0.5)])
    metrics.gauge("none", "Nothing.", [])
    #expect(
      metrics.text == """
        # HELP odd Odd names.
        # TYPE odd gauge
        odd{name="a\\"b\\\\c\\nd"} 0.500

        """)
    #expect(try Exposition(metrics.text).samples.count == 1)
  }
}

/// A strict reader of the text format 0.0.4, as far as gauges without timestamps go
/// (prometheus.io/docs/instrumenting/exposition_formats).
private struct Exposition {
  struct Malformed: Error { var line: String }

  private(set) var samples: [String: Double] = [:]

  subscript(series: String) -> Double? { samples[series] }

  init(_ text: String) throws {
    guard text.hasSuffix("\n") else { throw Malformed(line: "the end") }
    let label = #"[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*""#
    let series = try Regex(
      "([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{\(label)(?:,\(label))*\\})? (-?[0-9.]+)",
      as: (Substring, Substring, Substring?, Substring).self)
    var families: Set<Substring> = []
    var family: Substring = ""
    var isTyped = false
    for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
      if let help = line.wholeMatch(of: /# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) \S.*/) {
        guard families.insert(help.1).inserted else { throw Malformed(line: String(line)) }
        (family, isTyped) = (help.1, false)
      } else if let type = line.wholeMatch(of: /# TYPE (\S+) gauge/) {
        guard type.1 == family, !isTyped else { throw Malformed(line: String(line)) }
        isTyped = true
      } else if let sample = line.wholeMatch(of: series) {
        guard sample.1 == family, isTyped, let value = Double(sample.3), value.isFinite,
          samples.updateValue(value, forKey: "\(sample.1)\(sample.2 ?? "")") == nil
        else { throw Malformed(line: String(line)) }
      } else {
        throw Malformed(line: String(line))
      }
    }
  }
}
