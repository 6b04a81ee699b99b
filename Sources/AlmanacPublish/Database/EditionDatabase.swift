import AlmanacFiles
import Foundation
import GRDB

/// The published SQLite file while it is written.
///
/// The same rows in the same order give the same bytes: no timestamps, no random rowids, and
/// `secure_delete` zeroes overwritten content. `EditionBuilder` flushes the file.
final class EditionDatabase: Sendable {
  static let path = "almanac.sqlite"

  private static let cacheKilobytes = 65_536

  private let url: URL
  private let queue: DatabaseQueue

  /// - Parameter previous: The database of the previous edition, attached as `old`.
  init(at url: URL, previous: URL?) throws {
    self.url = url
    var configuration = Configuration()
    // The writer guarantees references and values, and tests check them. Checking each row takes
    // longer than writing it: SQLite builds a table for every `IN` of a CHECK.
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      try database.execute(
        sql: """
          PRAGMA ignore_check_constraints = ON;
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
    queue = try Self.mappingErrors(url) { [configuration] in
      try DatabaseQueue(path: url.path, configuration: configuration)
    }
  }

  /// Runs a closure in one transaction.
  ///
  /// - Throws: `FileError` for I/O errors, else errors of the closure.
  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Self.mappingErrors(url) {
      try queue.writeWithoutTransaction { database in
        var value: Value?
        // An immediate transaction would lock the previous edition, too, which apps may be reading.
        try database.inTransaction(.deferred) {
          value = try body(database)
          return .commit
        }
        guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return value
      }
    }
  }

  /// Lets other connections read the committed rows while later transactions write. These are
  /// appended to a write-ahead log, so that they need little memory.
  func beginSharing() throws { try setJournalMode("WAL") }

  /// Moves the write-ahead log into the file and closes it. No other connection may be open.
  func finish() throws {
    try setJournalMode("OFF")
    try Self.mappingErrors(url) { try queue.close() }
  }

  private func setJournalMode(_ mode: String) throws {
    try Self.mappingErrors(url) {
      try queue.writeWithoutTransaction { database in
        let result = try String.fetchOne(database, sql: "PRAGMA main.journal_mode = \(mode)")
        guard result?.uppercased() == mode else {
          throw DatabaseError(resultCode: .SQLITE_BUSY, message: "journal mode \(result ?? "")")
        }
      }
    }
  }

  /// Converts I/O errors of SQLite into `FileError`, so that callers handle one type.
  static func mappingErrors<Value>(_ url: URL, _ body: () throws -> Value) throws -> Value {
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

/// A read-only connection to an edition's database. Any number of them may read one file.
final class StoredDatabase: Sendable {
  private static let cacheKilobytes = 32_768

  let url: URL
  private let queue: DatabaseQueue

  /// - Throws: `DatabaseIntegrityError` if another version of Almanac wrote the file, `FileError`.
  init(at url: URL) throws {
    self.url = url
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { database in
      EditionQuery.prepare(database)
      // Exporters read occurrences in the order of events. With SQLite's default of 2 MB, they read
      // most pages many times.
      try database.execute(sql: "PRAGMA cache_size = -\(Self.cacheKilobytes)")
    }
    queue = try EditionDatabase.mappingErrors(url) { [configuration] in
      try DatabaseQueue(path: url.path, configuration: configuration)
    }
    try read { try $0.requireEdition() }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    // Each exporter has its own connection, and no one writes the file: reads need no
    // transaction.
    try EditionDatabase.mappingErrors(url) { try queue.unsafeRead(body) }
  }

  func close() throws { try queue.close() }
}
