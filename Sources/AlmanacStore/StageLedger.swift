public import AlmanacModel
import AlmanacRecords
import GRDB

/// The last result of a stage for a key (a source or a campus): counts, findings and the
/// fingerprint of its inputs.
public struct StageDone: Hashable, Sendable {
  public var stage: StageName
  /// The id of a source or a campus.
  public var key: String
  /// A hash of everything that the result depends on.
  public var fingerprint: String
  /// Number of input records.
  public var taken: Int
  /// Number of output records.
  public var kept: Int
  /// Number of rejected or merged records.
  public var dropped: Int
  public var findings: [Finding]
  /// SHA-256 of the captures that the results come from. A source's are separated by spaces. A
  /// campus has one line per source, which begins with the source id. Nil leaves the stored value.
  public var capture: String?

  public init(
    stage: StageName, key: String, fingerprint: String, taken: Int, kept: Int, dropped: Int,
    findings: [Finding], capture: String? = nil
  ) {
    self.stage = stage
    self.key = key
    self.fingerprint = fingerprint
    self.taken = taken
    self.kept = kept
    self.dropped = dropped
    self.findings = findings
    self.capture = capture
  }
}

extension Workspace {
  /// The last result of a stage for a key; nil if it never ran.
  public func done(_ stage: StageName, key: String) throws -> StageDone? {
    try ledger(of: stage, "AND key = ?", [stage.rawValue, key])[key]
  }

  /// Records a stage whose results are stored elsewhere.
  public func note(_ done: StageDone) throws {
    try database.write { try Self.write(done, in: $0) }
  }

  /// The last result of a stage for every key, by key.
  public func ledger(of stage: StageName) throws -> [String: StageDone] {
    try ledger(of: stage, "", [stage.rawValue])
  }

  private func ledger(
    of stage: StageName, _ condition: String, _ arguments: StatementArguments
  ) throws -> [String: StageDone] {
    try database.read { database in
      var ledger: [String: StageDone] = [:]
      let rows = try Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT key, fingerprint, taken, kept, dropped, capture FROM done
            WHERE stage = ? \(condition)
            """), arguments: arguments)
      while let row = try rows.next() {
        let key: String = row[0]
        ledger[key] = StageDone(
          stage: stage, key: key, fingerprint: row[1], taken: row[2], kept: row[3],
          dropped: row[4], findings: [], capture: row[5])
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
    try all("SELECT key, fingerprint FROM done WHERE stage = ?", [stage.rawValue]) {
      ($0[0], $0[1])
    }
  }

  /// The captures that a stage's last results come from, by key, in the form of
  /// `StageDone.capture`.
  public func captures(of stage: StageName) throws -> [String: String] {
    try all(
      "SELECT key, capture FROM done WHERE stage = ? AND capture IS NOT NULL", [stage.rawValue]
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
  static func write(_ done: StageDone, in database: Database) throws {
    try database.execute(
      cached: """
        INSERT INTO done (stage, key, fingerprint, taken, kept, dropped, capture)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (stage, key) DO UPDATE SET fingerprint = excluded.fingerprint,
          taken = excluded.taken, kept = excluded.kept, dropped = excluded.dropped,
          capture = coalesce(excluded.capture, capture)
        """,
      arguments: [
        done.stage.rawValue, done.key, done.fingerprint, done.taken, done.kept, done.dropped,
        done.capture,
      ])
    try write(done.findings, stage: done.stage, key: done.key, in: database)
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
