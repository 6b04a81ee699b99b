import AlmanacTestSupport
import Foundation
import Testing

/// The README says what the program does.
@Suite struct DocumentationTests {
  private static let verbs = [
    "run", "fetch", "parse", "geocode", "deduplicate", "categorize", "enrich", "publish",
    "status", "accept", "query", "explain", "route", "inspect", "occurrences", "review", "init",
    "add", "check", "doctor", "diff", "rollback", "replay", "prune", "manual",
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
      let opening = page.components(separatedBy: "\n\n").dropFirst().first ?? ""
      #expect(opening.contains(/\b[Tt]akes?\b/) && opening.contains(/\bgives?\b/), "\(module)")
      try expectTopics(of: page, in: module)
      #expect(try ProjectFiles.text("README.md").contains("`\(module)`"))
    }
  }

  /// Every type that the page lists is there, and public.
  private func expectTopics(of page: String, in module: String) throws {
    let folder = ProjectFiles.url("Sources/\(module)")
    let code = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
      .map { try ProjectFiles.text("Sources/\(module)/\($0)") }.joined()
    let topics = page.components(separatedBy: "## Topics").dropFirst().joined()
    for match in topics.matches(of: /(?m)^- ``([A-Za-z]+)``$/) {
      let pattern = try Regex(
        "public (indirect )?(final )?(struct|enum|class|protocol|typealias) \(match.1)\\b")
      #expect(code.contains(pattern), "\(module): \(match.1)")
    }
  }

  @Test(
    "the published files are in the README",
    arguments: [
      "manifest.json", "almanac.sqlite", "calendars/all.ics", "geojson/events.geojson",
      "geojson/places.geojson", "geojson/days/", "site/index.html", "changes.ndjson",
      "run/report.json", "run/metrics.prom", "run/status.html",
    ])
  func artifact(path: String) throws {
    #expect(try ProjectFiles.text("README.md").contains(path))
  }

  @Test("every key of almanac.yaml is in it or in the README, with what it means")
  func configurationKeys() throws {
    let marks = try SchemaTables.marks().filter {
      $0.hasPrefix("almanac") && $0 != "almanac secret"
    }
    let keys =
      try marks
      .flatMap(SchemaTables.keys).map(\.name)
    #expect(keys.contains("calendarWeather") && keys.contains("campuses") && keys.count > 25)
    let pages = try ProjectFiles.text("config/almanac.yaml") + ProjectFiles.text("README.md")
    for key in keys {
      #expect(pages.contains("\(key):") || pages.contains("`\(key)`"), "\(key)")
    }
  }

  @Test("every key of feed.yaml is in the table of feeds/README.md")
  func feedKeys() throws {
    let page = try ProjectFiles.text("feeds/README.md")
    let keys = try SchemaTables.keys(of: "feed").map(\.name)
    #expect(keys.count > 15)
    for key in keys where key != "weather" { #expect(page.contains("`\(key)"), "\(key)") }
    let weather = try SchemaTables.keys(of: "feed weather").map(\.name)
    #expect(weather.contains("follow"))
    for key in weather { #expect(page.contains("`weather.\(key)`"), "\(key)") }
  }
}
