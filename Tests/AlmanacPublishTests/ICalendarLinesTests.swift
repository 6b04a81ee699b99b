import AlmanacModel
import Foundation
import Testing

@testable import AlmanacPublish

@Suite struct ICalendarLinesTests {
  @Test(
    "Text is escaped as RFC 5545 section 3.3.11 requires",
    arguments: [
      ("a,b;c\\d", "a\\,b\\;c\\\\d"), ("one\ntwo", "one\\ntwo"),
      ("one\r\ntwo\rthree", "one\\ntwo\\nthree"),
      ("bell\u{7}\u{0}", "bell"), ("tab\there", "tab\there"), ("\"quoted\": it", "\"quoted\": it"),
    ])
  func escapes(text: String, expected: String) {
    var lines = ICalendarLines()
    lines.text("X", text)
    #expect(String(decoding: lines.bytes, as: UTF8.self) == "X:\(expected)\r\n")
  }

  @Test(
    "Lines are folded at 75 octets between characters, and unfolding restores them",
    arguments: ["a", "é", "東", "🎷", "ab🎷é東\\,"])
  func folds(unit: String) throws {
    for count in [0, 1, 17, 18, 23, 24, 36, 37, 73, 74, 75, 76, 200] {
      var lines = ICalendarLines()
      let value = String(repeating: unit, count: count)
      lines.line("X", value)
      let text = String(decoding: lines.bytes, as: UTF8.self)
      #expect(try CalendarForm.lines(of: lines.bytes).count >= 1)
      #expect(text.replacing("\r\n ", with: "") == "X:\(value)\r\n")
    }
  }

  @Test("The title of a point is encoded as RFC 6868 requires")
  func encodesTitle() throws {
    var lines = ICalendarLines()
    let point = try #require(Coordinate(latitude: 1.5, longitude: 103.5))
    lines.location(point, title: "Up ^ \"Hill\"\nNorth\u{7}")
    let text = String(decoding: lines.bytes, as: UTF8.self).replacing("\r\n ", with: "")
    #expect(text.contains(#";X-TITLE="Up ^^ ^'Hill^'^nNorth":geo:1.5,103.5"#), "\(text)")
  }

  @Test(
    "Values that are no URI are omitted",
    arguments: [
      ("https://hill.example/?a=b;c", true), ("mailto:x@hill.example", true),
      ("hill.example", false),
      ("https://hill.example/a b", false), ("https://hill.example/\nX:y", false), (":x", false),
      ("", false),
    ])
  func acceptsURIs(text: String, isURI: Bool) {
    #expect(ICalendarLines.isURI(text) == isURI)
  }

  @Test("Every calendar of an edition has CRLF and lines of at most 75 octets")
  func checksEdition() throws {
    let edition = try EditionFixture.edition()
    let calendars = try TemporaryOutput.files(in: edition.folder).filter { $0.hasSuffix(".ics") }
    #expect(calendars.count == 9)
    for path in calendars {
      let bytes = [UInt8](try Data(contentsOf: edition.folder.appending(path: path)))
      let lines = try CalendarForm.lines(of: bytes)
      #expect(lines.first == "BEGIN:VCALENDAR")
      #expect(lines.last == "END:VCALENDAR")
      #expect(!lines.contains { $0.hasPrefix("ATTENDEE") || $0.hasPrefix("METHOD") })
    }
  }
}

/// Checks RFC 5545 section 3.1 independently of the code that writes.
enum CalendarForm {
  struct Violation: Error {
    let line: Int
    let reason: String
  }

  /// The unfolded lines.
  static func lines(of bytes: [UInt8]) throws -> [String] {
    var lines: [String] = []
    for (number, raw) in bytes.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated()
    {
      if raw.isEmpty, number > 0 { continue }
      guard raw.last == 0x0d else { throw Violation(line: number, reason: "no CRLF") }
      let octets = raw.dropLast()
      guard octets.count <= 75 else { throw Violation(line: number, reason: "too long") }
      guard !octets.contains(0x0d) else { throw Violation(line: number, reason: "lone CR") }
      guard let text = String(bytes: octets, encoding: .utf8) else {
        throw Violation(line: number, reason: "broken inside a character")
      }
      if text.hasPrefix(" "), let last = lines.popLast() {
        lines.append(last + text.dropFirst())
      } else {
        lines.append(text)
      }
    }
    return lines
  }
}
