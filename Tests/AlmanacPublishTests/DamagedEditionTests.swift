import AlmanacModel
import AlmanacTime
import Foundation
import GRDB
import Testing

@testable import AlmanacPublish

@Suite struct DamagedEditionTests {
  private let output: TemporaryOutput
  private let first = EditionFixture.firstRun
  private var second: Instant { first + 3_600 }

  init() throws { output = try TemporaryOutput() }

  private enum Damage: CaseIterable {
    case missing, noDatabase, cutOff, lostPages, otherVersion, otherApplication, noTable

    func apply(to edition: PublishedEdition) throws {
      // Write a new file: editions share files by hard links.
      let database = edition.folder.appending(path: "almanac.sqlite")
      switch self {
      case .missing: try FileManager.default.removeItem(at: database)
      case .noDatabase:
        try Data(repeating: 0x78, count: 9_000).write(to: database, options: .atomic)
      case .cutOff:
        try Data(contentsOf: database).prefix(20_000).write(to: database, options: .atomic)
      case .lostPages:
        var bytes = try Data(contentsOf: database)
        for index in 20_000..<bytes.count { bytes[index] = 0x5a }
        try bytes.write(to: database, options: .atomic)
      case .otherVersion:
        try run(
          "UPDATE edition SET value = '99' WHERE name = 'schema'", edition)
      case .otherApplication: try run("PRAGMA application_id = 7", edition)
      case .noTable: try run("DROP TABLE event_change", edition)
      }
    }

    private func run(_ sql: String, _ edition: PublishedEdition) throws {
      try edition.change { try $0.execute(sql: sql) }
    }
  }

  private func damage(_ edition: PublishedEdition, _ damage: Damage) throws {
    try damage.apply(to: edition)
  }

  @Test("Publishing succeeds if the previous edition is damaged", arguments: Damage.allCases)
  private func continues(kind: Damage) throws {
    let broken = try output.publish(EditionFixture.contents())
    try damage(broken, kind)
    let edition = try output.publish(EditionFixture.contents(now: second))
    #expect(edition.findings.map(\.code) == ["W_EDITION_UNREADABLE"])
    #expect(edition.findings.first?.subject == broken.id)
    #expect(edition.changes.first { $0.kind == "added" }?.count == EditionFixture.events.count)
    #expect(edition.linkedFiles == 0)
  }

  @Test("Publishing again with the same run time repairs the damage", arguments: Damage.allCases)
  private func mends(kind: Damage) throws {
    let broken = try output.publish(EditionFixture.contents())
    try damage(broken, kind)
    let edition = try output.publish(EditionFixture.contents())
    #expect(edition.id == broken.id)
    #expect(try edition.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
    #expect(try EditionReader(edition: edition.folder).occurrences(EventFilter()).count == 14)
    try FileManager.default.removeItem(at: edition.folder.appending(path: "manifest.json"))
    #expect(try output.publish(EditionFixture.contents()).id == broken.id)
    _ = try EditionManifest(folder: edition.folder)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: output.folder.appending(path: "editions").path)
    #expect(names == [edition.id])
  }

  @Test("The newest readable edition is continued, and the damaged one is deleted")
  func fallsBack() throws {
    let runs = try (0..<3).map { try output.publish(EditionFixture.contents(now: first + $0)) }
    try damage(runs[2], .lostPages)
    let edition = try output.publish(EditionFixture.contents(now: second), keep: 1)
    #expect(edition.findings.map(\.subject) == [runs[2].id])
    #expect(edition.changes.allSatisfy { $0.count == 0 })
    let next = try output.publish(EditionFixture.contents(now: second + 1), keep: 1)
    #expect(next.findings.isEmpty)
    let kept = try FileManager.default.contentsOfDirectory(
      atPath: output.folder.appending(path: "editions").path)
    #expect(kept.sorted() == [edition.id, next.id].sorted())
  }

  @Test("Editions that can't be listed are an error, not a first run")
  func reportsUnreadableShelf() throws {
    let store = EditionStore(output: output.folder)
    #expect(try store.ids().isEmpty)
    try Data().write(to: store.editions)
    let error = #expect(throws: (any Error).self) { try store.ids() }
    #expect(error.map { "\($0)" } == "\(store.editions.path): Not a directory")
  }

  @Test("The latest edition is found by its link, and a file instead of the link is an error")
  func namesLatest() throws {
    #expect(try EditionStore(output: output.folder).current() == nil)
    let edition = try output.publish(EditionFixture.contents())
    #expect(try EditionStore(output: output.folder).current() == edition.id)
    let latest = output.folder.appending(path: "latest")
    try FileManager.default.removeItem(at: latest)
    try FileManager.default.createDirectory(at: latest, withIntermediateDirectories: true)
    let error = #expect(throws: (any Error).self) {
      try output.publish(EditionFixture.contents(now: second))
    }
    #expect(error.map { "\($0)" } == "\(latest.path): Invalid argument")
  }

  @Test(
    "The error names the edition that can't be read",
    arguments: Damage.allCases.filter { $0 != .noTable })
  private func readerTells(kind: Damage) throws {
    let edition = try output.publish(EditionFixture.contents())
    try damage(edition, kind)
    let error = #expect(throws: QueryError.self) {
      try EditionReader(edition: edition.folder).identities(campus: "hill")
    }
    guard case .unreadable(let path, _) = error else {
      Issue.record("not unreadable: \(String(describing: error))")
      return
    }
    #expect(path == edition.folder.path)
  }
}
