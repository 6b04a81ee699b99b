public import AlmanacModel
public import AlmanacTime
import GRDB

/// A source's health as fetch left it.
public struct SourceState: Hashable, Sendable {
  public var source: String
  public var lastAttemptAt: Instant?
  /// The last retrieval or "not modified".
  public var lastSuccessAt: Instant?
  public var consecutiveFailures: Int
  /// Not to be asked before, as the server said.
  public var nextAttemptAt: Instant?
  /// Code and message of the last failure, gone after a success.
  public var failure: Finding?

  public init(source: String, consecutiveFailures: Int = 0) {
    self.source = source
    self.consecutiveFailures = consecutiveFailures
  }
}

extension Workspace {
  /// The capture that the later stages read: the last good one of a request, '' for the only one.
  public func currentCapture(of source: String, request: String = "") throws -> Capture? {
    try database.read { database in
      try Row.fetchOne(
        database,
        sql: "SELECT * FROM capture WHERE source = ? AND request = ? ORDER BY id DESC LIMIT 1",
        arguments: [source, request]
      ).map(Self.capture)
    }
  }

  /// When the source last gave something new, by any of its requests.
  public func lastChange(of source: String) throws -> Instant? {
    try database.read { database in
      try Self.instant(
        Int64.fetchOne(
          database,
          sql: "SELECT fetchedAt FROM capture WHERE source = ? ORDER BY id DESC LIMIT 1",
          arguments: [source]))
    }
  }

  public func state(of source: String) throws -> SourceState {
    try database.read { database in
      let row = try Row.fetchOne(
        database, sql: "SELECT * FROM sourceState WHERE source = ?", arguments: [source])
      var state = SourceState(source: source)
      guard let row else { return state }
      state.lastAttemptAt = Self.instant(row["lastAttemptAt"])
      state.lastSuccessAt = Self.instant(row["lastSuccessAt"])
      state.consecutiveFailures = row["consecutiveFailures"]
      state.nextAttemptAt = Self.instant(row["nextAttemptAt"])
      if let code: String = row["failureCode"] {
        state.failure = Finding(
          FindingCode(rawValue: code), source: source, message: row["failureMessage"] ?? "")
      }
      return state
    }
  }

  /// Notes a success. A capture equal to the current one only refreshes its validators; the body
  /// must be stored before.
  public func recordSuccess(
    of source: String, capture: Capture?, at now: Instant, nextAttemptAt: Instant? = nil
  ) throws {
    try database.write { database in
      if let capture { try Self.journal(capture, in: database) }
      try database.execute(
        sql: """
          INSERT INTO sourceState (source, lastAttemptAt, lastSuccessAt, nextAttemptAt)
          VALUES (:source, :now, :now, :next)
          ON CONFLICT (source) DO UPDATE SET lastAttemptAt = :now, lastSuccessAt = :now,
            consecutiveFailures = 0, nextAttemptAt = :next, failureCode = NULL,
            failureMessage = NULL
          """,
        arguments: [
          "source": source, "now": now.secondsSinceEpoch,
          "next": nextAttemptAt?.secondsSinceEpoch,
        ])
    }
  }

  /// Notes a failure; the last good capture and all that came of it stay. A re-run at the same
  /// `now` is the same night's failure and is not counted twice.
  public func recordFailure(
    of source: String, finding: Finding, at now: Instant, nextAttemptAt: Instant? = nil
  ) throws {
    try database.write { database in
      try database.execute(
        sql: """
          INSERT INTO sourceState (source, lastAttemptAt, consecutiveFailures, nextAttemptAt,
            failureCode, failureMessage)
          VALUES (:source, :now, 1, :next, :code, :message)
          ON CONFLICT (source) DO UPDATE SET
            consecutiveFailures = consecutiveFailures
              + (failureCode IS NULL OR lastAttemptAt IS NOT :now),
            lastAttemptAt = :now, nextAttemptAt = :next, failureCode = :code,
            failureMessage = :message
          """,
        arguments: [
          "source": source, "now": now.secondsSinceEpoch,
          "next": nextAttemptAt?.secondsSinceEpoch, "code": finding.code.rawValue,
          "message": finding.message,
        ])
    }
  }

  static func journal(_ capture: Capture, in database: Database) throws {
    let current = try Row.fetchOne(
      database,
      sql: """
        SELECT id, sha256, origin FROM capture WHERE source = ? AND request = ?
        ORDER BY id DESC LIMIT 1
        """,
      arguments: [capture.source, capture.request])
    if let current, current["sha256"] == capture.sha256, current["origin"] == capture.origin {
      try database.execute(
        sql: "UPDATE capture SET etag = ?, lastModified = ?, contentType = ? WHERE id = ?",
        arguments: [
          capture.etag, capture.lastModified, capture.contentType, current["id"] as Int64,
        ])
      return
    }
    try database.execute(
      sql: """
        INSERT INTO capture
          (source, request, sha256, byteCount, fetchedAt, origin, etag, lastModified, contentType)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        capture.source, capture.request, capture.sha256, capture.byteCount,
        capture.fetchedAt.secondsSinceEpoch,
        capture.origin, capture.etag, capture.lastModified, capture.contentType,
      ])
  }

  private static func capture(_ row: Row) -> Capture {
    Capture(
      source: row["source"], request: row["request"], sha256: row["sha256"],
      byteCount: row["byteCount"],
      fetchedAt: Instant(secondsSinceEpoch: row["fetchedAt"]), origin: row["origin"],
      etag: row["etag"], lastModified: row["lastModified"], contentType: row["contentType"])
  }

  static func instant(_ seconds: Int64?) -> Instant? {
    seconds.map { Instant(secondsSinceEpoch: $0) }
  }
}
