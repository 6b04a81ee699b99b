import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPublish

@Suite struct SiteTests {
  private let output: TemporaryOutput

  init() throws { output = try TemporaryOutput() }

  @Test("Leaflet is copied with its license, and with its minified script if there is one")
  func copiesLeaflet() throws {
    let folder = try leaflet(["leaflet.js": "long", "leaflet.min.js": "short", "LICENSE": "BSD"])
    let edition = try publish(SiteOptions(leaflet: folder))
    #expect(try edition.text("site/leaflet/leaflet.js") == "short")
    #expect(try edition.text("site/leaflet/leaflet.css") == "style")
    #expect(try edition.text("site/leaflet/LICENSE") == "BSD")
    #expect(edition.findings.isEmpty)
    let page = try edition.text("site/index.html")
    #expect(page.contains("leaflet/leaflet.js") && page.contains("leaflet/leaflet.css"))
  }

  @Test("Without Leaflet the page is a list, and a finding names the missing package")
  func livesWithoutLeaflet() throws {
    let edition = try publish(SiteOptions(leaflet: output.folder.appending(path: "nowhere")))
    let finding = try #require(edition.findings.first)
    #expect(finding.code == "W_SITE_NO_LEAFLET")
    #expect(finding.severity == .warning)
    #expect(finding.message.contains("libjs-leaflet"))
    let page = try edition.text("site/index.html")
    #expect(!page.contains("leaflet.js"))
    #expect(page.contains("id=\"jazz-night\""))
    #expect(try !TemporaryOutput.files(in: edition.folder).contains { $0.contains("leaflet") })
  }

  @Test("An incomplete Leaflet counts as missing")
  func wantsAllOfLeaflet() throws {
    let folder = try leaflet(["leaflet.js": "long"])
    try FileManager.default.removeItem(at: folder.appending(path: "leaflet.css"))
    let edition = try publish(SiteOptions(leaflet: folder))
    #expect(edition.findings.map(\.code) == ["W_SITE_NO_LEAFLET"])
    #expect(try !TemporaryOutput.files(in: edition.folder).contains { $0.contains("leaflet") })
  }

  @Test("The page's policy allows only its own files, and only images from a tile server")
  func declaresPolicy() throws {
    let plain = try publish(SiteOptions()).text("site/index.html")
    #expect(plain.contains("default-src &#39;none&#39;; script-src &#39;self&#39; file:;"))
    #expect(!plain.contains("tiles.example"))
    let tiles = SiteOptions.Tiles(
      url: "https://{s}.tiles.example/{z}/{x}/{y}.png", attribution: "© <Tiles>")
    let edition = try publish(SiteOptions(tiles: tiles))
    let page = try edition.text("site/index.html")
    #expect(page.contains("img-src &#39;self&#39; file: data: https://*.tiles.example;"))
    #expect(try edition.text("site/data.js").contains(#""attribution":"© \u003cTiles>""#))
  }

  @Test(
    "A tile URL is http or https with a host and placeholders for zoom, column and row",
    arguments: [
      ("https://t.example/{z}/{x}/{y}.png", true), ("http://{s}.t.example:81/{x}?{y}&{z}", true),
      ("https://t.example/{z}/{x}.png", false), ("ftp://t.example/{z}/{x}/{y}", false),
      ("https://t.example;script-src *//{z}/{x}/{y}", false), ("https:///{z}/{x}/{y}", false),
    ])
  func checksTiles(url: String, isUsable: Bool) {
    #expect(SiteOptions.Tiles(url: url, attribution: "").isUsable == isUsable)
  }

  @Test("The page's own scripts and styles are smaller than 110 kB, and no placeholder remains")
  func isLight() throws {
    let own = SiteAssets.files.filter { ["site.js", "site.css"].contains($0.name) }
    #expect(own.map(\.bytes.count).reduce(0, +) < 110_000)
    #expect(try !publish(SiteOptions()).text("site/index.html").contains("{{"))
  }

  @Test("The page shows 60 days of the campus's zone, from its current day")
  func countsDays() throws {
    // 2 March 18:00 UTC is 3 March in Singapore.
    let first = event("first", "2026-03-03T00:10:00+08:00[Asia/Singapore]")
    let last = event("last", "2026-05-01T23:50:00+08:00[Asia/Singapore]")
    let before = event("before", "2026-03-02T23:50:00+08:00[Asia/Singapore]")
    let after = event("after", "2026-05-02T00:10:00+08:00[Asia/Singapore]")
    let events = [after, before, first, last]
    let edition = try output.publish(EditionFixture.contents(events: events))
    let data = try edition.text("site/data.js")
    #expect(data.contains(#""id":"first""#) && data.contains(#""id":"last""#))
    #expect(!data.contains(#""id":"before""#) && !data.contains(#""id":"after""#))
  }

  @Test("The page links to the dates after the first thousand")
  func limitsList() throws {
    let start = EditionFixture.instant("2026-03-05T02:00:00Z")
    let many = (0..<1_005).map { number in
      event("e-\(number + 1_000)", ZonedTime(start + number, in: .utc))
    }
    let edition = try output.publish(EditionFixture.contents(events: many))
    let page = try edition.text("site/index.html")
    #expect(page.split(separator: "<li class=\"item\"").count - 1 == 1_000)
    #expect(page.contains("The first 1000 of 1005 dates"))
    let data = try edition.text("site/data.js")
    #expect(data.contains(#""left":0"#) && data.contains("\"id\":\"e-2004\""))
  }

  @Test("Two campuses have separate parts with times in their own zones")
  func separatesCampuses() throws {
    let valley = Campus(id: "valley", name: "Valley & Co", timezone: "America/New_York")
    var concert = event("concert", "2026-03-03T12:00:00Z")
    concert.campus = "valley"
    let edition = try output.publish(
      EditionFixture.contents(
        events: [concert, EditionFixture.jazz], campuses: [EditionFixture.campus, valley]))
    let page = try edition.text("site/index.html")
    #expect(page.contains("<h2 class=\"campus\">Valley &amp; Co</h2>"))
    #expect(page.contains(">07:00</time>") && page.contains(">19:00–21:00</time>"))
    let data = try edition.text("site/data.js")
    #expect(data.contains(#""timezone":"America/New_York","firstDay":"2026-03-02""#))
    #expect(data.contains(#""start":"2026-03-03T07:00:00-05:00""#))
  }

  private func publish(_ site: SiteOptions) throws -> PublishedEdition {
    var contents = EditionFixture.contents()
    contents.options.site = site
    return try output.publish(contents)
  }

  private func leaflet(_ files: [String: String]) throws -> URL {
    let folder = output.folder.appending(path: "leaflet")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files.merging(["leaflet.css": "style"], uniquingKeysWith: { own, _ in own })
    {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    return folder
  }

  private func event(_ id: String, _ start: String) -> Event {
    Event(
      id: id, campus: "hill", title: id,
      occurrences: [Occurrence(start: EditionFixture.time(start))],
      listings: [ListingReference(id: "hall/\(id)", source: "hall")])
  }

  private func event(_ id: String, _ start: ZonedTime) -> Event {
    Event(
      id: id, campus: "hill", title: id, occurrences: [Occurrence(start: .zoned(start))],
      listings: [ListingReference(id: "hall/\(id)", source: "hall")])
  }

  @Test("Every weather condition has an icon for day and night in the page's script")
  func allIcons() throws {
    let script = try ProjectFiles.text("Sources/AlmanacPublish/Site/Page/weather.js")
    for condition in WeatherCondition.allCases where condition != .unknown {
      for isDay in [true, false] {
        let name = try #require(condition.icon(isDay: isDay))
        #expect(script.contains(" \(name): ["), "\(name)")
      }
    }
    #expect(WeatherCondition.unknown.icon(isDay: true) == nil)
    #expect(WeatherCondition.clear.icon(isDay: nil) == "clear")
    #expect(WeatherCondition.clear.icon(isDay: false) == "clear_night")
    #expect(WeatherCondition.rain.icon(isDay: false) == "rain")
  }
}
