public import Foundation
import GRDB

/// The statistics of `deduplicate` about a campus for the next run, in its own encoding.
extension Workspace {
  /// The snapshot of a campus; nil if no run has stored one.
  public func snapshot(campus: String) throws -> Data? {
    try database.read { database in
      try Data.fetchOne(
        database, sql: "SELECT statistics FROM snapshot WHERE campus = ?", arguments: [campus])
    }
  }

  /// Replaces the snapshot of a campus; nil removes it. An equal snapshot is not written.
  static func replace(_ snapshot: Data?, campus: String, _ database: Database) throws {
    guard let snapshot else {
      return try database.execute(
        sql: "DELETE FROM snapshot WHERE campus = ?", arguments: [campus])
    }
    try database.execute(
      sql: """
        INSERT INTO snapshot (campus, statistics) VALUES (?, ?)
        ON CONFLICT (campus) DO UPDATE SET statistics = excluded.statistics
          WHERE statistics <> excluded.statistics
        """, arguments: [campus, snapshot])
  }
}
