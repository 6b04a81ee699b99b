import AlmanacStore
import AlmanacTime
import Foundation

/// The workspace as the last run left it, with the current configuration. Needs no lock.
struct LastRun {
  let workspace: Workspace
  let settings: Settings
  /// Whether the last run read samples.
  let isOfSamples: Bool

  /// - Throws: `RunError.noEdition` if nothing has run; `ConfigurationError`.
  init(of output: URL, configuration: URL) throws {
    workspace = try OutputFolder(url: output).workspace()
    isOfSamples = try workspace.setting("kind") == "samples"
    var settings = try SettingsLoader(zones: .system, samples: isOfSamples).load(configuration)
    try settings.restoreSources(from: workspace)
    self.settings = settings
  }

  /// The caller's time; for samples the last run's time, unless the caller gave one.
  func clock(_ now: Instant, isStated: Bool) throws -> Instant {
    guard isOfSamples, !isStated else { return now }
    return try workspace.runs(limit: 1).first?.now ?? now
  }
}
