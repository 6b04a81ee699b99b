import AlmanacModel
import AlmanacRecords
import GRDB

extension Workspace {
  /// Gives the state of a source to a source with another id, in one transaction, so that its events keep
  /// their ids.
  ///
  /// Does nothing if the new source has listings or captures, for example because this was done before.
  ///
  /// - Returns: Whether there was state to move.
  public func renameSource(_ former: String, to id: String) throws -> Bool {
    try database.write { database in
      let found = try String.fetchSet(
        database,
        sql: """
          SELECT source FROM capture WHERE source IN (:former, :id) UNION
          SELECT source FROM listing WHERE source IN (:former, :id)
          """, arguments: ["former": former, "id": id])
      guard found == [former] else { return false }
      for table in ["capture", "sourceState", "request", "move", "hold", "forecast"] {
        try database.execute(
          sql: "UPDATE OR REPLACE \(table) SET source = ? WHERE source = ?",
          arguments: [id, former])
      }
      for table in ["stageRecord", "finding"] {
        try database.execute(
          sql: """
            UPDATE OR REPLACE \(table) SET key = ? WHERE stage IN ('fetch', 'parse') AND key = ?
            """, arguments: [id, former])
      }
      try renameListings(of: former, to: id, in: database)
      return true
    }
  }

  private func renameListings(
    of former: String, to id: String, in database: Database
  ) throws {
    try Self.keepPrevious("source = ?", [former], in: database)
    let rows = try Row.fetchAll(
      database, sql: "SELECT id, payload FROM listing WHERE source = ?", arguments: [former])
    for row in rows {
      var listing = try RecordCoding.record(
        Listing.self, at: 1, of: row, table: "listing", key: row[0])
      listing.source = id
      try database.execute(
        cached: "UPDATE listing SET id = ?, source = ?, payload = ? WHERE id = ?",
        arguments: [listing.id, id, try RecordCoding.text(of: listing), row[0] as String])
    }
    // Decisions name the former ids.
    try database.execute(
      sql: """
        UPDATE identityListing SET source = iif(source IS NULL, NULL, :id),
          listing = :id || substr(listing, length(:former) + 1),
          formerNames = json_insert(coalesce(formerNames, '[]'), '$[#]', listing)
        WHERE substr(listing, 1, length(:former) + 1) = :former || '/'
        """, arguments: ["former": former, "id": id])
    try database.execute(
      sql: """
        UPDATE identity SET core = (
          SELECT json_group_array(
            iif(substr(value, 1, length(:former) + 1) = :former || '/',
              :id || substr(value, length(:former) + 1), value))
          FROM json_each(core))
        WHERE core IS NOT NULL
        """, arguments: ["former": former, "id": id])
  }
}
