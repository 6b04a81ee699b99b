import AlmanacTime
import Testing

@Suite("Times in a byte buffer")
struct WrittenTimeTests {
  private static let texts = [
    "2026-03-03", "0001-01-01", "9999-12-31", "2026-03-03T19:00:00", "2026-03-03T11:00:00Z",
    "2026-03-03T19:00:00+08:00", "2026-03-03T19:00:00-03:30",
    "2026-03-03T19:00:00+08:00[Asia/Singapore]", "1900-01-01T00:00:00+00:19:32",
    "2026-03-03T19:00:00+01:00[a [strange name]",
  ]

  @Test("The description of a time is parsed back from a range of bytes", arguments: texts)
  func times(text: String) throws {
    let time = try #require(CalendarTime(text))
    let bytes = Array("before\(time)after".utf8)
    let range = 6..<bytes.count - 5
    let found = CalendarTime(writtenIn: bytes, at: range)
    #expect(found == time)
    for known in ["Asia/Singapore", "Asia/Singapora", ""] {
      #expect(CalendarTime(writtenIn: bytes, at: range, zone: known) == found)
    }
  }

  @Test("Parsing a range of bytes equals parsing its text", arguments: texts)
  func otherBytes(text: String) {
    let bytes = Array(text.utf8)
    var read = 0
    for index in bytes.indices {
      for byte in Array("0139-+:.,TtZz []!=A".utf8) {
        var changed = bytes
        changed[index] = byte
        for end in [bytes.count, index + 1] {
          guard let found = CalendarTime(writtenIn: changed, at: 0..<end) else { continue }
          #expect(found == CalendarTime(String(decoding: changed[..<end], as: UTF8.self)))
          read += 1
        }
      }
    }
    #expect(read > 0)
  }

  @Test(
    "The description of an instant is parsed back from a range of bytes",
    arguments: [0, -62_135_596_800, 253_402_300_799, 1_772_535_600])
  func instants(seconds: Int64) {
    let instant = Instant(secondsSinceEpoch: seconds)
    let bytes = Array("at \(instant.rfc3339)".utf8)
    #expect(Instant(writtenIn: bytes, at: 3..<bytes.count) == instant)
    for index in 3..<bytes.count {
      for byte in Array("0139-+:.,TtZz []!=A".utf8) {
        var changed = bytes
        changed[index] = byte
        guard let found = Instant(writtenIn: changed, at: 3..<changed.count) else { continue }
        #expect(found == Instant(rfc3339: String(decoding: changed[3...], as: UTF8.self)))
      }
    }
  }

  @Test("A range out of bounds gives nil")
  func outside() {
    #expect(CalendarTime(writtenIn: Array("2026-03-03".utf8), at: 0..<11) == nil)
    #expect(CalendarTime(writtenIn: [], at: 0..<0) == nil)
    #expect(Instant(writtenIn: Array("2026-03-03T11:00:00Z".utf8), at: 0..<21) == nil)
  }
}
