import AlmanacModel
import AlmanacTime
import Foundation

/// Writes `run/report.json` (schema `almanac.run/1`).
struct ReportWriter {
  let options: RunOptions

  func bytes(of report: RunReport) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.member("schema", "almanac.run/1")
    json.member("now", report.now.rfc3339)
    json.member("exit", Int(report.exitCode.rawValue))
    json.member("result", Self.result(of: report))
    json.member("error", report.error)
    json.member("samples", options.samples)
    json.member("edition", report.edition)
    write(report.stages, to: &json)
    write(report.sources, to: &json)
    write(counts: report, to: &json)
    json.key("findings")
    json.beginArray()
    for finding in report.findings { write(finding, to: &json) }
    json.endArray()
    json.endObject()
    json.endLine()
    return json.bytes
  }

  /// How it went, in a word or two.
  static func result(of report: RunReport) -> String {
    switch report.exitCode {
    case .published where report.edition == nil: "not published"
    case .published: report.isDegraded ? "degraded" : "ok"
    case .degraded: "degraded"
    default: "failed"
    }
  }

  private func write(_ stages: [RunReport.Stage], to json: inout JSONWriter) {
    json.key("stages")
    json.beginArray()
    for stage in stages {
      json.beginObject()
      json.member("name", stage.name.rawValue)
      json.member("in", stage.taken)
      json.member("kept", stage.kept)
      json.member("dropped", stage.dropped)
      json.member("noted", stage.noted)
      json.member("skipped", stage.skipped)
      json.key("seconds")
      json.number(stage.seconds, decimals: 3)
      json.endObject()
    }
    json.endArray()
  }

  private func write(_ sources: [RunReport.SourceLine], to json: inout JSONWriter) {
    json.key("sources")
    json.beginArray()
    for source in sources {
      json.beginObject()
      json.member("id", source.id)
      json.member("kind", source.kind.rawValue)
      json.member("outcome", source.outcome.rawValue)
      json.member("class", source.finding?.code.rawValue)
      json.member("detail", source.finding?.message)
      json.member("last_good", source.lastGood?.rfc3339)
      json.member("consecutive_failures", source.consecutiveFailures)
      json.member("unchanged_since", source.unchangedSince?.rfc3339)
      json.member("bytes", source.bytes)
      json.key("items")
      json.beginObject()
      json.member("seen", source.seen)
      json.member("accepted", source.kept)
      json.member("quarantined", source.quarantined)
      json.endObject()
      json.endObject()
    }
    json.endArray()
  }

  private func write(counts report: RunReport, to json: inout JSONWriter) {
    json.key("counts")
    json.beginObject()
    for (name, count) in report.counts { json.member(name, count) }
    json.endObject()
    var codes: [String: Int] = [:]
    for finding in report.findings { codes[finding.code.rawValue, default: 0] += 1 }
    json.key("findings_by_code")
    json.beginObject()
    for (code, count) in codes.sorted(by: { $0.key < $1.key }) { json.member(code, count) }
    json.endObject()
  }

  private func write(_ finding: Finding, to json: inout JSONWriter) {
    json.beginObject()
    json.member("severity", finding.severity.rawValue)
    json.member("code", finding.code.rawValue)
    json.member("source", finding.source)
    json.member("subject", finding.subject)
    json.member("line", finding.line)
    json.member("message", finding.message)
    json.endObject()
  }
}
