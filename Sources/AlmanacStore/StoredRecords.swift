import Foundation
import GRDB

/// A campus's records of one kind: a table of ids and texts, beside which new ones are laid to write only
/// what differs.
struct StoredRecords {
  /// One that holds the columns `campus`, `id` and `payload`.
  let table: String
  let campus: String

  /// Makes these records the campus's only ones.
  ///
  /// Both are gone through in the order of their ids, once: a question for each of some hundred thousand
  /// rows of which few have changed would take longer than to read them.
  func replace<Record: HandCoded & Identifiable>(
    with records: [Record], in database: Database
  ) throws where Record.ID == String {
    let order = Self.order(of: records)
    var difference = Difference()
    try compare(records, in: order, into: &difference, database)
    let delete = try RowStatement("DELETE FROM \(table) WHERE campus = ? AND id = ?", in: database)
    delete.bind(campus, at: 1)
    for id in difference.gone {
      delete.bind(id, at: 2)
      try delete.run()
    }
    let write = try RowStatement(
      """
      INSERT INTO \(table) (id, campus, payload) VALUES (?, ?, ?)
      ON CONFLICT (campus, id) DO UPDATE SET payload = excluded.payload
      """, in: database)
    write.bind(campus, at: 2)
    var output = RecordOutput()
    for index in difference.changed {
      write.bind(records[index].id, at: 1)
      write.bind(try output.text(of: records[index]), at: 3)
      try write.run()
    }
  }

  /// What is to be written, found before anything is: a table must not change under who reads it.
  private struct Difference {
    /// Positions of the records that are not there, or are others.
    var changed: [Int] = []
    /// Ids of rows of which there is no record any more.
    var gone: [String] = []
  }

  private func compare<Record: HandCoded & Identifiable>(
    _ records: [Record], in order: [Int], into difference: inout Difference, _ database: Database
  ) throws where Record.ID == String {
    let rows = try Row.fetchCursor(
      database, sql: "SELECT id, payload FROM \(table) WHERE campus = ? ORDER BY id",
      arguments: [campus])
    var output = RecordOutput()
    var rest = order[...]
    while let row = try rows.next() {
      let id: String = row[0]
      while let index = rest.first, Self.precedes(records[index].id, id) {
        difference.changed.append(rest.removeFirst())
      }
      guard let index = rest.first, !Self.precedes(id, records[index].id) else {
        difference.gone.append(id)
        continue
      }
      rest.removeFirst()
      let text = try output.text(of: records[index])
      if try !Self.holds(row, text) { difference.changed.append(index) }
    }
    difference.changed += rest
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

  /// The positions of the records by the bytes of their ids, as SQLite sorts; of several with one id the
  /// last.
  private static func order<Record: Identifiable>(of records: [Record]) -> [Int]
  where Record.ID == String {
    var order = Array(records.indices)
    let isSorted = order.dropFirst().allSatisfy {
      precedes(records[$0 - 1].id, records[$0].id)
    }
    if isSorted { return order }
    order.sort { left, right in
      let (first, second) = (records[left].id, records[right].id)
      return precedes(first, second) || (!precedes(second, first) && left < right)
    }
    return order.enumerated().filter { position, index in
      position + 1 == order.count
        || precedes(records[index].id, records[order[position + 1]].id)
    }.map(\.element)
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
