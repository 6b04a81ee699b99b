import Testing

@testable import AlmanacIngest

@Suite struct HTMLSanitizerTests {
  @Test(
    "Addresses with repeated or interrupted escapes are the same when they are made safe again",
    arguments: ["a&amp;amp;amp;b", "a&\u{0}amp;b", "a&#38;amp;b"])
  func escapes(path: String) {
    let safe = HTMLSanitizer.safe("<img src='/?\(path)'>", base: "https://example.org/")
    #expect(safe == "<img src=\"https://example.org/?a&amp;b\">")
    #expect(HTMLSanitizer.safe(safe, base: nil) == safe)
  }

  @Test(
    "Only allowed elements and attributes pass",
    arguments: [
      ("<p class=x onclick='y()'>Hi <b>you</b></p>", "<p>Hi <b>you</b></p>"),
      ("<script>alert(1)</script>ok", "ok"),
      ("<style>p{}</style><font color=red>ok</font>", "ok"),
      ("<a href='javascript:alert(1)'>x</a>", "<a>x</a>"),
      ("<a href=' java\nscript:alert(1)'>x</a>", "<a>x</a>"),
      ("<a href='&#106;avascript:alert(1)'>x</a>", "<a>x</a>"),
      ("<a href='/e/1?a=1&amp;b=2'>x</a>", "<a href=\"https://example.org/e/1?a=1&amp;b=2\">x</a>"),
      ("<a href='mailto:a@example.org'>x</a>", "<a href=\"mailto:a@example.org\">x</a>"),
      ("<img src=x.png onerror=y>", "<img src=\"https://example.org/calendar/x.png\">"),
      ("<img src='data:image/svg+xml;base64,AAAA'>", ""),
      ("<svg><script>x</script></svg>a", "a"),
      ("<iframe src='https://example.org'></iframe>a", "a"),
      ("a < b & c", "a &lt; b &amp; c"),
      ("&lt;script&gt;", "&lt;script&gt;"),
      ("<b title='\"><script>'>x</b>", "<b title=\"&quot;&gt;&lt;script&gt;\">x</b>"),
    ])
  func allowList(html: String, safe: String) {
    #expect(HTMLSanitizer.safe(html, base: "https://example.org/calendar/feed.xml") == safe)
  }

  @Test(
    "The output is well nested",
    arguments: [
      ("<b><i>x</b>y</i>", "<b><i>x</i></b>y"),
      ("<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
      ("<p>a<p>b", "<p>a</p><p>b</p>"),
      ("</div>x<div>", "x<div></div>"),
      ("a<br/>b", "a<br>b"),
    ])
  func nests(html: String, safe: String) {
    #expect(HTMLSanitizer.safe(html, base: nil) == safe)
  }

  @Test("Nesting is bounded")
  func boundsDepth() {
    let safe = HTMLSanitizer.safe(String(repeating: "<div>", count: 10_000) + "x", base: nil)
    #expect(safe.utf8.count < 1_000)
    #expect(safe.contains("x"))
  }
}
