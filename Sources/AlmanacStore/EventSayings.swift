public import AlmanacModel
import AlmanacRecords
import GRDB

/// What stages say of events, all at once or only of those that are others since they last spoke.
extension Workspace {
  /// The events that came, changed or went since a stage spoke of all of a campus under these
  /// circumstances; nil where it never has.
  public func unsaid(
    _ stage: StageName, campus: String, circumstances: String
  ) throws -> Set<String>? {
    try database.read { database in
      let said = try String.fetchOne(
        database, sql: "SELECT circumstances FROM done WHERE stage = ? AND key = ?",
        arguments: [stage.rawValue, campus])
      guard said == circumstances else { return nil }
      return try String.fetchSet(
        database, sql: "SELECT event FROM unsaid WHERE stage = ? AND campus = ?",
        arguments: [stage.rawValue, campus])
    }
  }

  public func eventCount(campus: String) throws -> Int {
    try database.read { try StoredRecords(table: "event", campus: campus).count(in: $0) }
  }

  /// Replaces a campus's categorizations.
  ///
  /// - Parameters:
  ///   - unmapped: of these events.
  ///   - renewed: The events that they are about, some of which may be gone; nil where these are all.
  ///   - note: Says what is to be told of the words that lead nowhere, each as the first of the campus's
  ///     events has it.
  /// - Returns: The ledger row, which counts all events of the campus.
  @discardableResult
  public func saveCategorizations(
    _ categorizations: [(event: String, categorization: Categorization)],
    unmapped: [UnmappedWord] = [], renewing renewed: Set<String>? = nil, campus: String,
    done: StageDone, noting note: ([UnmappedWord]) -> [Finding] = { _ in [] }
  ) throws -> StageDone {
    try database.write { database in
      let stored = StoredRecords(table: "categorization", key: "event", campus: campus)
      let keys = categorizations.map(\.event)
      if let renewed {
        try stored.replace(renewed, keys: keys, in: database) {
          try $1.text(of: categorizations[$0].categorization)
        }
      } else {
        try stored.replace(keys: keys, in: database) {
          try $1.text(of: categorizations[$0].categorization)
        }
      }
      try Self.forget("unmapped", renewed, campus: campus, in: database)
      let insert = try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO unmapped (campus, event, word, source) VALUES (?, ?, ?, ?)")
      for word in unmapped {
        try insert.execute(arguments: [campus, word.event, word.word, word.source])
      }
      var done = done
      done.kept = try stored.count(in: database)
      done.findings += note(try Self.unmappedWords(campus: campus, in: database))
      try Self.finish(done, campus: campus, in: database)
      return done
    }
  }

  private static func unmappedWords(
    campus: String, in database: Database
  ) throws -> [UnmappedWord] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT min(event), word, source FROM unmapped WHERE campus = ? GROUP BY word ORDER BY word
        """, arguments: [campus]
    ).map { UnmappedWord(event: $0[0], word: $0[1], source: $0[2]) }
  }

  /// Replaces a campus's weather, by event and position of the occurrence.
  ///
  /// - Parameter renewed: The events that it is about, some of which may be gone; nil where these are all.
  /// - Returns: The ledger row, which counts all events of the campus that have any.
  @discardableResult
  public func saveWeather(
    _ weather: [(event: String, occurrence: Int, weather: OccurrenceWeather)],
    renewing renewed: Set<String>? = nil, campus: String, done: StageDone
  ) throws -> StageDone {
    try database.write { database in
      try Self.forget("weather", renewed, campus: campus, in: database)
      let insert = try database.cachedStatement(
        sql: "INSERT INTO weather (event, occurrence, campus, payload) VALUES (?, ?, ?, ?)")
      for row in weather {
        try insert.execute(
          arguments: [row.event, row.occurrence, campus, try RecordCoding.text(of: row.weather)])
      }
      var done = done
      done.kept =
        try Int.fetchOne(
          database, sql: "SELECT count(DISTINCT event) FROM weather WHERE campus = ?",
          arguments: [campus]) ?? 0
      try Self.finish(done, campus: campus, in: database)
      return done
    }
  }

  private static func forget(
    _ table: String, _ events: Set<String>?, campus: String, in database: Database
  ) throws {
    guard let events else {
      return try database.execute(
        sql: "DELETE FROM \(table) WHERE campus = ?", arguments: [campus])
    }
    let delete = try database.cachedStatement(
      sql: "DELETE FROM \(table) WHERE campus = ? AND event = ?")
    for event in events.sorted() { try delete.execute(arguments: [campus, event]) }
  }

  /// Nothing is unsaid any more.
  private static func finish(_ done: StageDone, campus: String, in database: Database) throws {
    try database.execute(
      sql: "DELETE FROM unsaid WHERE stage = ? AND campus = ?",
      arguments: [done.stage.rawValue, campus])
    try write(done, in: database)
  }
}
