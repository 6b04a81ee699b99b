import AlmanacPublish
import AlmanacStore
import Foundation

/// Tries a run over a copy of the workspace, in a temporary folder that is removed afterwards.
///
/// Sources are fetched as in a real run. The output folder stays unchanged.
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
}
