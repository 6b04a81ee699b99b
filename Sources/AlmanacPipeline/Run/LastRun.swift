import AlmanacStore
public import AlmanacTime
public import Foundation

/// The workspace as the last run left it, with the current configuration. Needs no lock.
public struct LastRun: Sendable {
  let workspace: Workspace
  let settings: Settings
  let output: OutputFolder
  /// The caller's time; for samples the last run's time, unless the caller named one.
  public let now: Instant
  /// The time from which its events are upcoming: that of the last run, unless the caller named one.
  let upcoming: Instant
  /// Where secrets may be.
  let environment: [String: String]

  /// - Parameters:
  ///   - now: The caller's time.
  ///   - isGiven: Whether the caller named that time.
  /// - Throws: `RunError.noEdition` if nothing has run; `ConfigurationError`.
  public init(
    of output: URL, configuration: URL, now: Instant, isGiven: Bool,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    self.output = OutputFolder(url: output)
    self.environment = environment
    workspace = try self.output.workspace()
    let isOfSamples = try workspace.setting("kind") == "samples"
    var settings = try SettingsLoader(samples: isOfSamples).load(configuration)
    try settings.restoreSources(from: workspace)
    self.settings = settings
    upcoming = isGiven ? now : try workspace.runs(limit: 1).first?.now ?? now
    self.now = isOfSamples ? upcoming : now
  }
}
