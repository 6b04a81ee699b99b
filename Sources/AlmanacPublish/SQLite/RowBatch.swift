import GRDB

/// Adds packed rows to a table, several with one statement: starting and ending a statement for each
/// takes longer than a short row.
///
/// While it holds rows back nothing else may be written, or the pages of the file lie in another order.
/// Tables that are virtual gain nothing by it.
final class RowBatch {
  /// Values that go to the database at once.
  private static let most = 256

  private let columns: Int
  private let rows: Int
  private let one: RowInsertion
  private let prepare: (Int) throws -> RowInsertion
  /// Prepared when there are so many rows, for that takes as long as dozens of them.
  private var many: RowInsertion?
  private var held = 0
  private var values = RowPacker()

  /// - Parameter columns: Those of the table, in its order.
  convenience init(into table: String, columns: Int, in database: Database) throws {
    try self.init(columns) { rows in
      try RowInsertion(into: table, columns: columns, rows: rows, in: database)
    }
  }

  /// - Parameter columns: Names, in the order in which the values come.
  convenience init(into table: String, _ columns: [String], in database: Database) throws {
    try self.init(columns.count) { rows in
      try RowInsertion(into: table, columns, rows: rows, in: database)
    }
  }

  private init(_ columns: Int, _ insertion: @escaping (Int) throws -> RowInsertion) throws {
    self.columns = columns
    rows = max(2, Self.most / columns)
    prepare = insertion
    one = try insertion(1)
  }

  /// Takes a row of whole numbers, with the next packed values behind them.
  func insert(_ numbers: Int64..., then row: inout RowUnpacker) throws {
    for number in numbers { values.add(number) }
    values.add(valuesOf: &row, count: columns - numbers.count)
    held += 1
    guard held == rows else { return }
    let many = try many ?? prepare(rows)
    self.many = many
    try write(with: many, columns * rows)
  }

  /// Writes what is held back.
  func finish() throws { try write(with: one, columns) }

  private func write(with insertion: RowInsertion, _ count: Int) throws {
    try values.bytes.withUnsafeBytes { bytes in
      var row = RowUnpacker(bytes)
      while !row.isAtEnd { try insertion.insert(&row, count: count) }
    }
    values.clear()
    held = 0
  }
}
