import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Logging

/// A configuration of a test's own and the runs over it.
struct CampusFixture {
  static let sampleConfiguration = ProjectFiles.url("config/almanac.yaml")
  static let sampleNow = Instant(rfc3339: "2026-03-02T12:00:00Z")

  let folder: TemporaryFolder
  var configuration: URL
  var now = Instant(rfc3339: "2026-03-02T12:00:00Z") ?? Instant(secondsSinceEpoch: 0)
  var samples = false

  /// The demonstration's samples, published into a folder of the test's own.
  static func ofSamples() throws -> CampusFixture {
    CampusFixture(
      folder: try TemporaryFolder(), configuration: Self.sampleConfiguration, samples: true)
  }

  /// A campus of two places, whose sources the test writes.
  static func empty(timezone: String = "Asia/Singapore") throws -> CampusFixture {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      campuses: [{id: hill, name: Hill, timezone: \(timezone), gazetteer: hill.geojson}]
      sources: feeds
      categories: categories.yaml
      """, to: "config/almanac.yaml")
    try folder.write(
      """
      categories:
        - {id: arts, name: Arts}
        - {id: others, name: Others}
      publisher: {music: arts}
      """, to: "config/categories.yaml")
    try folder.write(
      """
      {"type":"FeatureCollection","name":"hill","features":[
      {"type":"Feature","id":"great-hall","geometry":{"type":"Point","coordinates":[103.77,1.3]},
       "properties":{"name":"Great Hall","aliases":["The Great Hall"],"category":"Halls"}},
      {"type":"Feature","id":"library","geometry":{"type":"Point","coordinates":[103.78,1.31]},
       "properties":{"name":"Hill Library","category":"Libraries"}}]}
      """, to: "config/hill.geojson")
    return CampusFixture(
      folder: folder, configuration: folder.url.appending(path: "config/almanac.yaml"))
  }

  /// Adds lines to the configuration.
  func append(_ lines: String) throws {
    let text = try String(contentsOf: configuration, encoding: .utf8)
    try folder.write("\(text)\n\(lines)\n", to: "config/almanac.yaml")
  }

  /// Adds a source that reads a file of this text; nil: a file that is not there.
  func add(
    _ id: String, _ text: String?, file: String = "feed.rss", definition: String = ""
  ) throws {
    try folder.write(
      "campus: hill\npath: \(file)\n\(definition)\n", to: "config/feeds/\(id)/feed.yaml")
    if let text { try folder.write(text, to: "config/feeds/\(id)/\(file)") }
  }

  /// A small calendar of one event at the Great Hall.
  static func calendar(
    uid: String = "one@hill.example", title: String = "Spring Concert",
    start: String = "20260310T193000", extra: String = ""
  ) -> String {
    """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//Hill//Test//EN
    BEGIN:VEVENT
    UID:\(uid)
    DTSTAMP:20260301T000000Z
    DTSTART;TZID=Asia/Singapore:\(start)
    SUMMARY:\(title)
    LOCATION:Great Hall
    CATEGORIES:Music
    \(extra)END:VEVENT
    END:VCALENDAR

    """
  }

  @discardableResult
  func run(
    from: StageName = .fetch, until: StageName = .publish, sources: Set<String> = [],
    output: String = "output", workers: Int = 2, force: Bool = false, dryRun: Bool = false,
    isStage: Bool = false, after hours: Int = 0, log: Logger? = nil
  ) async throws -> RunReport {
    var options = RunOptions(
      configuration: configuration, output: folder.url.appending(path: output),
      now: now + hours * 3_600)
    (options.from, options.until, options.sources) = (from, until, sources)
    (options.samples, options.force, options.workers) = (samples, force, workers)
    options.isStage = isStage
    options.refetch = force
    var quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    quiet.logLevel = .critical
    let pipeline = Pipeline(options: options, log: log ?? quiet)
    return try await dryRun ? pipeline.rehearse().report : pipeline.run()
  }

  /// The workspace as the last run left it, at a given time.
  func lastRun(
    after hours: Int = 0, isGiven: Bool = true, environment: [String: String] = [:]
  ) throws -> LastRun {
    try LastRun(
      of: folder.url.appending(path: "output"), configuration: configuration,
      now: now + hours * 3_600, isGiven: isGiven, environment: environment)
  }

  func answer() throws -> QueryAnswer {
    try QueryAnswer(output: folder.url.appending(path: "output"))
  }

  func edition(_ output: String = "output") throws -> [String: [UInt8]] {
    try folder.contents(of: "\(output)/latest")
  }

  func text(_ path: String, output: String = "output") throws -> String {
    try String(
      contentsOf: folder.url.appending(path: "\(output)/latest/\(path)"), encoding: .utf8)
  }
}
