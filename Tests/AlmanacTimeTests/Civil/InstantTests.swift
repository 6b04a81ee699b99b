import AlmanacTime
import Foundation
import Testing

@Suite struct InstantTests {
  @Test(
    "RFC 3339 times with any offset are converted to UTC",
    arguments: [
      ("2026-03-03T19:00:00+08:00", "2026-03-03T11:00:00Z"),
      ("2026-03-03t19:00:00z", "2026-03-03T19:00:00Z"),
      ("1996-12-19T16:39:57-08:00", "1996-12-20T00:39:57Z"),
      ("1937-01-01T12:00:27.87+00:20", "1937-01-01T11:40:27Z"),
      ("1990-12-31T23:59:60Z", "1990-12-31T23:59:59Z"),
      ("2026-03-03T19:00:00-00:00", "2026-03-03T19:00:00Z"),
    ])
  func reads(text: String, utc: String) {
    #expect(Instant(rfc3339: text)?.rfc3339 == utc)
  }

  @Test(
    "Texts that RFC 3339 does not allow are refused",
    arguments: [
      "2026-02-30T10:00:00Z", "2026-03-03T24:00:00Z", "2026-03-03T10:60:00Z",
      "2026-03-03T10:00:61Z", "2026-03-03T10:00:00", "2026-03-03T10:00Z", "2026-03-03",
      "2026-03-03T10:00:00+24:00", "2026-03-03T10:00:00+0800", "2026-03-03T10:00:00.Z",
      "2026-03-03T10:00:00Zx", "", "٢٠٢٦-03-03T10:00:00Z",
    ])
  func refuses(text: String) {
    #expect(Instant(rfc3339: text) == nil)
  }

  @Test("Arithmetic is clamped to 64 bits")
  func saturates() {
    let last = Instant(secondsSinceEpoch: .max)
    let first = Instant(secondsSinceEpoch: .min)
    #expect(last + 1 == last)
    #expect(first - 1 == first)
    #expect(last.seconds(since: first) == .max)
    #expect(first.seconds(since: last) == .min)
    #expect(first.rfc3339 == "0001-01-01T00:00:00Z")
  }

  @Test("An instant is encoded as its RFC 3339 text")
  func codes() throws {
    let instant = Instant(secondsSinceEpoch: 1_772_535_600)
    let data = try JSONEncoder().encode([instant])
    #expect(String(decoding: data, as: UTF8.self) == #"["2026-03-03T11:00:00Z"]"#)
    #expect(try JSONDecoder().decode([Instant].self, from: data) == [instant])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Instant].self, from: Data(#"["yesterday"]"#.utf8))
    }
  }
}
