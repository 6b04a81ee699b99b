import AlmanacModel
import AlmanacTime

/// The sources that are not as ever: failed, held, left alone after failures, unchanged for long,
/// or with items set aside; the worst first.
struct SourceTable {
  /// Nights without a change that are worth a look: a forecast changes every night.
  private static let stillNights = 7
  private static let stillForecastNights = 2
  private static let mostRows = 40

  /// What is not as ever, the worst first.
  private enum State: Int {
    case failed, held, leftAlone, unchanged, ordinary

    var word: String {
      switch self {
      case .failed: "failed"
      case .held: "held"
      case .leftAlone: "left alone"
      case .unchanged: "unchanged"
      case .ordinary: "ok"
      }
    }

    var tint: TerminalStyle.Tint? {
      switch self {
      case .failed: .error
      case .held, .leftAlone: .warning
      case .unchanged, .ordinary: nil
      }
    }
  }

  private struct Row {
    var source: RunReport.SourceLine
    var state: State
    var nights: Int?
  }

  private let rows: [Row]
  private let findings: [Finding]

  init(_ report: RunReport) {
    findings = report.findings
    rows = report.sources.map { Self.row($0, now: report.now) }
      .filter { $0.state != .ordinary || $0.source.quarantined > 0 }
      .sorted { ($0.state.rawValue, $0.source.id) < ($1.state.rawValue, $1.source.id) }
  }

  /// nil where all sources are as ever.
  func text(style: TerminalStyle) -> String? {
    guard !rows.isEmpty else { return nil }
    var table = TextTable(
      [
        ("source", .left), ("state", .left), ("nights", .right), ("set aside", .right),
        ("why", .left),
      ], style: style)
    for row in rows.prefix(Self.mostRows) {
      let quarantined = row.source.quarantined
      table.add(
        [
          TerminalText.oneLine(row.source.id), row.state.word, row.nights.map(String.init) ?? "",
          quarantined > 0 ? String(quarantined) : "", why(row),
        ], marking: 1, row.state.tint)
    }
    let more = rows.count - Self.mostRows
    return table.text + (more > 0 ? "\n… and \(more) more; see 'almanac status'" : "")
  }

  private static func row(_ source: RunReport.SourceLine, now: Instant) -> Row {
    let failures = source.consecutiveFailures
    switch source.outcome {
    case .failed:
      return Row(source: source, state: .failed, nights: failures > 0 ? failures : nil)
    case .held:
      return Row(source: source, state: .held)
    case .waiting where failures > 0:
      return Row(source: source, state: .leftAlone, nights: failures)
    case .waiting:
      return Row(source: source, state: .ordinary)
    case .ok, .unchanged:
      let nights = source.unchangedSince.map { now.seconds(since: $0) / 86_400 } ?? 0
      let limit = source.kind == .weather ? stillForecastNights : stillNights
      return nights >= limit
        ? Row(source: source, state: .unchanged, nights: nights)
        : Row(source: source, state: .ordinary)
    }
  }

  private func why(_ row: Row) -> String {
    if let finding = row.source.finding {
      return TerminalText.oneLine("\(finding.code): \(finding.message)")
    }
    var counts: [String: Int] = [:]
    for finding in findings
    where finding.source == row.source.id && finding.code.quarantinesItem {
      counts[finding.code.rawValue, default: 0] += 1
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { $0.value > 1 ? "\($0.key) \($0.value)×" : $0.key }.joined(separator: ", ")
  }
}
