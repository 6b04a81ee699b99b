import AlmanacTestSupport
import Foundation
import Testing

/// The README says what the program does.
@Suite struct DocumentationTests {
  private static let verbs = [
    "run", "fetch", "parse", "geocode", "deduplicate", "categorize", "enrich", "publish",
    "status", "accept", "query", "explain", "inspect", "occurrences", "evaluate", "review",
    "train",
  ]

  @Test("every verb is in the README, has a command and an example", arguments: verbs)
  func verb(name: String) throws {
    #expect(try ProjectFiles.text("README.md").contains("almanac \(name)"))
    let type = name.prefix(1).uppercased() + name.dropFirst()
    let command = try ProjectFiles.text("Sources/almanac/Commands/\(type).swift")
    #expect(command.contains("abstract:"))
    #expect(
      command.contains("Example: almanac \(name)")
        || command.contains("Examples: almanac \(name)"))
  }

  @Test("no command is missing from the list above")
  func complete() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: ProjectFiles.url("Sources/almanac/Commands").path)
    #expect(Set(files.map { $0.lowercased() }) == Set(Self.verbs.map { "\($0).swift" }))
  }

  @Test("every module has a page that says what it takes and gives")
  func modules() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: ProjectFiles.url("Sources").path)
    for module in folders where module.hasPrefix("Almanac") {
      let page = try ProjectFiles.text("Sources/\(module)/\(module).docc/\(module).md")
      #expect(page.hasPrefix("# ``\(module)``"))
      #expect(try ProjectFiles.text("README.md").contains("`\(module)`"))
    }
  }

  @Test(
    "the published files are in the README",
    arguments: [
      "manifest.json", "almanac.sqlite", "calendars/all.ics", "geojson/events.geojson",
      "geojson/places.geojson", "geojson/days/", "site/index.html", "changes.ndjson",
      "run/report.json", "run/metrics.prom",
    ])
  func artifact(path: String) throws {
    #expect(try ProjectFiles.text("README.md").contains(path))
  }
}
