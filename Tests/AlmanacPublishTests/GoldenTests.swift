import Foundation
import GRDB
import Testing

@testable import AlmanacPublish

@Suite struct GoldenTests {
  private static let golden = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden")
  private static let records = ProcessInfo.processInfo.environment["ALMANAC_RECORD"] == "1"

  private let edition: PublishedEdition

  init() throws { edition = try EditionFixture.edition() }

  @Test(
    "A file equals its golden file; ALMANAC_RECORD=1 records them",
    arguments: [
      "calendars/all.ics", "calendars/category/arts.ics", "calendars/category/others.ics",
      "calendars/place/library.ics", "calendars/source/clubs.ics", "geojson/events.geojson",
      "geojson/map.geojson", "geojson/places.geojson", "geojson/days/2026-03-03.geojson",
      "changes.ndjson",
      "site/data.js", "site/index.html",
    ])
  func matchesGolden(path: String) throws {
    try check(try edition.text(path), path.replacing("/", with: "-"))
  }

  @Test("The rows of the database equal the golden file")
  func matchesRows() throws {
    let dump = try edition.read { database in
      let tables = try String.fetchAll(
        database,
        sql: """
          SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_search%'
          ESCAPE '\\' AND name NOT LIKE '%rtree%' AND name NOT LIKE 'sqlite%' AND name != 'day'
          ORDER BY name
          """)
      return try tables.map { table in
        let rows = try Row.fetchAll(database, sql: "SELECT * FROM \(table) ORDER BY 1, 2")
        return "# \(table)\n" + rows.map { "\($0)\n" }.joined()
      }.joined(separator: "\n")
    }
    try check(dump, "almanac.sqlite.txt")
  }

  @Test("The manifest equals the golden file, except for varying bytes")
  func matchesManifest() throws {
    // SQLite writes its version into the header, so the edition's id varies. The page's script and
    // style are sources of this project.
    let varying = /"path":"(almanac\.sqlite|site\/site\.\w+)","bytes":\d+,"sha256":"\w+"/
    let text = try edition.text("manifest.json")
      .replacing(varying) { "\"path\":\"\($0.1)\"" }
      .replacing(edition.id, with: "EDITION")
    try check(text, "manifest.json")
  }

  private func check(_ text: String, _ name: String) throws {
    let url = Self.golden.appending(path: name)
    if Self.records { try Data(text.utf8).write(to: url) }
    let expected = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    #expect(text == expected)
  }
}
