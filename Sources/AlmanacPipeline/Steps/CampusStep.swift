import AlmanacModel
import AlmanacStore

/// Runs a stage campus by campus: skips campuses that are up to date, else stores the result with its
/// fingerprint.
struct CampusStep {
  let context: RunContext
  let stage: StageName

  /// - Parameters:
  ///   - fingerprint: Adds every input of the result.
  ///   - work: Runs the stage for one campus, and saves the result with the fingerprint.
  func run(
    into report: inout RunReport,
    fingerprint: (Settings.CampusSettings, inout Fingerprint) throws -> Void,
    work: (Settings.CampusSettings, _ fingerprint: String) async throws -> StageDone
  ) async throws {
    var line = RunReport.Stage(stage)
    for campus in context.campuses {
      try context.checkInterruption()
      var inputs = Fingerprint(stage)
      try fingerprint(campus, &inputs)
      let value = inputs.value
      var done = try context.workspace.done(stage, key: campus.campus.id)
      if !context.options.force, done?.fingerprint == value {
        line.unchanged += 1
      } else {
        done = try await work(campus, value)
        context.workspace.releaseMemory()
      }
      guard let done else { continue }
      line.add(done)
      report.findings += done.findings
    }
    report.stages.append(line)
  }
}
