public import AlmanacModel
import AlmanacRecords
import AlmanacTime
import GRDB

/// Identities of a campus's events, stored in the tables `identity` and `identityListing`.
extension Workspace {
  /// The identities of a campus, in the order of their ids.
  ///
  /// - Throws: `WorkspaceError.unreadable`.
  public func identities(campus: String) throws -> [EventIdentity] {
    try database.read { database in
      var listings: [String: [(id: String, trace: ListingTrace?)]] = [:]
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT identity, listing, source, title, start, link, uid, formerNames
          FROM identityListing WHERE campus = ? ORDER BY identity, position
          """, arguments: [campus])
      while let row = try rows.next() {
        listings[row[0], default: []].append((row[1], try Self.trace(row)))
      }
      return try Array(
        Row.fetchCursor(
          database,
          sql: "SELECT id, issued, mergedInto, core FROM identity WHERE campus = ? ORDER BY id",
          arguments: [campus]
        ).map { row in
          let found = listings[row[0]] ?? []
          return EventIdentity(
            id: row[0], campus: campus, listings: found.map(\.id),
            traces: found.compactMap(\.trace), issued: Instant(secondsSinceEpoch: row[1]),
            mergedInto: row[2], core: try Self.names(row[3], of: "identity", row[0]))
        })
    }
  }

  /// The trace in a row; nil if only the listing's id is stored.
  private static func trace(_ row: Row) throws -> ListingTrace? {
    guard let source: String = row[2], let title: String = row[3], let text: String = row[4] else {
      return nil
    }
    guard let start = CalendarTime(text) else {
      throw WorkspaceError.unreadable(table: "identityListing", key: row[0])
    }
    return ListingTrace(
      id: row[1], source: source, title: title, start: start, link: row[5], uid: row[6],
      formerNames: try names(row[7], of: "identityListing", row[0]))
  }

  private static func names(_ text: String?, of table: String, _ key: String) throws -> [String]? {
    try text.map { try RecordCoding.record([String].self, from: $0, table: table, key: key) }
  }

  /// Writes the identities that differ, and deletes those that no longer exist.
  ///
  /// - Parameter stored: The campus's identities that the tables contain.
  static func replace(
    _ stored: [EventIdentity], with identities: [EventIdentity], campus: String,
    in database: Database
  ) throws {
    let known = Dictionary(stored.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let changed = identities.filter { known[$0.id] != $0 }
    let gone = Set(known.keys).subtracting(identities.map(\.id)).sorted()
    for id in gone + changed.map(\.id) {
      try database.execute(
        cached: "DELETE FROM identity WHERE campus = ? AND id = ?", arguments: [campus, id])
      try database.execute(
        cached: "DELETE FROM identityListing WHERE campus = ? AND identity = ?",
        arguments: [campus, id])
    }
    let insert = try database.cachedStatement(
      sql: "INSERT INTO identity (campus, id, issued, mergedInto, core) VALUES (?, ?, ?, ?, ?)")
    for identity in changed {
      try insert.execute(
        arguments: [
          campus, identity.id, identity.issued.secondsSinceEpoch, identity.mergedInto,
          try identity.core.map { try RecordCoding.text(of: $0) },
        ])
      try insertListings(of: identity, in: database)
    }
  }

  private static func insertListings(of identity: EventIdentity, in database: Database) throws {
    let traces = Dictionary(identity.traces.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let insert = try database.cachedStatement(
      sql: """
        INSERT INTO identityListing (campus, identity, position, listing, source, title, start,
          link, uid, formerNames) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    for (position, listing) in identity.listings.enumerated() {
      let trace = traces[listing]
      try insert.execute(
        arguments: [
          identity.campus, identity.id, position, listing, trace?.source, trace?.title,
          trace?.start.description, trace?.link, trace?.uid,
          try trace?.formerNames.map { try RecordCoding.text(of: $0) },
        ])
    }
  }
}
