import AlmanacModel
import Foundation
import Testing

@testable import AlmanacPublish

/// Tests that hostile text of feeds remains text on the page.
@Suite struct HostileSiteTests {
  private static let title = "</script><img src=x onerror=\"alert(1)\"> & \u{2028}'quoted'"

  private static var event: Event {
    var event = EditionFixture.jazz
    event.title = title
    event.text = "<script>alert(2)</script>"
    event.venue = "<b>Foyer</b>"
    event.placement = nil
    event.price = "<i>5</i>"
    event.organizer = "]]>--><!--"
    event.url = "javascript:alert(3)"
    event.onlineURL = "data:text/html,<script>alert(4)</script>"
    event.listings[0].url = "vbscript:x"
    return event
  }

  private let output: TemporaryOutput
  private let edition: PublishedEdition

  init() throws {
    output = try TemporaryOutput()
    var contents = EditionFixture.contents(events: [Self.event])
    contents.listings = PublishedListings()
    edition = try output.publish(contents)
  }

  @Test("The page shows titles as text, and its links are http or https")
  func escapesPage() throws {
    let page = try edition.text("site/index.html")
    #expect(
      page.contains("&lt;/script&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; \u{2028}"))
    #expect(page.contains("&lt;b&gt;Foyer&lt;/b&gt;"))
    #expect(page.contains("&lt;i&gt;5&lt;/i&gt;"))
    #expect(!page.contains("<img"))
    #expect(!page.contains("alert(3)"))
    #expect(!page.contains("vbscript"))
  }

  @Test("The data contains nothing that ends a script or a line, and no unsafe links")
  func escapesData() throws {
    let script = try edition.text("site/data.js")
    #expect(!script.contains("<"))
    #expect(!script.unicodeScalars.contains("\u{2028}"))
    #expect(!script.contains("javascript:"))
    #expect(!script.contains("data:text"))
    #expect(!script.contains("vbscript"))
  }

  @Test("A JSON parser reads the source's text from the data")
  func keepsText() throws {
    let script = try edition.text("site/data.js")
    let json = try #require(script.split(separator: " = ", maxSplits: 1).last?.dropLast(2))
    let data = try JSONDecoder().decode(SiteContents.self, from: Data(json.utf8))
    let event = try #require(data.events.first)
    #expect(event.title == Self.title)
    #expect(event.text == "<script>alert(2)</script>")
    #expect(event.url == nil)
    #expect(event.sources.map(\.url) == [nil, nil])
  }

  @Test(
    "Only http, https and mailto links are accepted",
    arguments: [
      ("https://a.example/?q=1&r=<2>", true), ("HTTP://A.EXAMPLE", true),
      ("mailto:a@b.example", true), ("javascript:alert(1)", false),
      ("java\nscript:alert(1)", false), ("https://a.example/\nx", false), (" https://a", false),
      ("//a.example", false), ("file:///etc/passwd", false), ("", false),
    ])
  func knowsLinks(address: String, isSafe: Bool) {
    #expect((WebLink.safe(address) != nil) == isSafe)
  }

  private struct SiteContents: Decodable {
    struct Event: Decodable {
      struct Source: Decodable { var url: String? }
      var title: String
      var text: String?
      var url: String?
      var sources: [Source]
    }
    var events: [Event]
  }
}
