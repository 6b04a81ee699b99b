public import AlmanacTime
import GRDB

/// One run as the workspace remembers it.
public struct RunRecord: Hashable, Sendable, Encodable {
  private enum CodingKeys: String, CodingKey {
    case now, summary
    case exitCode = "exit"
  }

  public var now: Instant
  public var exitCode: Int
  /// One line for people.
  public var summary: String

  public init(now: Instant, exitCode: Int, summary: String) {
    self.now = now
    self.exitCode = exitCode
    self.summary = summary
  }
}

extension Workspace {
  /// Remembers a run; the last 400 are kept.
  public func record(_ run: RunRecord) throws {
    try database.write { database in
      try database.execute(
        sql: "INSERT INTO run (now, exitCode, summary) VALUES (?, ?, ?)",
        arguments: [run.now.secondsSinceEpoch, run.exitCode, run.summary])
      try database.execute(sql: "DELETE FROM run WHERE id <= (SELECT MAX(id) FROM run) - 400")
    }
  }

  /// The last runs, newest first.
  public func runs(limit: Int) throws -> [RunRecord] {
    try database.read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM run ORDER BY id DESC LIMIT ?", arguments: [limit]
      ).map {
        RunRecord(
          now: Instant(secondsSinceEpoch: $0["now"]), exitCode: $0["exitCode"],
          summary: $0["summary"])
      }
    }
  }

  /// A fact about the workspace itself, such as that it holds samples.
  public func setting(_ name: String) throws -> String? {
    try database.read {
      try String.fetchOne($0, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name])
    }
  }

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
