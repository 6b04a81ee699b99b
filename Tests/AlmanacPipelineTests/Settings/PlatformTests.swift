import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacIngest
@testable import AlmanacPipeline

/// Every definition of a platform, with its own sample.
@Suite struct PlatformTests {
  static let ids = PlatformLibrary(folder: nil).ids

  private let library = PlatformLibrary(folder: nil)

  private func source(_ lines: String, samples: Bool = false) throws -> Source {
    let loader = SourceLoader(
      campuses: ["hill": Gazetteer(name: "hill", places: [])],
      taxonomy: try DefaultFiles.categories().taxonomy, samples: samples,
      platforms: library)
    let root = try ConfigurationNode.load(
      file: "feed.yaml", bytes: Array("campus: hill\n\(lines)".utf8))
    if let first = try ConfigurationSchema.mistakes(in: root, .feed).first { throw first }
    return try loader.load(root, id: "site")
  }

  /// Items that have a title and a start; the others are rejected.
  private func events(_ bytes: [UInt8], of source: Source) throws -> [Entry] {
    let capture = Capture(
      source: source.id, sha256: "", byteCount: bytes.count,
      fetchedAt: Instant(secondsSinceEpoch: 1_772_000_000), origin: source.url ?? "sample")
    let request = try YAMLDocument.readable(
      ParseRequest(
        source: source, campusTimezone: "America/New_York", capture: capture, body: bytes))
    let zones = ZoneDatabase.system
    let context = ReadingContext(
      zone: zones.zone(named: source.timezone ?? "America/New_York"), zones: zones,
      format: request.source.format, mapping: source.mapping)
    let feed = CaptureReader.read(request, context)
    #expect(!feed.document.isRefused, "\(feed.document.problems)")
    return feed.entries.filter { $0.title != nil && $0.start != nil }
  }

  @Test("Every file of config/platforms is built in unchanged")
  func files() throws {
    let folder = ProjectFiles.url("config/platforms")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
    #expect(files == Self.ids)
    let builtIn = DefaultFiles.platforms()
    for id in files {
      #expect(
        builtIn[id] == [UInt8](try Data(contentsOf: folder.appending(path: "\(id).yaml"))),
        "\(id)")
    }
  }

  @Test("The address is built, the site recognized, and the sample read", arguments: ids)
  func sample(id: String) throws {
    let platform = try #require(try library.platform(id))
    let sample = try #require(platform["sample"])
    let (host, calendar) = (sample["host"]?.text, sample["calendar"]?.text)
    let address = try #require(platform.address(host: host, calendar: calendar).address)
    #expect(address == sample["url"]?.text)
    let use = try #require(try library.use(of: sample["site"]?.text ?? address))
    #expect(use.platform.id == id)
    #expect(use.host == host && use.calendar ?? platform["default"]?.text == calendar)
    let source = try source(DefinitionText.lines(of: use).joined(separator: "\n"))
    #expect(source.url == address, "what was recognized is a whole definition")

    let file = try #require(sample["file"]?.text)
    let bytes = [UInt8](
      try Data(contentsOf: ProjectFiles.url("config/platforms/samples/\(file)")))
    if let marks = platform["recognize"]?["document"]?.texts, !marks.isEmpty {
      #expect(try library.use(ofDocument: bytes)?.platform.id == id)
    }
    let events = try events(bytes, of: source)
    #expect(events.count == sample["listings"]?.integer)
    let first = try #require(events.first)
    for (name, value) in sample["first"]?.members ?? [] {
      let wanted = value.text ?? ""
      switch name {
      case "title": #expect(first.title == wanted)
      case "start": try expect(try #require(first.start), wanted)
      case "end": try expect(try #require(first.end), wanted)
      case "venue": #expect(first.venue == wanted)
      case "url": #expect(first.link == wanted)
      case "text": #expect(first.summary ?? first.content == wanted)
      default: Issue.record("\(name) is no field of a sample")
      }
    }
  }

  private func expect(_ time: CalendarTime, _ wanted: String) throws {
    #expect(time.instant(in: .utc) == Instant(rfc3339: wanted), "\(time) \(wanted)")
    guard case .zoned = time else {
      Issue.record("\(time) has no zone")
      return
    }
  }

  @Test("Values of a definition have priority, and missing ones are named")
  func definition() throws {
    let own = try source(
      "platform: localist\nhost: http://localhost:8080\ncompleteness: full\npages: {page: p, most: 3}"
    )
    #expect(own.url == "http://localhost:8080/api/2/events?days=365&pp=100")
    #expect(own.completeness == .full)
    #expect(own.pages?.method == .number(parameter: "p", first: 1))
    #expect(own.pages?.most == 3)
    #expect(own.mapping?.item == "events.event")
    #expect(try source("platform: trumba\npath: a.ics").location != .file(""))
    for (lines, words) in [
      ("platform: localits\nhost: a.example", "localist"), ("platform: localist", "needs 'host'"),
      ("platform: libcal\nhost: a.example", "needs 'calendar'"), ("host: a.example", "platform"),
      ("platform: ../../etc/passwd", "no platform"),
    ] {
      let error = #expect(throws: ConfigurationError.self) { try source(lines) }
      #expect("\(String(describing: error))".contains(words), "\(String(describing: error))")
    }
  }

  @Test("A key for a platform is read from the environment, and can be elsewhere")
  func secrets() throws {
    let source = try source("platform: ticketmaster\ncalendar: K1")
    let reader = SecretReader(environment: ["TICKETMASTER_KEY": "s3cret-key"])
    #expect(try reader.key(for: source) == "s3cret-key")
    #expect(try reader.credentials(for: source) == nil)
    #expect(source.url?.contains("apikey={key}") == true)
    #expect(throws: FetchError.self) { try SecretReader(environment: [:]).key(for: source) }
    let other = try self.source(
      "platform: ticketmaster\ncalendar: K1\nauth: {key: {env: OTHER}}")
    #expect(try SecretReader(environment: ["OTHER": "x"]).key(for: other) == "x")
    let bearer = try self.source("platform: eventbrite-api\ncalendar: 7")
    let field = try SecretReader(environment: ["EVENTBRITE_TOKEN": "t"]).credentials(for: bearer)
    #expect(field == HTTPField("Authorization", "Bearer t"))
  }

  @Test("A page shows the site's own calendar, and those that it embeds")
  func pages() throws {
    let page = """
      <html><body class="tribe-events-page"><iframe
      src="https://calendar.google.com/calendar/embed?height=1&amp;src=a%40b.example&amp;ctz=x"></iframe>
      <a href="webcal://www.trumba.com/calendars/hill.ics">All</a></body></html>
      """
    let uses = try library.uses(ofPage: Array(page.utf8), at: "https://hill.example/x")
    #expect(
      uses.map { "\($0.platform.id) \($0.host ?? "") \($0.calendar ?? "")" }.sorted() == [
        "google-calendar  a%40b.example", "the-events-calendar hill.example ",
        "trumba  hill",
      ])
  }

  @Test(
    "A file beside the configuration replaces a built-in definition, and its mistakes are named")
  func ownFiles() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "name: Mine\nurl: https://{host}/mine.ics\nfeed: {format: icalendar}", to: "localist.yaml")
    try folder.write("name: Bad\nurl: https://x\nfeed: {fromat: rss}", to: "bad.yaml")
    let own = PlatformLibrary(folder: folder.url)
    #expect(try own.platform("localist")?.name == "Mine")
    let error = #expect(throws: ConfigurationError.self) { try own.platform("bad") }
    #expect("\(String(describing: error))".contains("fromat"))
  }

  @Test("YAML is read as the equivalent JSON, within limits")
  func yaml() throws {
    func json(_ text: String) throws(YAMLDocument.Failure) -> String? {
      try YAMLDocument.json(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(
      try json("a: [1, 'x', null, yes]\nb: {c: true}")
        == #"{"a":["1","x",null,"yes"],"b":{"c":true}}"#)
    #expect(try json("just words") == nil)
    let cut = #expect(throws: YAMLDocument.Failure.self) { try json("a: x\nb: }\nc: y") }
    #expect(cut?.line == 2 && cut?.finding.code == "E_PARSE", "\(String(describing: cut))")
    let bomb =
      "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
      + (0..<8).map {
        "b\($0): &b\($0) [\(Array(repeating: $0 == 0 ? "*a" : "*b\($0 - 1)", count: 10).joined(separator: ","))]\n"
      }
      .joined()
    let failure = #expect(throws: YAMLDocument.Failure.self) { try json(bomb) }
    #expect(failure?.reason.contains("aliases counted") == true, "\(String(describing: failure))")
  }

  @Test("A list of events in YAML is added, with or without dates of its own")
  func yamlSource() throws {
    let march = try #require(CivilDate(year: 2026, month: 3, day: 6))
    let april = try #require(CivilDate(year: 2026, month: 4, day: 3))
    let source = try source(
      """
      path: x.yml
      format: yaml
      mapping:
        item: talks
        title: topic
        start: {date: first, step: 14d}
      """)
    let text = "first: 2026-03-06 18:00\ntalks: [{topic: One}, {off: true}, {topic: Three}]\n"
    let events = try events(Array(text.utf8), of: source)
    #expect(events.map(\.title) == ["One", "Three"])
    #expect(events.map { $0.start?.civil.date } == [march, april])
    #expect(events.map { $0.start?.civil.hour } == [18, 18], "also after the clocks changed")
  }

  @Test(
    "Invalid paging and dates are mistakes",
    arguments: [
      ("pages: {most: 3}", "one of 'next'"), ("pages: {page: p, next: n}", "one of 'next'"),
      ("pages: {cursor: c}", "'cursor' with 'at'"),
    ])
  func mistakes(lines: String, words: String) {
    let error = #expect(throws: ConfigurationError.self) {
      try source("url: https://a.example/\n\(lines)")
    }
    #expect("\(String(describing: error))".contains(words))
    let dated = #expect(throws: ConfigurationError.self) {
      try source("url: \"https://a.example/?x={from:EEEE}\"")
    }
    #expect("\(String(describing: dated))".contains("EEEE"))
  }
}
