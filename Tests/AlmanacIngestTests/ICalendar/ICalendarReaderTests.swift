import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct ICalendarReaderTests {
  @Test("The metadata of a calendar is read")
  func properties() {
    let feed = readCalendar(
      calendar(
        "X-WR-CALNAME:Old", "NAME:Campus &amp\\; Town", "X-WR-CALDESC:All events",
        "URL:https://events.example.edu/", "LAST-MODIFIED:20260101T000000Z",
        "X-WR-TIMEZONE:Asia/Singapore"))
    #expect(feed.document.format == .icalendar)
    #expect(feed.document.title == "Campus & Town")
    #expect(feed.document.subtitle == "All events")
    #expect(feed.document.link == "https://events.example.edu/")
    #expect(feed.document.timezone == "Asia/Singapore")
    #expect(feed.document.entryCount == 0)
    #expect(feed.codes.isEmpty)
  }

  @Test("Nested components do not leak into events, and other components are counted")
  func components() {
    let feed = readCalendar(
      calendar(
        "BEGIN:VTODO", "SUMMARY:Task", "DUE:20260303T190000Z", "END:VTODO", "BEGIN:VEVENT",
        "UID:a", "SUMMARY:Talk", "BEGIN:VALARM", "SUMMARY:Alarm", "DESCRIPTION:Wake",
        "TRIGGER:-PT15M", "END:VALARM", "LOCATION:Hall", "END:VEVENT", "BEGIN:VJOURNAL",
        "END:VJOURNAL", "BEGIN:VTODO", "END:VTODO"))
    #expect(feed.entries.count == 1)
    #expect(feed.first.title == "Talk")
    #expect(feed.first.summary == nil)
    #expect(feed.first.venue == "Hall")
    #expect(feed.codes == ["W_SKIPPED_COMPONENTS"])
    #expect(feed.document.problems.first?.message == "not events: 1 VJOURNAL, 2 VTODO")
  }

  @Test("An event, task or journal inside another one closes the outer one")
  func unclosedTask() {
    let feed = readCalendar(
      calendar(
        "BEGIN:VTODO", "UID:t", "END:VTOOD", "BEGIN:VEVENT", "UID:a", "BEGIN:VJOURNAL", "UID:j",
        "END:VJOURNAL", "BEGIN:VEVENT", "UID:b", "END:VEVENT"))
    #expect(feed.entries.map(\.id) == ["a", "b"])
    #expect(
      feed.document.problems.contains { $0.message == "not events: 1 VJOURNAL, 1 VTODO" })
    #expect(feed.codes.contains("W_UNCLOSED"))
  }

  @Test("An event outside a VCALENDAR is read and reported")
  func fragment() {
    let text = "BEGIN:VEVENT\nUID:a\nDTSTART:20260303\nEND:VEVENT\n"
    let feed = FeedReader.read(Array(text.utf8), context: ReadingContext())
    #expect(feed.entries.map(\.id) == ["a"])
    #expect(feed.codes == ["W_FRAGMENT"])
    #expect(IntegrityCheck.refusal(of: feed.document)?.code == "E_PARSE")
  }

  @Test("A UID stays unchanged, and an event without a start is reported")
  func identifiers() {
    let entry = readCalendar(calendar("BEGIN:VEVENT", "UID:a@example.edu ", "END:VEVENT")).first
    #expect(entry.id == "a@example.edu ")
    #expect(entry.codes == ["Q_DATE_PARSE"])
  }

  @Test("Entries have their line, and several calendars form one document")
  func severalCalendars() {
    let one = calendar("BEGIN:VEVENT", "UID:a", "END:VEVENT")
    let feed = readCalendar(one + one)
    #expect(feed.entries.map(\.line) == [4, 11])
  }

  @Test("A truncated calendar is read and reported", arguments: [1, 2, 3, 4])
  func truncated(linesLost: Int) {
    let lines = [
      "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:a", "SUMMARY:One", "END:VEVENT", "BEGIN:VEVENT",
      "UID:b", "SUMMARY:Two", "END:VEVENT", "END:VCALENDAR",
    ]
    let feed = readCalendar(Array(lines.dropLast(linesLost).joined(separator: "\n").utf8))
    #expect(feed.entries.count == 2)
    #expect(feed.codes == ["W_TRUNCATED"])
    #expect(!feed.document.isRefused)
  }

  @Test("An unclosed event is reported")
  func unclosed() {
    let inner = readCalendar(
      calendar(
        "BEGIN:VEVENT", "UID:a", "BEGIN:VALARM", "BEGIN:VEVENT", "UID:b", "END:VEVENT"))
    #expect(inner.entries.map(\.id) == ["a", "b"])
    #expect(inner.codes.contains("W_UNCLOSED"))
    let last = readCalendar(calendar("BEGIN:VEVENT", "UID:a"))
    #expect(last.entries.map(\.id) == ["a"])
    #expect(last.codes == ["W_UNCLOSED"])
  }

  @Test(
    "Text that is no calendar is rejected",
    arguments: [
      ("", "E_EMPTY"), (" \r\n", "E_EMPTY"), ("403 Forbidden", "E_NOT_A_FEED"),
      ("<!DOCTYPE html><html><body>Just a moment</body></html>", "E_NOT_A_FEED"),
      (#"{"error":"Invalid feed signature"}"#, "E_NOT_A_FEED"),
    ])
  func refused(text: String, code: String) {
    let feed = readCalendar(Array(text.utf8))
    #expect(feed.codes == [code])
    #expect(feed.document.isRefused)
    #expect(feed.entries.isEmpty)
  }

  @Test("An empty calendar is no failure")
  func emptyCalendar() {
    #expect(readCalendar(calendar()).codes.isEmpty)
  }

  @Test("NUL bytes, lone CRs and invalid UTF-8 are tolerated and reported")
  func damage() {
    var bytes = event("SUMMARY:Caf_ Night")
    bytes[bytes.firstIndex(of: UInt8(ascii: "_")) ?? 0] = 0xE9
    #expect(readCalendar(bytes).first.title == "Café Night")
    #expect(readCalendar(bytes).codes == ["W_ENCODING_REPAIRED"])
    let nul = readCalendar(event("SUMMARY:Ni\u{0}ght"))
    #expect(nul.first.title == "Night")
    #expect(nul.codes == ["W_NUL"])
  }

  @Test("UTF-16 and the header's charset are decoded, UTF-32 is rejected")
  func encodings() {
    let text =
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Café 東京\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    let little: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(readCalendar(little).first.title == "Café 東京")
    #expect(readCalendar(little).document.encoding == "utf-16le")
    var bytes = event("SUMMARY:__")
    let index = bytes.firstIndex(of: UInt8(ascii: "_")) ?? 0
    // 春 in Shift_JIS.
    bytes.replaceSubrange(index...(index + 1), with: [0x8F, 0x74])
    let context = ReadingContext(contentType: "text/calendar; charset=\"Shift_JIS\"")
    #expect(ICalendarReader.read(bytes, context: context).first.title == "春")
    let wide: [UInt8] = [0xFF, 0xFE, 0, 0] + text.utf8.flatMap { [$0, 0, 0, 0] }
    #expect(readCalendar(wide).codes == ["E_ENCODING"])
  }

  @Test("A document with more events than the limit is rejected")
  func tooMany() {
    let bytes = calendar(
      String(repeating: "BEGIN:VEVENT\r\nEND:VEVENT\r\n", count: 4))
    var limits = ReadingLimits()
    limits.entries = 3
    let feed = ICalendarReader.read(bytes, context: ReadingContext(limits: limits))
    #expect(feed.codes == ["E_ITEM_COUNT"])
  }

  @Test("Deep nesting and endless lines do not exhaust the stack")
  func bombs() {
    let deep = Array(String(repeating: "BEGIN:X\n", count: 20_000).utf8)
    #expect(readCalendar(calendar() + deep).codes.contains("W_DEPTH"))
    let long = Array("X-A:".utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(readCalendar(long).document.isRefused)
  }
}
