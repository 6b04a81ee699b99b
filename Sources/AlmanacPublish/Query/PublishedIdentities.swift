public import AlmanacModel
import AlmanacTime
import GRDB

extension EditionReader {
  /// The identities of the edition's events, from which a lost workspace restores its ids.
  ///
  /// - Throws: `QueryError.unreadable`, also for damaged tables.
  public func identities(campus: String) throws -> [EventIdentity] {
    try read { database in
      try database.checkIntegrity(["event", "event_revision", "event_listing", "event_alias"])
      var identities: [EventIdentity] = []
      let events = try Row.fetchCursor(
        database,
        sql: """
          SELECT id, created FROM event JOIN event_revision ON event = id WHERE campus = ? ORDER BY id
          """,
        arguments: [campus])
      while let row = try events.next() {
        let id: String = row["id"]
        let issued = Instant(secondsSinceEpoch: row["created"])
        let listings = try String.fetchAll(
          database, sql: "SELECT listing FROM event_listing WHERE event = ? ORDER BY position",
          arguments: [id])
        identities.append(
          EventIdentity(id: id, campus: campus, listings: listings, issued: issued))
        let aliases = try String.fetchAll(
          database, sql: "SELECT alias FROM event_alias WHERE event = ? ORDER BY alias",
          arguments: [id])
        identities += aliases.map {
          EventIdentity(id: $0, campus: campus, listings: [], issued: issued, mergedInto: id)
        }
      }
      return identities.sorted { $0.id < $1.id }
    }
  }
}
