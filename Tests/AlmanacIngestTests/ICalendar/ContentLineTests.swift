import Testing

@testable import AlmanacIngest

@Suite struct ContentLineTests {
  private func lines(_ text: String) -> [String] { lines(Array(text.utf8)) }

  private func lines(_ bytes: [UInt8]) -> [String] {
    var lines = UnfoldedLines(bytes)
    var found: [String] = []
    while let line = lines.next() { found.append(Windows1252Fallback.decode(line.bytes)) }
    return found
  }

  @Test(
    "Lines end with CRLF, LF or CR in any mixture",
    arguments: ["A:1\r\nB:2\nC:3\rD:4", "A:1\n\nB:2\r\r\nC:3\r\n\r\nD:4\r\n"])
  func lineEnds(text: String) {
    #expect(lines(text) == ["A:1", "B:2", "C:3", "D:4"])
  }

  @Test(
    "A fold is a line end and one space or tab",
    arguments: [
      ("A:one\r\n  two", "A:one two"), ("A:on\n\te", "A:one"), ("A:on\r\r\n e", "A:one"),
      ("A:1\r\n 2\r\n 3", "A:123"), ("A:1\r\n ", "A:1"), ("A:1\r\n \r\n 2", "A:12"),
    ])
  func folds(text: String, unfolded: String) {
    #expect(lines(text) == [unfolded])
  }

  @Test("A fold may split a UTF-8 sequence")
  func splitSequence() {
    let bytes = Array("A:caf".utf8) + [0xC3, 0x0D, 0x0A, 0x20, 0xA9] + Array(" now".utf8)
    #expect(lines(bytes) == ["A:café now"])
  }

  @Test("A line has the number of its first physical line")
  func numbers() {
    var lines = UnfoldedLines(Array("A:1\r\n 2\r\n\r\nB:3\rC:4".utf8))
    var numbers: [Int] = []
    while let line = lines.next() { numbers.append(line.number) }
    #expect(numbers == [1, 4, 5])
  }

  @Test("One or two byte order marks are skipped")
  func marks() {
    #expect(lines([0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF] + Array("A:1".utf8)) == ["A:1"])
  }

  private func property(_ text: String) -> ContentLine? {
    ContentLine(
      UnfoldedLines.Line(bytes: Array(text.utf8)[...], number: 1, isASCII: false))
  }

  @Test("A quoted parameter may contain colons, semicolons and commas")
  func quotedParameters() throws {
    let line = try #require(
      property(#"LOCATION;VENUE-UID="http://v.example/1;a,b":Old Hall: Room 2"#))
    #expect(line.name == "LOCATION")
    #expect(line.parameter("VENUE-UID") == "http://v.example/1;a,b")
    #expect(line.text == "Old Hall: Room 2")
  }

  @Test(
    "Names are read in any case, parameters with several values and RFC 6868 escapes",
    arguments: [
      (#"attendee;member="a:b","c;d":x"#, "ATTENDEE", "MEMBER", "a:b", "x"),
      (#"X;CN=It is ^'fine^'^n^^^x:v"#, "X", "CN", "It is \"fine\"\n^^x", "v"),
      (#"X;CN="unclosed:v"#, "X", "CN", "\"unclosed", "v"),
      ("DTSTART ;VALUE=DATE:20260101", "DTSTART", "VALUE", "DATE", "20260101"),
      ("X;ENCODING;CN=a:v", "X", "CN", "a", "v"),
    ] as [(String, String, StaticString, String, String)])
  func parameters(
    text: String, name: String, parameter: StaticString, first: String, value: String
  ) throws {
    let line = try #require(property(text))
    #expect(line.name == name)
    #expect(line.parameter(parameter) == first)
    #expect(line.text == value)
  }

  @Test(
    "An unquoted parameter with colons ends where a value of the property's type begins",
    arguments: [
      ("DTEND;TZID=vendor://a/b:20260310T170000", "TZID", "vendor://a/b", "20260310T170000"),
      (
        "EXDATE;TZID=UTC+05:30:20260310T170000,20260311T170000", "TZID", "UTC+05:30",
        "20260310T170000,20260311T170000"
      ),
      ("DTSTART;TZID=a:2026-03-10T17:00:00", "TZID", "a", "2026-03-10T17:00:00"),
      ("RDATE;X-A=b:c;VALUE=PERIOD:20260310T170000Z/PT1H", "X-A", "b:c", "20260310T170000Z/PT1H"),
      (
        "ORGANIZER;SENT-BY=mailto:a@x.example:mailto:b@x.example", "SENT-BY", "mailto:a@x.example",
        "mailto:b@x.example"
      ),
      ("URL;X-A=b:c:https://x.example/p:q", "X-A", "b:c", "https://x.example/p:q"),
      (
        "LOCATION;ALTREP=https://x.example:8080/hall:Old Hall: Room 2", "ALTREP",
        "https://x.example:8080/hall", "Old Hall: Room 2"
      ),
      (
        "DESCRIPTION;ALTREP=CID:1@x.example:All: welcome", "ALTREP", "CID:1@x.example",
        "All: welcome"
      ),
      (
        "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS=1 Lane: rear;X-TITLE=Hall:geo:1.5,103.5",
        "X-ADDRESS", "1 Lane: rear", "geo:1.5,103.5"
      ),
      ("RRULE;X-A=b:c:FREQ=DAILY", "X-A", "b:c", "FREQ=DAILY"),
      ("DURATION;X-A=b:c:PT1H", "X-A", "b:c", "PT1H"),
      ("SEQUENCE;X-A=b:c:3", "X-A", "b:c", "3"),
      ("GEO;X-A=b:c:1.5;103.5", "X-A", "b:c", "1.5;103.5"),
      ("STATUS;X-A=b:c:CONFIRMED", "X-A", "b:c", "CONFIRMED"),
      // If no value matches the type, the grammar decides.
      ("DTSTART;TZID=a:soon: or later", "TZID", "a", "soon: or later"),
      ("SUMMARY;LANGUAGE=en:Talk: part 2", "LANGUAGE", "en", "Talk: part 2"),
      ("X-OTHER;A=b:c:d", "A", "b", "c:d"),
    ] as [(String, StaticString, String, String)])
  func colons(text: String, name: StaticString, parameter: String, value: String) throws {
    let line = try #require(property(text))
    #expect(line.parameter(name) == parameter)
    #expect(line.text == value)
  }

  @Test("Only the first colons of a line are tried")
  func manyColons() throws {
    let line = try #require(property("DTSTART;TZID=a" + String(repeating: ":", count: 200_000)))
    #expect(line.value.count == 199_999)
  }

  @Test("A TZID with unquoted commas is one value")
  func unquotedCommas() throws {
    let line = try #require(property("DTSTART;TZID=Rome, Vienna;VALUE=DATE-TIME:20260310T170000"))
    #expect(line.wholeParameter("TZID") == "Rome, Vienna")
    #expect(line.wholeParameter("VALUE") == "DATE-TIME")
    #expect(line.wholeParameter("X-A") == nil)
  }

  @Test(
    "A line without a name or colon is no property",
    arguments: ["SUMMARY", "<img width", "Sorry, no: never", ":value", "", "X;A=b", "a b:c"])
  func strays(text: String) {
    #expect(property(text) == nil)
  }

  @Test(
    "A known property without a colon has its value after the semicolon",
    arguments: [
      ("DTSTART;VALUE=DATE;20260101", "20260101"), ("dtstart;20260101", "20260101"),
      ("DTSTART;TZID=\"A;B\";20260101T100000", "20260101T100000"),
    ])
  func lostColon(text: String, value: String) throws {
    #expect(try #require(property(text)).text == value)
  }

  @Test(
    "Properties are recognized in any case, vendors' price properties by their suffix",
    arguments: [
      ("DtStart:1", CalendarProperty.start), ("UID:1", .uid), ("X-ALT-DESC:1", .alternative),
      ("x-microsoft-skypeteamsmeetingurl:1", .conference), ("RECURRENCE-ID:1", .recurrenceID),
      ("X-TRIBE-EVENT-COST:1", .price), ("X-COST:1", .price), ("COST:1", .other),
      ("DTSTARTS:1", .other), ("U:1", .other), ("X-APPLE-STRUCTURED-LOCATIO:1", .other),
    ])
  func properties(text: String, property: CalendarProperty) throws {
    #expect(try #require(self.property(text)).property == property)
  }

  @Test("Bytes that are not UTF-8 are read as Windows-1252")
  func legacyBytes() throws {
    let bytes = Array("SUMMARY:Caf".utf8) + [0xE9, 0x20, 0x93, 0x94]
    let line = try #require(
      ContentLine(UnfoldedLines.Line(bytes: bytes[...], number: 1, isASCII: false)))
    #expect(line.text == "Café “”")
  }
}
