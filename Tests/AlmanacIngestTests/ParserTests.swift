import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct ParserTests {
  private func parse(
    _ bodies: [[UInt8]], source: Source = .fixture(),
    from origin: String = "https://feeds.example.edu/events.ics"
  ) async throws -> Batch<ParsedSource> {
    let capture = Capture(
      source: source.id, sha256: "00", byteCount: 0, fetchedAt: Instant(secondsSinceEpoch: 0),
      origin: origin)
    return try await Parser().run(
      bodies.map {
        ParseRequest(
          source: source, campusTimezone: "Asia/Singapore", capture: capture,
          body: [UInt8]($0))
      })
  }

  @Test("A calendar becomes listings in document order, with counts")
  func calendarToListings() async throws {
    let body = calendar(
      "BEGIN:VEVENT", "UID:b@example.edu", "SUMMARY:Second", "DTSTART:20261005T190000",
      "END:VEVENT", "BEGIN:VEVENT", "UID:a@example.edu", "SUMMARY:First",
      "DTSTART;VALUE=DATE:20261006", "END:VEVENT", "BEGIN:VEVENT", "UID:c@example.edu",
      "SUMMARY:", "DTSTART:20261005T190000", "END:VEVENT")
    let batch = try await parse([body])
    let parsed = try #require(batch.records.first)
    let listings = parsed.listings
    #expect(parsed.source == "feed")
    #expect(listings.map(\.title) == ["Second", "First"])
    #expect(listings.first?.start.description == "2026-10-05T19:00:00+08:00[Asia/Singapore]")
    #expect(parsed.seen == 3)
    #expect(parsed.rejected == 1)
    #expect(batch.findings.map(\.code) == ["Q_NO_TITLE"])
    #expect(batch.findings.allSatisfy { $0.source == "feed" })
  }

  @Test("Other formats are detected and read")
  func otherFormats() async throws {
    let body = """
      <?xml version="1.0"?><rss version="2.0" xmlns:ev="http://purl.org/rss/1.0/modules/event/">
      <channel><title>Events</title><item><title>Choir</title><guid>17</guid>
      <ev:startdate>2026-10-05T19:00:00</ev:startdate><ev:location>Old Hall</ev:location>
      </item></channel></rss>
      """
    let batch = try await parse([Array(body.utf8)])
    let parsed = try #require(batch.records.first)
    #expect(parsed.document.format == .rss)
    let listings = parsed.listings
    #expect(listings.map(\.start.description) == ["2026-10-05T19:00:00+08:00[Asia/Singapore]"])
    #expect(listings.map(\.venue) == ["Old Hall"])
    #expect(listings.map(\.uid) == [nil])
    let cut = try await parse([Array(body.utf8.dropLast(20))])
    #expect(cut.records.isEmpty)
    #expect(cut.findings.map(\.code) == ["E_PARSE"])
  }

  @Test(
    "Relative links are resolved against the document's address",
    arguments: [
      ("https://feeds.example.edu/b/feed.xml", "https://feeds.example.edu/b/one"),
      ("/srv/feeds/choir/sample.rss", "https://choir.example.edu/one"),
    ])
  func relativeLinks(origin: String, link: String) async throws {
    let body = """
      <rss version="2.0"><channel><item><title>Choir</title><link>one</link>
      <startdate xmlns="http://purl.org/rss/1.0/modules/event/">2026-10-05</startdate></item>
      </channel></rss>
      """
    var source = Source.fixture()
    source.address = "https://choir.example.edu/feed.rss"
    let batch = try await parse([Array(body.utf8)], source: source, from: origin)
    #expect(batch.records.first?.listings.map(\.link) == [link])
  }

  private static func rss(after text: String = "", declaring type: String = "") -> [UInt8] {
    let document = """
      \(text)<?xml version="1.0"?>\(type.isEmpty ? "" : "<!DOCTYPE rss [\(type)]>")
      <rss version="2.0"><channel><item><title>Choir</title></item></channel></rss>
      """
    return Array(document.utf8)
  }

  @Test(
    "A damaged or missing document rejects its source only",
    arguments: [
      (Array("<html><body>Log in</body></html>".utf8), "E_NOT_A_FEED"),
      ([], "E_EMPTY"),
      (Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:One\nEND:VEVENT\n".utf8), "E_PARSE"),
      (event("SUMMARY:Ni\u{0}ght", "DTSTART:20261005T190000"), "E_PARSE"),
      (calendar("BEGIN:VEVENT", "SUMMARY:One"), "E_PARSE"),
      (Self.rss(after: "<b>Warning</b>: include() in <b>x.php</b><br />\n"), "E_PARSE"),
      (Self.rss(after: "Notice: x in y\n"), "E_PARSE"),
      (Self.rss(declaring: "<!ENTITY q '\(String(repeating: "Q", count: 50_000))'>"), "E_XML_DTD"),
    ] as [([UInt8], FindingCode)])
  func untrusted(body: [UInt8], code: FindingCode) async throws {
    let batch = try await parse([body, event("SUMMARY:Fine", "DTSTART:20261005T190000")])
    #expect(batch.records.map(\.listings.count) == [1])
    #expect(batch.rejected == 1)
    #expect(batch.findings.map(\.code) == [code])
    #expect(batch.findings.first?.source == "feed")
    #expect(batch.findings.first?.severity == .error)
  }

  @Test("A source with an unknown zone is rejected")
  func unknownZone() async throws {
    var source = Source.fixture()
    source.timezone = "Mars/Olympus"
    let batch = try await parse([event("SUMMARY:a", "DTSTART:20261005T190000")], source: source)
    #expect(batch.records.isEmpty)
    #expect(batch.findings.first?.message.contains("feed.yaml") == true)
  }

  @Test("A weather source gives forecasts, and an error rejects it")
  func weather() async throws {
    let point = try #require(Coordinate(latitude: 1.2966, longitude: 103.7764))
    let source = Source(
      id: "weather", campus: "nus", kind: .weather, location: .url("https://weather.example"),
      weather: WeatherRequest(provider: .openMeteo, points: [point]))
    let good = Array(
      #"""
      {"latitude":1.25,"longitude":103.75,"hourly":{"time":["2026-10-05T00:00"],
      "temperature_2m":[27.5]}}
      """#.utf8)
    let bad = Array(#"{"error":true,"reason":"Too many requests"}"#.utf8)
    let batch = try await parse([good, bad], source: source)
    #expect(batch.records.map(\.forecasts.count) == [1])
    #expect(batch.records.first?.forecasts.first?.point == point)
    #expect(batch.rejected == 1)
    #expect(batch.findings.map(\.code) == ["E_WEATHER_PROVIDER"])
    #expect(batch.findings.first?.message.contains("Too many requests") == true)
  }
}
