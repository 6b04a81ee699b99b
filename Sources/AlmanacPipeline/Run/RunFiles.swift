import AlmanacFiles
import AlmanacModel
import AlmanacTime
import Foundation
import Logging

/// The files that every run leaves in `run/`: the report and the metrics.
struct RunFiles {
  let options: RunOptions

  private var folder: URL { options.output.appending(path: "run") }

  /// The error of the last run; nil if it had none or left no report.
  var lastError: String? {
    let report = try? DurableFile.read(folder.appending(path: "report.json"))
    return report.flatMap { try? JSONValue(parsing: $0) }?["error"]?.string
  }

  func writeReport(_ report: inout RunReport) throws {
    let file = folder.appending(path: "report.json")
    try DurableFile.write(report.bytes, to: file)
    report.reportPath = file.path
  }

  func writeMetrics(of report: RunReport, lastSuccess: Instant?) throws {
    let metrics = MetricsWriter(lastSuccess: lastSuccess).bytes(of: report)
    try DurableFile.write(metrics, to: folder.appending(path: "metrics.prom"))
  }

  /// Writes the files of a run that failed before its first stage, so that monitoring sees it. A usage
  /// error or a rehearsal writes none.
  func write(failure: any Error, log: Logger) {
    var report = RunReport(now: options.now)
    report.isOfSamples = options.samples
    report.exitCode = ExitCode(describing: failure)
    report.error = "\(failure)"
    guard report.exitCode != .usage, !options.isRehearsal else { return }
    do {
      try DurableFile.makeFolder(folder)
      try writeReport(&report)
      // An unreadable edition must not prevent the report of the exit code.
      let latest = try? StatusReport.latest(options.output)
      try writeMetrics(of: report, lastSuccess: latest?.at)
    } catch {
      log.debug("the report could not be written", metadata: ["reason": "\(error)"])
    }
  }
}
