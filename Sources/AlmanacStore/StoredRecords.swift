import AlmanacModel
import AlmanacRecords
import Foundation
import GRDB

/// A campus's records of one kind: a table of keys and texts, beside which new ones are laid to write
/// only what differs.
struct StoredRecords {
  /// One that has the columns `campus`, `payload` and that of the key, and of a campus each key once.
  let table: String
  /// The column that tells a campus's records apart.
  var key = "id"
  let campus: String

  /// Makes the records of these keys the campus's only ones; of several with one key the last.
  ///
  /// Both are gone through in the order of their keys, once: a question for each of some hundred
  /// thousand rows of which few have changed would take longer than to read them.
  ///
  /// - Parameter text: gives the text of the record whose key stands at that position.
  func replace(
    keys: [String], in database: Database,
    text: (_ position: Int, inout RecordOutput) throws -> [UInt8]
  ) throws {
    var output = RecordOutput()
    let difference = try difference(from: keys, in: database) { try text($0, &output) }
    let delete = try RowStatement(
      "DELETE FROM \(table) WHERE campus = ? AND \(key) = ?", in: database)
    delete.bind(campus, at: 1)
    for key in difference.gone {
      delete.bind(key, at: 2)
      try delete.run()
    }
    let write = try RowStatement(
      """
      INSERT INTO \(table) (\(key), campus, payload) VALUES (?, ?, ?)
      ON CONFLICT (campus, \(key)) DO UPDATE SET payload = excluded.payload
      """, in: database)
    write.bind(campus, at: 2)
    for position in difference.changed {
      let payload = try text(position, &output)
      write.bind(keys[position], at: 1)
      write.bind(payload, at: 3)
      try write.run()
    }
  }

  /// Makes the records of these keys stand in the place of those of some keys, and leaves the campus's
  /// others alone.
  ///
  /// - Parameter text: gives the text of the record whose key stands at that position.
  func replace(
    _ replaced: Set<String>, keys: [String], in database: Database,
    text: (_ position: Int, inout RecordOutput) throws -> [UInt8]
  ) throws {
    let delete = try RowStatement(
      "DELETE FROM \(table) WHERE campus = ? AND \(key) = ?", in: database)
    delete.bind(campus, at: 1)
    for key in replaced.subtracting(keys).sorted() {
      delete.bind(key, at: 2)
      try delete.run()
    }
    // What has the same text is not written: who waits for changes would take it for one.
    let write = try RowStatement(
      """
      INSERT INTO \(table) (\(key), campus, payload) VALUES (?, ?, ?)
      ON CONFLICT (campus, \(key)) DO UPDATE SET payload = excluded.payload
        WHERE payload <> excluded.payload
      """, in: database)
    write.bind(campus, at: 2)
    var output = RecordOutput()
    for (position, key) in keys.enumerated() {
      write.bind(key, at: 1)
      write.bind(try text(position, &output), at: 3)
      try write.run()
    }
  }

  static func hash(of payload: [UInt8]) -> String {
    String(StableHash.bytes(payload), radix: 16)
  }

  func count(in database: Database) throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT count(*) FROM \(table) WHERE campus = ?", arguments: [campus]) ?? 0
  }

  /// What is to be written, found before anything is: a table must not change under who reads it.
  private struct Difference {
    /// Positions of the records that are not there, or are others.
    var changed: [Int] = []
    /// Keys of rows of which there is no record any more.
    var gone: [String] = []
  }

  private func difference(
    from keys: [String], in database: Database, text: (Int) throws -> [UInt8]
  ) throws -> Difference {
    let rows = try Row.fetchCursor(
      database, sql: "SELECT \(key), payload FROM \(table) WHERE campus = ? ORDER BY \(key)",
      arguments: [campus])
    var difference = Difference()
    var rest = Self.order(of: keys)[...]
    while let row = try rows.next() {
      let stored: String = row[0]
      while let position = rest.first, Self.precedes(keys[position], stored) {
        difference.changed.append(rest.removeFirst())
      }
      guard let position = rest.first, !Self.precedes(stored, keys[position]) else {
        difference.gone.append(stored)
        continue
      }
      rest.removeFirst()
      if try !Self.holds(row, text(position)) { difference.changed.append(position) }
    }
    difference.changed += rest
    return difference
  }

  private static func holds(_ row: Row, _ text: [UInt8]) throws -> Bool {
    try row.withUnsafeData(atIndex: 1) { stored in
      guard let stored, stored.count == text.count else { return false }
      return stored.withUnsafeBytes { stored in
        text.withUnsafeBytes { text in
          guard let one = stored.baseAddress, let other = text.baseAddress else { return true }
          return memcmp(one, other, text.count) == 0
        }
      }
    }
  }

  /// The positions of the keys by their bytes, as SQLite sorts; of several equal ones the last.
  private static func order(of keys: [String]) -> [Int] {
    let order = Array(keys.indices)
    if order.dropFirst().allSatisfy({ precedes(keys[$0 - 1], keys[$0]) }) { return order }
    let sorted = order.sorted { left, right in
      precedes(keys[left], keys[right]) || (!precedes(keys[right], keys[left]) && left < right)
    }
    return zip(sorted, sorted.dropFirst().map(Optional.some) + [nil]).compactMap { one, next in
      next.map { precedes(keys[one], keys[$0]) } ?? true ? one : nil
    }
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
