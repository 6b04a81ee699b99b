public import AlmanacModel
import GRDB

extension Workspace {
  /// Replaces results by those of another workspace in one transaction, for each stage and key with
  /// a stage record.
  ///
  /// This machine recomputes the later stages, because fingerprints of results that were made in
  /// parts are meaningless.
  ///
  /// - Parameter stages: The stages to replace. Results of other stages remain.
  public func adopt(_ stages: [StageName], from part: Workspace) throws {
    let names = stages.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    try database.writeWithoutTransaction { database in
      try database.execute(sql: "ATTACH ? AS part", arguments: [part.database.path])
      defer { try? database.execute(sql: "DETACH part") }
      try database.inTransaction {
        try Self.keepHistory(stages, in: database)
        for table in RecordTable.all { try Self.adopt(table, names, in: database) }
        return .commit
      }
    }
  }

  /// Keeps the listings from which the current events were made, until events are made from the new
  /// ones.
  private static func keepHistory(_ stages: [StageName], in database: Database) throws {
    func keys(_ stage: StageName) -> String {
      "IN (SELECT key FROM part.stageRecord WHERE stage = '\(stage.rawValue)')"
    }
    if stages.contains(.parse) {
      try keepPrevious("source \(keys(.parse))", [], in: database)
    }
    if stages.contains(.deduplicate) {
      try database.execute(
        sql: "DELETE FROM main.previousListing WHERE campus \(keys(.deduplicate))")
    }
    // The next run can't reuse results from elsewhere, because their inputs are unknown.
    for stage in stages where [.categorize, .enrich].contains(stage) {
      try database.execute(
        sql: "DELETE FROM main.derivation WHERE stage = ? AND campus \(keys(stage))",
        arguments: [stage.rawValue])
    }
  }

  private static func adopt(
    _ table: RecordTable, _ stages: String, in database: Database
  ) throws {
    let columns = try database.columns(in: table.name).map(\.name)
      .filter { !table.omitted.contains($0) }
    let names = columns.joined(separator: ", ")
    var values = names
    var condition = "true"
    if let owner = table.owner {
      condition = """
        \(owner.key) IN (SELECT key FROM part.stageRecord
          WHERE stage = '\(owner.stage.rawValue)' AND stage IN (\(stages)))
        """
      try database.execute(sql: "DELETE FROM main.\(table.name) WHERE \(condition)")
    } else if table.name == "finding" {
      condition = "stage IN (\(stages))"
      try database.execute(
        sql: """
          DELETE FROM main.finding
          WHERE \(condition) AND (stage, key) IN (SELECT stage, key FROM part.stageRecord)
          """)
    } else if table.name == "stageRecord" {
      condition = "stage IN (\(stages))"
      values = columns.map { name in
        name == "fingerprint" ? "iif(stage = 'parse', fingerprint, '')" : name
      }.joined(separator: ", ")
    } else if table.name == "capture" {
      condition = """
        NOT EXISTS (SELECT 1 FROM main.capture AS known WHERE known.source = new.source
          AND known.request = new.request AND known.sha256 = new.sha256)
        """
    }
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO main.\(table.name) (\(names))
        SELECT \(values) FROM part.\(table.name) AS new WHERE \(condition)
        """)
  }

  /// Campuses with results of `deduplicate` but incomplete results of a later stage, and that
  /// stage.
  public func incompleteCampuses() throws -> [(campus: String, stage: StageName)] {
    try database.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT stageRecord.key, later.value FROM stageRecord JOIN json_each('["categorize", "enrich"]') AS later
          WHERE stageRecord.stage = 'deduplicate'
            AND (NOT EXISTS (SELECT 1 FROM stageRecord AS made
              WHERE made.stage = later.value AND made.key = stageRecord.key)
            OR later.value = 'categorize'
              AND (SELECT count(*) FROM event WHERE campus = stageRecord.key)
                <> (SELECT count(*) FROM categorization WHERE campus = stageRecord.key))
          ORDER BY stageRecord.key, later.value
          """
      ).compactMap { row in StageName(rawValue: row[1]).map { (row[0], $0) } }
    }
  }
}
