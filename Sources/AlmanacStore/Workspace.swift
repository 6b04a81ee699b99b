import AlmanacFiles
public import Foundation
import GRDB

/// Almanac's private storage between stages and runs: a SQLite file and the bodies of captures.
///
/// Every method is one transaction, so a crash leaves the state before or after it. Methods throw
/// `WorkspaceError` for a file or a row that can't be read, `FileError` for errors of the disk, else
/// GRDB's `DatabaseError`. The caller must hold the lock that excludes a second run.
public final class Workspace: Sendable {
  /// SQLite's default of 2 MB holds a few percent of a city's listings, so that each stage would read
  /// most pages many times.
  private static let cacheKilobytes = 16_384

  let database: WorkspaceDatabase
  /// Bodies of captures.
  public let bodies: CaptureBodies

  /// Opens the workspace in a folder, and creates it if necessary.
  ///
  /// - Throws: `WorkspaceError.older` or `.newer` for the tables of another version, `.damaged` for
  ///   a file that SQLite can't read, `FileError` if the folder can't be created.
  public init(folder: URL) throws {
    // Listings and captures may be private: events for friends, positions of people.
    try DurableFile.makePrivateFolder(folder)
    bodies = try CaptureBodies(folder: folder.appending(path: "raw"))
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    // The last reader deletes the WAL file when it closes, which may block another that opens.
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { database in
      // FULL: WAL with NORMAL may lose the last commits at a power failure.
      try database.execute(
        sql: """
          PRAGMA journal_mode = WAL;
          PRAGMA synchronous = FULL;
          PRAGMA cache_size = -\(Self.cacheKilobytes);
          """)
    }
    database = try WorkspaceDatabase(folder: folder, configuration: configuration)
    switch try WorkspaceSchema.prepare(database) {
    case .current: break
    case .older: throw WorkspaceError.older(path: folder.path)
    case .newer: throw WorkspaceError.newer(path: folder.path)
    }
  }

  /// Whether each transaction waits for the disk, which is the default.
  ///
  /// Without it, a power failure may lose the last transactions of a stage that can be repeated, but
  /// the file remains consistent. The next transaction that waits also flushes the earlier ones, and
  /// so does closing the workspace.
  public func setFlushing(_ isOn: Bool) throws {
    try database.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA synchronous = \(isOn ? "FULL" : "NORMAL")")
    }
  }

  /// Frees cached pages. SQLite reads them again if necessary.
  public func releaseMemory() { database.releaseMemory() }
}

/// The reason why a workspace can't be used.
public enum WorkspaceError: Error, Equatable, CustomStringConvertible {
  case newer(path: String)
  case older(path: String)
  /// SQLite can't read its file, or the body of a capture is missing.
  case damaged(path: String)
  /// A row that this version can't decode.
  case unreadable(table: String, key: String)

  public var description: String {
    switch self {
    case .newer(let path):
      "the workspace \(path) was written by a newer almanac; install that version, "
        + "or use another --output"
    case .older(let path):
      "the workspace \(path) was written by an older almanac; move it away and run again: sources are "
        + "fetched again, and ids are restored from the edition"
    case .damaged(let path):
      "the workspace \(path) is damaged; move it away and run again: ids are restored from the "
        + "edition"
    case .unreadable(let table, let key):
      "the workspace contains an unreadable row (\(table) \(key)); move the workspace folder away "
        + "and run again: ids are restored from the edition"
    }
  }
}
