public import AlmanacModel
import AlmanacRecords
import Foundation
import GRDB

extension Workspace {
  /// Replaces a campus's placements.
  public func savePlacements(
    _ placements: [(query: VenueQuery, placement: Placement)], campus: String, done: StageDone
  ) throws {
    try database.write { database in
      try StoredRecords(table: "placement", key: "query", campus: campus).replace(
        keys: placements.map { try RecordCoding.text(of: $0.query) }, in: database
      ) { try $1.text(of: placements[$0].placement) }
      try Self.write(done, in: database)
    }
  }

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

  /// Replaces a campus's events, identities and snapshot. Events that changed lose their weather, which
  /// belongs to positions of occurrences. The events belong to the listings as they are now.
  ///
  /// - Parameters:
  ///   - inputs: By event, the hash of everything from which it was made.
  ///   - kept: Ids of stored events that stay as they are.
  ///   - stored: The identities that the workspace has; read if nil.
  /// - Returns: The ledger row, which counts all events of the campus.
  @discardableResult
  public func saveEvents(
    _ events: [Event], inputs: [String] = [], keeping kept: Set<String> = [],
    identities: [EventIdentity], replacing stored: [EventIdentity]? = nil,
    snapshot: CampusSnapshot? = nil, doubts: [DoubtfulPair] = [], campus: String, done: StageDone
  ) throws -> StageDone {
    let stored = try stored ?? self.identities(campus: campus)
    return try database.write { database in
      try Self.replace(
        with: events, inputs.isEmpty ? events.map { _ in "" } : inputs, keeping: kept,
        campus: campus, in: database)
      try Self.replace(stored, with: identities, campus: campus, in: database)
      try Self.replace(snapshot, campus: campus, database)
      try Self.replace(with: doubts, campus: campus, in: database)
      try database.execute(sql: "DELETE FROM former WHERE campus = ?", arguments: [campus])
      // What was said of the events before does not hold for all of these, even where the inputs are again
      // those of a night before the last.
      try database.execute(
        sql: "UPDATE done SET fingerprint = '' WHERE stage IN (?, ?) AND key = ?",
        arguments: [StageName.categorize.rawValue, StageName.enrich.rawValue, campus])
      var done = done
      done.kept = try StoredRecords(table: "event", campus: campus).count(in: database)
      try Self.write(done, in: database)
      return done
    }
  }

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
    let write = try RowStatement(
      """
      INSERT INTO event (campus, id, payload, hash, input) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (campus, id) DO UPDATE SET payload = excluded.payload, hash = excluded.hash,
        input = excluded.input
      """, in: database)
    write.bind(campus, at: 1)
    var output = JSONRecordEncoder()
    for (event, input) in zip(events, inputs) {
      let payload = try output.text(of: event)
      let hash = StoredRecords.hash(of: payload)
      guard hashes[event.id] != hash else {
        try database.execute(
          cached: "UPDATE event SET input = ? WHERE campus = ? AND id = ? AND input <> ?",
          arguments: [input, campus, event.id, input])
        continue
      }
      if hashes[event.id] != nil { try forgetWeather(of: event.id, campus: campus, in: database) }
      write.bind(event.id, at: 2)
      write.bind(payload, at: 3)
      write.bind(hash, at: 4)
      write.bind(input, at: 5)
      try write.run()
    }
  }

  private static func forgetWeather(of event: String, campus: String, in database: Database) throws
  {
    try database.execute(
      cached: "DELETE FROM weather WHERE campus = ? AND event = ?", arguments: [campus, event])
  }

  /// By event id, the hash of everything from which the stored event was made.
  public func eventInputs(campus: String) throws -> [String: String] {
    try all("SELECT id, input FROM event WHERE campus = ?", [campus]) { ($0[0], $0[1]) }
  }

  /// The ids of a campus's events in the order of their bytes.
  public func eventIDs(campus: String) throws -> [String] {
    try database.read {
      try String.fetchAll(
        $0, sql: "SELECT id FROM event WHERE campus = ? ORDER BY id", arguments: [campus])
    }
  }

  /// The events in the order of their ids, with what categorize and enrich left for them.
  public func events(campus: String) throws -> [Event] {
    let ids = try eventIDs(campus: campus)
    guard let first = ids.first, let last = ids.last else { return [] }
    return try events(campus: campus, from: first, through: last)
  }

  /// The same, of the events between two ids, these included; several callers at once decode at once.
  public func events(campus: String, from first: String, through last: String) throws -> [Event] {
    // Publishing reads some thirty at a time. A read-only transaction of GRDB makes SQLite prepare all
    // statements anew (PRAGMA query_only expires them), which takes longer than to read so few.
    try database.unsafeRead { database in
      var found: StoredEvents?
      try database.inTransaction(.deferred) {
        found = try StoredEvents(of: campus, [(first, last)], in: database)
        return .commit
      }
      return found
    }?.decoded() ?? []
  }

  /// The same, of those of these events that there are.
  public func events(campus: String, ids: Set<String>) throws -> [Event] {
    try database.read {
      try StoredEvents(of: campus, ids.sorted().map { ($0, $0) }, in: $0)
    }.decoded()
  }

  /// The event of this id, of whichever campus, with what categorize and enrich left for it.
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
