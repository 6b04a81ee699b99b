import Foundation
import Testing

@testable import AlmanacPublish

/// Tests the URLs in published files, and the names of calendars.
@Suite struct AddressTests {
  private static let base = "https://events.hill.example/almanac"

  private func edition(
    _ output: TemporaryOutput, _ change: (inout EditionContents) -> Void = { _ in }
  ) throws -> PublishedEdition {
    var contents = EditionFixture.contents()
    change(&contents)
    return try output.publish(contents)
  }

  private static func lines(_ text: String) -> [String] {
    text.replacing("\r\n ", with: "").components(separatedBy: "\r\n")
  }

  @Test(
    "An address must be an http or https URL of a folder",
    arguments: [
      ("https://events.example", "https://events.example/calendars/all.ics"),
      ("https://events.example/a/b//", "https://events.example/a/b/calendars/all.ics"),
      ("HTTP://events.example:8080/", "HTTP://events.example:8080/calendars/all.ics"),
      ("ftp://events.example", nil), ("events.example", nil), ("https://", nil),
      ("https:///a", nil), ("https://events.example/?a=b", nil), ("https://a.example/#x", nil),
      ("https://a.example/ b", nil), ("mailto:a@b.example", nil), ("", nil),
    ] as [(String, String?)])
  func readsAddresses(text: String, file: String?) {
    #expect(EditionAddress(text)?.file(CalendarPaths.all) == file)
  }

  @Test("If an address is configured, calendars, feeds and the page contain their URLs")
  func containsURLs() throws {
    let output = try TemporaryOutput()
    let edition = try edition(output) { $0.options.address = EditionAddress(Self.base + "/") }
    let all = Self.lines(try edition.text("calendars/all.ics"))
    #expect(all.contains("URL:\(Self.base)/site/index.html"))
    #expect(all.contains("SOURCE;VALUE=URI:\(Self.base)/calendars/all.ics"))
    let arts = Self.lines(try edition.text("calendars/category/health-wellness.ics"))
    #expect(arts.contains("URL:\(Self.base)/site/index.html?category=health-wellness"))
    #expect(
      arts.contains("SOURCE;VALUE=URI:\(Self.base)/calendars/category/health-wellness.ics"))
    let place = Self.lines(try edition.text("calendars/place/library.ics"))
    #expect(place.contains("URL:\(Self.base)/site/index.html?place=library"))

    let json = try JSONSerialization.jsonObject(
      with: Data(try edition.text("feeds/coming.json").utf8))
    let feed = try #require(json as? [String: Any])
    #expect(feed["home_page_url"] as? String == "\(Self.base)/site/index.html")
    #expect(feed["feed_url"] as? String == "\(Self.base)/feeds/coming.json")
    let rss = try edition.text("feeds/coming.rss")
    #expect(rss.contains("<link>\(Self.base)/site/index.html</link>"))
    #expect(
      rss.contains("<atom:link rel=\"self\" type=\"application/rss+xml\" href=\"\(Self.base)/"))
    #expect(rss.contains("xmlns:atom=\"http://www.w3.org/2005/Atom\""))
    // An event without a publisher's page links to the edition's page.
    #expect(rss.contains("<link>\(Self.base)/site/index.html#lectures</link>"))
    let atom = try edition.text("feeds/changes.atom")
    #expect(atom.contains("<link rel=\"self\" type=\"application/atom+xml\" href=\"\(Self.base)/"))
    #expect(atom.contains("<link rel=\"alternate\" type=\"text/html\" href=\"\(Self.base)/site/"))
    let page = try edition.text("site/index.html")
    #expect(page.contains("<link rel=\"canonical\" href=\"\(Self.base)/site/index.html\">"))
    #expect(page.contains("href=\"\(Self.base)/feeds/coming.rss\">"))
    #expect(page.contains("<a href=\"webcal://events.hill.example/almanac/calendars/all.ics\">"))
  }

  @Test(
    "Without an address, no file contains an edition URL, and a feed's link is that of no event")
  func isSilent() throws {
    let output = try TemporaryOutput()
    let edition = try edition(output)
    let rss = try edition.text("feeds/coming.rss")
    let head = rss.components(separatedBy: "<item>").first ?? ""
    #expect(head.contains("<link>https://hill.example/</link>"))
    #expect(!head.contains("hall.example/7") && !head.contains("atom"))
    let all = try edition.text("calendars/all.ics")
    let top = all.components(separatedBy: "BEGIN:VEVENT").first ?? ""
    #expect(!top.contains("\r\nURL") && !top.contains("\r\nSOURCE"))
    let json = try edition.text("feeds/coming.json")
    #expect(!json.contains("home_page_url") && !json.contains("feed_url"))
    #expect(try !edition.text("feeds/changes.atom").contains("<link"))
    let page = try edition.text("site/index.html")
    #expect(!page.contains("canonical") && !page.contains("webcal"))
    #expect(page.contains("href=\"../feeds/coming.rss\">"))
  }

  @Test("Calendars have their configured names in both properties")
  func names() throws {
    let output = try TemporaryOutput()
    let edition = try edition(output) {
      $0.options.calendars.all = "{calendar}, {campus}"
      $0.options.calendars.category = "{name} at {campus}"
      $0.options.calendars.place = "{name}"
      $0.options.calendars.source = "{name} ({calendar})"
      $0.options.calendarName = "{name}"
    }
    for (path, name) in [
      ("all", "{name}\\, Hill University"),
      ("category/health-wellness", "Health & Wellness at Hill University"),
      ("place/library", "Léopold \"Leo\" Library"), ("source/clubs", "Student clubs ({name})"),
    ] {
      let lines = Self.lines(try edition.text("calendars/\(path).ics"))
      #expect(lines.contains("NAME:\(name)"), "\(path)")
      #expect(lines.contains("X-WR-CALNAME:\(name)"), "\(path)")
    }
  }
}
