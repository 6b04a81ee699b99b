import Foundation
import GRDB
import Synchronization

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
final class RenderedEntries: Sendable {
  private let url: URL
  private let queue: DatabaseQueue
  private let count = Atomic<Int64>(0)

  /// - Parameter folder: One that no reader knows yet.
  init(_ name: String, in folder: URL) throws {
    url = folder.appending(path: "\(name).scratch")
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    queue = try EditionDatabase.explaining(url) { [url, configuration] in
      try DatabaseQueue(path: url.path, configuration: configuration)
    }
    try access { database in
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

  func append(_ pieces: Pieces) throws {
    try access { database in
      let insertion = try RowInserter("entry", in: database)
      try pieces.each { piece in
        let number = count.wrappingAdd(1, ordering: .relaxed).oldValue
        try insertion.insert(RowValues([Array(piece)]), id: number)
      }
    }
  }

  /// Reads entries by their numbers.
  func read(_ numbers: some Sequence<Int>, _ body: ([UInt8]) throws -> Void) throws {
    try access { database in
      for number in numbers {
        try RowReader("SELECT bytes FROM entry WHERE number = ?", [number], in: database)
          .eachRow { try body($0.bytes(0)) }
      }
    }
  }

  /// Reads all entries in the order of their numbers.
  func readAll(_ body: (_ number: Int, [UInt8]) throws -> Void) throws {
    try access { database in
      var number = 0
      try RowReader("SELECT bytes FROM entry ORDER BY number", in: database).eachRow { row in
        try body(number, row.bytes(0))
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
