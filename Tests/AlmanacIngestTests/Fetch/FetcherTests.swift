import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacIngest

@Suite struct FetcherTests {
  private static let url = "https://hill.example/events.ics"
  private static let now = Instant(secondsSinceEpoch: 1_790_000_000)
  private static let body = Array("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n".utf8)

  private func request(
    _ location: Source.Location = .url(Self.url), previous: Capture? = nil, secret: String? = nil
  ) -> FetchRequest {
    FetchRequest(
      source: Source(id: "feed", campus: "hill", location: location), previous: previous,
      secret: secret)
  }

  private func capture(origin: String = Self.url) -> Capture {
    var capture = Capture(
      source: "feed", sha256: "", byteCount: 1, fetchedAt: Self.now, origin: origin)
    capture.etag = "\"a\""
    return capture
  }

  private func response(
    _ status: Int = 200, _ headers: [String: String] = [:], body: [UInt8] = Self.body,
    redirects: [HTTPRedirect] = []
  ) -> HTTPResponse {
    var response = HTTPResponse(
      status: status, finalURL: Self.url,
      headers: HTTPHeaders(headers.map { HTTPField($0.key, $0.value) }), body: body)
    response.redirects = redirects
    return response
  }

  private func retrieve(
    _ request: FetchRequest, limits: Fetcher.Limits = Fetcher.Limits(),
    answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) async throws(FetchError) -> Retrieval {
    let client = HTTPClient { request async throws(HTTPFailure) in answer(request) }
    return try await Fetcher(client: client, now: Self.now, limits: limits).retrieve(request)
  }

  @Test("Validators are sent only to the URL that they came from")
  func conditions() async throws {
    let new = response()
    let same = response(304, body: [])
    let answer = { @Sendable (request: HTTPRequest) in
      request.headers.contains(HTTPField("If-None-Match", "\"a\"")) ? same : new
    }
    #expect(try await retrieve(request(previous: capture()), answer: answer).capture == nil)
    let moved = request(previous: capture(origin: "https://hill.example/old.ics"))
    #expect(try await retrieve(moved, answer: answer).capture?.byteCount == Self.body.count)
    var whole = request(previous: capture())
    whole.isConditional = false
    #expect(try await retrieve(whole, answer: answer).capture != nil)
  }

  @Test("Status 304 is an error without a previous capture and for an unconditional request")
  func unaskedNotModified() async throws {
    let same = response(304, body: [])
    var whole = request(previous: capture())
    whole.isConditional = false
    for request in [request(), whole] {
      let error = await #expect(throws: FetchError.self) {
        try await retrieve(request) { _ in same }
      }
      #expect(error?.code == "E_HTTP_STATUS")
    }
  }

  @Test("An empty document is an error")
  func empty() async throws {
    let empty = response(body: [])
    let error = await #expect(throws: FetchError.self) {
      try await retrieve(request()) { _ in empty }
    }
    #expect(error == .empty(origin: Self.url))
  }

  @Test(
    "A part of a document is an error, unless it is the whole document",
    arguments: [
      ("bytes 0-9/20", false), ("bytes 10-19/20", false), ("bytes 0-9/*", false), (nil, false),
      ("bytes 0-9/0", false), ("bytes 0-19/20", true),
    ] as [(String?, Bool)])
  func part(range: String?, isWhole: Bool) async throws {
    let part = response(206, range.map { ["Content-Range": $0] } ?? [:])
    if isWhole {
      #expect(try await retrieve(request()) { _ in part }.body == Self.body)
      return
    }
    let error = await #expect(throws: FetchError.self) {
      try await retrieve(request()) { _ in part }
    }
    #expect(error == .transport(.truncated))
  }

  @Test(
    "A source moves to the target of its leading permanent redirects",
    arguments: [
      ([301, 308], 1), ([308, 302, 301], 0), ([302, 301], nil), ([], nil),
    ] as [([Int], Int?)])
  func moves(statuses: [Int], last: Int?) async throws {
    let redirects = statuses.enumerated().map {
      HTTPRedirect(status: $1, to: "https://hill.example/\($0)")
    }
    let answer = response(redirects: redirects)
    let found = try await retrieve(request()) { _ in answer }
    #expect(found.movedTo == last.map { "https://hill.example/\($0)" })
    let secret = try await retrieve(request(secret: "s3cret-key")) { _ in answer }
    #expect(secret.movedTo == nil, "what is asked with a key is asked where it says")
  }

  @Test(
    "The time in Retry-After of a busy server is reported",
    arguments: [(429, true), (503, true), (500, false), (404, false)])
  func retryAfter(status: Int, isHeard: Bool) async throws {
    let busy = response(status, ["Retry-After": "120"])
    let error = await #expect(throws: FetchError.self) {
      try await retrieve(request()) { _ in busy }
    }
    #expect(error?.retryAt == (isHeard ? Self.now + 120 : nil))
  }

  @Test("A key that the server repeats is in no capture and no validator")
  func keys() async throws {
    let told = response(
      200, ["ETag": "\"s3cret-key\"", "Last-Modified": "Mon, 02 Mar 2026 16:00:00 GMT"],
      body: Array("asked with s3cret-key".utf8))
    let url = "https://hill.example/events.ics?key={key}"
    let found = try await retrieve(request(.url(url), secret: "s3cret-key")) { request in
      #expect(request.url == "https://hill.example/events.ics?key=s3cret-key")
      return told
    }
    #expect(String(decoding: found.body, as: UTF8.self) == "asked with {key}")
    #expect(found.capture?.etag == nil)
    #expect(found.capture?.lastModified != nil)
    #expect(found.capture?.origin == url)
  }

  @Test("The headers of a document are stored with it, and updated if the document is the same")
  func representation() async throws {
    func found(_ headers: [String: String], previous: Capture? = nil) async throws -> Capture? {
      let told = response(200, headers, body: Array("BEGIN:VCALENDAR".utf8))
      return try await retrieve(request(previous: previous)) { _ in told }.capture
    }
    let first = try await found([
      "Content-Type": "text/calendar", "Content-Language": "de", "Content-Location": "/de.ics",
    ])
    #expect(first?.contentType == "text/calendar")
    #expect(first?.contentLanguage == "de")
    #expect(first?.contentLocation == "/de.ics")
    let second = try await found([:], previous: first)
    #expect(second?.contentLanguage == nil)
  }

  // MARK: Unlabeled compression

  /// The calendar of these tests, compressed with gzip.
  private static let gzip: [UInt8] = [
    31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 115, 114, 117, 247, 244, 179, 10, 115, 118, 244, 113,
    245, 115, 113, 12, 226, 229, 2, 82, 200, 92, 0, 242, 161, 89, 152, 32, 0, 0, 0,
  ]

  /// Three of these tests' calendars, compressed with raw deflate and with Brotli.
  @Test(
    "Unlabeled deflate and Brotli are decompressed, with a finding",
    arguments: [
      [
        115, 114, 117, 247, 244, 179, 10, 115, 118, 244, 113, 245, 115, 113, 12, 226, 229,
        2, 82, 200, 92, 39, 10, 229, 1,
      ],
      [
        27, 95, 0, 248, 29, 9, 118, 108, 201, 6, 77, 121, 83, 43, 8, 21, 89, 169, 35, 167,
        110, 208, 33, 74, 146, 182, 60, 147, 78, 10, 240, 2, 74, 154, 251, 249, 29, 52, 165,
        1,
      ],
    ] as [[UInt8]])
  func unnamedStream(bytes: [UInt8]) async throws {
    let answer = response(body: bytes)
    let found = try await retrieve(request()) { _ in answer }
    #expect(found.body == Self.body + Self.body + Self.body)
    #expect(found.findings.map(\.code) == ["W_CONTENT_ENCODING"])
  }

  @Test(
    "Text and noise that begin like compressed data are not decompressed",
    arguments: ["x^2 and y^2", "\u{6}", "\u{B}\u{2}\u{80}"])
  func noCompression(text: String) async throws {
    let answer = response(body: Array(text.utf8))
    let found = try await retrieve(request()) { _ in answer }
    #expect(found.body == answer.body)
    #expect(found.findings.isEmpty)
  }

  @Test("Unlabeled gzip is decompressed within the limit, with a finding")
  func unnamedGzip() async throws {
    let answer = response(body: Self.gzip)
    let found = try await retrieve(request()) { _ in answer }
    #expect(found.body == Self.body)
    #expect(found.findings.map(\.code) == ["W_CONTENT_ENCODING"])
    let error = await #expect(throws: FetchError.self) {
      try await retrieve(request(), limits: Fetcher.Limits(maxBytes: 20)) { _ in answer }
    }
    #expect(error == .transport(.decodedTooLarge(limit: 20)))
    let cut = response(body: Array(Self.gzip.dropLast(4)))
    let truncated = await #expect(throws: FetchError.self) {
      try await retrieve(request()) { _ in cut }
    }
    #expect(truncated == .transport(.truncated))
  }

  @Test("A local file may be gzip")
  func gzipFile() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "a.ics.gz")
    try Data(Self.gzip).write(to: url)
    let none = response()
    let found = try await retrieve(request(.file(url.path))) { _ in none }
    #expect(found.body == Self.body && found.findings.count == 1)
  }

  @Test("A finding names the words in Content-Encoding that are not codings")
  func oddEncodings() async throws {
    let odd = response(200, ["Content-Encoding": "utf-8, identity"])
    let found = try await retrieve(request()) { _ in odd }
    #expect(found.findings.first?.message.contains("'utf-8'") == true)
    let plain = response(200, ["Content-Encoding": "gzip"])
    #expect(try await retrieve(request()) { _ in plain }.findings.isEmpty)
    var wrong = plain
    wrong.isMislabeled = true
    let mislabeled = try await retrieve(request()) { [wrong] _ in wrong }
    #expect(mislabeled.findings.first?.message.contains("'gzip'") == true)
  }

  // MARK: Validators

  @Test(
    "A Last-Modified later than its response is ignored, and so is an ETag that contains it",
    arguments: [
      ("Tue, 05 Jan 2044 10:00:00 GMT", "\"Tue, 05 Jan 2044 10:00:00 GMT\"", false, false),
      ("Tue, 05 Jan 2044 10:00:00 GMT", "W/\"x7\"", true, false),
      ("Mon, 21 Sep 2026 14:13:21 GMT", "\"x7\"", true, false),
      ("Mon, 21 Sep 2026 14:13:20 GMT", "\"x7\"", true, true),
    ])
  func futureValidators(modified: String, etag: String, keepsTag: Bool, keepsDate: Bool)
    async throws
  {
    for date in ["Mon, 21 Sep 2026 14:13:20 GMT", nil] {
      var headers = ["Last-Modified": modified, "ETag": etag]
      headers["Date"] = date
      let answer = response(200, headers)
      let capture = try await retrieve(request()) { _ in answer }.capture
      #expect(capture?.etag == (keepsTag ? etag : nil))
      #expect(capture?.lastModified == (keepsDate ? modified : nil))
    }
  }

  @Test("The validators of a 304 response replace the known ones, and missing ones stay")
  func newValidators() async throws {
    var known = capture()
    known.lastModified = "Sun, 20 Sep 2026 10:00:00 GMT"
    let same = response(304, ["ETag": "\"a\""], body: [])
    #expect(try await retrieve(request(previous: known)) { _ in same }.capture == nil)
    let new = response(304, ["ETag": "W/\"b\""], body: [])
    let found = try await retrieve(request(previous: known)) { _ in new }
    #expect(found.isNotModified && found.body.isEmpty)
    #expect(found.capture?.etag == "W/\"b\"")
    #expect(found.capture?.lastModified == known.lastModified)
  }

  @Test(
    "The capture has the next page of the Link header",
    arguments: [
      ("<https://hill.example/?page=2>; rel=\"next\"", "https://hill.example/?page=2"),
      ("</a,b>; title=\"x, <y>\"; rel=prev, </2>; rel=\"last Next\"", "/2"),
      ("<?p=3>; rel=next; rel=prev", "?p=3"),
      ("</style.css>; rel=preload, </1>; rel=\"nextish\"", nil), ("", nil), ("<>; rel=next", nil),
      ("</2; rel=next", nil),
    ] as [(String, String?)])
  func nextPage(header: String, next: String?) async throws {
    let answer = response(200, ["Link": header])
    #expect(try await retrieve(request()) { _ in answer }.capture?.nextPage == next)
  }

  @Test("A key below six bytes is not replaced in documents")
  func shortKeys() async throws {
    let plain = response()
    let found = try await retrieve(request(secret: "E")) { _ in plain }
    #expect(found.body == Self.body)
  }

  @Test(
    "A moved forecast is found through the document that links to it",
    arguments: [(404, true), (410, true), (500, false)])
  func movedForecast(status: Int, isFound: Bool) async throws {
    var weather = WeatherRequest(provider: .nws, points: [])
    weather.follow = "forecast"
    let points = "https://hill.example/points"
    let source = Source(
      id: "sky", campus: "hill", kind: .weather, location: .url(points), weather: weather)
    let request = FetchRequest(
      source: source, previous: nil,
      question: .init(request: "p", url: points, link: "https://hill.example/old"))
    let (gone, named, new) = (
      response(status), response(body: Array(#"{"forecast": "/new"}"#.utf8)), response()
    )
    let answer = { @Sendable (request: HTTPRequest) in
      request.url.hasSuffix("/old") ? gone : request.url.hasSuffix("/points") ? named : new
    }
    guard isFound else {
      let error = await #expect(throws: FetchError.self) {
        try await retrieve(request, answer: answer)
      }
      #expect(error?.code == "E_HTTP_STATUS")
      return
    }
    let found = try await retrieve(request, answer: answer)
    #expect(found.link == "https://hill.example/new")
    #expect(found.body == Self.body)
  }

  @Test("A file over the limit is an error, and a capture has the file's name without its folder")
  func files() async throws {
    let folder = try TemporaryFolder()
    try folder.write("0123456789", to: "a.ics")
    let path = folder.url.appending(path: "a.ics").path
    let none = response()
    let found = try await retrieve(
      request(.file(path)), limits: Fetcher.Limits(maxBytes: 10)
    ) { _ in none }
    #expect(found.capture?.origin == "a.ics")
    #expect(found.body.count == 10)
    let error = await #expect(throws: FetchError.self) {
      try await retrieve(request(.file(path)), limits: Fetcher.Limits(maxBytes: 9)) { _ in none }
    }
    #expect(error == .fileTooLarge(path: path, limit: 9))
  }
}
