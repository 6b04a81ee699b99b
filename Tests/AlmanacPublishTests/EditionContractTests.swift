import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import GRDB
import Testing

@testable import AlmanacPublish

/// Tests that `docs/edition.md` describes each column of the published database.
@Suite struct EditionContractTests {
  private static func page() throws -> String { try ProjectFiles.text("docs/edition.md") }

  @Test("The page describes every column of every table and no others")
  func describesColumns() throws {
    let edition = try EditionFixture.edition()
    let tables = try edition.read { database in
      let names = try String.fetchAll(
        database,
        sql: """
          SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'
            AND name NOT LIKE '%search%' AND name NOT LIKE '%rtree%' AND name NOT LIKE 'gpkg%'
            AND name NOT LIKE 'sqlite%' ORDER BY name
          """)
      return try names.map { ($0, try database.columns(in: $0).map(\.name)) }
    }
    #expect(tables.count == 32)
    let page = try Self.page()
    let sections = page.components(separatedBy: "\n### ")
    for (table, columns) in tables {
      let row = sections.first { $0.hasPrefix("The other tables") }?.split(separator: "\n")
        .first { $0.hasPrefix("| `\(table)` | ") }
      let description = try #require(
        sections.first { $0.hasPrefix("`\(table)`\n") } ?? row.map(String.init), "\(table)")
      for column in columns { #expect(description.contains("`\(column)`"), "\(table).\(column)") }
    }
    for match in page.matches(of: /`(\w+)\.(\w+)`/) {
      guard let columns = tables.first(where: { $0.0 == match.1 })?.1 else { continue }
      #expect(columns.contains(String(match.2)), "\(match.0)")
    }
  }

  @Test("The page has the version of the manifest and of the database")
  func namesVersion() throws {
    #expect(try Self.page().contains("**\(EditionContents.schemaVersion)**"))
  }

  @Test(
    "The page's examples run unchanged",
    arguments: [
      ("python", "python3", []), ("javascript", "node", ["--no-warnings"]), ("r", "Rscript", []),
    ])
  func runsExamples(language: String, program: String, options: [String]) async throws {
    guard let path = Peer.find(program), try await Self.canRun(path, language) else { return }
    let example = try Self.example(in: language)
    #expect(example.split(separator: "\n").count <= 10)
    let output = try TemporaryOutput()
    var event = EditionFixture.jazz
    event.occurrences[0].start = EditionFixture.time("2999-03-03T19:00:00+08:00[Asia/Singapore]")
    event.occurrences[0].end = nil
    let edition = try output.publish(EditionFixture.contents(events: [event]))
    let script = output.folder.appending(path: "example")
    try Data(example.utf8).write(to: script)
    let result = try await Peer.run(
      path, options + [script.path, edition.folder.appending(path: "almanac.sqlite").path])
    #expect(result.status == 0 && result.text.contains("Jazz Night"), "\(result.text)")
  }

  @Test("GRDB answers the query of the Swift example")
  func runsSwiftQuery() throws {
    let swift = try Self.example(in: "swift")
    #expect(swift.split(separator: "\n").count <= 10)
    let edition = try EditionFixture.edition()
    let query = try #require(swift.firstMatch(of: /sql: "([^"]+)"/)?.1)
    _ = try edition.read { try Row.fetchAll($0, sql: String(query)) }
  }

  private static func example(in language: String) throws -> String {
    let text = try #require(
      try page().components(separatedBy: "<!-- example: \(language) -->\n").dropFirst().first)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    return lines.prefix { !$0.hasPrefix("```") }.joined(separator: "\n") + "\n"
  }

  /// Older versions of Node.js have no SQLite, and R needs a package for it.
  private static func canRun(_ path: String, _ language: String) async throws -> Bool {
    let checks = ["javascript": "require('node:sqlite')", "r": "library(RSQLite)"]
    guard let check = checks[language] else { return true }
    return try await Peer.run(path, ["-e", check]).status == 0
  }
}
