public import AlmanacModel
public import AlmanacTime
import GRDB

/// The health of a source, written by `fetch`.
public struct SourceState: Hashable, Sendable {
  public var source: String
  public var lastAttemptAt: Instant?
  /// The last retrieval or "not modified".
  public var lastSuccessAt: Instant?
  public var consecutiveFailures: Int
  /// When the first of these failures was.
  public var failingSince: Instant?
  /// When a document was last received that was requested without conditions.
  public var receivedAt: Instant?
  /// The URL that the other values refer to; nil for a file.
  public var address: String?
  /// The earliest time of the next attempt, set by the server or by the back-off after failures.
  public var nextAttemptAt: Instant?
  /// Code and message of the last failure; nil after a success.
  public var failure: Finding?
  /// When the first document was received that `parse` has rejected since; nil if it accepted the
  /// last one.
  public var refusedSince: Instant?

  public init(source: String, consecutiveFailures: Int = 0) {
    self.source = source
    self.consecutiveFailures = consecutiveFailures
  }

  /// Since when the source has provided no readable document; nil if the last one was readable.
  public var unusableSince: Instant? {
    let failed = failure == nil ? nil : lastSuccessAt ?? failingSince
    return [failed, refusedSince].compactMap(\.self).min()
  }
}

extension Workspace {
  /// The state of a source; an empty one if it was never requested.
  public func state(of source: String) throws -> SourceState {
    try database.read { database in
      try Row.fetchOne(
        database, sql: "SELECT \(Self.stateColumns) FROM sourceState WHERE source = ?",
        arguments: [source]
      ).map(Self.state) ?? SourceState(source: source)
    }
  }

  /// The states of all sources that were ever requested, by source id.
  public func states() throws -> [String: SourceState] { try states(where: "true") }

  /// The states of sources whose last attempt failed or whose document is rejected, by source id.
  public func failingStates() throws -> [String: SourceState] {
    try states(where: "failureCode IS NOT NULL OR refusedSince IS NOT NULL")
  }

  private func states(where condition: String) throws -> [String: SourceState] {
    try all("SELECT \(Self.stateColumns) FROM sourceState WHERE \(condition)") { row in
      let state = Self.state(row)
      return (state.source, state)
    }
  }

  /// Records since when `parse` has rejected a source's documents.
  ///
  /// - Parameter moment: nil if it accepts them.
  public func recordParse(of source: String, refusedSince moment: Instant?) throws {
    try database.write { database in
      try database.execute(
        sql: """
          INSERT INTO sourceState (source, refusedSince) VALUES (?, ?)
          ON CONFLICT (source) DO UPDATE SET refusedSince = excluded.refusedSince
          """,
        arguments: [source, moment?.secondsSinceEpoch])
    }
  }

  private static let stateColumns = """
    source, lastAttemptAt, lastSuccessAt, consecutiveFailures, failingSince, receivedAt, address,
      nextAttemptAt, failureCode, failureMessage, refusedSince
    """

  private static func state(_ row: Row) -> SourceState {
    var state = SourceState(source: row[0], consecutiveFailures: row[3])
    state.lastAttemptAt = row[1]
    state.lastSuccessAt = row[2]
    state.failingSince = row[4]
    state.receivedAt = row[5]
    state.address = row[6]
    state.nextAttemptAt = row[7]
    if let code: String = row[8] {
      state.failure = Finding(
        FindingCode(rawValue: code), source: state.source, message: row[9] ?? "")
    }
    state.refusedSince = row[10]
    return state
  }

  /// A source that was fetched.
  public struct Success: Hashable, Sendable {
    public var source: String
    /// nil if the document has not changed.
    public var capture: Capture?
    public var nextAttemptAt: Instant?
    /// The URL in the source's definition, which the state refers to; nil for a file.
    public var address: String?
    /// Whether the document was requested without conditions.
    public var isUnconditional: Bool

    public init(
      source: String, capture: Capture? = nil, nextAttemptAt: Instant?, address: String?,
      isUnconditional: Bool = false
    ) {
      self.source = source
      self.capture = capture
      self.nextAttemptAt = nextAttemptAt
      self.address = address
      self.isUnconditional = isUnconditional
    }
  }

  /// Records successes in one transaction. A capture equal to the current one only updates its
  /// validators. The caller must store the bodies first.
  public func record(_ successes: [Success], at now: Instant) throws {
    try database.write { database in
      for success in successes {
        if let capture = success.capture { try Self.journal(capture, in: database) }
        try Self.succeed(success, at: now, in: database)
      }
    }
  }

  /// Resets the failure count. A rejected document stays rejected unless the URL changed.
  private static func succeed(
    _ success: Success, at now: Instant, in database: Database
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO sourceState (source, lastAttemptAt, lastSuccessAt, nextAttemptAt, address,
          receivedAt)
        VALUES (:source, :now, :now, :next, :address, :now)
        ON CONFLICT (source) DO UPDATE SET lastAttemptAt = :now, lastSuccessAt = :now,
          consecutiveFailures = 0, failingSince = NULL, nextAttemptAt = :next,
          refusedSince = CASE WHEN address IS :address THEN refusedSince END,
          address = :address, receivedAt = coalesce(:received, receivedAt, :now),
          failureCode = NULL, failureMessage = NULL
        """
    ).execute(
      arguments: [
        "source": success.source, "now": now.secondsSinceEpoch,
        "address": success.address,
        "next": success.nextAttemptAt?.secondsSinceEpoch,
        "received": success.isUnconditional ? now.secondsSinceEpoch : nil,
      ])
  }

  /// Records a failure. The last good capture and all its results remain. A second failure at the
  /// same `now` is a re-run and isn't counted twice.
  ///
  /// - Parameter address: The URL in the source's definition. Failures of another URL aren't
  ///   counted.
  public func recordFailure(
    of source: String, finding: Finding, at now: Instant, nextAttemptAt: Instant? = nil,
    address: String? = nil
  ) throws {
    try database.write { database in
      try database.execute(
        sql: """
          INSERT INTO sourceState (source, lastAttemptAt, consecutiveFailures, failingSince,
            nextAttemptAt, address, failureCode, failureMessage)
          VALUES (:source, :now, 1, :now, :next, :address, :code, :message)
          ON CONFLICT (source) DO UPDATE SET
            consecutiveFailures = CASE WHEN address IS NOT :address THEN 1
              ELSE consecutiveFailures + (failureCode IS NULL OR lastAttemptAt IS NOT :now) END,
            failingSince = CASE WHEN address IS NOT :address THEN :now
              ELSE coalesce(failingSince, :now) END,
            lastAttemptAt = :now, nextAttemptAt = :next, address = :address,
            failureCode = :code, failureMessage = :message
          """,
        arguments: [
          "source": source, "now": now.secondsSinceEpoch, "address": address,
          "next": nextAttemptAt?.secondsSinceEpoch, "code": finding.code.rawValue,
          "message": finding.message,
        ])
    }
  }
}
