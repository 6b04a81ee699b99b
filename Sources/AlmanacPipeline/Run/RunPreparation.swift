import AlmanacFiles
import AlmanacModel
import AlmanacPublish
import AlmanacStore
import AlmanacTime
import Foundation
import Logging

/// What a run needs before its first stage: the configuration, the lock and the open workspace.
struct RunPreparation {
  let settings: Settings
  /// With the run time of the samples if requested.
  let options: RunOptions
  /// Held as long as the run works.
  let lock: FileLock
  let workspace: Workspace

  /// Reads the configuration, checks the call against it and opens the workspace.
  init(_ options: RunOptions) throws {
    guard ZoneDatabase.system.isAvailable else { throw RunError.noTimeZones }
    var settings = try SettingsLoader(samples: options.samples).load(
      options.configuration)
    let known = settings.sourceIDs
    for id in options.sources.sorted() where !known.contains(id) {
      throw RunError.unknownSource(id, known: known)
    }
    var options = options
    options.now = try settings.runTime(options)
    let output = OutputFolder(url: options.output)
    try DurableFile.makePrivateFolder(output.workspaceFolder)
    try DurableFile.makeFolder(options.output.appending(path: "run"))
    // Excludes a second run before the workspace is opened.
    let lock = try FileLock.acquired(at: output.lockFile)
    let publisher = Publisher(
      folder: options.output, keepEditions: settings.publishing.keepEditions)
    // Of a clock that was set back. The edition would lack today's events, and its change log would
    // begin again.
    if options.includes(.publish), let oldest = try publisher.oldestEdition(after: options.now) {
      throw RunError.beforeAllEditions(options.now, oldest: oldest)
    }
    let workspace = try Workspace(folder: output.workspaceFolder)
    try Self.mark(workspace, samples: options.samples)
    // Remove temporary files of killed runs.
    try workspace.bodies.sweep()
    try publisher.sweep()
    try Self.renameSources(of: &settings, in: workspace)
    try settings.restoreSources(from: workspace)
    try settings.saveSources(to: workspace)
    self.settings = settings
    self.options = options
    self.lock = lock
    self.workspace = workspace
  }

  /// What the steps of the run share.
  func context(
    log: Logger, progress: ProgressSink = .unwatched,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) -> RunContext {
    RunContext(
      settings: settings, options: options, workspace: workspace, log: log,
      progress: progress, isInterrupted: isInterrupted)
  }

  /// Moves the state of sources whose folder was renamed, unless a source has the former id.
  private static func renameSources(of settings: inout Settings, in workspace: Workspace) throws {
    let known = settings.sourceIDs
    for source in settings.sources {
      guard let former = source.formerly, former != source.id else { continue }
      if known.contains(former) {
        settings.findings.append(
          Finding(
            "W_CONFIGURATION", severity: .warning, source: source.id, subject: "formerly",
            message:
              "there still is a source '\(former)', which keeps its data; remove its folder or "
              + "'formerly'"))
      } else if try workspace.renameSource(former, to: source.id) {
        settings.findings.append(
          Finding(
            "I_SOURCE_RENAMED", severity: .info, source: source.id, subject: former,
            message: "took the data of the former source '\(former)'; its events keep their ids"))
      }
    }
  }

  /// A workspace of samples and one of live data never mix.
  private static func mark(_ workspace: Workspace, samples: Bool) throws {
    let kind = samples ? "samples" : "live"
    if let marked = try workspace.setting("kind"), marked != kind {
      throw RunError.otherKindOfWorkspace(isSamples: marked == "samples")
    }
    try workspace.set("kind", to: kind)
  }
}
