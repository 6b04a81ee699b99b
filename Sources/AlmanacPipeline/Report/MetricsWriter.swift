import AlmanacModel
import AlmanacTime

/// Writes `run/metrics.prom`, from which operators are alerted.
struct MetricsWriter {
  /// The time of the run that published the latest edition. A failed run repeats it, so that its age
  /// grows.
  let lastSuccess: Instant?

  private typealias Sample = MetricsText.Sample

  func bytes(of report: RunReport) -> [UInt8] {
    var metrics = MetricsText()
    metrics.gauge(
      "almanac_run_timestamp_seconds", "Unix time of the last run.", Self.seconds(report.now))
    if let lastSuccess {
      metrics.gauge(
        "almanac_run_last_success_timestamp_seconds",
        "Unix time of the last run that published.", Self.seconds(lastSuccess))
    }
    metrics.gauge(
      "almanac_run_exit_code", "Exit code of the last run.", Double(report.exitCode.rawValue))
    metrics.gauge(
      "almanac_run_duration_seconds", "Seconds that the stages of the last run took.",
      report.stages.reduce(0) { $0 + $1.seconds })
    addStages(of: report, to: &metrics)
    addSources(of: report, to: &metrics)
    for (name, count) in report.counts {
      metrics.gauge(
        "almanac_published_\(name)", "Number of \(name) in the edition of the last run.",
        Double(count))
    }
    return Array(metrics.text.utf8)
  }

  private func addStages(of report: RunReport, to metrics: inout MetricsText) {
    metrics.gauge(
      "almanac_stage_duration_seconds", "Seconds that a stage took.",
      report.stages.map { Sample(labels: [("stage", $0.name.rawValue)], value: $0.seconds) })
    metrics.gauge(
      "almanac_stage_records",
      "Records that a stage read, accepted and rejected, and its warnings.",
      report.stages.flatMap { stage in
        [
          ("read", stage.read), ("accepted", stage.accepted), ("rejected", stage.rejected),
          ("warnings", stage.warnings),
        ].map { state, count in
          Sample(labels: [("stage", stage.name.rawValue), ("state", state)], value: Double(count))
        }
      })
  }

  private func addSources(of report: RunReport, to metrics: inout MetricsText) {
    let sources = report.sources
    guard !sources.isEmpty else { return }
    metrics.gauge(
      "almanac_sources", "Number of sources by status.",
      SourceStatus.allCases.map { status in
        Sample(
          labels: [("state", status.rawValue)],
          value: Double(sources.count { $0.status == status }))
      })
    metrics.gauge(
      "almanac_source_last_good_timestamp_seconds",
      "Unix time of the last good document of a source, or of its confirmation.",
      sources.compactMap { source in
        source.lastGood.map {
          Sample(labels: [("source", source.id)], value: Self.seconds($0))
        }
      })
    metrics.gauge(
      "almanac_source_consecutive_failures", "How often a source failed in a row.",
      sources.map {
        Sample(labels: [("source", $0.id)], value: Double($0.consecutiveFailures))
      })
    var reasons: [String: Int] = [:]
    for finding in report.findings where finding.code.rejectsItem {
      reasons[finding.code.rawValue, default: 0] += 1
    }
    metrics.gauge(
      "almanac_rejected_items", "Number of rejected items, by reason.",
      reasons.sorted { $0.key < $1.key }.map {
        Sample(labels: [("reason", $0.key)], value: Double($0.value))
      })
  }

  private static func seconds(_ instant: Instant) -> Double { Double(instant.secondsSinceEpoch) }
}
