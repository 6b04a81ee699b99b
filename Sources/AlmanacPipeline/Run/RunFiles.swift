import AlmanacFiles
import AlmanacStore
import AlmanacTime
import Foundation
import Logging

/// The files that every run leaves in `run/`: the report, the metrics and the page for operators.
struct RunFiles {
  let options: RunOptions

  /// Runs that `run/status.html` lists.
  static let nightsShown = 14

  private var folder: URL { options.output.appending(path: "run") }

  func writeReport(_ report: inout RunReport) throws {
    let file = folder.appending(path: "report.json")
    try DurableFile.write(ReportWriter(options: options).bytes(of: report), to: file)
    report.reportPath = file.path
  }

  func writeMetrics(of report: RunReport, lastSuccess: Instant?) throws {
    let metrics = MetricsWriter(lastSuccess: lastSuccess).bytes(of: report)
    try DurableFile.write(metrics, to: folder.appending(path: "metrics.prom"))
  }

  /// - Parameter nights: The last runs, newest first.
  func writePage(
    of report: RunReport, edition: (name: String, at: Instant)?, nights: [RunRecord]
  ) throws {
    let page = StatusPage(
      report: report, result: ReportWriter.result(of: report), isSamples: options.samples,
      edition: edition, nights: nights)
    try DurableFile.write(page.bytes(), to: folder.appending(path: "status.html"))
  }

  /// Writes the files of a run that failed before its first stage, so that monitoring sees it. A wrong
  /// call leaves none, and neither does a trial.
  func write(failure: any Error, log: Logger) {
    var report = RunReport(now: options.now)
    report.exitCode = ExitCode(describing: failure)
    report.error = "\(failure)"
    guard report.exitCode != .usage, !options.isRehearsal else { return }
    do {
      try DurableFile.makeFolder(folder)
      try writeReport(&report)
      // What can't be read now does not keep the exit code from being reported.
      let latest = try? StatusReport.latest(options.output)
      try writeMetrics(of: report, lastSuccess: latest?.at)
      let workspace = try? OutputFolder(url: options.output).workspace()
      let nights = try? workspace?.runs(limit: Self.nightsShown)
      try writePage(of: report, edition: latest, nights: nights ?? [])
    } catch {
      log.debug("the report could not be written", metadata: ["reason": "\(error)"])
    }
  }
}
