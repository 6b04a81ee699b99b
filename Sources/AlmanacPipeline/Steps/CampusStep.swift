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
    work: (Settings.CampusSettings, _ fingerprint: String) async throws -> StageRecord
  ) async throws {
    var line = RunReport.Stage(stage)
    for campus in context.campuses {
      try context.checkInterruption()
      var inputs = Fingerprint(stage)
      try fingerprint(campus, &inputs)
      let value = inputs.value
      var record = try context.workspace.stageRecord(stage, key: campus.campus.id)
      if !context.options.force, record?.fingerprint == value {
        line.unchanged += 1
      } else {
        record = try await work(campus, value)
        context.workspace.releaseMemory()
      }
      guard let record else { continue }
      line.add(record)
      report.findings += record.findings
    }
    report.stages.append(line)
  }
}
