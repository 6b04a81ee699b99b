import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

/// Tests documents that are one page of several.
@Suite struct PagingTests {
  private func document(_ text: String, item: String? = nil) -> Document {
    var context = ReadingContext(zone: .utc)
    context.mapping = item.map { FeedMapping(item: $0, fields: [:]) }
    return FeedReader.read(Array(text.utf8), context: context).document
  }

  private static func atom(_ head: String) -> String {
    """
    <feed xmlns="http://www.w3.org/2005/Atom" xmlns:os="http://a9.com/-/spec/opensearch/1.1/">
    <title>Talks</title><id>urn:x:1</id><updated>2026-03-01T10:00:00Z</updated>\(head)
    <entry><id>urn:x:2</id><title>Talk</title><updated>2026-03-01T10:00:00Z</updated>
    <link rel="next" href="https://hill.example/talk/2"/></entry></feed>
    """
  }

  private static func rss(_ head: String) -> String {
    """
    <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"
    xmlns:os="http://a9.com/-/spec/opensearch/1.1/"><channel><title>Talks</title>\(head)
    <item><title>Talk</title></item><item><title>Other talk</title></item></channel></rss>
    """
  }

  @Test(
    "Links and counts of a feed show further pages",
    arguments: [
      (#"<link rel="next" href="?page=2"/>"#, true),
      (#"<link rel="prev-archive" href="/2025"/>"#, true),
      (#"<link rel="self" href="/"/><link rel="previous" href="/0"/>"#, false),
      (#"<os:totalResults>7</os:totalResults>"#, true),
      (#"<os:totalResults>1</os:totalResults>"#, false),
    ])
  func feeds(head: String, isPartial: Bool) {
    #expect(document(Self.atom(head)).isPartial == isPartial)
    let channel = head.replacing("<link", with: "<atom:link")
    #expect(document(Self.rss(channel)).isPartial == isPartial)
  }

  @Test(
    "Members of web APIs show further pages",
    arguments: [
      (#""meta": {"next": "https://hill.example/?page=2"}"#, true),
      (#""meta": {"next": null, "count": 2}"#, false),
      (#""count": 5, "next": null"#, true),
      (#""_links": {"next": {"href": "/?page=2"}}"#, true),
      (#""links": {"self": "/", "next": ""}"#, false),
      (#""@odata.nextLink": "https://hill.example/x""#, true),
      (#""hydra:view": {"hydra:next": "/x?page=2"}"#, true),
      (#""pageInfo": {"hasNextPage": true}"#, true),
      (#""pageInfo": {"hasNextPage": false, "endCursor": "x"}"#, false),
      (#""pagination": {"page": 1, "total_pages": 3}"#, true),
      (#""page": {"size": 20, "totalElements": 2, "totalPages": 1, "number": 0}"#, false),
      (#""nextPageToken": "CAUQAA""#, true), (#""total": 2, "page": 1"#, false),
      (#""has_more": true"#, true), (#""venue": {"total": 900, "next": "x"}"#, false),
    ])
  func mapped(members: String, isPartial: Bool) {
    let rows = #""rows": [{"name": "A", "total": 50}, {"name": "B", "next": "x"}]"#
    let text = "{\(members), \(rows)}"
    #expect(document(text, item: "rows").isPartial == isPartial, "\(members)")
    let finding = document(text, item: "rows").problems.first { $0.code == "W_PARTIAL" }
    #expect(finding == nil || finding?.severity == .warning)
  }

  @Test(
    "Next_url of JSON Feed shows further pages",
    arguments: [(#""https://hill.example/2""#, true), ("null", false)])
  func jsonFeed(next: String, isPartial: Bool) {
    let text = """
      {"version": "https://jsonfeed.org/version/1.1", "title": "T", "next_url": \(next), "items": []}
      """
    #expect(document(text).isPartial == isPartial)
  }
}
