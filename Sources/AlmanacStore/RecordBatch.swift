import Foundation
import GRDB
import Synchronization

/// Rows of a key and a record's text that wait to be read by all cores at once: SQLite gives them one by
/// one, but to make records of them takes several times as long.
struct RecordBatch<Record: HandCoded & Sendable> {
  /// So many rows that handing them out costs nothing beside reading them, and so few that they stay in
  /// the cores' caches.
  private static var limit: Int { 1_024 }

  private struct Entry {
    let key: Range<Int>
    let text: Range<Int>
  }

  /// Of the records, for errors.
  private let table: String
  private var bytes: [UInt8] = []
  private var entries: [Entry] = []

  init(of table: String) { self.table = table }

  var isFull: Bool { entries.count >= Self.limit }

  /// - Parameter row: of a key and a record's text, in this order.
  mutating func append(_ row: Row) throws {
    let key = try append(column: 0, of: row)
    entries.append(Entry(key: key, text: try append(column: 1, of: row)))
  }

  private mutating func append(column: Int, of row: Row) throws -> Range<Int> {
    let start = bytes.count
    try row.withUnsafeData(atIndex: column) { data in
      if let data { bytes.append(contentsOf: data) }
    }
    return start..<bytes.count
  }

  /// The records in the order of their rows, of which none waits any more.
  ///
  /// - Throws: `WorkspaceError.unreadable` for the first row that is.
  mutating func take() throws -> [Record] {
    defer {
      bytes.removeAll(keepingCapacity: true)
      entries.removeAll(keepingCapacity: true)
    }
    let parts = min(ProcessInfo.processInfo.activeProcessorCount, entries.count / 64)
    guard parts > 1 else { return try read(entries.indices) }
    let found = Mutex<[Int: Result<[Record], any Error>]>([:])
    let batch = self
    DispatchQueue.concurrentPerform(iterations: parts) { part in
      let all = batch.entries.count
      let read = Result { try batch.read(all * part / parts..<all * (part + 1) / parts) }
      found.withLock { $0[part] = read }
    }
    let read = found.withLock { $0 }
    return try (0..<parts).flatMap { try read[$0]?.get() ?? [] }
  }

  private func read(_ range: Range<Int>) throws -> [Record] {
    try entries[range].map { entry in
      if let record = RecordInput.record(Record.self, from: bytes, at: entry.text) {
        return record
      }
      return try RecordCoding.record(
        Record.self, from: String(decoding: bytes[entry.text], as: UTF8.self), table: table,
        key: String(decoding: bytes[entry.key], as: UTF8.self))
    }
  }
}
