import AlmanacPublish
import AlmanacStore
import Foundation

/// Tries a run over a copy of the workspace, in a temporary folder that is removed afterwards.
///
/// Sources are fetched as in a real run. The output folder stays unchanged. Of the edition, only the
/// database is written.
enum Rehearsal {
  /// - Parameters:
  ///   - isEmpty: Whether to begin with an empty workspace instead of a copy.
  ///   - body: Receives the options with the temporary folder as output.
  static func run<Result>(
    _ options: RunOptions, isEmpty: Bool = false, _ body: (RunOptions) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "almanac-rehearsal-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let editions = folder.appending(path: "editions")
    try FileManager.default.createDirectory(at: editions, withIntermediateDirectories: true)
    let output = OutputFolder(url: options.output)
    // The latest edition is linked, not copied: the rehearsal only reads it.
    if !isEmpty, let latest = try EditionArchive(output: options.output).latest {
      try FileManager.default.createSymbolicLink(
        at: editions.appending(path: latest.id), withDestinationURL: latest.folder)
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: "latest").path,
        withDestinationPath: "editions/\(latest.id)")
    }
    if !isEmpty, FileManager.default.fileExists(atPath: output.workspaceFolder.path) {
      try output.workspace().copy(to: folder.appending(path: "workspace"))
    }
    var rehearsed = options
    rehearsed.output = folder
    rehearsed.isRehearsal = true
    return try await body(rehearsed)
  }

  /// What a rehearsal would change in the latest edition; nil if nothing is published before or after.
  ///
  /// - Parameters:
  ///   - options: The options that the rehearsal received.
  ///   - latest: The edition of the unchanged output folder.
  static func difference(
    _ options: RunOptions, from latest: EditionArchive.Entry?
  ) throws -> EditionDiff? {
    guard let latest, let newer = try EditionArchive(output: options.output).latest else {
      return nil
    }
    return try EditionDiff(rehearsed: newer, from: latest)
  }
}

/// What a run would do now: its report, and the difference between its edition and the latest.
public struct RunRehearsal: Answer {
  public static let schema = "almanac.rehearsal/1"

  public let report: RunReport
  /// nil if nothing is published yet, or the run ends before the stage publish.
  public let diff: EditionDiff?

  public func text(style: TerminalStyle = .plain, limit: Int = 50) -> String {
    let change = diff?.text(style: style, limit: limit) ?? "there is no edition to compare with"
    return "\(report.summary(style: style))\n\n\(change)\nNothing was written."
  }
}
