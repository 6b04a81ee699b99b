import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct FeedReaderTests {
  @Test(
    "The content determines the format of a document",
    arguments: [
      ("<rss version='2.0'>", .feed(.rss)),
      ("\u{FEFF} <?xml version=\"1.0\"?>\n<!-- x --><rss>", .feed(.rss)),
      ("<rss version=\"0.91\">", .feed(.rss09x)),
      ("<rdf:RDF xmlns=\"http://purl.org/rss/1.0/\">", .feed(.rss1)),
      ("<feed xmlns=\"http://www.w3.org/2005/Atom\">", .feed(.atom)),
      ("<atom:feed xmlns:atom='x/atom'>", .feed(.atom)),
      ("<!DOCTYPE html><html>", .html), ("<HTML>", .html), ("<div class='vevent'>", .html),
      ("<!DOCTYPE rss PUBLIC \"-//Netscape\" \"x.dtd\"><rss version='0.91'>", .feed(.rss09x)),
      ("BEGIN:VCALENDAR\r\n", .feed(.icalendar)), ("\r\nbegin:vcalendar", .feed(.icalendar)),
      ("{\"version\": \"https://jsonfeed.org/version/1.1\"}", .feed(.jsonfeed)),
      ("[]", .feed(.json)),
      (" {", .feed(.json)), ("{\"@context\": \"https://schema.org\"}", .feed(.jsonld)),
      ("[{\"@type\": \"Event\"}]", .feed(.jsonld)),
      ("<responseWS>", .feed(.xml)), ("", .empty), (" \n\t", .empty), ("403 Forbidden", .text),
      ("Warning: x in <b>y</b>\n<?xml version=\"1.0\"?><rss>", .feed(.rss)), ("<", .text),
      ("<!--", .text),
      ("<br />\n<b>Warning</b>: x in <b>y</b>\n<?xml version=\"1.0\"?><rss>", .feed(.rss)),
      ("<b>Notice</b>: x in <b>y</b>\nBEGIN:VCALENDAR\n", .feed(.icalendar)),
      ("<b>Warning</b>: x in y", .html), ("<p>Read our <?xml version='1.0'?><page/>", .html),
      ("<!--" + String(repeating: "e", count: 40_000) + "--><rss/>", .feed(.rss)),
      (
        "<?xml version='1.0'?><!DOCTYPE rss [" + String(repeating: " ", count: 20_000) + "]><rss/>",
        .feed(.rss)
      ),
      (String(repeating: "word ", count: 4_000), .text),
    ] as [(String, DetectedFormat)])
  func detects(text: String, format: DetectedFormat) {
    #expect(FormatDetector.detect(Array(text.utf8)) == format)
  }

  @Test("UTF-16 is recognized")
  func detectsUTF16() {
    let bytes: [UInt8] = [0xFF, 0xFE] + "<rss>".utf8.flatMap { [$0, 0] }
    #expect(FormatDetector.detect(bytes) == .feed(.rss))
  }

  @Test(
    "Documents that are no feeds are rejected with a description",
    arguments: [
      ("", "E_EMPTY", "empty"), ("  \n", "E_EMPTY", "empty"),
      ("403 Forbidden", "E_NOT_A_FEED", "'403 Forbidden'"),
      (
        "<!DOCTYPE html><html><head><title>Just a moment...</title></head>", "E_NOT_A_FEED",
        "'Just a moment...'"
      ),
      ("{\"error\": \"Invalid feed signature\"}", "E_NOT_A_FEED", "'Invalid feed signature'"),
      ("{\"error\": {\"code\": 403, \"message\": \"No key\"}}", "E_NOT_A_FEED", "'No key'"),
      ("{\"events\": [}", "E_PARSE", "not JSON"), ("<responseWS/>", "E_NOT_A_FEED", "<responseWS>"),
      ("\u{1F}\u{8B}\u{8}\u{0}\u{0}", "E_NOT_A_FEED", "binary"),
      ("[1, 2]", "E_NOT_A_FEED", "mapping"),
    ])
  func refuses(text: String, code: String, words: String) throws {
    let feed = FeedReading.read(text)
    #expect(feed.document.isRefused)
    let problem = try #require(feed.document.problems.last)
    #expect(problem.code.rawValue == code)
    #expect(problem.message.contains(words))
  }

  @Test(
    "Other file formats are named in the error",
    arguments: [
      (Array("%PDF-1.7 events".utf8), "a PDF document"),
      ([0x50, 0x4B, 0x03, 0x04, 0x14, 0x00], "a zip archive"),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "a PNG image"),
      ([0xFF, 0xD8, 0xFF, 0xE0, 0x00], "a JPEG image"), ([0x1F, 0x8B, 0x08, 0x00], "gzip data"),
      ([0x28, 0xB5, 0x2F, 0xFD, 0x00], "zstd data"), ([0x00, 0x01, 0x02, 0x03], "binary data"),
    ] as [([UInt8], String)])
  func fileKinds(bytes: [UInt8], name: String) {
    let problem = FeedReader.read(bytes, context: ReadingContext()).document.problems.first
    #expect(problem?.code == "E_NOT_A_FEED")
    #expect(problem?.message.hasPrefix(name) == true, "\(problem?.message ?? "")")
  }

  @Test("EBCDIC and UTF-32 are distinguished from other binary data")
  func unreadableEncodings() {
    let ebcdic: [UInt8] = [0x4C, 0x6F, 0xA7, 0x94, 0x93, 0x40, 0xA5, 0x85, 0x99]
    for bytes in [ebcdic, [0xFF, 0xFE, 0, 0, 0x3C, 0, 0, 0], [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x3C]] {
      let feed = FeedReader.read(bytes, context: ReadingContext())
      #expect(feed.document.problems.map(\.code) == ["E_ENCODING"])
    }
    let noise = FeedReader.read([0x80, 1, 2, 3], context: ReadingContext())
    #expect(noise.document.problems.map(\.code) == ["E_NOT_A_FEED"])
  }

  @Test("A declared format does not hide the reason for rejection", arguments: FeedFormat.allCases)
  func refusalStands(format: FeedFormat) {
    for text in ["<html><title>Log in</title>", "", "{\"error\": \"no\"}", "<page/>", "no"] {
      #expect(FeedReading.read(text, ReadingContext(format: format)).document.isRefused)
    }
  }

  @Test("A wrong declared format is reported, and the content decides")
  func mismatch() {
    let feed = FeedReading.read(
      "<feed xmlns=\"http://www.w3.org/2005/Atom\"/>", ReadingContext(format: .rss))
    #expect(feed.document.format == .atom)
    #expect(feed.codes == ["W_FORMAT"])
    let rdf = FeedReading.read(
      "<rdf:RDF xmlns:rdf='x' xmlns='http://purl.org/rss/1.0/'/>", ReadingContext(format: .rss))
    #expect(rdf.codes == [])
  }

  @Test("iCalendar is passed to its own reader")
  func icalendar() {
    let feed = FeedReading.read(
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Tea\r\nDTSTART:20260303\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    #expect(feed.document.format == .icalendar)
    #expect(feed.first.title == "Tea")
  }

  @Test("The last of repeated JSON Feed members counts, and invalid items are reported")
  func oddJSONFeed() {
    let feed = FeedReading.read(
      """
      {"version":"https://jsonfeed.org/version/1.1","items":[ 1e999, {"id":"a","title":{"x":1},
      "tags":["x"],"id":"b","tags":["y"],"url":["https://example.org/1","https://example.org/2"]},
      [{"id":"c"}], "d", {"\\u0069d":"e","content_text":"\\ud800"}]}
      """)
    #expect(feed.entries.map(\.id) == ["b", "e"])
    #expect(feed.first.title == nil)
    #expect(feed.first.problems.map(\.code) == ["Q_TYPE"])
    #expect(feed.first.categories == ["y"])
    #expect(feed.first.link == "https://example.org/1")
    #expect(feed.document.problems.map(\.code) == ["Q_NUMBER", "S_CTRL"])
  }

  @Test("A JSON Feed is read as its specification requires")
  func jsonFeed() {
    let feed = FeedReading.read(
      """
      {"version":"https://jsonfeed.org/version/1.1","title":"F","home_page_url":"https://example.org/",
      "items":[{"id":5,"url":"https://example.org/5","title":"T","content_html":"<p>a<br>b</p>",
      "date_published":"2026-03-03T19:00:00+08:00","authors":[{"name":"Jane"}],"tags":["x","y"]}]}
      """)
    #expect(feed.document.format == .jsonfeed)
    let entry = feed.first
    #expect(entry.id == "5")
    #expect(entry.title == "T")
    #expect(entry.content == "a\nb")
    #expect(entry.published?.publicText == "2026-03-03T19:00:00+08:00")
    #expect(entry.author == "Jane")
    #expect(entry.categories == ["x", "y"])
  }
}
