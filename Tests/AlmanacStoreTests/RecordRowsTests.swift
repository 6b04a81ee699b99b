import AlmanacModel
import AlmanacRecords
import AlmanacTestSupport
import AlmanacTime
import GRDB
import Testing

@testable import AlmanacStore

@Suite("Rows of many records: read in their order, the first bad one told of")
struct RecordRowsTests {
  private let folder: TemporaryFolder
  private let workspace: Workspace
  private let identities: [EventIdentity]

  init() throws {
    folder = try TemporaryFolder()
    workspace = try Workspace(folder: folder.url)
    identities = (0..<2_100).map { number in
      EventIdentity(
        id: String(10_000 + number), campus: "hill", listings: [],
        issued: Instant(secondsSinceEpoch: Int64(number)))
    }
    try workspace.saveEvents(
      [], identities: identities, campus: "hill",
      done: StageDone(
        stage: .deduplicate, key: "hill", fingerprint: "", taken: 0, kept: 0, dropped: 0,
        findings: []))
  }

  private func write(_ payload: String, at id: String) throws {
    try workspace.database.write {
      try $0.execute(
        sql: "UPDATE identity SET payload = ? WHERE id = ?", arguments: [payload, id])
    }
  }

  @Test("They come in the order of their rows")
  func order() throws {
    #expect(try workspace.identities(campus: "hill") == identities)
    #expect(try workspace.identities(campus: "lake").isEmpty)
  }

  @Test("The first row that can't be read is told of", arguments: ["{", "", "null", "{}"])
  func unreadable(payload: String) throws {
    for id in ["11499", "11203", "12099"] { try write(payload, at: id) }
    #expect(throws: WorkspaceError.unreadable(table: "identity", key: "11203")) {
      try workspace.identities(campus: "hill")
    }
  }
}
