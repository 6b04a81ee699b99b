import GRDB

/// The tables and indexes of an edition that are filled page by page.
struct PackedTables {
  /// That there is no such table or index.
  struct Unknown: Error, CustomStringConvertible {
    let name: String

    var description: String { "the edition's schema has no \(name)" }
  }

  private let file: PageFile
  /// The first page of each table and index.
  private let roots: [String: UInt32]
  private let columns: [String: [String]]

  /// - Parameter layout: Of the file, when it was still open.
  init(_ file: PageFile, _ layout: Layout) {
    self.file = file
    roots = layout.roots
    columns = layout.columns
  }

  /// Where an SQLite file has what.
  struct Layout {
    fileprivate let roots: [String: UInt32]
    fileprivate let columns: [String: [String]]

    init(_ database: Database) throws {
      let pages = try Row.fetchAll(
        database, sql: "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0")
      roots = Dictionary(uniqueKeysWithValues: pages.map { ($0["name"], $0["rootpage"]) })
      let names = try Row.fetchAll(
        database,
        sql: """
          SELECT s.name AS of, c.name FROM sqlite_schema s, pragma_table_info(s.name) c
            WHERE s.type = 'table' ORDER BY s.name, c.cid
          """)
      columns = Dictionary(grouping: names) { $0["of"] as String }.mapValues {
        $0.map { $0["name"] }
      }
    }
  }

  func table(_ name: String) throws -> TableTree { TableTree(try root(name), in: file) }

  func index(_ name: String) throws -> IndexTree { IndexTree(try root(name), in: file) }

  private func root(_ name: String) throws -> UInt32 {
    guard let root = roots[name] else { throw Unknown(name: name) }
    return root
  }

  /// Where each column of a table is among these.
  func positions(of table: String, in names: [String]) throws -> [Int] {
    try (columns[table] ?? []).map { column in
      guard let position = names.firstIndex(of: column) else { throw Unknown(name: column) }
      return position
    }
  }

  /// Fills an index of a table whose rows have numbers.
  ///
  /// - Parameters:
  ///   - keys: Its columns; the rows are sorted by all but the first already.
  ///   - number: That of a row.
  func fill(
    _ name: String, _ keys: [KeyColumn], _ rows: [Int32], number: (Int32) -> Int64
  ) throws {
    var tree = try index(name)
    var record = RecordWriter()
    for row in keys.first?.sorted(rows) ?? [] {
      for key in keys { key.add(row, to: &record) }
      record.add(number(row))
      record.end()
      try tree.add(record)
    }
    try tree.finish()
  }

  /// Fills a table of two whole numbers with its rows, the first the row's own number.
  ///
  /// - Parameter rows: Lends them in the order of their numbers.
  func fill(_ name: String, _ rows: ((Int64, Int64) throws -> Void) throws -> Void) throws {
    var tree = try table(name)
    var record = RecordWriter()
    try rows { number, value in
      record.addNull()
      record.add(value)
      record.end()
      try tree.add(number, record)
    }
    try tree.finish()
  }
}
