import AlmanacModel
import AlmanacPublish
import AlmanacStore
import AlmanacTime
import Foundation

/// Writes `run/status.html`: how the last run went, for operators with a browser.
///
/// One file without a script, that asks no server for anything. What feeds and servers say stands in it
/// as text.
struct StatusPage {
  let report: RunReport
  /// In words, as the report has it.
  let result: String
  /// Whether the samples were read.
  let isSamples: Bool
  /// Name of the edition that `latest` points to, and the clock of the run that published it.
  let edition: (name: String, at: Instant)?
  /// The newest first, this one included.
  let nights: [RunRecord]

  /// Sources without trouble that are listed; a page of thousands is no help.
  private static let calmSources = 200
  /// Findings of one code that are told in full.
  private static let examples = 5

  func bytes() -> [UInt8] {
    var page = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>Almanac: \(resultText)</title>
      <style>
      \(StatusPageStyle.text)
      </style>
      </head>
      <body>
      <main>

      """
    page += header + sources + stages + findings + lastNights
    page += """
      <footer><p>Beside this page: <a href="report.json">report.json</a>, <a href="metrics.prom">\
      metrics.prom</a>. Times are UTC; ages are those at the end of the run.</p></footer>
      </main>
      </body>
      </html>

      """
    return Array(page.utf8)
  }

  // MARK: - The head

  private var resultText: String { HTMLText.escaped(TerminalText.safe(result)) }

  private var tint: String {
    switch result {
    case "ok": "good"
    case "failed": "bad"
    default: "odd"
    }
  }

  private var header: String {
    var html = "<header>\n<h1>Run of \(Self.time(report.now)) UTC</h1>\n"
    html += "<p class=\"badge \(tint)\">\(resultText)</p>\n"
    html += "<p>Exit code \(report.exitCode.rawValue)"
    html += isSamples ? ", from the samples" : ""
    html += report.stages.isEmpty ? "" : ", \(Self.seconds(total)) in all"
    html += "</p>\n"
    html += report.error.map { "<p>\(Self.text($0))</p>\n" } ?? ""
    html += "</header>\n"
    guard let edition else {
      return html + "<p class=\"edition\">No edition is published yet.</p>\n"
    }
    let isOwn = report.edition == edition.name
    html += "<p class=\"edition\">"
    html += isOwn ? "Published " : "Not published; what is there is "
    html += "<a href=\"../latest/site/index.html\">edition \(Self.text(edition.name))</a>"
    html += isOwn ? "" : ", \(Self.age(edition.at, at: report.now)) old"
    html += " (<a href=\"../latest/manifest.json\">manifest</a>, "
    html += "<a href=\"../latest/changes.ndjson\">changes</a>)</p>\n"
    guard !report.counts.isEmpty else { return html }
    let counts = report.counts.map { "<div><dt>\($0.name)</dt><dd>\($0.count)</dd></div>" }
    return html + "<dl class=\"counts\">\(counts.joined())</dl>\n"
  }

  private var total: Double { report.stages.reduce(0) { $0 + $1.seconds } }

  // MARK: - The sources

  private var sources: String {
    guard !report.sources.isEmpty else {
      return Self.section("Sources", "<p>This run asked no source.</p>")
    }
    let troubled = report.sources.filter(Self.isTroubled)
    let calm = report.sources.filter { !Self.isTroubled($0) }
    let states = RunReport.Outcome.allCases.compactMap { outcome -> String? in
      let count = report.sources.count { $0.outcome == outcome }
      return count == 0 ? nil : "\(count) \(outcome.rawValue)"
    }
    var html = "<p>\(states.joined(separator: ", "))</p>"
    if !troubled.isEmpty { html += table(of: troubled, caption: "What needs a look") }
    if !calm.isEmpty {
      html += table(
        of: Array(calm.prefix(Self.calmSources)),
        caption: troubled.isEmpty ? "All sources" : "All others")
      let left = calm.count - Self.calmSources
      if left > 0 { html += "<p>\(left) more without trouble are in report.json.</p>" }
    }
    return Self.section("Sources", html)
  }

  private static func isTroubled(_ source: RunReport.SourceLine) -> Bool {
    source.outcome.isFailure || source.consecutiveFailures > 0
  }

  private func table(of sources: [RunReport.SourceLine], caption: String) -> String {
    let rows = sources.map { source in
      let isBad = Self.isTroubled(source)
      let state = isBad ? "bad" : source.outcome == .waiting ? "odd" : "good"
      let failures = source.consecutiveFailures
      let detail = [
        source.finding.map { "\(Self.code($0)) \(Self.text($0.message))" },
        failures > 1 ? "\(failures) failures in a row." : nil,
        source.unchangedSince.map { "The same since \(Self.time($0))." },
      ].compactMap(\.self).joined(separator: " ")
      let name = "<th scope=\"row\">\(Self.text(source.id))"
      let lastGood =
        source.lastGood.map { "\(Self.time($0)) (\(Self.age($0, at: report.now)))" } ?? "never"
      return "<tr>\(name)<small>\(detail)</small></th>"
        + "<td><span class=\"dot \(state)\">\(source.outcome.rawValue)</span></td>"
        + "<td>\(lastGood)</td>"
        + Self.numbers([source.seen, source.kept, source.quarantined])
        + "<td class=\"number\">\(Self.bytes(source.bytes))</td></tr>"
    }
    return Self.table(
      caption,
      [
        ("source", false), ("state", false), ("last good", false), ("items", true),
        ("kept", true), ("set aside", true), ("size", true),
      ], rows)
  }

  // MARK: - The stages

  private var stages: String {
    guard !report.stages.isEmpty else { return "" }
    let longest = max(report.stages.map(\.seconds).max() ?? 0, 0.001)
    let rows = report.stages.map { stage in
      let share = Int((100 * stage.seconds / longest).rounded())
      return "<tr><th scope=\"row\">\(stage.name.rawValue)</th>"
        + Self.numbers([stage.taken, stage.kept, stage.dropped, stage.noted, stage.skipped])
        + "<td class=\"number\">\(Self.seconds(stage.seconds))</td>"
        + "<td class=\"bar\"><div style=\"width:\(share)%\"></div></td></tr>"
    }
    return Self.section(
      "Stages",
      Self.table(
        "Stages", isShown: false,
        [
          ("stage", false), ("in", true), ("kept", true), ("dropped", true), ("noted", true),
          ("up to date", true), ("time", true), ("share", false),
        ], rows))
  }

  // MARK: - The findings

  private var findings: String {
    guard !report.findings.isEmpty else {
      return Self.section("Findings", "<p>Nothing was found.</p>")
    }
    let groups = Dictionary(grouping: report.findings, by: \.code)
    let order = groups.keys.sorted { one, other in
      let (first, second) = (Self.weight(groups[one]), Self.weight(groups[other]))
      return first != second ? first > second : one.rawValue < other.rawValue
    }
    let items = order.map { code in
      let all = groups[code] ?? []
      let examples = all.prefix(Self.examples).map { finding in
        let about = [finding.source, finding.subject].compactMap(\.self).map(Self.text)
        let head = about.isEmpty ? "" : "<b>\(about.joined(separator: " · "))</b> "
        return "<li>\(head)\(Self.text(finding.message))</li>"
      }
      let left = all.count - examples.count
      let more = left > 0 ? "<li>… and \(left) more, in report.json</li>" : ""
      let severity = Self.severity(all)
      let tint = severity == .error ? "bad" : severity == .warning ? "odd" : "good"
      return "<details\(severity == .error ? " open" : "")><summary>"
        + "<span class=\"dot \(tint)\">\(severity.rawValue)</span> "
        + "<code>\(Self.text(code.rawValue))</code> \(all.count)</summary>"
        + "<ul>\(examples.joined())\(more)</ul></details>\n"
    }
    return Self.section("Findings", items.joined())
  }

  private static func severity(_ findings: [Finding]) -> Severity {
    if findings.contains(where: { $0.severity == .error }) { return .error }
    return findings.contains { $0.severity == .warning } ? .warning : .info
  }

  private static func weight(_ findings: [Finding]?) -> Int {
    switch severity(findings ?? []) {
    case .error: 2
    case .warning: 1
    case .info: 0
    }
  }

  // MARK: - The nights

  private var lastNights: String {
    guard !nights.isEmpty else { return "" }
    let rows = nights.map { night in
      let tint = night.exitCode == 0 ? "good" : night.exitCode == 1 ? "odd" : "bad"
      return "<tr><th scope=\"row\">\(Self.time(night.now))</th>"
        + "<td><span class=\"dot \(tint)\">\(night.exitCode)</span></td>"
        + "<td>\(Self.text(night.summary))</td></tr>"
    }
    return Self.section(
      "Last runs",
      Self.table(
        "Last runs", isShown: false, [("run", false), ("exit", false), ("what came of it", false)],
        rows))
  }
}

/// How things are written.
extension StatusPage {
  private static func section(_ title: String, _ html: String) -> String {
    "<section>\n<h2>\(title)</h2>\n\(html)\n</section>\n"
  }

  private static func table(
    _ label: String, isShown: Bool = true, _ columns: [(name: String, isNumber: Bool)],
    _ rows: [String]
  ) -> String {
    let heads = columns.map {
      "<th scope=\"col\"\($0.isNumber ? " class=\"number\"" : "")>\($0.name)</th>"
    }
    let title = isShown ? "<caption>\(label)</caption>" : ""
    // A keyboard reaches what a narrow screen cuts off.
    return
      "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"\(label)\"><table>\(title)"
      + "<thead><tr>\(heads.joined())</tr></thead>\n<tbody>\n\(rows.joined(separator: "\n"))\n"
      + "</tbody></table></div>\n"
  }

  private static func numbers(_ numbers: [Int]) -> String {
    numbers.map { "<td class=\"number\">\($0)</td>" }.joined()
  }

  /// Of anybody's words; they turn around nothing but themselves.
  private static func text(_ text: String) -> String {
    "<bdi>\(HTMLText.escaped(TerminalText.safe(text)))</bdi>"
  }

  private static func code(_ finding: Finding) -> String {
    "<code>\(text(finding.code.rawValue))</code>"
  }

  /// `2026-03-02 12:00`
  private static func time(_ instant: Instant) -> String {
    let text = instant.rfc3339.prefix(16).replacing("T", with: " ")
    return "<time datetime=\"\(instant.rfc3339)\">\(text)</time>"
  }

  private static func age(_ instant: Instant, at now: Instant) -> String {
    let seconds = max(0, now.seconds(since: instant))
    if seconds < 3_600 { return "\(seconds / 60) min" }
    return seconds < 2 * 86_400 ? "\(seconds / 3_600) h" : "\(seconds / 86_400) d"
  }

  private static func seconds(_ seconds: Double) -> String {
    seconds < 60
      ? String(format: "%.2f s", seconds)
      : "\(Int(seconds) / 60) min \(Int(seconds) % 60) s"
  }

  private static func bytes(_ bytes: Int) -> String {
    if bytes == 0 { return "" }
    if bytes < 1_000_000 { return "\(max(1, bytes / 1_000)) kB" }
    return String(format: "%.1f MB", Double(bytes) / 1_000_000)
  }
}
