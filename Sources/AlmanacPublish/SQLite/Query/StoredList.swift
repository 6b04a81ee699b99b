import GRDB
import GRDBSQLite

/// A list of occurrences that the database holds.
struct StoredList: Hashable {
  enum Table: String {
    case occurrences = "occurrence_list"
    case words = "word_list"
  }

  let table: Table
  let number: Int
  /// How many occurrences it has.
  let count: Int

  fileprivate var isWhole: Bool { count <= OccurrenceList.wholeLimit }
}

/// Reads lists: short ones at once, long ones part by part as they are asked for.
struct ListReader {
  private let statements: [StoredList.Table: Statement]

  init(_ database: Database) throws {
    func statement(_ table: StoredList.Table) throws -> Statement {
      try database.cachedStatement(sql: "SELECT members FROM \(table.rawValue) WHERE id = ?")
    }
    statements = [.occurrences: try statement(.occurrences), .words: try statement(.words)]
  }

  /// Ids in their order; nil where the list comes in parts.
  func members(of list: StoredList) throws -> [Int32]? {
    guard list.isWhole else { return nil }
    return try read(list, part: 0) { OccurrenceList.members($0) } ?? []
  }

  /// Adds those of a part of a list that comes in parts.
  ///
  /// - Returns: Whether there are any.
  func add(_ part: Int, of list: StoredList, to bits: inout OccurrenceBits) throws -> Bool {
    try read(list, part: part) { bits.formUnion($0) } != nil
  }

  private func read<Value>(
    _ list: StoredList, part: Int, _ body: (UnsafeRawBufferPointer) -> Value
  ) throws -> Value? {
    guard let handle = statements[list.table]?.sqliteStatement else { return nil }
    defer { sqlite3_reset(handle) }
    sqlite3_bind_int64(
      handle, 1, Int64(list.number) << Int64(OccurrenceList.partShift) + Int64(part))
    let code = sqlite3_step(handle)
    guard code == SQLITE_ROW else {
      if code == SQLITE_DONE { return nil }
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code),
        message: sqlite3_errmsg(sqlite3_db_handle(handle)).map { String(cString: $0) })
    }
    return body(
      UnsafeRawBufferPointer(
        start: sqlite3_column_blob(handle, 0), count: Int(sqlite3_column_bytes(handle, 0))))
  }
}
