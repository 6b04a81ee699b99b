import Testing

@testable import AlmanacIngest

@Suite struct HTTPTimesTests {
  /// 2026-10-05T10:00:00Z.
  private static let now = 1_791_194_400

  @Test(
    "All three forms of HTTP dates are parsed, and offsets count",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
      ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
      ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199), ("Mon, 05 Oct 2026 10:00:00 GMT", now),
      ("Mon, 05-Oct-26 10:00:00 GMT", now), ("Wed, 1 Jan 2020 00:00:00 UTC", 1_577_836_800),
      ("Thu, 01 Jan 2026 10:00:00 +0200", 1_767_254_400),
      ("Thu, 01 Jan 2026 25:00:00 GMT", nil), ("Thu, 01 Foo 2026 10:00:00 GMT", nil),
      ("0", nil), ("-1", nil), ("", nil), ("Thu, ٠١ Jan 2026 10:00:00 GMT", nil),
    ] as [(String, Int?)])
  func dates(text: String, expected: Int?) {
    #expect(HTTPDate.parse(text) == expected)
  }

  @Test(
    "Retry-After is clamped, and invalid values are ignored",
    arguments: [
      ("120", 120), (" 3600 ", 3_600), ("1", 60), ("864000", 691_200),
      ("Mon, 05 Oct 2026 11:00:00 GMT", 3_600), ("Mon, 05 Oct 2026 10:00:10 GMT", 60),
      ("Mon, 04 Jan 2027 10:00:00 GMT", 691_200),
      ("0", nil), ("-5", nil), ("100000000000000000000", nil), ("99999999", nil), ("soon", nil),
      ("", nil), ("1.5", nil), ("Sun, 04 Oct 2026 10:00:00 GMT", nil),
      ("Mon, 05 Oct 2099 10:00:00 GMT", nil),
    ] as [(String, Int?)])
  func retryAfter(header: String, expected: Int?) {
    #expect(RetryAfter.parse(header, now: Self.now) == expected)
  }

  @Test(
    "The freshness lifetime is max-age, or else Expires",
    arguments: [
      ([("Cache-Control", "public, max-age=600")], 600),
      ([("Cache-Control", "MAX-AGE=\"600\""), ("Age", "100")], 500),
      ([("Cache-Control", "max-age=99999999999999999999")], 691_200),
      ([("Cache-Control", "max-age=600"), ("Expires", "Mon, 05 Oct 2026 11:00:00 GMT")], 600),
      ([("Cache-Control", "max-age=600, no-cache")], 0), ([("Cache-Control", "no-store")], 0),
      ([("Cache-Control", "max-age=-1")], 0), ([("Cache-Control", "private")], nil),
      ([("Expires", "Mon, 05 Oct 2026 11:00:00 GMT")], 3_600),
      (
        [
          ("Expires", "Mon, 05 Oct 2026 11:00:00 GMT"), ("Date", "Mon, 05 Oct 2026 10:30:00 GMT"),
        ], 1_800
      ),
      ([("Expires", "Mon, 05 Oct 2026 11:00:00 GMT"), ("Age", "600")], 3_000),
      ([("Expires", "0")], 0), ([("Expires", "Sun, 04 Oct 2026 10:00:00 GMT")], 0), ([], nil),
    ] as [([(String, String)], Int?)])
  func cacheLifetime(fields: [(String, String)], expected: Int?) {
    let headers = HTTPHeaders(fields.map { HTTPField($0.0, $0.1) })
    #expect(CacheLifetime.seconds(headers, now: Self.now) == expected)
  }
}
