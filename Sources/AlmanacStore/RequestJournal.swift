public import AlmanacModel
import AlmanacRecords
public import AlmanacTime
import GRDB

/// The state of one request of a weather source.
public struct RequestState: Hashable, Sendable {
  /// The address of a forecast, found in another document.
  public struct Link: Hashable, Sendable {
    public var address: String
    /// The address of that document.
    public var origin: String
    /// When that document was read.
    public var readAt: Instant

    public init(address: String, origin: String, readAt: Instant) {
      self.address = address
      self.origin = origin
      self.readAt = readAt
    }
  }

  public var request: ForecastRequest
  /// Whether the source's current plan contains it.
  public var isPlanned: Bool
  public var lastAttemptAt: Instant?
  /// The last retrieval or "not modified".
  public var lastSuccessAt: Instant?
  /// The earliest time of the next attempt, set by the server.
  public var nextAttemptAt: Instant?
  public var link: Link?

  public init(request: ForecastRequest, isPlanned: Bool = true) {
    self.request = request
    self.isPlanned = isPlanned
  }
}

extension Workspace {
  /// The requests of a weather source: planned ones in their order, then retired candidates. Empty
  /// for a source with a single request.
  public func requests(of source: String) throws -> [RequestState] {
    try database.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT * FROM request WHERE source = ? ORDER BY position IS NULL, position, request
          """, arguments: [source]
      ).map(Self.requestState)
    }
  }

  /// Makes these the planned requests of a source. Others remain until `retireRequests`.
  public func plan(_ requests: [ForecastRequest], of source: String) throws {
    try database.write { database in
      try database.execute(
        sql: "UPDATE request SET position = NULL WHERE source = ?", arguments: [source])
      for (position, request) in requests.enumerated() {
        try database.execute(
          sql: """
            INSERT INTO request (source, request, position, payload) VALUES (?, ?, ?, ?)
            ON CONFLICT (source, request) DO UPDATE SET position = excluded.position,
              payload = excluded.payload
            """,
          arguments: [source, request.key, position, try RecordCoding.text(of: request)])
      }
    }
  }

  /// Deletes requests that are no longer planned. While a planned request lacks an answer, keeps
  /// those that were confirmed after `limit`, because they may be the best data there is.
  public func retireRequests(of source: String, unansweredSince limit: Instant) throws {
    try database.write { database in
      try database.execute(
        sql: """
          DELETE FROM request WHERE source = :source AND position IS NULL
            AND (coalesce(lastSuccessAt, 0) < :limit
              OR NOT EXISTS (SELECT 1 FROM request AS planned
                WHERE planned.source = :source AND planned.position IS NOT NULL
                  AND planned.lastSuccessAt IS NULL))
          """,
        arguments: ["source": source, "limit": limit.secondsSinceEpoch])
    }
  }

  /// Records the answer to a request. A nil `capture` means that the last one is still current.
  public func recordAnswer(
    to request: String, of source: String, capture: Capture?, link: RequestState.Link? = nil,
    at now: Instant, nextAttemptAt: Instant? = nil
  ) throws {
    try database.write { database in
      if let capture { try Self.journal(capture, in: database) }
      try database.execute(
        sql: """
          UPDATE request SET lastAttemptAt = :now, lastSuccessAt = :now, nextAttemptAt = :next,
            link = :link, linkOrigin = :origin, linkReadAt = :read
          WHERE source = :source AND request = :request
          """,
        arguments: [
          "source": source, "request": request, "now": now.secondsSinceEpoch,
          "next": nextAttemptAt?.secondsSinceEpoch, "link": link?.address,
          "origin": link?.origin, "read": link?.readAt.secondsSinceEpoch,
        ])
    }
  }

  /// Records a failed request. Its last capture remains.
  public func recordRefusal(
    of request: String, of source: String, at now: Instant, nextAttemptAt: Instant? = nil
  ) throws {
    try database.write { database in
      try database.execute(
        sql: """
          UPDATE request SET lastAttemptAt = ?, nextAttemptAt = ? WHERE source = ? AND request = ?
          """,
        arguments: [
          now.secondsSinceEpoch, nextAttemptAt?.secondsSinceEpoch, source, request,
        ])
    }
  }

  private static func requestState(_ row: Row) throws -> RequestState {
    let key: String = row["request"]
    var state = RequestState(
      request: try RecordCoding.record(
        ForecastRequest.self, from: row["payload"], table: "request", key: key),
      isPlanned: row["position"] != nil)
    state.lastAttemptAt = row["lastAttemptAt"]
    state.lastSuccessAt = row["lastSuccessAt"]
    state.nextAttemptAt = row["nextAttemptAt"]
    if let address: String = row["link"], let origin: String = row["linkOrigin"],
      let readAt: Instant = row["linkReadAt"]
    {
      state.link = RequestState.Link(address: address, origin: origin, readAt: readAt)
    }
    return state
  }
}
