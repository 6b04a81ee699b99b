public import AlmanacTime
public import GRDB

/// One run in the workspace's history.
public struct RunRecord: Hashable, Sendable, Codable, FetchableRecord, PersistableRecord {
  private enum CodingKeys: String, CodingKey {
    case now, summary
    case exitCode = "exit"
  }

  public static let databaseTableName = "run"

  /// The run time.
  public var now: Instant
  public var exitCode: Int
  /// One line of text for operators.
  public var summary: String

  public init(now: Instant, exitCode: Int, summary: String) {
    self.now = now
    self.exitCode = exitCode
    self.summary = summary
  }
}

extension Workspace {
  /// Records a run and deletes all but the last 400.
  public func record(_ run: RunRecord) throws {
    try database.write { database in
      try run.insert(database)
      try database.execute(sql: "DELETE FROM run WHERE id <= (SELECT MAX(id) FROM run) - 400")
    }
  }

  /// The last runs, newest first.
  public func runs(limit: Int) throws -> [RunRecord] {
    try database.read {
      try RunRecord.fetchAll(
        $0, sql: "SELECT * FROM run ORDER BY id DESC LIMIT ?", arguments: [limit])
    }
  }

  /// A property of the workspace itself, such as that it contains samples; nil if it was never set.
  public func setting(_ name: String) throws -> String? {
    try database.read {
      try String.fetchOne($0, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name])
    }
  }

  /// Sets a property of the workspace.
  public func set(_ name: String, to value: String) throws {
    try database.write {
      try $0.execute(
        sql: """
          INSERT INTO setting (name, value) VALUES (?, ?)
          ON CONFLICT (name) DO UPDATE SET value = excluded.value
          """,
        arguments: [name, value])
    }
  }
}
