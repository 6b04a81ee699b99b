import AlmanacFiles
public import Foundation
import GRDB

/// Almanac's private memory between stages and nights: a SQLite file and the captures' bodies.
///
/// Every method is one transaction, so that a crash leaves the state before or after it. The lock
/// against a second run is the caller's.
public final class Workspace: Sendable {
  let database: DatabaseQueue
  /// Bodies of captures.
  public let bodies: CaptureBodies

  /// Opens the workspace in that folder, making it as needed.
  ///
  /// - Throws: `WorkspaceError.older` and `.newer` for one with the tables of another Almanac.
  public init(folder: URL) throws {
    try DurableFile.makeFolder(folder)
    bodies = try CaptureBodies(folder: folder.appending(path: "raw"))
    let file = folder.appending(path: "work.db")
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    // Of several readers one may be the last to close it while another opens it.
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { database in
      // FULL: WAL with NORMAL may lose the last commits when the power goes.
      try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    }
    do {
      database = try DatabaseQueue(path: file.path, configuration: configuration)
      switch try WorkspaceSchema.prepare(database) {
      case .current: break
      case .older: throw WorkspaceError.older(path: folder.path)
      case .newer: throw WorkspaceError.newer(path: folder.path)
      }
    } catch let error as DatabaseError
      where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    {
      throw WorkspaceError.damaged(path: folder.path)
    }
  }

  /// Lets go of the pages that are in memory and will be read again when they are wanted.
  public func releaseMemory() { database.releaseMemory() }
}

/// Why a workspace can't be used.
public enum WorkspaceError: Error, Equatable, CustomStringConvertible {
  case newer(path: String)
  case older(path: String)
  case damaged(path: String)
  /// A row that this version can't read.
  case unreadable(table: String, key: String)

  public var description: String {
    switch self {
    case .newer(let path):
      "the workspace \(path) was written by a newer almanac; install that version, "
        + "or use another --output"
    case .older(let path):
      "the workspace \(path) was written by an older almanac; move it away and run again: sources are "
        + "fetched again, and ids come back from the edition"
    case .damaged(let path):
      "the workspace \(path) is damaged; move it away and run again: ids come back from the "
        + "edition"
    case .unreadable(let table, let key):
      "the workspace holds an unreadable row (\(table) \(key)); move the workspace folder away "
        + "and run again: ids come back from the edition"
    }
  }
}

extension WorkspaceError {
  /// Whether SQLite says that the disk failed or is full.
  public static func isInputOutput(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    return [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN].contains(
      error.resultCode)
  }
}
