import AlmanacModel
import AlmanacPublish
import AlmanacRefine
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPipeline

@Suite("The built-in taxonomy, model and weather rules") struct BuiltInFileTests {
  private func load(_ fixture: CampusFixture) throws -> Settings {
    try SettingsLoader(samples: false).load(fixture.configuration)
  }

  /// A campus whose configuration names no file but its sources.
  private func plain() throws -> CampusFixture {
    let fixture = try CampusFixture.empty()
    try fixture.folder.write(
      "campuses: [{id: hill, timezone: Asia/Singapore, gazetteer: hill.geojson}]\nsources: feeds\n",
      to: "config/almanac.yaml")
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    return fixture
  }

  /// The model's file as another version of this program would have written it.
  private static func modelOfAnotherVersion() throws -> Data {
    let bytes = try Data(contentsOf: ProjectFiles.url("config/categories.model"))
    let end = try #require(bytes.firstIndex(of: 0x0a))
    let head = String(decoding: bytes[..<end], as: UTF8.self)
      .replacing(/"features":\d+/, with: #""features":1"#)
    let other = Data(head.utf8) + bytes[end...]
    #expect(throws: CategoryModelError.self) { try CategoryModel(bytes: [UInt8](other)) }
    return other
  }

  @Test("The built-in files hold if the configuration names none")
  func defaults() async throws {
    let fixture = try plain()
    let settings = try load(fixture)
    #expect(settings.findings.isEmpty)
    #expect(settings.taxonomy.category(named: "arts") != nil)
    #expect(settings.categoryModel != nil && !settings.categoryModelDigest.isEmpty)
    #expect(settings.weatherRules.contains { $0.advisory.id == "wet" })
    #expect(try await fixture.run().exitCode == .published)
    #expect(try fixture.text("calendars/all.ics").contains("Spring Concert"))
  }

  @Test("A campus of an earlier 'init' runs, with its copies and a model of another version")
  func upgrade() async throws {
    let fixture = try plain()
    for file in ["weather.yaml", "schema/almanac.schema.json"] {
      try fixture.folder.write(try ProjectFiles.text("config/\(file)"), to: "config/\(file)")
    }
    let taxonomy = try ProjectFiles.text("config/categories.yaml")
    try fixture.folder.write(
      taxonomy.replacing("# model: categories.model", with: "model: categories.model"),
      to: "config/categories.yaml")
    try Self.modelOfAnotherVersion().write(
      to: fixture.folder.url.appending(path: "config/categories.model"))
    try fixture.append(
      "categories: categories.yaml\nweather: weather.yaml\ndecisions: decisions.yaml")
    try fixture.folder.write("same: []\nhide: []\n", to: "config/decisions.yaml")
    let report = try await fixture.run()
    #expect(report.exitCode == .published && !report.isDegraded)
    let warning = try #require(report.findings.first { $0.code == "W_CATEGORY_MODEL" })
    #expect(warning.severity == .warning)
    #expect(warning.message.contains("categories.model"))
    let settings = try load(fixture)
    let builtIn = try DefaultFiles.categories()
    #expect(settings.categoryModelDigest == builtIn.modelDigest, "it was made for these categories")
  }

  @Test(
    "An own model that can't be used leaves the keywords of an own taxonomy, with a warning",
    arguments: [nil, "damaged", "other"])
  func keywords(model: String?) async throws {
    let fixture = try CampusFixture.empty()
    try fixture.folder.write(
      """
      categories:
        - {id: music, name: Music}
        - {id: others, name: Others}
      model: own.model
      keywords: {music: [concert]}
      """, to: "config/categories.yaml")
    if model == "damaged" { try fixture.folder.write("no model", to: "config/own.model") }
    if model == "other" {
      let bytes = try Data(contentsOf: ProjectFiles.url("config/categories.model"))
      try bytes.write(to: fixture.folder.url.appending(path: "config/own.model"))
    }
    try fixture.add(
      "calendar", CampusFixture.calendar().replacingOccurrences(of: "CATEGORIES:Music\n", with: ""),
      file: "feed.ics")
    let settings = try load(fixture)
    #expect(settings.categoryModel == nil)
    #expect(settings.findings.map(\.code) == ["W_CATEGORY_MODEL"])
    let check = ConfigurationCheck(configuration: fixture.configuration, environment: [:])
    #expect(check.mistakes.isEmpty)
    try await fixture.run()
    #expect(try fixture.text("geojson/events.geojson").contains(#""category":"music""#))
  }

  @Test("Decisions.yaml beside the configuration is read without being named")
  func decisions() throws {
    let fixture = try plain()
    #expect(try load(fixture).decisions == Decisions())
    try fixture.folder.write("hide: [{listing: calendar/x}]", to: "config/decisions.yaml")
    #expect(try load(fixture).decisions.hide == ["calendar/x"])
  }

  @Test("'init' writes the configuration and the gazetteer, and every value of it is read back")
  func newCampus() throws {
    let work = try ProgramFolder()
    let odd = try work.almanac(
      "init", "--id", "hill", "--timezone", "Asia/Tokyo", "--uid-domain", "x: y")
    #expect(odd.code == 64)
    #expect(odd.errors.contains("no domain"))
    let made = try work.almanac(
      "init", "--id", "hill", "--timezone", "Asia/Tokyo", "--name", "Hill: \"#1\"",
      "--uid-domain", "1e3", "--contact", "https://hill.example/# a: b")
    #expect(made.code == 0)
    let files = try FileManager.default.subpathsOfDirectory(atPath: work.folder.url.path)
    #expect(
      files.sorted() == [
        "config", "config/almanac.yaml", "config/gazetteer", "config/gazetteer/hill.geojson",
      ])
    let settings = try SettingsLoader(samples: false, mayLackSources: true)
      .load(work.folder.url.appending(path: "config/almanac.yaml"))
    #expect(settings.publishing.uidDomain == "1e3")
    #expect(settings.campuses.first?.campus.name == "Hill: \"#1\"")
    #expect(settings.fetching.userAgent.contains("# a: b"))
  }
}
