import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

/// Tests the HTTP metadata of a capture.
@Suite struct RepresentationTests {
  private func context(
    _ origin: String = "https://a.example/feeds/all.rss", language: String? = nil,
    location: String? = nil,
    source: Source = Source(id: "feed", campus: "hill", location: .file(""))
  ) -> ReadingContext {
    var context = ReadingContext()
    var capture = Capture(
      source: "feed", sha256: "00", byteCount: 0, fetchedAt: Instant(secondsSinceEpoch: 0),
      origin: origin)
    capture.contentType = "text/xml"
    capture.contentLanguage = language
    capture.contentLocation = location
    context.take(capture, of: source)
    return context
  }

  @Test(
    "A single Content-Language applies to a document without its own, several are ignored",
    arguments: [
      ("en", "en"), (" de-AT ", "de-AT"), ("en_US", "en-US"), ("en, de", nil), ("", nil),
      ("english, please", nil), ("x", nil), (nil, nil),
    ])
  func language(header: String?, language: String?) {
    #expect(context(language: header).language == language)
  }

  @Test("The definition's language precedes the server's, and the document's precedes both")
  func languages() {
    var source = Source.fixture()
    source.language = "fr"
    let context = context(language: "en", source: source)
    #expect(context.language == "fr")
    func read(_ element: String) -> String? {
      let feed = FeedReader.read(
        Array("<rss version='2.0'><channel>\(element)</channel></rss>".utf8), context: context)
      return feed.document.language
    }
    #expect(read("") == "fr")
    #expect(read("<language>ms</language>") == "ms")
  }

  @Test(
    "Links are resolved against Content-Location if it is public",
    arguments: [
      ("https://a.example/2026/all.rss", "https://a.example/2026/all.rss"),
      ("/2026/all.rss", "https://a.example/2026/all.rss"),
      ("de.rss", "https://a.example/feeds/de.rss"),
      ("https://b.example/x", "https://b.example/x"),
      ("http://a.example/x", nil), ("https://a.example:8443/x", nil), ("https://10.0.0.5/x", nil),
      ("https://backend/x", nil), ("https://[::1]/x", nil), ("ftp://a.example/x", nil),
      ("https://", nil), ("", nil), (nil, nil),
    ])
  func base(location: String?, base: String?) {
    let origin = "https://a.example/feeds/all.rss"
    #expect(context(origin, location: location).baseURL == base ?? origin)
  }

  @Test("Links of a local file are relative to the public address of its source")
  func files() {
    var source = Source.fixture()
    source.address = "https://a.example/all.rss"
    #expect(context("/srv/all.rss", location: "x.rss", source: source).baseURL == source.address)
    var context = ReadingContext()
    context.take(nil, of: source)
    #expect(context.baseURL == source.address)
  }
}
