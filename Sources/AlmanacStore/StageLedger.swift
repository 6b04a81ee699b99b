public import AlmanacModel
import AlmanacRecords
import GRDB

/// The last result of a stage for a key (a source or a campus): counts, findings and the
/// fingerprint of its inputs.
public struct StageRecord: Hashable, Sendable {
  public var stage: StageName
  /// The id of a source or a campus.
  public var key: String
  /// A hash of everything that the result depends on.
  public var fingerprint: String
  /// Number of input records.
  public var read: Int
  /// Number of output records.
  public var accepted: Int
  /// Number of rejected or merged records.
  public var rejected: Int
  public var findings: [Finding]
  /// SHA-256 of the captures that the results come from. A source's are separated by spaces. A
  /// campus has one line per source, which begins with the source id. Nil leaves the stored value.
  public var capture: String?

  public init(
    stage: StageName, key: String, fingerprint: String, read: Int, accepted: Int, rejected: Int,
    findings: [Finding], capture: String? = nil
  ) {
    self.stage = stage
    self.key = key
    self.fingerprint = fingerprint
    self.read = read
    self.accepted = accepted
    self.rejected = rejected
    self.findings = findings
    self.capture = capture
  }
}

extension Workspace {
  /// The last result of a stage for a key; nil if it never ran.
  public func stageRecord(_ stage: StageName, key: String) throws -> StageRecord? {
    try ledger(of: stage, "AND key = ?", [stage.rawValue, key])[key]
  }

  /// Records a stage whose results are stored elsewhere, or a rejected document: the last good
  /// listings remain.
  public func note(_ record: StageRecord) throws {
    try database.write { try Self.write(record, in: $0) }
  }

  /// The last result of a stage for every key, by key.
  public func ledger(of stage: StageName) throws -> [String: StageRecord] {
    try ledger(of: stage, "", [stage.rawValue])
  }

  private func ledger(
    of stage: StageName, _ condition: String, _ arguments: StatementArguments
  ) throws -> [String: StageRecord] {
    try database.read { database in
      var ledger: [String: StageRecord] = [:]
      let rows = try Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT key, fingerprint, read, accepted, rejected, capture FROM stageRecord
            WHERE stage = ? \(condition)
            """), arguments: arguments)
      while let row = try rows.next() {
        let key: String = row[0]
        ledger[key] = StageRecord(
          stage: stage, key: key, fingerprint: row[1], read: row[2], accepted: row[3],
          rejected: row[4], findings: [], capture: row[5])
      }
      let findings = try Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT key, payload FROM finding WHERE stage = ? \(condition) ORDER BY key, ordinal
            """), arguments: arguments)
      while let row = try findings.next() {
        let key: String = row[0]
        ledger[key]?.findings.append(
          try RecordCoding.record(Finding.self, from: row[1], table: "finding", key: key))
      }
      return ledger
    }
  }

  /// The fingerprints of a stage's last results, by key.
  public func fingerprints(of stage: StageName) throws -> [String: String] {
    try all("SELECT key, fingerprint FROM stageRecord WHERE stage = ?", [stage.rawValue]) {
      ($0[0], $0[1])
    }
  }

  /// The captures that a stage's last results come from, by key, in the form of
  /// `StageRecord.capture`.
  public func captures(of stage: StageName) throws -> [String: String] {
    try all(
      "SELECT key, capture FROM stageRecord WHERE stage = ? AND capture IS NOT NULL",
      [stage.rawValue]
    ) { ($0[0], $0[1]) }
  }

  /// Reads a whole query into a dictionary. One query per source would cost more than the work on
  /// all unchanged sources.
  func all<Value: Sendable>(
    _ sql: String, _ arguments: StatementArguments = [],
    _ entry: (Row) throws -> (String, Value)
  ) throws -> [String: Value] {
    try database.read { database in
      var all: [String: Value] = [:]
      let rows = try Row.fetchCursor(database, sql: sql, arguments: arguments)
      while let row = try rows.next() {
        let (key, value) = try entry(row)
        all[key] = value
      }
      return all
    }
  }

  /// Writes the stage record. Call it in the transaction of the results.
  static func write(_ record: StageRecord, in database: Database) throws {
    try database.execute(
      cached: """
        INSERT INTO stageRecord (stage, key, fingerprint, read, accepted, rejected, capture)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (stage, key) DO UPDATE SET fingerprint = excluded.fingerprint,
          read = excluded.read, accepted = excluded.accepted, rejected = excluded.rejected,
          capture = coalesce(excluded.capture, capture)
        """,
      arguments: [
        record.stage.rawValue, record.key, record.fingerprint, record.read, record.accepted,
        record.rejected,
        record.capture,
      ])
    try write(record.findings, stage: record.stage, key: record.key, in: database)
  }

  /// Replaces the findings of a stage and key.
  static func write(
    _ findings: [Finding], stage: StageName, key: String, in database: Database
  ) throws {
    try database.execute(
      cached: "DELETE FROM finding WHERE stage = ? AND key = ?", arguments: [stage.rawValue, key])
    let insert = try database.cachedStatement(
      sql: "INSERT INTO finding (stage, key, ordinal, payload) VALUES (?, ?, ?, ?)")
    for (ordinal, finding) in findings.enumerated() {
      try insert.execute(
        arguments: [stage.rawValue, key, ordinal, try RecordCoding.text(of: finding)])
    }
  }
}
