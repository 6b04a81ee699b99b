import Foundation
import GRDB

/// Pieces of bytes, one behind the other.
struct Pieces: Sendable {
  var bytes: [UInt8] = []
  /// Where each ends.
  var ends: [Int] = []

  var count: Int { ends.count }

  /// Ends a piece behind these bytes.
  mutating func append(_ piece: some Collection<UInt8>) {
    bytes.append(contentsOf: piece)
    ends.append(bytes.count)
  }

  func each(_ body: (ArraySlice<UInt8>) throws -> Void) rethrows {
    var start = 0
    for end in ends {
      try body(bytes[start..<end])
      start = end
    }
  }
}

/// Rendered entries in a scratch database, numbered from 0 in the order in which they are added: files
/// that need them in another order are put together from it.
final class RenderedEntries {
  private let url: URL
  private let queue: DatabaseQueue
  private(set) var count = 0

  /// - Parameter folder: One that no reader knows yet.
  init(_ name: String, in folder: URL) throws {
    url = folder.appending(path: "\(name).scratch")
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    queue = try EditionDatabase.explaining(url) { [url, configuration] in
      try DatabaseQueue(path: url.path, configuration: configuration)
    }
    try EditionDatabase.explaining(url) {
      try queue.writeWithoutTransaction { database in
        try database.execute(
          sql: """
            PRAGMA journal_mode = OFF;
            PRAGMA synchronous = OFF;
            PRAGMA locking_mode = EXCLUSIVE;
            PRAGMA cache_size = -16384;
            CREATE TABLE entry (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
            BEGIN;
            """)
      }
    }
  }

  func append(_ pieces: Pieces) throws {
    try access { database in
      let insertion = try database.cachedStatement(sql: "INSERT INTO entry VALUES (?, ?)")
      try pieces.each { piece in
        insertion.setUncheckedArguments([count, Data(piece)])
        try insertion.execute()
        count += 1
      }
    }
  }

  /// Reads entries by their numbers.
  func read(_ numbers: some Sequence<Int>, _ body: (Data) throws -> Void) throws {
    try access { database in
      let selection = try database.cachedStatement(
        sql: "SELECT bytes FROM entry WHERE number = ?")
      for number in numbers {
        if let bytes = try Data.fetchOne(selection, arguments: [number]) { try body(bytes) }
      }
    }
  }

  /// Reads all entries in the order of their numbers.
  func readAll(_ body: (_ number: Int, Data) throws -> Void) throws {
    try access { database in
      let rows = try Data.fetchCursor(database, sql: "SELECT bytes FROM entry ORDER BY number")
      var number = 0
      while let bytes = try rows.next() {
        try body(number, bytes)
        number += 1
      }
    }
  }

  func remove() throws {
    try queue.close()
    try FileManager.default.removeItem(at: url)
  }

  private func access(_ body: (Database) throws -> Void) throws {
    try EditionDatabase.explaining(url) { try queue.writeWithoutTransaction(body) }
  }
}
