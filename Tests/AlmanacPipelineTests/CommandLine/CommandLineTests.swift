import AlmanacTestSupport
import Foundation
import Testing

/// The executable as a person calls it.
@Suite struct CommandLineTests {
  typealias Answer = Program.Answer

  static func almanac(_ arguments: String..., input: String = "") throws -> Answer {
    try almanac(arguments, input: input)
  }

  static func almanac(_ arguments: [String], input: String = "") throws -> Answer {
    try Program.run(Program.almanac, arguments, input: input)
  }

  @Test(
    "Mistakes have their exit codes, one line of explanation, and nothing on standard output",
    arguments: [
      (["run", "--frobnicate"], 64), (["run", "--from", "publish", "--until", "fetch"], 64),
      (["run", "--now", "yesterday"], 64), (["rnu"], 64), (["run", "-q", "-v"], 64),
      (["run", "--samples", "--source", "nobody", "--output", "/tmp/almanac-none"], 64),
      (["run", "--config", "/nowhere/almanac.yaml", "--output", "/proc/almanac"], 78),
      (["status", "--output", "/nowhere"], 65),
      (["review", "--output", "/nowhere"], 64),
      (["review", "--places", "--output", "/nowhere"], 65),
      (["review", "--merges", "--output", "/nowhere"], 65),
      (["review", "--places", "--merges", "--output", "/nowhere"], 64),
      (["run", "--samples", "--output", "/proc/almanac"], 73),
    ] as [([String], Int32)])
  func exitCodes(arguments: [String], code: Int32) throws {
    let answer = try Self.almanac(arguments)
    #expect(answer.code == code, "\(answer.errors)")
    #expect(answer.output.isEmpty)
    #expect(!answer.errors.isEmpty)
  }

  @Test("A full standard output is an error in one line; a reader that has gone is no error")
  func standardOutput() throws {
    let folder = try TemporaryFolder()
    func shell(_ script: String) throws -> Answer {
      try Program.run(
        URL(filePath: "/bin/bash"), ["-c", script, Program.almanac.path, folder.url.path])
    }
    let run = #""$0" run --samples --output "$1""#
    let full = try shell("\(run) > /dev/full")
    #expect(full.code == 74, "\(full.errors)")
    let message = full.errors.split(separator: "\n").last ?? ""
    #expect(message.hasPrefix("almanac: standard output: No space left on device"), "\(message)")
    // The pipe's reader is away before there is anything to read.
    let gone = try shell("\(run) | exec 0<&-; exit ${PIPESTATUS[0]}")
    #expect(gone.code == 0, "\(gone.errors)")
    #expect(!gone.errors.contains("Broken pipe"))
    #expect(try shell("\(run) >&- 2>&-").code == 74)
  }

  @Test("The samples are published, with a table and the path of the edition")
  func runsSamples() throws {
    let folder = try TemporaryFolder()
    let answer = try Self.almanac("run", "--samples", "--output", folder.url.path)
    #expect(answer.code == 0, "\(answer.errors)")
    for word in ["fetch", "publish", "seconds", folder.url.path] {
      #expect(answer.output.contains(word), "\(word)")
    }
    let status = try Self.almanac("status", "--output", folder.url.path)
    #expect(status.code == 0, "\(status.output)\(status.errors)")
    #expect(status.output.contains("nus-events"))
  }

  @Test(
    "A run in which a source fails succeeds except with --strict; a dry run writes nothing"
  )
  func strictness() throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("broken", "403 Forbidden")
    try fixture.add("calendar", CampusFixture.calendar(), file: "feed.ics")
    let output = fixture.folder.url.appending(path: "output").path
    let common = [
      "--config", fixture.configuration.path, "--output", output, "--now", "2026-03-02T12:00:00Z",
    ]
    let dry = try Self.almanac(["run", "--dry-run"] + common)
    #expect(dry.code == 0)
    #expect(!FileManager.default.fileExists(atPath: output + "/latest"))
    #expect(try Self.almanac(["run"] + common).code == 0)
    #expect(try Self.almanac(["run", "--strict"] + common).code == 1)
    let status = try Self.almanac(["status", "--json"] + common)
    #expect(status.code == 1)
    #expect(status.output.contains(#""code":"E_NOT_A_FEED""#))
    let later = try Self.almanac(
      [
        "status", "--config", fixture.configuration.path, "--output", output, "--now",
        "2026-04-02T12:00:00Z",
      ])
    #expect(later.code == 2)
  }

  @Test("A query reads the edition, in each output format")
  func queries() throws {
    let folder = try TemporaryFolder()
    _ = try Self.almanac("run", "--samples", "--output", folder.url.path)
    func query(_ arguments: String...) throws -> Answer {
      try Self.almanac(["query", "--output", folder.url.path] + arguments)
    }
    let jazz = try query("jazz", "--json", "--on", "2026-03-06")
    #expect(jazz.output.split(separator: "\n").count == 1)
    #expect(jazz.output.contains(#""schema":"almanac.query/1""#))
    #expect(jazz.output.contains(#""place":"university-cultural-centre""#))
    #expect(try query("jazz", "--on", "2026-03-05").output == "no events\n")
    let both = try query(
      "--category", "arts", "--category", "sports", "--week", "2026-03-14", "--json")
    #expect(!both.output.isEmpty)
    #expect(
      both.output.split(separator: "\n").allSatisfy {
        $0.contains(#""category":"arts""#) || $0.contains(#""category":"sports""#)
      })
    let near = try query("--near", "1.2949,103.7739", "--within", "60", "--json")
    #expect(near.output.contains(#""place":"com1""#))
    #expect(try query("--place", "Nowhere").code == 64)
    #expect(try query("--days", "--timezone", "Mars/Olympus").code == 78)
    let days = try query("--days", "--epoch", "--on", "2026-03-06", "--timezone", "Asia/Singapore")
    #expect(days.output == "2026-03-06\t1772726400\n")
    let calendar = try query("jazz", "--ics")
    #expect(calendar.output.components(separatedBy: "BEGIN:VEVENT").count == 2)
    let features = try query("jazz", "--geojson")
    #expect(features.output.contains(#""attribution""#))
    #expect(features.output.components(separatedBy: #""type":"Feature","#).count == 2)
  }

  @Test("Records of one occurrence get one id, and those without a start stay alone")
  func deduplicates() throws {
    let concert = #""title":"Spring Concert","start":"2026-03-10T19:30","venue":"Great Hall""#
    let answer = try Self.almanac(
      "deduplicate", "--input", "-",
      input: """
        {"id":"1","source":"a/hill",\(concert)}
        {"id":"2","source":"b/hill",\(concert)}
        {"id":"3","source":"c/hill","title":"Spring Concert"}

        """)
    #expect(answer.code == 0, "\(answer.errors)")
    let ids = answer.output.split(separator: "\n").map { line in
      line.split(separator: #""occurrence":""#).last?.prefix { $0 != "\"" } ?? ""
    }
    #expect(ids.count == 3)
    #expect(ids.first == ids.dropFirst().first)
    #expect(ids.last != ids.first)
  }

  @Test("Deduplicated records are valid JSON, keep their members, and may be deduplicated again")
  func passesThrough() throws {
    let lines = """
      {"id":"1","source":"a/hill","title":"Spring Concert","start":"2026-03-10T19:30","own":[1,{"a":"}"}]}
      {"id":"2","source":"b/hill","title":"Spring Concert","start":"2026-03-10T19:30"}
      { }

      """
    let once = try Self.almanac("deduplicate", "--input", "-", input: lines)
    let twice = try Self.almanac("deduplicate", "--input", "-", input: once.output)
    for answer in [once, twice] {
      let records = try answer.output.split(separator: "\n").map {
        try #require(
          try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)")
      }
      #expect(records.count == 3)
      #expect(records.map { $0["id"] as? String } == ["1", "2", nil])
      #expect((records[0]["own"] as? [Any])?.count == 2)
      #expect(records.allSatisfy { $0["occurrence"] is String && $0["event"] is String })
      #expect(records[0]["occurrence"] as? String == records[1]["occurrence"] as? String)
    }
    #expect(once.output.split(separator: "\n").last?.contains(",\"occurrence") == false)
  }

  @Test("A missing or unreadable file ends with 66, after the others were inspected")
  func missingInput() throws {
    let answer = try Self.almanac("inspect", "nowhere.ics", "feeds", "feeds/computing/sample.ics")
    #expect(answer.code == 66)
    let lines = answer.output.split(separator: "\n")
    #expect(lines.count { $0.contains("E_FILE") } == 2)
    #expect(lines.count > 5)
    for arguments in [
      ["categorize", "--input", "nowhere.ndjson"],
      [
        "occurrences", "nowhere.ics", "--from", "2026-03-01T00:00:00Z", "--to",
        "2026-03-02T00:00:00Z",
      ],
    ] {
      let answer = try Self.almanac(arguments)
      #expect(answer.code == 66, "\(arguments): \(answer.errors)")
      #expect(answer.errors.contains("nowhere"))
    }
  }

  @Test("'inspect' prints a document and its entries")
  func inspects() throws {
    let answer = try Self.almanac("inspect", "feeds/computing/sample.ics")
    let lines = answer.output.split(separator: "\n")
    #expect(answer.code == 0)
    #expect(lines.first?.contains(#""record":"document""#) == true)
    #expect(lines.first?.contains(#""format":"icalendar""#) == true)
    #expect(lines.dropFirst().allSatisfy { $0.contains(#""record":"entry""#) })
    #expect(lines.count == 16)
  }

  @Test("'inspect' reads a gzipped document, with a finding")
  func inspectsGzip() throws {
    let gzip = """
      H4sIAAAAAAACA3Nydff0swpzdvRx9XNxDOLlcoIIuIa5+oXwcoV6ulgZ8nK5hASHOAaFWBkZGJkZGBsa\
      hBgagEAUL1dwqK+vY1CklXdmSaqCS2IlLxfQHLh2MBthNgAIw3c2bQAAAA==
      """
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "feed.gz")
    try (Data(base64Encoded: gzip) ?? Data()).write(to: file)
    let answer = try Self.almanac("inspect", file.path)
    #expect(answer.output.contains("W_CONTENT_ENCODING"))
    #expect(answer.output.contains(#""title":"Kite Day""#))
  }

  @Test("'occurrences' prints the instances of a window, in order")
  func listsOccurrences() throws {
    let answer = try Self.almanac(
      "occurrences", "-", "--from", "2026-03-01T00:00:00Z", "--to", "2026-04-01T00:00:00Z",
      input: CampusFixture.calendar(extra: "RRULE:FREQ=WEEKLY;COUNT=10\n"))
    #expect(answer.code == 0, "\(answer.errors)")
    let lines = answer.output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.first?.contains(#""start":"2026-03-10T19:30:00+08:00""#) == true)
    #expect(lines.first?.contains(#""timezone":"Asia/Singapore""#) == true)
  }

  @Test("'geocode' works on records, and passes unknown members on")
  func geocodes() throws {
    let answer = try Self.almanac(
      "geocode", "--input", "-", "--gazetteer", "config/gazetteer/nus.geojson",
      input: #"{"venue":"COM1-02-06","mine":1}"# + "\n" + #"{"venue":"Zoom"}"# + "\n")
    #expect(answer.code == 0, "\(answer.errors)")
    let lines = answer.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains(#""mine":1"#) == true)
    #expect(lines.first?.contains(#""place":"com1""#) == true)
    #expect(lines.last?.contains(#""reason":"online""#) == true)
  }

  @Test("Findings about a gazetteer name its file and the places")
  func tellsOfGazetteers() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "hill.geojson")
    let features = ["gym-1", "gym-2"].map {
      #"{"type":"Feature","geometry":null,"properties":{"id":"\#($0)","name":"Gym"}}"#
    }
    try Data(#"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#.utf8)
      .write(to: file)
    let finding = "\(file.path): W_GAZETTEER_SHARED_KEY: gym-1, gym-2: 'gym' is "
    for argument in [file.path, "hill=\(file.path)"] {
      let answer = try Self.almanac(
        "geocode", "--input", "-", "--gazetteer", argument, input: #"{"venue":"Gym"}"# + "\n")
      #expect(answer.code == 0)
      #expect(answer.errors.hasPrefix(finding), "\(answer.errors)")
    }
  }

  @Test("A line that is no record is reported with its number, and the others are answered")
  func refusesLines() throws {
    let answer = try Self.almanac(
      "categorize", "--input", "-", input: #"{"title":"Yoga"}"# + "\nnonsense\n")
    #expect(answer.code == 0)
    #expect(answer.output.split(separator: "\n").count == 1)
    #expect(answer.errors.contains("-:2: Q_RECORD"))
    #expect(try Self.almanac("categorize", "--input", "-", input: "nonsense\n").code == 65)
  }
}
