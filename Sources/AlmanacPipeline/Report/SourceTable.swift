import AlmanacModel
import AlmanacTime

/// The sources that need attention: failed, held, waiting after failures, unchanged for long, or with
/// rejected items; the worst first.
struct SourceTable {
  /// Days without a change after which a source is listed.
  private static let unchangedDays = 7
  /// Forecasts change daily.
  private static let unchangedForecastDays = 2
  private static let mostRows = 40

  /// The worst first.
  private static let order: [SourceStatus] = [
    .failed, .broken, .gone, .held, .waiting, .never, .unchanged, .ok,
  ]

  private struct Row {
    var source: RunReport.SourceLine
    var status: SourceStatus
    /// How long it has had the status: failed runs, or days without a change.
    var duration: String?
    var rank: Int { order.firstIndex(of: status) ?? order.count }
  }

  private let rows: [Row]
  private let findings: [Finding]

  init(_ report: RunReport) {
    findings = report.findings
    rows = report.sources.map { Self.row($0, now: report.now) }
      .filter { $0.status != .ok || $0.source.rejected > 0 }
      .sorted { ($0.rank, $0.source.id) < ($1.rank, $1.source.id) }
  }

  /// nil if no source needs attention.
  func text(style: TerminalStyle) -> String? {
    guard !rows.isEmpty else { return nil }
    var table = TextTable(
      "source", "status", .numbers("for"), .numbers("rejected"), "why", style: style)
    for row in rows.prefix(Self.mostRows) {
      let rejected = row.source.rejected
      table.add(
        [
          row.source.id, row.status.rawValue, row.duration ?? "",
          rejected > 0 ? String(rejected) : "", why(row),
        ], marking: 1, row.status.tint)
    }
    let more = rows.count - Self.mostRows
    return table.text + (more > 0 ? "\n… and \(more) more; see 'almanac status'" : "")
  }

  private static func row(_ source: RunReport.SourceLine, now: Instant) -> Row {
    let failures = source.consecutiveFailures
    switch source.status {
    case .waiting where failures == 0: return Row(source: source, status: .ok)
    case .ok, .unchanged:
      let days = source.unchangedSince.map { now.seconds(since: $0) / 86_400 } ?? 0
      let limit = source.kind == .weather ? unchangedForecastDays : unchangedDays
      return days >= limit
        ? Row(source: source, status: .unchanged, duration: String(counting: days, "day"))
        : Row(source: source, status: .ok)
    default:
      return Row(
        source: source, status: source.status,
        duration: failures > 0 ? String(counting: failures, "run") : nil)
    }
  }

  private func why(_ row: Row) -> String {
    if let finding = row.source.finding {
      return "\(finding.code): \(finding.message)"
    }
    var counts: [String: Int] = [:]
    for finding in findings
    where finding.source == row.source.id && finding.code.rejectsItem {
      counts[finding.code.rawValue, default: 0] += 1
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { $0.value > 1 ? "\($0.key) \($0.value)×" : $0.key }.joined(separator: ", ")
  }
}
