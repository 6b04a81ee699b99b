public import Foundation
import GRDB

/// What `deduplicate` hands to its next night besides events, as it wrote it.
public struct CampusSnapshot: Hashable, Sendable {
  public var statistics: Data
  public var comparisons: Data
  /// By source.
  public var outlines: [String: [UInt8]]
  public var identities: Data
  /// A fingerprint of all that the events depend on but listings, placements and what was known before;
  /// nil where none was kept.
  public var circumstances: String?

  public init(
    statistics: Data, comparisons: Data, outlines: [String: [UInt8]] = [:],
    identities: Data = Data(), circumstances: String? = nil
  ) {
    self.statistics = statistics
    self.comparisons = comparisons
    self.outlines = outlines
    self.identities = identities
    self.circumstances = circumstances
  }
}

extension Workspace {
  /// Without the outlines; nil where no night has left one.
  public func snapshot(campus: String) throws -> CampusSnapshot? {
    try database.read { database in
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT statistics, comparisons, identities, circumstances FROM snapshot WHERE campus = ?
          """, arguments: [campus])
      return row.map {
        CampusSnapshot(
          statistics: $0["statistics"], comparisons: $0["comparisons"],
          identities: $0["identities"], circumstances: $0["circumstances"])
      }
    }
  }

  /// By source; they are much, and only good for a night in which little changed.
  public func outlines(campus: String) throws -> [String: [UInt8]] {
    try database.read { database in
      var outlines: [String: [UInt8]] = [:]
      let rows = try Row.fetchCursor(
        database, sql: "SELECT source, payload FROM outline WHERE campus = ?", arguments: [campus])
      while let row = try rows.next() {
        outlines[row[0]] = try row.withUnsafeData(atIndex: 1) { $0.map { Array($0) } ?? [] }
      }
      return outlines
    }
  }

  /// - Parameter kept: Sources whose outlines stay as they are.
  static func replace(
    _ snapshot: CampusSnapshot?, keeping kept: Set<String>, campus: String, _ database: Database
  ) throws {
    guard let snapshot else {
      for table in ["snapshot", "outline"] {
        try database.execute(sql: "DELETE FROM \(table) WHERE campus = ?", arguments: [campus])
      }
      return
    }
    // One after the other: what was learned is of many megabytes, and seldom another.
    try database.execute(
      sql: """
        INSERT INTO snapshot (campus, statistics, comparisons) VALUES (?, x'', x'')
        ON CONFLICT (campus) DO NOTHING
        """, arguments: [campus])
    for (name, bytes) in [
      ("statistics", snapshot.statistics), ("comparisons", snapshot.comparisons),
      ("identities", snapshot.identities),
    ] {
      try database.execute(
        sql: "UPDATE snapshot SET \(name) = ?1 WHERE campus = ?2 AND \(name) <> ?1",
        arguments: [bytes, campus])
    }
    try database.execute(
      sql: "UPDATE snapshot SET circumstances = ? WHERE campus = ?",
      arguments: [snapshot.circumstances, campus])
    let sources = try String.fetchSet(
      database, sql: "SELECT source FROM outline WHERE campus = ?", arguments: [campus])
    for source in sources where snapshot.outlines[source] == nil && !kept.contains(source) {
      try database.execute(
        cached: "DELETE FROM outline WHERE campus = ? AND source = ?", arguments: [campus, source])
    }
    for (source, outline) in snapshot.outlines.sorted(by: { $0.key < $1.key }) {
      try database.execute(
        cached: """
          INSERT INTO outline (campus, source, payload) VALUES (?, ?, ?)
          ON CONFLICT (campus, source) DO UPDATE SET payload = excluded.payload
            WHERE payload <> excluded.payload
          """, arguments: [campus, source, Data(outline)])
    }
  }
}
