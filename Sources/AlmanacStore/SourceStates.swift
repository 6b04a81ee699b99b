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
  /// When the first of them was.
  public var failingSince: Instant?
  /// The last document that was asked for without conditions.
  public var receivedAt: Instant?
  /// The URL that all this is about; nil for a file.
  public var address: String?
  /// Not to be asked before, as the server said, or because it fails.
  public var nextAttemptAt: Instant?
  /// Code and message of the last failure, gone after a success.
  public var failure: Finding?
  /// When the first document came of those that parse refused; nil if it accepted the last one.
  public var refusedSince: Instant?

  public init(source: String, consecutiveFailures: Int = 0) {
    self.source = source
    self.consecutiveFailures = consecutiveFailures
  }

  /// Since when the source has given nothing that can be read; nil if it gives something.
  public var unusableSince: Instant? {
    let failed = failure == nil ? nil : lastSuccessAt ?? failingSince
    return [failed, refusedSince].compactMap(\.self).min()
  }
}

extension Workspace {
  public func state(of source: String) throws -> SourceState {
    try database.read { database in
      try Row.fetchOne(
        database, sql: "SELECT \(Self.stateColumns) FROM sourceState WHERE source = ?",
        arguments: [source]
      ).map(Self.state) ?? SourceState(source: source)
    }
  }

  /// Of every source that was ever asked, by its id.
  public func states() throws -> [String: SourceState] {
    try all("SELECT \(Self.stateColumns) FROM sourceState") { row in
      let state = Self.state(row)
      return (state.source, state)
    }
  }

  /// Of the sources that failed at their last attempt or whose document is refused, by their ids.
  public func failingStates() throws -> [String: SourceState] {
    try all(
      """
      SELECT \(Self.stateColumns) FROM sourceState
      WHERE failureCode IS NOT NULL OR refusedSince IS NOT NULL
      """
    ) { row in
      let state = Self.state(row)
      return (state.source, state)
    }
  }

  /// Records since when parse refuses a source's documents.
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
    state.lastAttemptAt = instant(row[1])
    state.lastSuccessAt = instant(row[2])
    state.failingSince = instant(row[4])
    state.receivedAt = instant(row[5])
    state.address = row[6]
    state.nextAttemptAt = instant(row[7])
    if let code: String = row[8] {
      state.failure = Finding(
        FindingCode(rawValue: code), source: state.source, message: row[9] ?? "")
    }
    state.refusedSince = instant(row[10])
    return state
  }

  /// Notes a success. A capture equal to the current one only refreshes its validators; the body
  /// must be stored before.
  ///
  /// - Parameters:
  ///   - address: the URL of the source's definition, which the state is about; nil for a file.
  ///   - isUnconditional: whether the document was asked for without conditions.
  public func recordSuccess(
    of source: String, capture: Capture?, at now: Instant, nextAttemptAt: Instant? = nil,
    address: String? = nil, isUnconditional: Bool = false
  ) throws {
    try database.write { database in
      if let capture { try Self.journal(capture, in: database) }
      try Self.succeed(
        Confirmation(
          source: source, nextAttemptAt: nextAttemptAt, address: address,
          isUnconditional: isUnconditional), at: now, in: database)
    }
  }

  /// That a source's document is still the one that is known.
  public struct Confirmation: Hashable, Sendable {
    public var source: String
    public var nextAttemptAt: Instant?
    /// As for a success.
    public var address: String?
    /// As for a success: the document came again, and was the one that is known.
    public var isUnconditional: Bool

    public init(
      source: String, nextAttemptAt: Instant?, address: String?, isUnconditional: Bool = false
    ) {
      self.source = source
      self.nextAttemptAt = nextAttemptAt
      self.address = address
      self.isUnconditional = isUnconditional
    }
  }

  /// The same for many sources that gave nothing new, in one transaction.
  public func recordUnchanged(_ confirmations: [Confirmation], at now: Instant) throws {
    try database.write { database in
      for confirmation in confirmations {
        try Self.succeed(confirmation, at: now, in: database)
      }
    }
  }

  private static func succeed(
    _ confirmation: Confirmation, at now: Instant, in database: Database
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
        "source": confirmation.source, "now": now.secondsSinceEpoch,
        "address": confirmation.address,
        "next": confirmation.nextAttemptAt?.secondsSinceEpoch,
        "received": confirmation.isUnconditional ? now.secondsSinceEpoch : nil,
      ])
  }

  /// Notes a failure; the last good capture and all that came of it stay. A re-run at the same
  /// `now` is the same night's failure and is not counted twice.
  ///
  /// - Parameter address: as for a success; the failures of another URL count for nothing.
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
