import AlmanacFiles
import AlmanacPublish
import AlmanacStore
import Foundation

/// Why an edition can't be compared or republished.
public enum ArchiveError: Error, Equatable, Sendable, CustomStringConvertible {
  case unknownEdition(String, known: [String])
  /// There is nothing before the only edition.
  case onlyOne
  /// The edition to which `latest` points was removed.
  case noLatest

  public var description: String {
    switch self {
    case .unknownEdition(let name, let known):
      "there is no edition '\(name)'; there are \(known.joined(separator: ", "))"
    case .onlyOne:
      "there is no edition before the latest; 'publish: keepEditions' sets how many stay"
    case .noLatest:
      "the edition of 'latest' is missing; run 'almanac run', or 'almanac rollback' for an older one"
    }
  }
}

/// An output folder and its lock, for the commands that look back or tidy up.
struct OutputFolder {
  let url: URL
  var latest: URL { url.appending(path: "latest") }
  var workspaceFolder: URL { url.appending(path: "workspace") }
  var lockFile: URL { workspaceFolder.appending(path: "lock") }

  /// - Throws: `RunError.noEdition` if nothing was published.
  func archive() throws -> EditionArchive {
    let archive = try EditionArchive(output: url)
    guard !archive.entries.isEmpty else { throw RunError.noEdition(path: url.path) }
    return archive
  }

  /// nil if nothing has run.
  func existingWorkspace() throws -> Workspace? {
    FileManager.default.fileExists(atPath: workspaceFolder.path)
      ? try Workspace(folder: workspaceFolder) : nil
  }

  /// - Throws: `RunError.noEdition` if nothing has run.
  func workspace() throws -> Workspace {
    guard let workspace = try existingWorkspace() else {
      throw RunError.noEdition(path: url.path)
    }
    return workspace
  }

  /// Runs the body while no run is in progress.
  func locked<Value>(_ body: () throws -> Value) throws -> Value {
    guard FileManager.default.fileExists(atPath: workspaceFolder.path) else { return try body() }
    let lock = try FileLock.acquired(at: lockFile)
    defer { withExtendedLifetime(lock) {} }
    return try body()
  }

  static func entry(_ name: String, in archive: EditionArchive) throws -> EditionArchive.Entry {
    guard let entry = archive.entry(named: name) else {
      throw ArchiveError.unknownEdition(name, known: archive.entries.map(\.id).suffix(10))
    }
    return entry
  }
}

extension FileLock {
  /// - Throws: `RunError.locked` while another process holds the lock, `FileError`.
  static func acquired(at file: URL) throws -> FileLock {
    guard let lock = try FileLock(at: file) else { throw RunError.locked(path: file.path) }
    return lock
  }
}
