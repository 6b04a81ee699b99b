public import AlmanacModel
import AlmanacRecords
public import AlmanacTime
import GRDB

/// The state of a campus's forecasts.
public struct ForecastCoverage: Hashable, Sendable {
  /// A hash of all of them.
  public var hash: String
  /// The range of times for which there are forecasts; nil for none.
  public var span: Range<Instant>?

  public init(hash: String, span: Range<Instant>?) {
    self.hash = hash
    self.span = span
  }
}

/// The result of `enrich` for an event.
public struct JoinedWeather: Sendable {
  public var event: String
  /// Weather by the position of the occurrence.
  public var weathers: [Int: OccurrenceWeather]
  /// The first and the last time for which forecasts are wanted.
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

/// Results of `categorize` and `enrich`, stored for each event.
extension Workspace {
  /// Ids of events that a stage must process: those whose result is missing, or was made from
  /// another version of the event or of the rules. Includes ids of deleted events whose results
  /// remain.
  ///
  /// - Parameter rules: Hash of every input except the events.
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

  /// Ids of events that `enrich` must process after a change of forecasts.
  ///
  /// An event is unaffected if the forecasts cover none of its times, now and when its weather was
  /// joined.
  public func pendingEvents(
    campus: String, rules: String, coverage: ForecastCoverage
  ) throws -> Set<String> {
    let pending = try pendingEvents(.enrich, campus: campus, rules: rules)
    let touched = try database.read { database in
      try String.fetchSet(
        database,
        sql: """
          SELECT event FROM derivation AS made
          WHERE stage = :stage AND campus = :campus AND forecasts IS NOT :forecasts
            AND (firstAt < :until AND lastAt >= :from OR EXISTS (SELECT 1 FROM weather
              WHERE weather.campus = made.campus AND weather.event = made.event))
          """,
        arguments: [
          "stage": StageName.enrich.rawValue, "campus": campus, "forecasts": coverage.hash,
          "from": coverage.span?.lowerBound.secondsSinceEpoch,
          "until": coverage.span?.upperBound.secondsSinceEpoch,
        ])
    }
    return pending.union(touched)
  }

  /// The number of events of a campus.
  public func eventCount(campus: String) throws -> Int {
    try database.read { try StoredRecords(table: "event", campus: campus).count(in: $0) }
  }

  /// Replaces a campus's categorizations.
  ///
  /// - Parameters:
  ///   - unmapped: Unmapped category words of these events.
  ///   - renewed: Ids of the processed events, which may include deleted ones; nil for all.
  ///   - rules: Hash of every input except the events; nil if the results can't be reused.
  ///   - note: Returns the findings for the campus's unmapped words. Each word has its first event.
  /// - Returns: The stage record, which counts all events of the campus.
  @discardableResult
  public func saveCategorizations(
    _ categorizations: [(event: String, categorization: Categorization)],
    unmapped: [UnmappedWord] = [], renewing renewed: Set<String>? = nil, rules: String? = nil,
    campus: String, record: StageRecord, noting note: ([UnmappedWord]) -> [Finding] = { _ in [] }
  ) throws -> StageRecord {
    try database.write { database in
      let stored = StoredRecords(table: "categorization", key: "event", campus: campus)
      let keys = categorizations.map(\.event)
      try stored.replace(renewed, keys: keys, in: database) {
        try RecordCoding.text(of: categorizations[$0].categorization)
      }
      try Self.forget("unmapped", renewed, campus: campus, in: database)
      let insert = try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO unmapped (campus, event, word, source) VALUES (?, ?, ?, ?)")
      for word in unmapped {
        try insert.execute(arguments: [campus, word.event, word.word, word.source])
      }
      var record = record
      record.accepted = try stored.count(in: database)
      record.findings += note(try Self.unmappedWords(campus: campus, in: database))
      try Self.finish(record, rules: rules, campus: campus, in: database)
      return record
    }
  }

  /// Unmapped words of a campus, each with the first event that has it.
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
  ///   - events: The processed events, with their findings.
  ///   - renewed: Ids of the processed events, which may include deleted ones; nil for all.
  ///   - rules: Hash of every input except the events and forecasts; nil if the results can't be
  ///     reused.
  /// - Returns: The stage record. It counts all events of the campus that have weather and has all
  ///   findings.
  @discardableResult
  public func saveWeather(
    _ events: [JoinedWeather], renewing renewed: Set<String>? = nil, rules: String? = nil,
    coverage: ForecastCoverage = ForecastCoverage(hash: "", span: nil), campus: String,
    record: StageRecord
  ) throws -> StageRecord {
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
      var record = record
      record.accepted =
        try Int.fetchOne(
          database, sql: "SELECT count(DISTINCT event) FROM weather WHERE campus = ?",
          arguments: [campus]) ?? 0
      try Self.finish(record, rules: rules, campus: campus, in: database)
      guard rules != nil else { return record }
      try Self.note(events, coverage, campus: campus, in: database)
      record.findings = try Self.findings(campus: campus, in: database)
      try Self.write(record, in: database)
      return record
    }
  }

  /// Stores the time range and findings of each event, and marks all results as current for the forecasts.
  private static func note(
    _ events: [JoinedWeather], _ coverage: ForecastCoverage, campus: String, in database: Database
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
        UPDATE derivation SET forecasts = ?1 WHERE stage = 'enrich' AND campus = ?2 AND forecasts IS NOT ?1
        """, arguments: [coverage.hash, campus])
  }

  /// The findings of all events, one for each source and subject: the last event's.
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

  /// Deletes the rows of some events, or of a whole campus if `events` is nil.
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

  /// Writes the stage record, and for each event the hashes of the inputs of its result.
  private static func finish(
    _ record: StageRecord, rules: String?, campus: String, in database: Database
  ) throws {
    let arguments: StatementArguments = ["stage": record.stage.rawValue, "campus": campus]
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
    try write(record, in: database)
  }
}
