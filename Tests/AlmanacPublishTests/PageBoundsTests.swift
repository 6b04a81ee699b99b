import Foundation
import GRDB
import Testing

@testable import AlmanacPublish

/// Rows and entries about the sizes at which SQLite lays them out otherwise: it reads each back.
@Suite struct PageBoundsTests {
  private func fill(
    _ schema: String, _ body: (PackedTables) throws -> Void, read: (Database) throws -> Void
  ) throws {
    let output = try TemporaryOutput()
    defer { withExtendedLifetime(output) {} }
    let url = output.folder.appending(path: "bounds.sqlite")
    let empty = try DatabaseQueue(path: url.path, configuration: EditionDatabase.configuration)
    let layout = try empty.write { database in
      try database.execute(sql: schema)
      return try PackedTables.Layout(database)
    }
    try empty.close()
    let file = try PageFile(url)
    try body(PackedTables(file, layout))
    try file.finish()
    try DatabaseQueue(path: url.path).read { database in
      #expect(try String.fetchAll(database, sql: "PRAGMA integrity_check") == ["ok"])
      try read(database)
    }
  }

  /// About what stays in a cell, alone and with overflow pages behind it that are full.
  private static func sizes(about most: Int) -> [Int] {
    (0..<3).flatMap { pages in
      let size = most + pages * (PageFile.pageSize - 4)
      return size - 14...size + 3
    }
  }

  @Test("rows of the size that a page just holds, and of one byte more or less")
  func rows() throws {
    let sizes = Self.sizes(about: PageFile.mostOfRow)
    try fill("CREATE TABLE t (number INTEGER PRIMARY KEY, bytes BLOB) STRICT") { tables in
      var table = try tables.table("t")
      var record = RecordWriter()
      for (number, size) in sizes.enumerated() {
        record.addNull()
        [UInt8](repeating: UInt8(number), count: size).withUnsafeBytes { record.add(blob: $0) }
        record.end()
        try table.add(Int64(number), record)
      }
      try table.finish()
    } read: { database in
      let found = try Data.fetchAll(database, sql: "SELECT bytes FROM t ORDER BY number")
      #expect(found == sizes.enumerated().map { Data(repeating: UInt8($0), count: $1) })
    }
  }

  @Test("entries of the size that an index just holds whole, and of one byte more or less")
  func entries() throws {
    let words = Self.sizes(about: PageFile.mostOfEntry).enumerated().map { number, size in
      String(format: "%03d", number) + String(repeating: "x", count: size - 3)
    }
    let schema = """
      CREATE TABLE word (id TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (id, position))
        STRICT, WITHOUT ROWID
      """
    try fill(schema) { tables in
      var tree = try tables.index("word")
      var record = RecordWriter()
      for (position, word) in words.enumerated() {
        record.add(word)
        record.add(Int64(position))
        record.end()
        try tree.add(record)
      }
      try tree.finish()
    } read: { database in
      let found = try String.fetchAll(database, sql: "SELECT id FROM word ORDER BY id, position")
      #expect(found == words)
    }
  }

  @Test("records of so many values that the size of their types needs a second byte")
  func manyValues() throws {
    let counts = Array(120...135)
    let columns = (1..<counts.count + 120).map { "c\($0) INTEGER" }.joined(separator: ", ")
    try fill("CREATE TABLE t (number INTEGER PRIMARY KEY, \(columns)) STRICT") { tables in
      var table = try tables.table("t")
      var record = RecordWriter()
      for count in counts {
        record.addNull()
        // SQLite takes the columns that a record lacks for empty.
        for value in 1..<count { record.add(Int64(value)) }
        record.end()
        try table.add(Int64(count), record)
      }
      try table.finish()
    } read: { database in
      let rows = try Row.fetchAll(database, sql: "SELECT * FROM t ORDER BY number")
      for (row, count) in zip(rows, counts) {
        let values: [Int] = row.databaseValues.compactMap { Int.fromDatabaseValue($0) }
        #expect(values == [count] + Array(1..<count), "\(count)")
      }
      #expect(rows.count == counts.count)
    }
  }
}
