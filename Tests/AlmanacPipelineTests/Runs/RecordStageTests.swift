import AlmanacTestSupport
import Foundation
import Testing

@testable import AlmanacModel
@testable import AlmanacPipeline

/// Stages over records, as an engine calls them.
@Suite struct RecordStageTests {
  private let fixture: CampusFixture

  /// Two campuses, of which one has a shuttle and an event that two sources list.
  init() throws {
    fixture = try CampusFixture.empty()
    try fixture.folder.write(
      """
      campuses:
        - id: hill
          timezone: Asia/Singapore
          gazetteer: hill.geojson
          travel: {origins: [great-hall]}
        - {id: vale, timezone: Europe/Zurich, gazetteer: hill.geojson}
      sources: feeds
      categories: categories.yaml
      """, to: "config/almanac.yaml")
    for source in ["choir", "town"] {
      try fixture.add(
        source, CampusFixture.calendar(uid: "\(source)@hill.example"), file: "feed.ics")
    }
    try fixture.folder.write("campus: vale\npath: feed.ics\n", to: "config/feeds/vale/feed.yaml")
    try fixture.folder.write(
      CampusFixture.calendar(
        uid: "vale", title: "Reading \\\"Emma\\\" – ä", start: "20260311T120000"),
      to: "config/feeds/vale/feed.ics")
    try fixture.add("shuttle", nil, file: "tables", definition: "kind: transit")
    for (name, text) in [
      "stops.csv":
        "stop_id,stop_name,stop_lat,stop_lon\noak,Oak Gate,1.3003,103.77\nelm,Elm Gate,1.3103,103.78",
      "route_stops.csv": "route_id,stop_sequence,stop_id\nBlue,0,oak\nBlue,1,elm",
      "headways.csv":
        "route_id,period,day,from,to,headway_min_minutes,headway_max_minutes\nBlue,term,tuesday,07:00,22:00,9,15",
      "periods.csv": "period,start_date,end_date\nterm,20260112,20260509",
    ] {
      try fixture.folder.write(text, to: "config/feeds/shuttle/tables/\(name)")
    }
  }

  @discardableResult
  private func almanac(
    _ words: String..., input: String = "", now: String = "2026-03-02T12:00:00Z"
  ) throws -> Program.Answer {
    try Program.run(
      Program.almanac, words + ["--now", now, "--quiet"], input: input, in: fixture.folder.url)
  }

  /// The records that the stages need, and what they made of them.
  private func records(
    of output: String, now: String = "2026-03-02T12:00:00Z"
  ) throws -> [String: String] {
    var records: [String: String] = [:]
    for set in ["sources", "parse", "venues", "identities"] {
      records[set] = try almanac("export", set, "--output", output, now: now).output
    }
    for (stage, sets) in [
      ("geocode", ["venues"]),
      ("deduplicate", ["sources", "parse", "identities", "geocode"]),
      ("categorize", ["sources", "deduplicate"]),
      ("enrich", ["sources", "parse", "deduplicate"]),
    ] {
      let input = sets.map { records[$0, default: ""] }.joined()
      let answer = try almanac(stage, "--records", input: input, now: now)
      let counts = "{\"in\":\(Self.lines(input)),\"out\":\(Self.lines(answer.output))}"
      #expect(answer.code == 0)
      #expect(answer.errors.split(separator: "\n").last == counts[...], "\(answer.errors)")
      records[stage] = answer.output
      try fixture.folder.write(answer.output, to: "parts/\(stage)/all.ndjson")
    }
    return records
  }

  private static func lines(_ text: String) -> Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }

  private static let parts = ["geocode", "deduplicate", "categorize", "enrich"].map {
    "parts/\($0)"
  }

  private func publish(_ parts: [String] = parts, now: String = "2026-03-02T12:00:00Z") throws
    -> Program.Answer
  {
    try Program.run(
      Program.almanac,
      ["publish", "--output", "parted", "--now", now, "--quiet", "--records"] + parts,
      in: fixture.folder.url)
  }

  @Test("The edition of stages over records is that of a run, and so is that of the next run")
  func publishesTheSame() throws {
    for (now, title) in [
      ("2026-03-02T12:00:00Z", "Spring Concert"), ("2026-03-03T12:00:00Z", "Summer Concert"),
    ] {
      try fixture.add(
        "choir", CampusFixture.calendar(uid: "choir@hill.example", title: title), file: "feed.ics")
      #expect(try almanac("run", "--output", "whole", now: now).code == 0)
      #expect(try almanac("run", "--until", "parse", "--output", "parted", now: now).code == 0)
      _ = try records(of: "parted", now: now)
      let answer = try publish(now: now)
      #expect(answer.code == 0, "\(answer.errors)")
      #expect(try fixture.edition("parted") == fixture.edition("whole"))
      #expect(try fixture.edition("whole").count > 10)
    }
    // A run on this machine goes on from there.
    #expect(try almanac("run", "--output", "parted", now: "2026-03-03T12:00:00Z").code == 0)
    #expect(try fixture.edition("parted") == fixture.edition("whole"))
  }

  @Test("A word that several parts report is one finding of publishing, as it is of a run")
  func mergesFindings() throws {
    for (source, title) in [("choir", "Spring Concert"), ("town", "Harp Lecture")] {
      try fixture.add(
        source,
        CampusFixture.calendar(
          uid: "\(source)@hill.example", title: title, extra: "CATEGORIES:Zither\n"),
        file: "feed.ics")
    }
    try almanac("run", "--output", "whole")
    try almanac("run", "--until", "parse", "--output", "parted")
    let records = try records(of: "parted")
    try FileManager.default.removeItem(
      at: fixture.folder.url.appending(path: "parts/categorize/all.ndjson"))
    let events = records["deduplicate", default: ""].split(separator: "\n")
      .filter { $0.hasPrefix(#"{"record":"event","#) }
    for (number, event) in events.enumerated() {
      let answer = try almanac(
        "categorize", "--records", input: records["sources", default: ""] + event + "\n")
      #expect(!answer.errors.contains("W_CATEGORY_UNMAPPED"))
      try fixture.folder.write(answer.output, to: "parts/categorize/\(number).ndjson")
    }
    #expect(try publish().code == 0)
    func findings(_ output: String) throws -> [JSONValue] {
      let report = fixture.folder.url.appending(path: "\(output)/run/report.json")
      return try JSONValue(parsing: [UInt8](Data(contentsOf: report)))["findings"]?.array ?? []
    }
    #expect(try findings("parted").count { $0.text("code") == "W_CATEGORY_UNMAPPED" } == 1)
    #expect(try findings("parted") == findings("whole"))
  }

  @Test("A stage gives the same bytes for the same records, in any order of them")
  func isDeterministic() throws {
    try almanac("run", "--until", "parse", "--output", "parted")
    let records = try records(of: "parted")
    let input = ["sources", "parse", "identities", "geocode"].map { records[$0, default: ""] }
      .joined().split(separator: "\n")
    let answer = try almanac(
      "deduplicate", "--records", input: input.reversed().joined(separator: "\n") + "\n")
    #expect(answer.output == records["deduplicate"])
    #expect(records["deduplicate", default: ""].contains(#""record":"event","campus":"vale""#))
  }

  @Test("Lines that are no records are reported with their numbers, and the others are worked on")
  func reportsLines() throws {
    let wrong = [
      "nonsense", "[]", "{}", #"{"record":"venue"}"#, #"{"record":"talk","campus":"hill"}"#,
      #"{"record":"venue","campus":"hill","query":{"campus":"hill","text":"#,
      #"{"record":"venue","campus":"hill","query":{"campus":"hill","text":1}}"#,
    ]
    try almanac("run", "--until", "parse", "--output", "parted")
    let venues = try almanac("export", "venues", "--output", "parted").output
    let whole = try almanac("geocode", "--records", input: venues)
    let answer = try almanac(
      "geocode", "--records", input: wrong.map { $0 + "\n" }.joined() + venues)
    #expect(answer.code == 0)
    #expect(answer.output == whole.output)
    for number in 1...wrong.count {
      #expect(answer.errors.contains("-:\(number): Q_RECORD: "), "\(answer.errors)")
    }
    #expect(answer.errors.contains("{\"in\":\(Self.lines(venues) + wrong.count),"))
  }

  @Test("A campus that the configuration lacks is reported, and its records are left out")
  func reportsUnknownCampus() throws {
    let answer = try almanac(
      "categorize", "--records", input: "{\"record\":\"campus\",\"campus\":\"moon\"}\n")
    #expect(answer.code == 0)
    #expect(answer.errors.contains("no campus 'moon'"))
    #expect(answer.errors.hasSuffix("{\"in\":1,\"out\":0}\n"))
  }

  @Test("A campus with more listings than a worker takes is refused with its size")
  func refusesLargeCampus() throws {
    try almanac("run", "--until", "parse", "--output", "parted")
    let input = try almanac("export", "parse", "--output", "parted").output
    let answer = try almanac("deduplicate", "--records", "--max-listings", "1", input: input)
    #expect(answer.code == 65)
    #expect(answer.errors.contains("the campus 'hill' has 2 listings, more than 1"))
    #expect(answer.output.isEmpty)
  }

  @Test("Parts without all results of a stage are refused, and nothing changes")
  func refusesIncompleteParts() throws {
    try almanac("run", "--until", "parse", "--output", "parted")
    let records = try records(of: "parted")
    let lines = records["categorize", default: ""].split(separator: "\n")
    try fixture.folder.write(
      lines.dropLast().joined(separator: "\n"), to: "parts/categorize/all.ndjson")
    for parts in [Self.parts, Array(Self.parts.dropLast())] {
      let answer = try publish(parts)
      #expect(answer.code == 65)
      #expect(answer.errors.contains("without all results of"))
    }
    #expect(throws: (any Error).self) { try fixture.edition("parted") }
    #expect(try publish(["parts/gone"]).code == 66)
  }

  @Test("Parts of other listings than the workspace has now are refused")
  func refusesOutdatedParts() throws {
    try almanac("run", "--until", "parse", "--output", "parted")
    _ = try records(of: "parted")
    try fixture.add(
      "choir", CampusFixture.calendar(uid: "choir@hill.example", title: "Recital"), file: "feed.ics"
    )
    try almanac("run", "--until", "parse", "--output", "parted")
    let answer = try publish()
    #expect(answer.code == 65)
    #expect(answer.errors.contains("the sources of 'hill' were parsed again"))
  }

  @Test("A new workspace exports the identities of the edition that is there")
  func exportsIdentitiesOfEdition() throws {
    try almanac("run", "--output", "parted")
    let before = try almanac("export", "identities", "--output", "parted").output
    try FileManager.default.removeItem(at: fixture.folder.url.appending(path: "parted/workspace"))
    let after = try almanac("export", "identities", "--output", "parted").output
    let identities = { (text: String) in
      text.split(separator: "\n").filter { $0.contains(#""record":"identity""#) }
    }
    #expect(identities(before).count == 2)
    #expect(identities(after) == identities(before))
  }

  @Test("An export into a folder has a complete file for each campus")
  func exportsFiles() throws {
    try almanac("run", "--until", "parse", "--output", "parted")
    let all = try almanac("export", "parse", "--output", "parted").output
    #expect(try almanac("export", "parse", "--output", "parted", "--to", "to").output.isEmpty)
    let files = try fixture.folder.contents(of: "to")
    #expect(files.keys.sorted() == ["hill.ndjson", "vale.ndjson"])
    let bytes = files["hill.ndjson", default: []] + files["vale.ndjson", default: []]
    #expect(bytes == Array(all.utf8))
  }

  @Test(
    "Calls that would not give the same bytes again, or would publish a part, are refused",
    arguments: [
      ["geocode", "--records"], ["enrich", "file"], ["run", "--shard", "0/2"],
      ["parse", "--shard", "2/2"], ["parse", "--shard", "1"], ["fetch", "--shard", "0/0"],
    ])
  func refusesCalls(words: [String]) throws {
    #expect(try Program.run(Program.almanac, words, in: fixture.folder.url).code == 64)
  }

  @Test("Sources are shared out by registrable domain, each to one shard")
  func sharesSources() throws {
    for (host, domain) in [
      ("events.arts.example.edu", "example.edu"), ("example.edu", "example.edu"),
      ("www.cs.example.ac.uk:8080", "example.ac.uk"), ("a.example.org.sg", "example.org.sg"),
      ("www.uni-example.de", "uni-example.de"), ("192.0.2.7", "192.0.2.7"),
      ("[2001:db8::1]:80", "[2001:db8::1]:80"), ("localhost", "localhost"),
    ] {
      #expect(SourceShard.domain(of: host) == domain)
    }
    let hosts = (0..<40).map { "https://www\($0).site\($0 / 2).example/\($0)" }
    let sources = hosts.enumerated().map { index, url in
      Source(id: "s\(index)", campus: "hill", location: .url(url))
    }
    let shards = try (0..<4).map { try #require(SourceShard("\($0)/4")) }
    for source in sources { #expect(shards.count { $0.contains(source) } == 1) }
    for shard in shards {
      let own = sources.indices.filter { shard.contains(sources[$0]) }
      #expect(!own.isEmpty)
      #expect(own.allSatisfy { own.contains($0 ^ 1) })
    }
    #expect(SourceShard("4/4") == nil && SourceShard("-1/4") == nil && SourceShard("x/4") == nil)
  }
}
