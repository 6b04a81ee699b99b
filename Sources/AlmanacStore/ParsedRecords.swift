public import AlmanacModel
public import AlmanacRecords
public import AlmanacTime
import GRDB

extension Workspace {
  /// Replaces what parse knows of a source. Of a window source the listings that are not in the
  /// document any more are kept: absence from a window means nothing. Only one whose title, start and
  /// venue exactly one new item has is that item under another identifier. Of a full source those are
  /// kept whose key is `held`: the item is there, but can't be used tonight. Those whose key is
  /// `concealed` are kept, too, but private: their event must not even be told of as withdrawn.
  ///
  /// - Parameter listings: those of this source and campus.
  public func saveParsed(
    source: String, campus: String, listings: ListingPile, holding held: Set<String> = [],
    concealing concealed: Set<String> = [],
    forecasts: [RequestedForecasts],
    completeness: Source.Completeness, at now: Instant, done: StageDone
  ) throws {
    try database.write { database in
      try Self.clear(
        source, campus: campus, for: listings, holding: held.union(concealed),
        completeness: completeness, in: database)
      for key in concealed.sorted() { try Self.conceal("\(source)/\(key)", in: database) }
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
      try Self.release(source, in: database)
      try Self.write(done, in: database)
    }
  }

  /// The document was refused: only the ledger changes, so that the last good listings stay.
  public func saveRefusal(_ done: StageDone) throws {
    try database.write { try Self.write(done, in: $0) }
  }

  /// What a source says now, in the order of their ids.
  public func listings(source: String) throws -> [Listing] {
    try records(
      Listing.self, table: "listing",
      sql: "SELECT id AS key, payload FROM listing WHERE source = ? ORDER BY id",
      arguments: [source])
  }

  /// Number of listings a source has now.
  public func listingCount(source: String) throws -> Int {
    try database.read {
      try Int.fetchOne(
        $0.cachedStatement(sql: "SELECT COUNT(*) FROM listing WHERE source = ?"),
        arguments: [source]) ?? 0
    }
  }

  /// Forgets what is known of sources that are no longer configured, but not their captures: one
  /// that comes back is read again from its last one.
  public func forgetSources(otherThan sources: Set<String>) throws {
    try database.write { database in
      for table in ["listing", "forecast", "sourceState", "request", "hold", "move"] {
        let known = try String.fetchSet(database, sql: "SELECT DISTINCT source FROM \(table)")
        for source in known.subtracting(sources) {
          if table == "listing" { try Self.keepFormer("source = ?", [source], in: database) }
          try database.execute(
            sql: "DELETE FROM \(table) WHERE source = ?", arguments: [source])
        }
      }
      let read = try String.fetchSet(database, sql: "SELECT key FROM done WHERE stage = 'parse'")
      for source in read.subtracting(sources) {
        for table in ["done", "finding"] {
          try database.execute(
            sql: "DELETE FROM \(table) WHERE stage IN ('fetch', 'parse') AND key = ?",
            arguments: [source])
        }
      }
    }
  }

  /// Removes what the new listings replace: all of a full source; of a window source what it said
  /// for another campus, items whose identifier changed, and former wordings of items that have no
  /// identifier of their own.
  private static func clear(
    _ source: String, campus: String, for listings: ListingPile, holding held: Set<String>,
    completeness: Source.Completeness, in database: Database
  ) throws {
    try remove("source = ? AND campus <> ?", [source, campus], in: database)
    if completeness == .full {
      let known = try String.fetchSet(
        database.cachedStatement(sql: "SELECT id FROM listing WHERE source = ?"),
        arguments: [source])
      let kept = held.union(try listings.keys()).map { "\(source)/\($0)" }
      for id in known.subtracting(kept) { try remove("id = ?", [id], in: database) }
      return
    }
    let held = Set(held.map { "\(source)/\($0)" })
    let now = Set(try listings.keys().map { "\(source)/\($0)" })
    let known = try String.fetchSet(
      database.cachedStatement(sql: "SELECT id FROM listing WHERE source = ?"),
      arguments: [source])
    let missing = known.subtracting(now).subtracting(held)
    guard !missing.isEmpty, listings.hasDerivedKeys || !now.isSubset(of: known) else { return }
    var wordings: Set<String> = []
    var appeared: [String: Int] = [:]
    try listings.forEachListing { listing in
      if listings.hasDerivedKeys { wordings.formUnion(listing.wordings) }
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
    // A changed link or identifier makes no new item if it is clear which one it was.
    gone += vanished.values.filter { $0.count == 1 }.flatMap(\.self)
    for id in gone { try remove("id = ?", [id], in: database) }
  }

  private static func remove(
    _ condition: String, _ arguments: StatementArguments, in database: Database
  ) throws {
    try keepFormer(condition, arguments, in: database)
    try database.execute(cached: "DELETE FROM listing WHERE \(condition)", arguments: arguments)
  }

  private static let former = """
    INSERT OR IGNORE INTO former (id, campus, payload) SELECT id, campus, payload FROM listing WHERE
    """

  /// Keeps listings as the events were made of them, before they change: both belong together until
  /// the events are made again.
  private static func keepFormer(
    _ condition: String, _ arguments: StatementArguments, in database: Database
  ) throws {
    try database.execute(cached: "\(former) \(condition)", arguments: arguments)
  }

  private static func conceal(_ id: String, in database: Database) throws {
    let payload = try String.fetchOne(
      database, sql: "SELECT payload FROM listing WHERE id = ?", arguments: [id])
    guard let payload else { return }
    var listing = try RecordCoding.record(Listing.self, from: payload, table: "listing", key: id)
    listing.visibility = .private
    try keepFormer("id = ?", [id], in: database)
    try database.execute(
      sql: "UPDATE listing SET payload = ? WHERE id = ?",
      arguments: [try RecordCoding.text(of: listing), id])
  }

  private static func save(
    _ listings: ListingPile, of source: String, campus: String, at now: Instant,
    in database: Database
  ) throws {
    let upsert = try RowStatement(
      """
      INSERT INTO listing (id, source, campus, lastSeenAt, payload) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET campus = excluded.campus,
        lastSeenAt = excluded.lastSeenAt, payload = excluded.payload
      """, in: database)
    upsert.bind(source, at: 2)
    upsert.bind(campus, at: 3)
    upsert.bind(now.secondsSinceEpoch, at: 4)
    let keep = try RowStatement(
      "\(former) id = ? AND (payload <> ? OR campus <> ?)", in: database)
    keep.bind(campus, at: 3)
    try listings.forEachText { key, text in
      keep.bind("\(source)/\(key)", at: 1)
      keep.bind(text, at: 2)
      try keep.run()
      upsert.bind("\(source)/\(key)", at: 1)
      upsert.bind(text, at: 5)
      try upsert.run()
    }
  }

  /// Reads rows of `key` and `payload`, in this order.
  ///
  /// They are counted first: an array that grows has room for twice as many in the end.
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
  /// By what an item without an identifier is known again: its title on its day, and its start at
  /// its venue.
  fileprivate var wordings: [String] {
    ["\(title)\u{1f}\(start.date)", "\(start.description)\u{1f}\(venue ?? "")"]
  }

  /// By what an item is known again if its identifier changed: title, start and venue.
  fileprivate var appearance: String {
    "\(title)\u{1f}\(start.description)\u{1f}\(venue ?? "")"
  }
}
