public import AlmanacModel
import AlmanacRecords
public import AlmanacTime
import GRDB

extension Workspace {
  /// Replaces the parsed records of a source in one transaction, with the stage record.
  ///
  /// A window source keeps listings that the document no longer contains: absence from a window
  /// means nothing. It loses one only if exactly one new item has the same title, start and venue:
  /// that is the same item under another identifier. A full source loses every listing that the
  /// document no longer contains.
  ///
  /// - Parameters:
  ///   - listings: The listings of this source and campus.
  ///   - retained: Keys of items that the document contains but that this run can't use. Their stored
  ///     listings remain.
  ///   - hidden: Keys of items that became private. Their stored listings remain as private, so
  ///     that their event isn't published as withdrawn either.
  public func saveParsed(
    source: String, campus: String, listings: [Listing],
    retaining retained: Set<String> = [],
    hiding hidden: Set<String> = [],
    forecasts: [RequestedForecasts],
    completeness: Source.Completeness, at now: Instant, record: StageRecord
  ) throws {
    try database.write { database in
      try Self.clear(
        source, campus: campus, for: listings, retaining: retained.union(hidden),
        completeness: completeness, in: database)
      for key in hidden.sorted() { try Self.hide("\(source)/\(key)", in: database) }
      try Self.save(listings, of: source, campus: campus, at: now, in: database)
      try database.execute(cached: "DELETE FROM forecast WHERE source = ?", arguments: [source])
      let insert = try database.cachedStatement(
        sql: """
          INSERT INTO forecast (source, ordinal, campus, request, payload) VALUES (?, ?, ?, ?, ?)
          """)
      var ordinal = 0
      for answer in forecasts {
        for forecast in answer.forecasts {
          try insert.execute(
            arguments: [
              source, ordinal, campus, answer.request, try RecordCoding.text(of: forecast),
            ])
          ordinal += 1
        }
      }
      try SourceHold.deleteOne(database, key: source)
      try Self.write(record, in: database)
    }
  }

  /// The current listings of a source, in the order of their ids.
  public func listings(source: String) throws -> [Listing] {
    try records(
      Listing.self, table: "listing",
      sql: "SELECT id AS key, payload FROM listing WHERE source = ? ORDER BY id",
      arguments: [source])
  }

  /// The number of current listings of a campus.
  public func listingCount(campus: String) throws -> Int {
    try database.read { try StoredRecords(table: "listing", campus: campus).count(in: $0) }
  }

  /// The number of current listings of a source.
  public func listingCount(source: String) throws -> Int {
    try database.read {
      try Int.fetchOne(
        $0.cachedStatement(sql: "SELECT COUNT(*) FROM listing WHERE source = ?"),
        arguments: [source]) ?? 0
    }
  }

  /// Deletes the state of sources that are no longer configured, except their captures. If such a
  /// source returns, its last capture is parsed again.
  public func forgetSources(otherThan sources: Set<String>) throws {
    try database.write { database in
      for table in ["listing", "forecast", "sourceState", "request", "hold", "move"] {
        let known = try String.fetchSet(database, sql: "SELECT DISTINCT source FROM \(table)")
        for source in known.subtracting(sources) {
          if table == "listing" { try Self.keepPrevious("source = ?", [source], in: database) }
          try database.execute(
            sql: "DELETE FROM \(table) WHERE source = ?", arguments: [source])
        }
      }
      let read = try String.fetchSet(
        database, sql: "SELECT key FROM stageRecord WHERE stage = 'parse'")
      for source in read.subtracting(sources) {
        for table in ["stageRecord", "finding"] {
          try database.execute(
            sql: "DELETE FROM \(table) WHERE stage IN ('fetch', 'parse') AND key = ?",
            arguments: [source])
        }
      }
    }
  }

  /// Removes the listings that the new ones replace. For a full source, these are all others. For a
  /// window source, these are listings for another campus, items with a changed identifier, and
  /// former texts of items without an identifier.
  private static func clear(
    _ source: String, campus: String, for listings: [Listing],
    retaining retained: Set<String>,
    completeness: Source.Completeness, in database: Database
  ) throws {
    try remove("source = ? AND campus <> ?", [source, campus], in: database)
    if completeness == .full {
      let known = try String.fetchSet(
        database.cachedStatement(sql: "SELECT id FROM listing WHERE source = ?"),
        arguments: [source])
      let kept = retained.union(listings.map(\.key)).map { "\(source)/\($0)" }
      for id in known.subtracting(kept) { try remove("id = ?", [id], in: database) }
      return
    }
    // A window source: find the stored listings that a new item replaces.
    let retained = Set(retained.map { "\(source)/\($0)" })
    let now = Set(listings.map(\.key).map { "\(source)/\($0)" })
    let known = try String.fetchSet(
      database.cachedStatement(sql: "SELECT id FROM listing WHERE source = ?"),
      arguments: [source])
    let missing = known.subtracting(now).subtracting(retained)
    let hasDerivedKeys = listings.contains(where: \.hasDerivedKey)
    guard !missing.isEmpty, hasDerivedKeys || !now.isSubset(of: known) else { return }
    var wordings: Set<String> = []
    var appeared: [String: Int] = [:]
    for listing in listings {
      if hasDerivedKeys { wordings.formUnion(listing.wordings) }
      if !known.contains(listing.id) { appeared[listing.appearance, default: 0] += 1 }
    }
    var vanished: [String: [String]] = [:]
    var gone: [String] = []
    let select = try database.cachedStatement(sql: "SELECT payload FROM listing WHERE id = ?")
    for id in missing.sorted() {
      guard let payload = try String.fetchOne(select, arguments: [id]) else { continue }
      let stored = try RecordCoding.record(
        Listing.self, from: payload, table: "listing", key: id)
      if stored.hasDerivedKey, !wordings.isDisjoint(with: stored.wordings) {
        gone.append(id)
      } else if appeared[stored.appearance] == 1 {
        vanished[stored.appearance, default: []].append(id)
      }
    }
    // If exactly one stored item matches a new one, its link or identifier changed.
    gone += vanished.values.filter { $0.count == 1 }.flatMap(\.self)
    for id in gone { try remove("id = ?", [id], in: database) }
  }

  /// Deletes listings that satisfy an SQL condition, after saving them in `previousListing`.
  private static func remove(
    _ condition: String, _ arguments: StatementArguments, in database: Database
  ) throws {
    try keepPrevious(condition, arguments, in: database)
    try database.execute(cached: "DELETE FROM listing WHERE \(condition)", arguments: arguments)
  }

  private static let copyToPrevious = """
    INSERT OR IGNORE INTO previousListing (id, campus, payload) SELECT id, campus, payload FROM listing WHERE
    """

  /// Saves listings in `previousListing` before they change. The current events were made from these
  /// versions, which remain until the events are made from the new ones.
  static func keepPrevious(
    _ condition: String, _ arguments: StatementArguments, in database: Database
  ) throws {
    try database.execute(cached: "\(copyToPrevious) \(condition)", arguments: arguments)
  }

  /// Makes stored listings of a source private, by their keys.
  public func hide(_ keys: Set<String>, of source: String) throws {
    guard !keys.isEmpty else { return }
    try database.write { database in
      for key in keys.sorted() { try Self.hide("\(source)/\(key)", in: database) }
    }
  }

  /// Makes a stored listing private.
  private static func hide(_ id: String, in database: Database) throws {
    let payload = try String.fetchOne(
      database, sql: "SELECT payload FROM listing WHERE id = ?", arguments: [id])
    guard let payload else { return }
    var listing = try RecordCoding.record(Listing.self, from: payload, table: "listing", key: id)
    guard listing.visibility == .public else { return }
    listing.visibility = .private
    try keepPrevious("id = ?", [id], in: database)
    try database.execute(
      sql: "UPDATE listing SET payload = ? WHERE id = ?",
      arguments: [try RecordCoding.text(of: listing), id])
  }

  /// Writes all listings; saves in `previousListing` those whose payload or campus changes.
  private static func save(
    _ listings: [Listing], of source: String, campus: String, at now: Instant,
    in database: Database
  ) throws {
    let upsert = try database.cachedStatement(
      sql: """
        INSERT INTO listing (id, source, campus, lastSeenAt, payload) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET campus = excluded.campus,
          lastSeenAt = excluded.lastSeenAt, payload = excluded.payload
        """)
    let keep = try database.cachedStatement(
      sql: "\(copyToPrevious) id = ? AND (payload <> ? OR campus <> ?)")
    for listing in listings {
      let (id, payload) = ("\(source)/\(listing.key)", try RecordCoding.text(of: listing))
      try keep.execute(arguments: [id, payload, campus])
      try upsert.execute(arguments: [id, source, campus, now.secondsSinceEpoch, payload])
    }
  }

  /// Reads rows of `key` and `payload`, in this order.
  ///
  /// Counts the rows first: a growing array may end with twice the capacity that it needs.
  func records<Record: FastJSONCodable & Sendable>(
    _ type: Record.Type, table: String, sql: String, arguments: StatementArguments
  ) throws -> [Record] {
    var records: [Record] = []
    records.reserveCapacity(
      try database.read {
        try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM (\(sql))", arguments: arguments) ?? 0
      })
    try database.read { database in
      let rows = try Row.fetchCursor(
        try database.cachedStatement(sql: sql), arguments: arguments)
      while let row = try rows.next() {
        records.append(
          try RecordCoding.record(type, at: 1, of: row, table: table, key: row[0]))
      }
    }
    return records
  }
}

extension Listing {
  /// Keys that identify an item without an identifier: title and day, and start and venue.
  fileprivate var wordings: [String] {
    ["\(title)\u{1f}\(start.date)", "\(start.description)\u{1f}\(venue ?? "")"]
  }

  /// The key that identifies an item whose identifier changed: title, start and venue.
  fileprivate var appearance: String {
    "\(title)\u{1f}\(start.description)\u{1f}\(venue ?? "")"
  }
}
