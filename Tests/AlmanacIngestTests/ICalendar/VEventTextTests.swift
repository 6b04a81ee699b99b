import AlmanacModel
import Testing

@testable import AlmanacIngest

@Suite struct VEventTextTests {
  @Test(
    "Entities and tags in a LOCATION become plain text",
    arguments: [
      (#"Auer Hall &amp\; LIVE@jacobs"#, "Auer Hall & LIVE@jacobs"),
      ("Library<br>Level 2", "Library Level 2"),
      ("<p>Town Hall</p>", "Town Hall"),
      (#"Engineering Building - Room Number: LT 7"#, "Engineering Building - Room Number: LT 7"),
      (#"Hall A\, Level 2\nNorth"#, "Hall A, Level 2 North"),
      ("&amp;lt;", "&lt;"),
      ("a <> b <someone@example.edu>", "a <> b <someone@example.edu>"),
    ])
  func locations(text: String, venue: String) {
    #expect(readCalendar(event("LOCATION:" + text)).first.venue == venue)
  }

  @Test("A blank LOCATION gives no venue")
  func blankLocations() {
    #expect(readCalendar(event("LOCATION:")).first.venue == nil)
    #expect(readCalendar(event("LOCATION: ")).first.venue == nil)
    #expect(readCalendar(event("LOCATION:-")).first.venue == "-")
  }

  @Test("A plain DESCRIPTION keeps its lines and gives no HTML")
  func plainDescription() {
    let entry = readCalendar(event(#"DESCRIPTION:First line\nSecond &amp\; last"#)).first
    #expect(entry.summary == "First line\nSecond & last")
    #expect(entry.html == nil)
  }

  @Test("An HTML DESCRIPTION gives text and safe HTML")
  func htmlDescription() throws {
    let entry = readCalendar(
      event(#"DESCRIPTION:<p>Come &amp\; sing</p><script>alert(1)</script><p>Free</p>"#)
    ).first
    #expect(entry.summary == "Come & sing\nFree" || entry.summary == "Come & sing\n\nFree")
    let html = try #require(entry.html)
    #expect(html.contains("<p>"))
    #expect(!html.contains("script"))
  }

  @Test("Line breaks of HTML without block elements are visible")
  func htmlLineEnds() {
    let entry = readCalendar(event(#"DESCRIPTION:Line one\n<b>Line</b> two"#)).first
    #expect(entry.summary == "Line one\nLine two")
  }

  @Test("X-ALT-DESC is the event's HTML and continues over raw line breaks")
  func alternative() throws {
    let feed = readCalendar(
      event(
        "DESCRIPTION:Plain", "X-ALT-DESC;FMTTYPE=text/html:<p>Rich</p>\n<img width",
        "=\"1\"><p>end</p>",
        "SUMMARY:Talk"))
    #expect(feed.first.summary == "Plain")
    #expect(feed.first.title == "Talk")
    let html = try #require(feed.first.html)
    #expect(html.contains("Rich") && html.contains("end"))
    #expect(feed.codes == ["W_STRAY_LINE"])
  }

  @Test("A place continues over raw line breaks, but other properties don't")
  func rawBreaks() {
    let entry = readCalendar(event("LOCATION:1 Main St\\,", "Springfield", "UID:2", "stray")).first
    #expect(entry.venue == "1 Main St, Springfield")
    #expect(entry.id == "one@example.edu")
  }

  @Test("Categories of all lines are merged without duplicates and split at unescaped commas")
  func categories() {
    let entry = readCalendar(
      event(#"CATEGORIES:Music,Talks\, lectures"#, "CATEGORIES:Music,Arts &amp\\; Crafts,")
    ).first
    #expect(entry.categories == ["Music", "Talks, lectures", "Arts & Crafts"])
  }

  @Test("Invisible and bidirectional characters are removed with a finding")
  func sanitises() {
    let entry = readCalendar(event("SUMMARY:Jazz\u{200B} Night \u{202E}won\u{0007}")).first
    #expect(entry.title == "Jazz Night won")
    #expect(Set(entry.codes) == ["S_ZW", "S_BIDI", "S_CTRL"])
    #expect(entry.problems.allSatisfy { $0.subject == "one@example.edu" })
  }

  @Test(
    "Active HTML is removed and reported",
    arguments: [
      "<script>alert(1)</script>Jazz", "<svg onload=alert(1)>Jazz", "<b onerror=x>Jazz</b>",
    ])
  func activeContent(text: String) {
    let entry = readCalendar(event("SUMMARY:" + text, "DESCRIPTION:" + text)).first
    #expect(entry.title == "Jazz")
    #expect(entry.codes == ["S_HTML"])
    #expect(entry.html?.contains("alert") != true)
  }

  @Test("An oversized field is cut at a character boundary with a finding")
  func caps() {
    let long = String(repeating: "é", count: 200_000)
    let entry = readCalendar(event("DESCRIPTION:" + long)).first
    #expect(entry.codes == ["Q_FIELD_LEN"])
    #expect(entry.summary?.utf8.count == 262_144)
    #expect(entry.summary?.last == "é")
  }
}
