import Foundation
import GRDB
import Testing

@testable import AlmanacPublish

@Suite struct RowBatchTests {
  private static let schema = """
    CREATE TABLE t (
      number INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, long INTEGER, part REAL, words TEXT
    ) STRICT;
    """

  private static func rows(_ count: Int) -> [RowPacker] {
    (0..<count).map { index in
      var row = RowPacker()
      row.add("id \(index * 7_919 % 10_007)")
      row.add(index.isMultiple(of: 3) ? nil : Int64(index) << Int64(index % 50))
      row.add(Double(index) / 4)
      row.add(index.isMultiple(of: 5) ? "" : String(repeating: "é", count: index % 300))
      row.endPiece()
      return row
    }
  }

  private func fill(
    _ rows: [RowPacker], _ insert: (Database, [RowPacker]) throws -> Void
  ) throws -> (rows: [Row], bytes: Data) {
    let output = try TemporaryOutput()
    defer { withExtendedLifetime(output) {} }
    let file = output.folder.appending(path: "rows.sqlite")
    let queue = try DatabaseQueue(
      path: file.path, configuration: EditionDatabase.configuration)
    let found = try queue.writeWithoutTransaction { database in
      try database.inTransaction {
        try database.execute(sql: Self.schema)
        try insert(database, rows)
        return .commit
      }
      return try Row.fetchAll(database, sql: "SELECT * FROM t ORDER BY number")
    }
    try queue.close()
    return (found, try Data(contentsOf: file))
  }

  @Test(
    "rows that are added several at a time lie as if they had been added one by one",
    arguments: [0, 1, 50, 51, 52, 1_000])
  func addsAlike(count: Int) throws {
    let rows = Self.rows(count)
    let one = try fill(rows) { database, rows in
      let insertion = try RowInsertion(into: "t", columns: 5, in: database)
      for (number, packed) in rows.enumerated() {
        try packed.bytes.withUnsafeBytes { bytes in
          var row = RowUnpacker(bytes)
          try insertion.insert(Int64(number), then: &row, count: 4)
        }
      }
    }
    let several = try fill(rows) { database, rows in
      let batch = try RowBatch(into: "t", columns: 5, in: database)
      for (number, packed) in rows.enumerated() {
        try packed.bytes.withUnsafeBytes { bytes in
          var row = RowUnpacker(bytes)
          try batch.insert(Int64(number), then: &row)
          #expect(row.isAtEnd)
        }
      }
      try batch.finish()
    }
    #expect(several.rows.count == count)
    #expect(several.rows == one.rows)
    #expect(several.bytes == one.bytes)
  }

  @Test("a row that breaks a rule of the table is an error, whichever of a batch it is")
  func tellsOfErrors() throws {
    var rows = Self.rows(100)
    rows[70] = rows[60]
    #expect(throws: DatabaseError.self) {
      try fill(rows) { database, rows in
        let batch = try RowBatch(into: "t", columns: 5, in: database)
        for (number, packed) in rows.enumerated() {
          try packed.bytes.withUnsafeBytes { bytes in
            var row = RowUnpacker(bytes)
            try batch.insert(Int64(number), then: &row)
          }
        }
        try batch.finish()
      }
    }
  }

  @Test("whole numbers of any size are read as they were packed")
  func packsWholeNumbers() {
    let numbers = [
      0, 1, -1, .max, .min, Int64(Int32.max), Int64(Int32.max) + 1, Int64(Int32.min) - 1,
    ]
    var packer = RowPacker()
    for number in numbers { packer.add(number) }
    packer.bytes.withUnsafeBytes { bytes in
      var row = RowUnpacker(bytes)
      for number in numbers { #expect(row.integer() == number) }
      #expect(row.isAtEnd)
    }
  }
}
