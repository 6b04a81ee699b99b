import AlmanacStore
import AlmanacTime
import Foundation

/// An output's workspace as the last run left it, and the configuration as it is now; needs no lock.
struct LastNight {
  let workspace: Workspace
  let settings: Settings
  /// Whether that run read samples.
  let isOfSamples: Bool

  /// - Throws: `RunError.noEdition` where nothing has run; `ConfigurationError`.
  init(of output: URL, configuration: URL) throws {
    workspace = try OutputFolder(url: output).workspace()
    isOfSamples = try workspace.setting("kind") == "samples"
    var settings = try SettingsLoader(zones: .system, samples: isOfSamples).load(configuration)
    try settings.restoreSources(from: workspace)
    self.settings = settings
  }

  /// The caller's clock; samples have their run's, where the caller names none.
  func clock(_ now: Instant, isStated: Bool) throws -> Instant {
    guard isOfSamples, !isStated else { return now }
    return try workspace.runs(limit: 1).first?.now ?? now
  }
}
