import AlmanacFiles
import Foundation
import GRDB

/// The published SQLite file, while it is written.
///
/// The same rows in the same order give the same bytes: no clock, no random row ids, tables one
/// behind the other, and nothing that is removed again. The file is nobody's until the edition is
/// whole, so nothing is journalled here; the edition flushes it.
final class EditionDatabase: Sendable {
  static let path = "almanac.sqlite"

  /// Pages are written one behind the other and not read again: more of them in memory makes nothing
  /// faster.
  private static let cacheKilobytes = 4_096

  private let url: URL
  private let queue: DatabaseQueue

  static let configuration: Configuration = {
    var configuration = Configuration()
    // Held by how rows are written, and by tests: looking every row up would take longer than
    // writing it.
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      try database.execute(
        sql: """
          PRAGMA page_size = 4096;
          PRAGMA journal_mode = OFF;
          PRAGMA synchronous = OFF;
          PRAGMA locking_mode = EXCLUSIVE;
          PRAGMA cache_size = -\(cacheKilobytes);
          PRAGMA threads = 1;
          """)
    }
    return configuration
  }()

  /// Makes the tables, and fills those that are filled page by page.
  init(at url: URL, _ fill: (PackedTables) throws -> Void) throws {
    self.url = url
    let layout = try Self.explaining(url) { try Self.make(url) }
    let file = try PageFile(url)
    try fill(PackedTables(file, layout))
    try file.finish()
    queue = try Self.explaining(url) {
      try DatabaseQueue(path: url.path, configuration: Self.configuration)
    }
  }

  private static func make(_ url: URL) throws -> PackedTables.Layout {
    let queue = try DatabaseQueue(path: url.path, configuration: configuration)
    let layout = try queue.writeWithoutTransaction { database in
      try database.execute(
        sql: """
          PRAGMA application_id = \(EditionSchema.applicationID);
          PRAGMA user_version = \(EditionSchema.version);
          """)
      try database.inTransaction {
        try database.execute(sql: EditionSchema.tables + EditionSchema.packedIndexes)
        return .commit
      }
      return try PackedTables.Layout(database)
    }
    try queue.close()
    return layout
  }

  /// Runs `write` in one transaction, and makes what is made of its rows.
  func fill(_ write: (Database) throws -> Void) throws {
    try Self.explaining(url) {
      try queue.writeWithoutTransaction { database in
        try database.inTransaction {
          try write(database)
          try database.execute(sql: EditionSchema.indexes)
          try database.execute(sql: EditionViews.all)
          return .commit
        }
      }
    }
  }

  /// Takes the search tables in, and closes the file.
  func finish(_ search: SearchDatabase) throws {
    try Self.explaining(url) {
      try queue.writeWithoutTransaction { database in try search.move(to: database) }
      try queue.close()
    }
  }

  /// Tells what the disk refused as the error of a file, so that callers need not know SQLite.
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

extension Database {
  /// A statement that adds a row to a table, one argument a column.
  func insertion(into table: String, columns: Int) throws -> Statement {
    let marks = Array(repeating: "?", count: columns).joined(separator: ", ")
    return try makeStatement(sql: "INSERT INTO \(table) VALUES (\(marks))")
  }
}
