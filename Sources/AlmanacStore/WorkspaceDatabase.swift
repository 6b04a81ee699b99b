import AlmanacFiles
import Foundation
import GRDB

/// The connection to the SQLite file of a workspace.
///
/// Throws `WorkspaceError.damaged` for a file that SQLite can't read, and `FileError` for errors of
/// the disk, so that every command says what to do.
struct WorkspaceDatabase: Sendable {
  private let folder: URL
  private let queue: DatabaseQueue

  var path: String { queue.path }

  init(folder: URL, configuration: Configuration) throws {
    self.folder = folder
    queue = try Self.mappingErrors(folder) {
      try DatabaseQueue(path: Self.file(in: folder).path, configuration: configuration)
    }
  }

  private static func file(in folder: URL) -> URL { folder.appending(path: "work.db") }

  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Self.mappingErrors(folder) { try queue.read(body) }
  }

  func unsafeRead<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Self.mappingErrors(folder) { try queue.unsafeRead(body) }
  }

  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Self.mappingErrors(folder) { try queue.write(body) }
  }

  func writeWithoutTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Self.mappingErrors(folder) { try queue.writeWithoutTransaction(body) }
  }

  /// Writes a consistent copy into another folder.
  func copy(to folder: URL) throws {
    try Self.mappingErrors(self.folder) {
      let copy = try DatabaseQueue(path: Self.file(in: folder).path)
      try queue.backup(to: copy)
      try copy.close()
    }
  }

  func releaseMemory() { queue.releaseMemory() }

  private static func mappingErrors<Value>(
    _ folder: URL, _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError {
      let code: Int32? =
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: throw WorkspaceError.damaged(path: folder.path)
        case .SQLITE_FULL: ENOSPC
        case .SQLITE_IOERR: EIO
        case .SQLITE_READONLY, .SQLITE_CANTOPEN: EACCES
        default: nil
        }
      throw code.map { FileError(path: file(in: folder).path, code: $0) } ?? error
    }
  }
}
