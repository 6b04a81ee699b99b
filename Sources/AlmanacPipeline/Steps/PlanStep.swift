import AlmanacFiles
import AlmanacModel
import Logging

/// Personal files after an edition, where `people` is configured.
///
/// A failure costs no edition: it is a finding. Findings, log and report have counts only, because
/// they are not private.
struct PlanStep {
  let context: RunContext

  func run(into report: inout RunReport) async {
    guard let folder = context.settings.people else { return }
    do {
      let planner = PeoplePlanner(
        settings: context.settings, folder: folder, output: context.options.output,
        now: context.options.now, workers: context.options.workers, zones: context.zones,
        workspace: context.workspace)
      let result = try await planner.run()
      context.log.info(
        "personal files are written", metadata: ["persons": "\(result.planned)"])
      guard result.isDegraded else { return }
      let what =
        result.broken > 0
        ? "\(result.broken) of \(result.persons) persons have mistakes in their inputs and keep "
          + "their last files"
        : "names of folders in 'people' or lines of logs have mistakes"
      report.findings.append(Self.finding("\(what); 'almanac plan' names the mistakes"))
    } catch {
      report.findings.append(
        Self.finding("no personal files are written: \(Self.reason(error))"))
    }
  }

  private static func finding(_ message: String) -> Finding {
    Finding("W_PEOPLE", severity: .warning, message: message)
  }

  /// Why, without the path, which may name a person.
  private static func reason(_ error: any Error) -> String {
    switch error {
    case is ConfigurationError: "the folder 'people' can't be read; correct the configuration"
    case RunError.locked: "another plan is under way"
    default:
      if let code = FileError.code(of: error) {
        FileError.reason(code)
      } else {
        "'almanac plan' prints the reason"
      }
    }
  }
}
