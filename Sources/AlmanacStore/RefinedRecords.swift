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

  /// Replaces a campus's events, identities and snapshot; of events that have changed the weather is
  /// gone. The listings and placements as they are now are those of these events.
  ///
  /// - Returns: The ledger row, which counts all events of the campus.
  @discardableResult
  public func saveEvents(
    _ events: [Event], identities: [EventIdentity], snapshot: CampusSnapshot? = nil,
    campus: String, done: StageDone
  ) throws -> StageDone {
    try database.write { database in
      let event = StoredRecords(table: "event", campus: campus, hasHash: true)
      try event.replace(with: events, in: database)
      try StoredRecords(table: "identity", campus: campus).replace(with: identities, in: database)
      try Self.replace(snapshot, campus: campus, database)
      try database.execute(sql: "DELETE FROM former WHERE campus = ?", arguments: [campus])
      // What was said of the events before does not hold for all of these, even where the inputs are again
      // those of a night before the last.
      try database.execute(
        sql: "UPDATE done SET fingerprint = '' WHERE stage IN (?, ?) AND key = ?",
        arguments: [StageName.categorize.rawValue, StageName.enrich.rawValue, campus])
      var done = done
      done.kept = try event.count(in: database)
      try Self.write(done, in: database)
      return done
    }
  }

  public func identities(campus: String) throws -> [EventIdentity] {
    try records(
      EventIdentity.self, table: "identity",
      sql: "SELECT id AS key, payload FROM identity WHERE campus = ? ORDER BY id",
      arguments: [campus])
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
