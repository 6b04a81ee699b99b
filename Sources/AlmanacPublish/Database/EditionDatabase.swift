import AlmanacFiles
import Foundation
import GRDB

/// The published SQLite file while it is written.
///
/// The same rows in the same order give the same bytes: no clock, no random row ids, and what is
/// overwritten leaves nothing behind (`secure_delete`). Nothing is journaled, because no reader knows
/// the file until the edition is whole; the edition flushes it.
final class EditionDatabase: Sendable {
  static let path = "almanac.sqlite"

  private static let cacheKilobytes = 65_536

  private let url: URL
  private let queue: DatabaseQueue

  /// - Parameter previous: The database of the previous edition, attached as `old`.
  init(at url: URL, previous: URL?) throws {
    self.url = url
    var configuration = Configuration()
    // The writer keeps these rules, and tests check them; looking every row up takes longer than
    // writing it.
    configuration.foreignKeysEnabled = false
    // The search tables stay open while exporters read the rest.
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { database in
      try database.execute(
        sql: """
          PRAGMA page_size = 4096;
          PRAGMA journal_mode = OFF;
          PRAGMA synchronous = OFF;
          PRAGMA main.secure_delete = ON;
          PRAGMA cache_size = -\(Self.cacheKilobytes);
          PRAGMA application_id = \(EditionSchema.applicationID);
          PRAGMA user_version = \(EditionSchema.geoPackageVersion);
          """)
      if let previous {
        try database.execute(sql: "ATTACH ? AS old", arguments: [previous.path])
      }
    }
    queue = try Self.explaining(url) { [configuration] in
      try DatabaseQueue(path: url.path, configuration: configuration)
    }
  }

  /// Writes rows in one transaction.
  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Self.explaining(url) {
      try queue.writeWithoutTransaction { database in
        var value: Value?
        try database.inTransaction {
          value = try body(database)
          return .commit
        }
        guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return value
      }
    }
  }

  /// Begins to write what others need not see: until `finish`, nothing of it reaches the file, and other
  /// connections read what was there before.
  func begin(_ body: (Database) throws -> Void) throws {
    try Self.explaining(url) {
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA cache_spill = OFF")
        try database.beginTransaction(.immediate)
        try body(database)
      }
    }
  }

  /// Commits what `begin` began, and closes the file. No other connection may read it meanwhile.
  func finish() throws {
    try Self.explaining(url) {
      try queue.writeWithoutTransaction { try $0.commit() }
      try queue.close()
    }
  }

  /// Reports what the disk refused as the error of a file, so that callers need not know SQLite.
  static func explaining<Value>(_ url: URL, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError {
      let code: Int32? =
        switch error.resultCode {
        case .SQLITE_FULL: ENOSPC
        case .SQLITE_IOERR: EIO
        case .SQLITE_READONLY: EROFS
        case .SQLITE_CANTOPEN: EACCES
        default: nil
        }
      throw code.map { FileError(path: url.path, code: $0) } ?? error
    }
  }
}

/// A database of an edition, opened to be read; any number of these read one file.
final class StoredDatabase: Sendable {
  let url: URL
  private let queue: DatabaseQueue

  /// - Throws: `UnsoundDatabase` where another version of Almanac wrote the file.
  init(at url: URL) throws {
    self.url = url
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase(EditionQuery.prepare)
    queue = try EditionDatabase.explaining(url) { [configuration] in
      try DatabaseQueue(path: url.path, configuration: configuration)
    }
    try read { try $0.requireEdition() }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    // Exporters keep connections of their own, so that no transaction is needed.
    try EditionDatabase.explaining(url) { try queue.unsafeRead(body) }
  }

  func close() throws { try queue.close() }
}
