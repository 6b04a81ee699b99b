public import Foundation
import GRDB

/// Data that one `deduplicate` run leaves for the next one, apart from the events.
public struct CampusSnapshot: Hashable, Sendable {
  /// The source statistics of the campus, encoded by `deduplicate`.
  public var statistics: Data

  public init(statistics: Data) {
    self.statistics = statistics
  }
}

extension Workspace {
  /// The snapshot of a campus; nil if no run has left one.
  public func snapshot(campus: String) throws -> CampusSnapshot? {
    try database.read { database in
      try Data.fetchOne(
        database, sql: "SELECT statistics FROM snapshot WHERE campus = ?", arguments: [campus]
      ).map { CampusSnapshot(statistics: $0) }
    }
  }

  /// Replaces the snapshot of a campus; nil removes it. An equal snapshot is not written.
  static func replace(
    _ snapshot: CampusSnapshot?, campus: String, _ database: Database
  ) throws {
    guard let snapshot else {
      return try database.execute(
        sql: "DELETE FROM snapshot WHERE campus = ?", arguments: [campus])
    }
    try database.execute(
      sql: """
        INSERT INTO snapshot (campus, statistics) VALUES (?, ?)
        ON CONFLICT (campus) DO UPDATE SET statistics = excluded.statistics
          WHERE statistics <> excluded.statistics
        """, arguments: [campus, snapshot.statistics])
  }
}
