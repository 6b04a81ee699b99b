public import AlmanacModel
import AlmanacRecords
public import Foundation
import GRDB

extension Workspace {
  /// Replaces a campus's placements in one transaction, with the stage record.
  public func savePlacements(
    _ placements: [(query: VenueQuery, placement: Placement)], campus: String, record: StageRecord
  ) throws {
    try database.write { database in
      try StoredRecords(table: "placement", key: "query", campus: campus).replace(
        keys: placements.map { try RecordCoding.text(of: $0.query) }, in: database
      ) { try RecordCoding.text(of: placements[$0].placement) }
      try Self.write(record, in: database)
    }
  }

  /// The placements of a campus, by query.
  public func placements(campus: String) throws -> [VenueQuery: Placement] {
    try database.read { database in
      var placements: [VenueQuery: Placement] = [:]
      let rows = try Row.fetchCursor(
        database, sql: "SELECT query, payload FROM placement WHERE campus = ?",
        arguments: [campus])
      while let row = try rows.next() {
        let query = try RecordCoding.record(
          VenueQuery.self, at: 0, of: row, table: "placement", key: row[0])
        placements[query] = try RecordCoding.record(
          Placement.self, at: 1, of: row, table: "placement", key: row[0])
      }
      return placements
    }
  }

  /// Replaces a campus's events, identities and snapshot in one transaction.
  ///
  /// Deletes the weather of changed events, because it refers to occurrences by position. Deletes
  /// the previous listings too: the events now match the current ones.
  ///
  /// - Parameters:
  ///   - inputs: For each event, the hash of everything from which it was made.
  ///   - kept: Ids of stored events that don't change.
  ///   - stored: The identities that the workspace contains; read if nil.
  ///   - snapshot: The statistics of `deduplicate`, in its encoding.
  /// - Returns: The stage record, which counts all events of the campus.
  @discardableResult
  public func saveEvents(
    _ events: [Event], inputs: [String] = [], keeping kept: Set<String> = [],
    identities: [EventIdentity], replacing stored: [EventIdentity]? = nil,
    snapshot: Data? = nil, doubts: [DoubtfulPair] = [], campus: String, record: StageRecord
  ) throws -> StageRecord {
    let stored = try stored ?? self.identities(campus: campus)
    return try database.write { database in
      try Self.replace(
        with: events, inputs.isEmpty ? events.map { _ in "" } : inputs, keeping: kept,
        campus: campus, in: database)
      try Self.replace(stored, with: identities, campus: campus, in: database)
      try Self.replace(snapshot, campus: campus, database)
      try Self.replace(with: doubts, campus: campus, in: database)
      try database.execute(sql: "DELETE FROM previousListing WHERE campus = ?", arguments: [campus])
      // Results of the later stages may not match these events, even if the inputs equal those
      // of an earlier run.
      try database.execute(
        sql: "UPDATE stageRecord SET fingerprint = '' WHERE stage IN (?, ?) AND key = ?",
        arguments: [StageName.categorize.rawValue, StageName.enrich.rawValue, campus])
      var record = record
      record.accepted = try StoredRecords(table: "event", campus: campus).count(in: database)
      try Self.write(record, in: database)
      return record
    }
  }

  /// Deletes events that are neither given nor in `kept`, and writes those whose JSON changed.
  private static func replace(
    with events: [Event], _ inputs: [String], keeping kept: Set<String>, campus: String,
    in database: Database
  ) throws {
    var hashes: [String: String] = [:]
    let rows = try Row.fetchCursor(
      database, sql: "SELECT id, hash FROM event WHERE campus = ?", arguments: [campus])
    while let row = try rows.next() { hashes[row[0]] = row[1] }
    for id in Set(hashes.keys).subtracting(kept).subtracting(events.map(\.id)).sorted() {
      try database.execute(
        cached: "DELETE FROM event WHERE campus = ? AND id = ?", arguments: [campus, id])
      try forgetWeather(of: id, campus: campus, in: database)
    }
    let write = try database.cachedStatement(
      sql: """
        INSERT INTO event (campus, id, payload, hash, input) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (campus, id) DO UPDATE SET payload = excluded.payload, hash = excluded.hash,
          input = excluded.input
        """)
    for (event, input) in zip(events, inputs) {
      let payload = try RecordCoding.text(of: event)
      let hash = StoredRecords.hash(of: payload)
      // The event is unchanged, but its inputs may differ: update their hash only.
      guard hashes[event.id] != hash else {
        try database.execute(
          cached: "UPDATE event SET input = ? WHERE campus = ? AND id = ? AND input <> ?",
          arguments: [input, campus, event.id, input])
        continue
      }
      if hashes[event.id] != nil { try forgetWeather(of: event.id, campus: campus, in: database) }
      try write.execute(arguments: [campus, event.id, payload, hash, input])
    }
  }

  private static func forgetWeather(of event: String, campus: String, in database: Database) throws
  {
    try database.execute(
      cached: "DELETE FROM weather WHERE campus = ? AND event = ?", arguments: [campus, event])
  }

  /// The hash of everything from which each stored event was made, by event id.
  public func eventInputs(campus: String) throws -> [String: String] {
    try all("SELECT id, input FROM event WHERE campus = ?", [campus]) { ($0[0], $0[1]) }
  }

  /// The ids of a campus's events, in byte order.
  public func eventIDs(campus: String) throws -> [String] {
    try database.read {
      try String.fetchAll(
        $0, sql: "SELECT id FROM event WHERE campus = ? ORDER BY id", arguments: [campus])
    }
  }

  /// The events in the order of their ids, with the results of `categorize` and `enrich`.
  ///
  /// - Throws: `WorkspaceError.unreadable`.
  public func events(campus: String) throws -> [Event] {
    let ids = try eventIDs(campus: campus)
    guard let first = ids.first, let last = ids.last else { return [] }
    return try events(campus: campus, from: first, through: last)
  }

  /// The events between two ids, both included. Several callers decode in parallel.
  public func events(campus: String, from first: String, through last: String) throws -> [Event] {
    // Publishing reads about thirty events at a time. GRDB's read-only transaction sets PRAGMA
    // query_only, after which SQLite prepares every cached statement again. That takes longer than
    // the read.
    try database.unsafeRead { database in
      var found: StoredEvents?
      try database.inTransaction(.deferred) {
        found = try StoredEvents(of: campus, [(first, last)], in: database)
        return .commit
      }
      return found
    }?.decoded() ?? []
  }

  /// The existing ones of the given events, in the order of their ids.
  public func events(campus: String, ids: Set<String>) throws -> [Event] {
    try database.read {
      try StoredEvents(of: campus, ids.sorted().map { ($0, $0) }, in: $0)
    }.decoded()
  }

  /// The event with this id in any campus, with the results of `categorize` and `enrich`.
  public func event(_ id: String) throws -> Event? {
    let campuses = try database.read {
      try String.fetchAll($0, sql: "SELECT DISTINCT campus FROM event ORDER BY campus")
    }
    for campus in campuses {
      if let event = try events(campus: campus, ids: [id]).first { return event }
    }
    return nil
  }
}
