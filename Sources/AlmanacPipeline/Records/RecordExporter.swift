import AlmanacFiles
import AlmanacModel
public import AlmanacStore
public import AlmanacTime
public import Foundation
public import Logging

/// `almanac export`: the records of a workspace.
public enum RecordExporter {
  /// Writes a set of records of every campus.
  ///
  /// - Parameters:
  ///   - folder: Gets a file for each campus, complete or not at all; nil for `write`.
  ///   - write: Receives whole lines, in chunks.
  /// - Throws: `RunError.locked` while a run changes the workspace; `FileError`.
  public static func run(
    _ set: RecordSet, _ options: RunOptions, into folder: URL?, zones: ZoneDatabase = .system,
    log: Logger, writing write: ([UInt8]) throws -> Void
  ) async throws {
    let preparation = try RunPreparation(options, zones: zones)
    defer { withExtendedLifetime(preparation.lock) {} }
    let context = preparation.context(zones: zones, log: log)
    let export = RecordExport(context: context)
    for campus in context.campuses {
      if set == .identities {
        try DeduplicateStep(context: context).restoreIdentities(of: campus.campus)
      }
      guard let folder else {
        try await export.write(set, of: campus, to: write)
        continue
      }
      try DurableFile.makeFolder(folder)
      let file = folder.appending(path: "\(campus.campus.id).ndjson")
      let temporary = folder.appending(path: DurableFile.temporaryPrefix + file.lastPathComponent)
      try DurableFile.create([], at: temporary)
      try await export.write(set, of: campus) { try DurableFile.append($0, to: temporary) }
      try DurableFile.flush(file: temporary)
      guard rename(temporary.path, file.path) == 0 else {
        throw FileError(path: file.path, code: errno)
      }
    }
  }
}
