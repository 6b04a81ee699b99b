import AlmanacModel
import Testing

@testable import AlmanacIngest

@Suite struct ActiveHTMLTests {
  @Test(
    "Active markup is distinguished from other markup",
    arguments: [
      ("<script>x()</script>Choir", true), ("Choir<SCRIPT SRC=//x>", true),
      ("<svg/onload=x()>", true),
      ("<img src=a onerror = x()>", true), ("<a href=' java\tscript:x()'>b</a>", true),
      ("<a href=\"java&#115;cript:x()\">b</a>", true),
      ("<a href='javascript&colon;x()'>b</a>", true),
      ("<a href=data:text/html,x>b</a>", true), ("<p srcdoc=x>", true), ("<iframe src=x>", true),
      ("<meta http-equiv=refresh content=0>", true), ("<object data=x>", true),
      ("<b title=\"a\"onclick=x()>", true),
      ("Choir", false), ("a < b & c", false), ("<b>Choir</b> on Friday", false),
      ("<a href='https://x.example/script:1?a=1&amp;b=2'>b</a>", false),
      ("<img src=https://x.example/on.png alt='on stage: onions'>", false), ("<p>on=1</p>", false),
      ("O'Brien <3 \"Jazz\" 50% off", false), ("<font color=red>x</font>", false),
    ])
  func tells(html: String, isActive: Bool) {
    #expect(HTMLSanitizer.read(html, base: nil).wasActive == isActive)
  }

  @Test("Active HTML in a title or body is reported once")
  func notes() {
    var fields = FieldSanitizer(line: 3)
    #expect(fields.htmlLine("<script>x()</script>Choir &amp; Band", of: "title") == "Choir & Band")
    let body = fields.body("<p onclick=x()>Come</p>", of: "description", base: nil)
    #expect(body.html == "<p>Come</p>")
    #expect(fields.problems.map(\.code) == ["S_HTML"])
    #expect(fields.problems.first?.line == 3)
  }

  @Test("A plain-text title loses only active markup")
  func plainTitle() {
    var fields = FieldSanitizer()
    #expect(fields.name("How to use <b> & <i>", of: "title") == "How to use <b> & <i>")
    #expect(fields.problems.isEmpty)
    #expect(fields.name("<script>x()</script>Choir", of: "title") == "Choir")
    #expect(fields.problems.map(\.code) == ["S_HTML"])
  }

  @Test("A title on several lines is joined and reported, a venue only joined")
  func breaks() {
    var fields = FieldSanitizer()
    #expect(fields.htmlLine("Choir\nBEGIN:VEVENT", of: "title") == "Choir BEGIN:VEVENT")
    #expect(fields.problems.map(\.code) == ["S_CTRL"])
    fields = FieldSanitizer()
    #expect(fields.htmlLine("Old Hall\n1 High Street", of: "venue") == "Old Hall 1 High Street")
    #expect(fields.htmlLine("\n      Choir\n      and Band\n", of: "title") == "Choir and Band")
    #expect(fields.problems.isEmpty)
  }

  @Test("Attributes of a hostile tag are checked in linear time")
  func linear() {
    let tag = "<p " + String(repeating: "o x:&amp;", count: 200_000) + ">"
    let spent = ContinuousClock().measure {
      #expect(!HTMLSanitizer.read(tag, base: nil).wasActive)
    }
    #expect(spent < .seconds(5))
  }
}
