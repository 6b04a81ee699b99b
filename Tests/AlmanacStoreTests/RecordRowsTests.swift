import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import GRDB
import Testing

@testable import AlmanacStore

@Suite("Decoding many rows")
struct RecordRowsTests {
  private let folder: TemporaryFolder
  private let workspace: Workspace
  private let listings: [Listing]

  init() throws {
    folder = try TemporaryFolder()
    workspace = try Workspace(folder: folder.url)
    listings = (0..<2_100).map { number in
      Listing(
        source: "a", campus: "hill", key: String(10_000 + number), title: "Talk \(number)",
        start: .floating(CivilDateTime(localSeconds: number)))
    }
    try workspace.saveParsed(
      source: "a", campus: "hill", listings: listings, forecasts: [],
      completeness: .full, at: Instant(secondsSinceEpoch: 0),
      record: StageRecord(
        stage: .parse, key: "a", fingerprint: "", read: 0, accepted: 0, rejected: 0, findings: []))
  }

  private func write(_ payload: String, at key: String) throws {
    try workspace.database.write {
      try $0.execute(
        sql: "UPDATE listing SET payload = ? WHERE id = ?", arguments: [payload, "a/\(key)"])
    }
  }

  @Test("Records are returned in the order of their rows")
  func order() throws {
    #expect(try workspace.listings(source: "a") == listings)
    #expect(try workspace.listings(source: "b").isEmpty)
  }

  @Test("The error names the first row that can't be decoded", arguments: ["{", "", "null", "{}"])
  func unreadable(payload: String) throws {
    for id in ["11499", "11203", "12099"] { try write(payload, at: id) }
    #expect(throws: WorkspaceError.unreadable(table: "listing", key: "a/11203")) {
      try workspace.listings(source: "a")
    }
  }
}
