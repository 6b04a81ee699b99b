import AlmanacModel
import AlmanacRecords
import AlmanacTestSupport
import AlmanacTime
import GRDB
import Testing

@testable import AlmanacStore

@Suite("Replacing stored records writes only the differences")
struct StoredRecordsTests {
  private struct Entry: Equatable {
    let id: String
    var confidence = 0.0

    var categorization: Categorization {
      Categorization(category: "talks", confidence: confidence, method: .text, reason: "")
    }
  }

  private let folder: TemporaryFolder
  private let database: WorkspaceDatabase

  init() throws {
    folder = try TemporaryFolder()
    database = try WorkspaceDatabase(folder: folder.url, configuration: Configuration())
    _ = try WorkspaceSchema.prepare(database)
  }

  /// The number of rows written or deleted.
  @discardableResult
  private func replace(_ entries: [Entry], campus: String = "hill") throws -> Int {
    try database.write { database in
      let before = database.totalChangesCount
      try StoredRecords(table: "categorization", key: "event", campus: campus).replace(
        keys: entries.map(\.id), in: database
      ) { try RecordCoding.text(of: entries[$0].categorization) }
      return database.totalChangesCount - before
    }
  }

  private func rows(campus: String = "hill") throws -> [Entry] {
    try database.read { database in
      try Row.fetchAll(
        database,
        sql: "SELECT event, payload FROM categorization WHERE campus = ? ORDER BY event",
        arguments: [campus]
      ).map {
        let record = try RecordCoding.record(
          Categorization.self, from: $0[1], table: "categorization", key: $0[0])
        return Entry(id: $0[0], confidence: record.confidence)
      }
    }
  }

  private func sorted(_ entries: [Entry]) -> [Entry] {
    entries.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
  }

  @Test("Adding, changing and deleting one record each touches three rows")
  func differences() throws {
    #expect(try replace([Entry(id: "b"), Entry(id: "a"), Entry(id: "c")]) == 3)
    let now = [Entry(id: "a"), Entry(id: "c", confidence: 1), Entry(id: "d")]
    #expect(try replace(now) == 3)
    #expect(try rows() == now)
    #expect(try replace(now.reversed()) == 0)
    #expect(try replace([]) == 3)
    #expect(try rows().isEmpty)
  }

  @Test("Another campus's records remain, even with the same ids")
  func otherCampus() throws {
    let other = [Entry(id: "a"), Entry(id: "z")]
    try replace(other, campus: "lake")
    try replace([Entry(id: "a", confidence: 5), Entry(id: "b")])
    try replace([])
    #expect(try rows(campus: "lake") == other)
  }

  @Test("If an id occurs more than once, its last record wins")
  func several() throws {
    let records = [Entry(id: "b", confidence: 1), Entry(id: "a"), Entry(id: "b", confidence: 2)]
    #expect(try replace(records) == 2)
    #expect(try rows().map(\.confidence) == [0, 2])
    #expect(try replace(records) == 0)
    #expect(try replace(records.reversed()) == 1)
    #expect(try rows().map(\.confidence) == [0, 1])
  }

  @Test("Ids that Swift considers equal but whose bytes differ are distinct, and sort as in SQLite")
  func bytes() throws {
    // Precomposed and decomposed; U+10000 and above sort after U+FFxx by UTF-8, not by UTF-16.
    let ids = ["e\u{301}", "\u{e9}", "\u{ff5e}", "\u{1f600}", "", "a", "B"]
    let records = sorted(ids.map { Entry(id: $0) })
    #expect(try replace(records) == ids.count)
    #expect(try rows() == records)
    #expect(try replace(records.reversed()) == 0)
  }

  @Test("After any number of random replacements, the last one is stored")
  func random() throws {
    var random = RecordSamples.Random(seed: 4)
    var before: [String: Entry] = [:]
    for _ in 0..<60 {
      var records: [String: Entry] = [:]
      for _ in 0..<Int(random.next() % 50) {
        let id = String(random.next() % 70, radix: 36)
        records[id] = Entry(id: id, confidence: Double(random.next() % 3))
      }
      let different = Set(before.keys).union(records.keys).filter { before[$0] != records[$0] }
      #expect(try replace(Array(records.values)) == different.count)
      #expect(try rows() == sorted(Array(records.values)))
      before = records
    }
  }

  @Test("Placements and categorizations are stored per campus, and only changed ones are written")
  func otherTables() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(folder: folder.url)
    func record(_ stage: StageName, _ campus: String) -> StageRecord {
      StageRecord(
        stage: stage, key: campus, fingerprint: "", read: 0, accepted: 0, rejected: 0, findings: [])
    }
    var random = RecordSamples.Random(seed: 5)
    var placements: [VenueQuery: Placement] = [:]
    for _ in 0..<40 {
      let samples = RecordSamples(&random)
      placements[samples.query] = samples.placement
    }
    /// The number of rows written or deleted, without the stage record's.
    func save(_ placements: [VenueQuery: Placement], _ campus: String) throws -> Int {
      let before = try workspace.database.read { $0.totalChangesCount }
      try workspace.savePlacements(
        placements.map { (query: $0.key, placement: $0.value) }, campus: campus,
        record: record(.geocode, campus))
      return try workspace.database.read { $0.totalChangesCount } - before - 1
    }
    #expect(try save(placements, "hill") == placements.count)
    #expect(try save(placements, "lake") == placements.count)
    #expect(try workspace.placements(campus: "hill") == placements)
    let gone = try #require(placements.keys.first)
    let changed = try #require(placements.keys.first { $0 != gone })
    var now = placements
    now[gone] = nil
    now[changed] = Placement(abstaining: .toBeAnnounced)
    #expect(try save(now, "hill") == 2)
    #expect(try save(now, "hill") == 0)
    #expect(try workspace.placements(campus: "hill") == now)
    #expect(try workspace.placements(campus: "lake") == placements)

    let event = Event(id: "talk", campus: "hill", title: "Talk", occurrences: [], listings: [])
    try workspace.saveEvents(
      [event], identities: [], campus: "hill", record: record(.deduplicate, "hill"))
    for category in ["talks", "others"] {
      let categorization = Categorization(
        category: category, confidence: 0.5, method: .text, reason: "")
      try workspace.saveCategorizations(
        [("talk", categorization)], campus: "hill", record: record(.categorize, "hill"))
      #expect(
        try workspace.events(campus: "hill", ids: ["talk"]).first?.categorization == categorization)
      #expect(try workspace.events(campus: "hill").map(\.categorization) == [categorization])
    }
    try workspace.saveCategorizations([], campus: "hill", record: record(.categorize, "hill"))
    #expect(try workspace.events(campus: "hill") == [event])
  }
}
