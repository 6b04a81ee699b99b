import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacIngest

/// Retrieves sources of several pages from a local server.
@Suite struct PagedFetchTests {
  private static let now = Instant(secondsSinceEpoch: 1_790_000_000)

  private func source(_ url: String, _ method: PagingRule.Method, item: String = "data") -> Source {
    var source = Source(id: "api", campus: "hill", location: .url(url))
    source.pages = PagingRule(method, most: 1_000, timeout: 600)
    source.format = .json
    source.allowedHosts = ["127.0.0.1", "localhost"]
    source.mapping = FeedMapping(
      item: item,
      fields: [.id: FieldMapping(paths: ["id"]), .title: FieldMapping(paths: ["name"])],
      start: TimeMapping(date: FieldMapping(paths: ["start"])))
    return source
  }

  private func fetch(
    _ source: Source, previous: Retrieval? = nil, secret: String? = nil,
    limits: Fetcher.Limits = Fetcher.Limits(), gap: Duration = .zero
  ) async throws(FetchError) -> Retrieval {
    let client = HTTPClient.curl(perHost: 2, hostGap: gap, userAgent: "test")
    var request = FetchRequest(source: source, previous: previous?.capture, secret: secret)
    if let body = previous?.body { request.previousBody = { body } }
    return try await Fetcher(client: client, now: Self.now, limits: limits).retrieve(request)
  }

  private func listings(_ retrieval: Retrieval, of source: Source) async throws -> (
    titles: [String], findings: [Finding]
  ) {
    let capture = try #require(retrieval.capture)
    let batch = try await Parser().run([
      ParseRequest(
        source: source, campusTimezone: "UTC", capture: capture, body: retrieval.body)
    ])
    let listings = batch.records.first?.listings ?? []
    return (listings.map(\.title), batch.findings)
  }

  /// A document with `count` items from a number on, and further members.
  private static func items(_ first: Int, _ count: Int, _ beside: String = "\"x\": 1") -> String {
    let items = (first..<(first + count)).map {
      #"{"id": "e\#($0)", "name": "Course \#($0)", "start": "2026-10-0\#($0 % 9 + 1)T10:00:00Z"}"#
    }
    return "{\(beside), \"data\": [\(items.joined(separator: ","))]}"
  }

  private static func query(_ path: String) -> [String: String] {
    let items = URLComponents(string: path)?.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
  }

  private static let five = (1...5).map { "Course \($0)" }

  @Test("Next links in JSON and in the Link header are followed to the last page")
  func nextAddress() async throws {
    let server = try LoopbackServer { request in
      let isSecond = request.path.contains("page=2")
      let next = isSecond ? "null" : "\"/events?page=2\""
      return .init(
        200, isSecond ? [] : [("Link", "<?page=2>; rel=\"next\"")],
        text: isSecond
          ? Self.items(4, 2, "\"meta\": {\"count\": 5, \"next\": \(next)}")
          : Self.items(1, 3, "\"meta\": {\"count\": 5, \"next\": \(next)}"))
    }
    for method in [PagingRule.Method.next(path: "meta.next"), .link] {
      let source = source(server.url("/events"), method)
      let retrieval = try await fetch(source)
      #expect(retrieval.capture?.pages?.count == 2)
      let (titles, findings) = try await listings(retrieval, of: source)
      #expect(titles == Self.five)
      #expect(findings.isEmpty, "\(findings)")
    }
    #expect(server.requests.count == 4)
  }

  @Test("Pages by number, offset and cursor end with the counts or the items")
  func counted() async throws {
    let server = try LoopbackServer { request in
      let query = Self.query(request.path)
      switch (query["page"], query["skip"], query["after"]) {
      case ("2", _, _), (_, "3", _), (_, _, "c d"):
        return .init(200, text: Self.items(4, 2, #""pages": 2, "total": 5"#))
      case (nil, nil, nil):
        return .init(
          200, text: Self.items(1, 3, #""pages": 2, "total": 5, "paging": {"after": "c d"}"#))
      case (.some, _, _), (_, .some, _): return .init(200, text: Self.items(0, 0))
      default: return .init(500)
      }
    }
    let url = server.url("/events?lang=en")
    var byCount = source(url, .number(parameter: "page", first: 1))
    byCount.pages?.pageCount = "pages"
    var byTotal = source(url, .offset(parameter: "skip"))
    byTotal.pages?.itemCount = "total"
    let sources: [(Source, Int)] = [
      (byCount, 2), (byTotal, 2), (source(url, .number(parameter: "page", first: 1)), 3),
      (source(url, .offset(parameter: "skip")), 3),
      (source(url, .cursor(parameter: "after", path: "paging.after")), 2),
    ]
    for (source, most) in sources {
      let before = server.requests.count
      let retrieval = try await fetch(source)
      #expect(try await listings(retrieval, of: source).titles == Self.five)
      #expect(server.requests.count - before <= most)
      #expect(server.requests.dropFirst(before).allSatisfy { $0.path.contains("lang=en") })
    }
  }

  @Test("The standard links of Atom, RSS and JSON Feed are followed")
  func feeds() async throws {
    let atom: @Sendable (Int, String) -> String = { number, link in
      """
      <feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><id>urn:t</id>\(link)
      <entry><id>urn:\(number)</id><title>Course \(number)</title></entry></feed>
      """
    }
    let rss: @Sendable (Int, String) -> String = { number, link in
      """
      <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>T</title>
      \(link.replacing("<link", with: "<atom:link"))
      <item><guid isPermaLink="false">\(number)</guid><title>Course \(number)</title></item></channel></rss>
      """
    }
    let json: @Sendable (Int, String) -> String = { number, link in
      let next = link.isEmpty ? "" : #""next_url": "?p=2","#
      return """
        {"version": "https://jsonfeed.org/version/1.1", "title": "T", \(next)
        "items": [{"id": "\(number)", "title": "Course \(number)"}]}
        """
    }
    for document in [atom, rss, json] {
      let server = try LoopbackServer { request in
        let isSecond = request.path.contains("p=2")
        return .init(
          200, text: document(isSecond ? 2 : 1, isSecond ? "" : #"<link rel="next" href="?p=2"/>"#))
      }
      var source = source(server.url("/feed"), .link)
      source.format = nil
      source.mapping = nil
      let retrieval = try await fetch(source)
      let capture = try #require(retrieval.capture)
      let feed = CaptureReader.read(
        ParseRequest(source: source, campusTimezone: "UTC", capture: capture, body: retrieval.body),
        ReadingContext())
      #expect(feed.entries.map(\.title) == ["Course 1", "Course 2"])
      #expect(!feed.document.isPartial)
    }
  }

  @Test("A hundred pages are each requested once, and a failing page is named")
  func many() async throws {
    let server = try LoopbackServer { request in
      let page = Int(Self.query(request.path)["page"] ?? "1") ?? 1
      let fails = request.path.contains("fail")
      if page == 77, fails { return .init(500, text: "no") }
      let next = page == 100 ? "null" : "\"?\(fails ? "fail&" : "")page=\(page + 1)\""
      return .init(200, text: Self.items(page * 10, 10, "\"next\": \(next)"))
    }
    let whole = source(server.url("/events"), .next(path: "next"))
    let retrieval = try await fetch(whole)
    #expect(retrieval.capture?.pages?.count == 100)
    #expect(try await listings(retrieval, of: whole).titles.count == 1_000)
    #expect(server.requests.count == 100 && Set(server.requests.map(\.path)).count == 100)
    let error = await #expect(throws: FetchError.self) {
      try await fetch(source(server.url("/events?fail"), .next(path: "next")))
    }
    #expect(error?.code == "E_HTTP_STATUS")
    #expect(error?.description.hasPrefix("page 77, ") == true, "\(error?.description ?? "")")
    #expect(server.requests.count == 100 + 77)
  }

  @Test("If one page has changed, the others are copied from the last capture")
  func conditional() async throws {
    let server = try LoopbackServer { request in
      let page = Self.query(request.path)["page"] ?? "1"
      let isNew = page == "2" && request.headers["if-none-match"] != nil
      let next = page == "3" ? "null" : "\"?page=\((Int(page) ?? 0) + 1)\""
      if request.headers["if-none-match"] == "\"p\(page)\"", !isNew { return .init(304) }
      return .init(
        200, [("ETag", isNew ? "\"new\"" : "\"p\(page)\"")],
        text: Self.items((Int(page) ?? 0) + (isNew ? 5 : 0), 1, "\"next\": \(next)"))
    }
    let source = source(server.url("/events"), .next(path: "next"))
    let first = try await fetch(source)
    #expect(try await listings(first, of: source).titles == ["Course 1", "Course 2", "Course 3"])
    let second = try await fetch(source, previous: first)
    #expect(try await listings(second, of: source).titles == ["Course 1", "Course 7", "Course 3"])
    #expect(server.requests.count == 6)
    #expect(second.capture?.pages?.map(\.etag) == ["\"p1\"", "\"new\"", "\"p3\""])
  }

  @Test("Unchanged pages give no new capture")
  func unchanged() async throws {
    let server = try LoopbackServer { request in
      let isSecond = request.path.contains("page=2")
      if request.headers["if-none-match"] != nil { return .init(304) }
      return .init(
        200, [("ETag", "\"a\"")] + (isSecond ? [] : [("Link", "<?page=2>; rel=next")]),
        text: Self.items(isSecond ? 2 : 1, 1))
    }
    let source = source(server.url("/events"), .link)
    let first = try await fetch(source)
    let second = try await fetch(source, previous: first)
    #expect(second.isNotModified && second.capture == nil && second.body.isEmpty)
    #expect(server.requests.count == 4, "a 304 without a Link header leads where the page did")
  }

  @Test(
    "Slow pages, and the waits between them, share one time limit",
    arguments: [(pause: 300, gap: 0), (pause: 0, gap: 300), (pause: 0, gap: 60_000)])
  func slow(pause: Int, gap: Int) async throws {
    let server = try LoopbackServer { request in
      let page = Int(Self.query(request.path)["page"] ?? "1") ?? 1
      let text = Self.items(page, 1, "\"next\": \"?page=\(page + 1)\"")
      return .init(
        steps: [.pause(milliseconds: pause)] + LoopbackServer.Response(200, text: text).steps)
    }
    var source = source(server.url("/events"), .next(path: "next"))
    source.pages?.timeout = 1
    let error = await #expect(throws: FetchError.self) {
      try await fetch(source, gap: .milliseconds(gap))
    }
    #expect(error?.code == "E_TIMEOUT")
    #expect(error?.description.contains("within 1 s") == true, "\(error?.description ?? "")")
    #expect((1...4).contains(server.requests.count), "of pages that never end")
  }

  @Test("Repeated links and repeated pages end the retrieval with a finding and withdraw nothing")
  func loops() async throws {
    let server = try LoopbackServer { request in
      let page = Self.query(request.path)["page"] ?? "1"
      if request.path.hasPrefix("/same") { return .init(200, text: Self.items(1, 2)) }
      return .init(
        200, text: Self.items(page == "1" ? 1 : 2, 1, "\"next\": \"?page=\(page == "2" ? 2 : 2)\""))
    }
    for source in [
      source(server.url("/events"), .next(path: "next")),
      source(server.url("/same"), .number(parameter: "page", first: 1)),
    ] {
      let retrieval = try await fetch(source)
      let (titles, findings) = try await listings(retrieval, of: source)
      #expect(titles == ["Course 1", "Course 2"])
      #expect(findings.map(\.code) == ["W_PARTIAL"])
    }
    #expect(server.requests.count == 4)
  }

  @Test("Neither links nor redirects lead to requests to other hosts")
  func hosts() async throws {
    let other = try LoopbackServer { _ in .init(200, text: Self.items(9, 1)) }
    let server = try LoopbackServer { request in
      if request.path.contains("page=2") { return .init(302, [("Location", other.url("/x"))]) }
      let next = request.path.hasPrefix("/away") ? other.url("/y") : "?page=2"
      return .init(200, text: Self.items(1, 1, "\"next\": \"\(next)\""))
    }
    for path in ["/events", "/away"] {
      let error = await #expect(throws: FetchError.self) {
        try await fetch(source(server.url(path), .next(path: "next")))
      }
      #expect(error?.code == "E_FOLLOW")
    }
    #expect(other.requests.map(\.path) == ["/x"], "only where a redirect had led is it found out")
  }

  @Test("A key is sent with every page and occurs in no address, body or error")
  func secrets() async throws {
    let server = try LoopbackServer { request in
      guard request.path.contains("key=s3cret-key") else { return .init(403) }
      let isSecond = request.path.contains("page=2")
      if request.path.contains("fail"), isSecond { return .init(500, text: "s3cret-key") }
      let next = isSecond ? "null" : "\"\(request.path)&page=2\""
      return .init(200, text: Self.items(isSecond ? 2 : 1, 1, "\"next\": \(next)"))
    }
    let source = source(server.url("/events?key={key}"), .next(path: "next"))
    let retrieval = try await fetch(source, secret: "s3cret-key")
    #expect(retrieval.capture?.pages?.count == 2)
    #expect(!"\(String(describing: retrieval.capture))".contains("s3cret"))
    #expect(!String(decoding: retrieval.body, as: UTF8.self).contains("s3cret"))
    let error = await #expect(throws: FetchError.self) {
      try await fetch(
        self.source(server.url("/events?fail&key={key}"), .next(path: "next")), secret: "s3cret-key"
      )
    }
    #expect(error?.description.contains("s3cret") == false)
  }

  @Test("A source with too many pages or bytes is refused as a whole")
  func bounds() async throws {
    let server = try LoopbackServer { request in
      let page = Int(Self.query(request.path)["page"] ?? "1") ?? 1
      if request.path.hasPrefix("/two") {
        let next = page == 2 ? "null" : "\"?page=2\""
        return .init(200, text: Self.items(page * 5, 5, "\"next\": \(next)"))
      }
      return .init(200, text: Self.items(page, 1, "\"next\": \"?page=\(page + 1)\""))
    }
    var source = source(server.url("/events"), .next(path: "next"))
    source.pages?.most = 3
    #expect(await #expect(throws: FetchError.self) { try await fetch(source) }?.code == "E_PAGES")
    #expect(server.requests.count == 3)
    source.pages?.most = 1_000
    // Each of the two pages has fewer bytes than the limit.
    let two = self.source(server.url("/two"), .next(path: "next"))
    for (source, bytes) in [(source, 400), (two, 600)] {
      let error = await #expect(throws: FetchError.self) {
        try await fetch(source, limits: Fetcher.Limits(maxBytes: bytes))
      }
      #expect(error?.code == "E_SIZE")
    }
  }

  @Test("The pages of a sitemap are requested, except those with an unchanged date")
  func sitemap() async throws {
    let server = try LoopbackServer { request in
      let event = { (number: Int) in
        #"<html><script type="application/ld+json">{"@context": "https://schema.org", "@type": "Event", "name": "Course \#(number)", "startDate": "2026-10-0\#(number)T10:00:00Z", "url": "/event/\#(number)"}</script></html>"#
      }
      let host = "http://\(request.headers["host"] ?? "")"
      switch request.path {
      case "/sitemap.xml":
        return .init(
          200,
          text: "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><sitemap>"
            + "<loc>\(host)/events.xml</loc></sitemap></sitemapindex>")
      case "/events.xml":
        let urls = ["/event/1", "/event/2", "/event/gone", "/event/none", "/news/1"].map {
          "<url><loc>\(host)\($0)</loc><lastmod>2026-09-01</lastmod></url>"
        }
        return .init(200, text: "<urlset>\(urls.joined())</urlset>")
      case "/event/1": return .init(200, text: event(1))
      case "/event/2": return .init(200, text: event(2))
      case "/event/none": return .init(200, text: "<html><body>Nothing</body></html>")
      default: return .init(404)
      }
    }
    var source = source(server.url("/sitemap.xml"), .sitemap(pattern: "/event/*"))
    source.format = .html
    source.mapping = nil
    let first = try await fetch(source)
    let (titles, findings) = try await listings(first, of: source)
    #expect(titles == ["Course 1", "Course 2"])
    #expect(findings.isEmpty, "\(findings)")
    #expect(!server.requests.map(\.path).contains("/news/1"))
    let asked = server.requests.count
    let second = try await fetch(source, previous: first)
    #expect(try await listings(first, of: source).titles.count == 2)
    #expect(second.capture?.sha256 ?? first.capture?.sha256 == first.capture?.sha256)
    #expect(
      server.requests.dropFirst(asked).map(\.path) == [
        "/sitemap.xml", "/events.xml", "/event/gone",
      ])
  }

  @Test("A sitemap may be a text with one address per line")
  func textSitemap() {
    let text = "\u{FEFF}https://a.example/event/1\r\n\r\n https://a.example/event/2\n"
    #expect(
      Sitemap.entries(in: Array(text.utf8)).map(\.address) == [
        "https://a.example/event/1", "https://a.example/event/2",
      ])
    #expect(Sitemap.entries(in: Array("https://a.example/1\nNot Found".utf8)).isEmpty)
  }

  @Test("Dates in an address are formatted by their pattern")
  func dates() throws {
    let zone = try #require(ZoneDatabase.system.zone(named: "Asia/Tokyo"))
    let span = DatedAddress.Span(
      from: Instant(secondsSinceEpoch: 1_772_323_200),
      to: Instant(secondsSinceEpoch: 1_775_001_600),
      zone: zone)
    func filled(_ text: String) -> String { DatedAddress.filled(text, with: span) }
    #expect(filled("?a={from}&b={to}") == "?a=2026-03-01&b=2026-04-01")
    #expect(filled("{from:d.M.yy}/{to:yyyyMMdd'T'HHmmss}") == "1.3.26/20260401T090000")
    #expect(filled("{from:epoch-s} {to:epoch-ms}") == "1772323200 1775001600000")
    #expect(filled("{key}") == "{key}")
    #expect(DatedAddress.unwritable(in: "{from:yyyy-MM-dd}{to:EEEE}") == "EEEE")
    #expect(DatedAddress.unwritable(in: "{from}{to:epoch-s}") == nil)
  }

  @Test(
    "Address patterns give their named values",
    arguments: [
      ("*://{host}/api/*", "https://a.example/api/2?x", ["host": "a.example"]),
      ("*://a.example/{calendar}", "http://a.example/x/y", nil),
      ("*://a.example/{calendar+}/z", "http://A.example/x/y/z", ["calendar": "x/y"]),
      ("*cid={calendar}*", "https://a.example/?b=1&cid=77&t=m", ["calendar": "77"]),
      ("/event/*", "/event/", [:]),
    ] as [(String, String, [String: String]?)])
  func patterns(pattern: String, text: String, values: [String: String]?) {
    #expect(AddressPattern(pattern).values(in: text) == values)
  }
}
