public import AlmanacModel
import AlmanacRecords
public import AlmanacTime
import GRDB

/// The forecasts of a campus.
public struct Sky: Hashable, Sendable {
  /// Of all of them.
  public var hash: String
  /// For which times there are any; nil for none.
  public var span: Range<Instant>?

  public init(hash: String, span: Range<Instant>?) {
    self.hash = hash
    self.span = span
  }
}

/// What enrich found for an event.
public struct JoinedWeather: Sendable {
  public var event: String
  /// By position of the occurrence.
  public var weathers: [Int: OccurrenceWeather]
  /// The first and the last of the times for which forecasts are wanted.
  public var span: ClosedRange<Instant>?
  public var findings: [Finding]

  public init(
    event: String, weathers: [Int: OccurrenceWeather], span: ClosedRange<Instant>? = nil,
    findings: [Finding] = []
  ) {
    self.event = event
    self.weathers = weathers
    self.span = span
    self.findings = findings
  }
}

/// The results of the stages behind deduplicate, event by event.
extension Workspace {
  /// Events whose result of a stage is missing, was made of another event or by other rules, and those
  /// that are gone: what the stage has to do, and to remove.
  ///
  /// - Parameter rules: Hash of all that the results depend on but the events.
  public func pendingEvents(
    _ stage: StageName, campus: String, rules: String
  ) throws -> Set<String> {
    try database.read { database in
      try String.fetchSet(
        database,
        sql: """
          SELECT event.id FROM event LEFT JOIN derivation AS made
            ON made.stage = :stage AND made.campus = event.campus AND made.event = event.id
          WHERE event.campus = :campus
            AND (made.input IS NULL OR made.input <> event.hash || ' ' || :rules)
          UNION ALL
          SELECT made.event FROM derivation AS made LEFT JOIN event
            ON event.campus = made.campus AND event.id = made.event
          WHERE made.stage = :stage AND made.campus = :campus AND event.id IS NULL
          """, arguments: ["stage": stage.rawValue, "campus": campus, "rules": rules])
    }
  }

  /// The same for enrich, if the forecasts may have changed: of events whose times the forecasts do not
  /// reach, and did not when the weather was joined, nothing has changed.
  public func pendingEvents(
    campus: String, rules: String, sky: Sky
  ) throws -> Set<String> {
    let pending = try pendingEvents(.enrich, campus: campus, rules: rules)
    let touched = try database.read { database in
      try String.fetchSet(
        database,
        sql: """
          SELECT event FROM derivation AS made
          WHERE stage = :stage AND campus = :campus AND sky IS NOT :sky
            AND (firstAt < :until AND lastAt >= :from OR EXISTS (SELECT 1 FROM weather
              WHERE weather.campus = made.campus AND weather.event = made.event))
          """,
        arguments: [
          "stage": StageName.enrich.rawValue, "campus": campus, "sky": sky.hash,
          "from": sky.span?.lowerBound.secondsSinceEpoch,
          "until": sky.span?.upperBound.secondsSinceEpoch,
        ])
    }
    return pending.union(touched)
  }

  public func eventCount(campus: String) throws -> Int {
    try database.read { try StoredRecords(table: "event", campus: campus).count(in: $0) }
  }

  /// Replaces a campus's categorizations.
  ///
  /// - Parameters:
  ///   - unmapped: of these events.
  ///   - renewed: The events that they are about, some of which may be gone; nil where these are all.
  ///   - rules: Hash of all that they depend on but the events; nil if they can't be kept.
  ///   - note: Says what is to be told of the words that lead nowhere, each as the first of the campus's
  ///     events has it.
  /// - Returns: The ledger row, which counts all events of the campus.
  @discardableResult
  public func saveCategorizations(
    _ categorizations: [(event: String, categorization: Categorization)],
    unmapped: [UnmappedWord] = [], renewing renewed: Set<String>? = nil, rules: String? = nil,
    campus: String, done: StageDone, noting note: ([UnmappedWord]) -> [Finding] = { _ in [] }
  ) throws -> StageDone {
    try database.write { database in
      let stored = StoredRecords(table: "categorization", key: "event", campus: campus)
      let keys = categorizations.map(\.event)
      try stored.replace(renewed, keys: keys, in: database) {
        try $1.text(of: categorizations[$0].categorization)
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
      try Self.finish(done, rules: rules, campus: campus, in: database)
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
  /// - Parameters:
  ///   - events: Those that it is about, with their findings.
  ///   - renewed: The same, some of which may be gone; nil if these are all.
  ///   - rules: Hash of all that it depends on but the events and the forecasts; nil if it can't be
  ///     kept.
  /// - Returns: The ledger row, which counts all events of the campus that have any, with all findings.
  @discardableResult
  public func saveWeather(
    _ events: [JoinedWeather], renewing renewed: Set<String>? = nil, rules: String? = nil,
    sky: Sky = Sky(hash: "", span: nil), campus: String, done: StageDone
  ) throws -> StageDone {
    try database.write { database in
      try Self.forget("weather", renewed, campus: campus, in: database)
      let insert = try database.cachedStatement(
        sql: "INSERT INTO weather (event, occurrence, campus, payload) VALUES (?, ?, ?, ?)")
      for event in events {
        for (occurrence, weather) in event.weathers.sorted(by: { $0.key < $1.key }) {
          try insert.execute(
            arguments: [event.event, occurrence, campus, try RecordCoding.text(of: weather)])
        }
      }
      var done = done
      done.kept =
        try Int.fetchOne(
          database, sql: "SELECT count(DISTINCT event) FROM weather WHERE campus = ?",
          arguments: [campus]) ?? 0
      try Self.finish(done, rules: rules, campus: campus, in: database)
      guard rules != nil else { return done }
      try Self.note(events, sky, campus: campus, in: database)
      done.findings = try Self.findings(campus: campus, in: database)
      try Self.write(done, in: database)
      return done
    }
  }

  private static func note(
    _ events: [JoinedWeather], _ sky: Sky, campus: String, in database: Database
  ) throws {
    let update = try database.cachedStatement(
      sql: """
        UPDATE derivation SET firstAt = ?, lastAt = ?, findings = ?
        WHERE stage = 'enrich' AND campus = ? AND event = ?
        """)
    for event in events {
      let findings =
        event.findings.isEmpty ? nil : try event.findings.map { try RecordCoding.text(of: $0) }
      try update.execute(
        arguments: [
          event.span?.lowerBound.secondsSinceEpoch, event.span?.upperBound.secondsSinceEpoch,
          findings?.joined(separator: "\n"), campus, event.event,
        ])
    }
    try database.execute(
      sql: """
        UPDATE derivation SET sky = ?1 WHERE stage = 'enrich' AND campus = ?2 AND sky IS NOT ?1
        """, arguments: [sky.hash, campus])
  }

  /// One for each source and subject: that of the last event.
  private static func findings(campus: String, in database: Database) throws -> [Finding] {
    struct Subject: Hashable {
      let source: String
      let subject: String
    }
    var found: [Subject: Finding] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT event, findings FROM derivation
        WHERE stage = 'enrich' AND campus = ? AND findings IS NOT NULL ORDER BY event
        """, arguments: [campus])
    while let row = try rows.next() {
      let (event, texts): (String, String) = (row[0], row[1])
      for text in texts.split(separator: "\n") {
        let finding = try RecordCoding.record(
          Finding.self, from: String(text), table: "derivation", key: event)
        found[Subject(source: finding.source ?? "", subject: finding.subject ?? "")] = finding
      }
    }
    return found.sorted {
      ($0.key.source, $0.key.subject) < ($1.key.source, $1.key.subject)
    }.map(\.value)
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

  /// Writes the ledger row, and of which events and rules the results are.
  private static func finish(
    _ done: StageDone, rules: String?, campus: String, in database: Database
  ) throws {
    let arguments: StatementArguments = ["stage": done.stage.rawValue, "campus": campus]
    if let rules {
      try database.execute(
        sql: """
          DELETE FROM derivation WHERE stage = :stage AND campus = :campus
            AND event NOT IN (SELECT id FROM event WHERE campus = :campus)
          """, arguments: arguments)
      try database.execute(
        sql: """
          INSERT INTO derivation (stage, campus, event, input)
          SELECT :stage, campus, id, hash || ' ' || :rules FROM event WHERE campus = :campus
          ON CONFLICT (stage, campus, event) DO UPDATE SET input = excluded.input
            WHERE input <> excluded.input
          """, arguments: arguments + ["rules": rules])
    } else {
      try database.execute(
        sql: "DELETE FROM derivation WHERE stage = :stage AND campus = :campus",
        arguments: arguments)
    }
    try write(done, in: database)
  }
}
