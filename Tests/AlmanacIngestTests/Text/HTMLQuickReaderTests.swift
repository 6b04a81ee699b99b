import Testing

@testable import AlmanacIngest

/// What is read quickly is what is read thoroughly.
@Suite struct HTMLQuickReaderTests {
  private func expectSame(_ html: String, _ location: SourceLocation = #_sourceLocation) {
    if let quick = HTMLQuickReader.read(html) {
      let thorough = HTMLSanitizer.thoroughly(html, base: "https://example.org/a/")
      let isSame =
        quick.safe == thorough.safe && quick.plain == thorough.plain
        && quick.wasActive == thorough.wasActive
      if !isSame { Issue.record("\(html)\n\(quick)\n\(thorough)", sourceLocation: location) }
      if quick.isClean {
        for text in [quick.safe, quick.plain] {
          let cleaned = FieldText.rewritten(text, lines: .many)
          #expect(
            cleaned == FieldText.Cleaned(text: text), "\(html)", sourceLocation: location)
        }
      }
    }
    if let isHTML = HTMLQuickReader.isProbablyHTML(html) {
      #expect(isHTML == HTMLText.isThoroughlyHTML(html), "\(html)", sourceLocation: location)
    }
  }

  @Test(
    "ordinary markup is read quickly",
    arguments: [
      "Plain", "A &amp; B &lt;&pound;12&#8211;&nbsp;x", "<p>One</p>\n<p>Two <b>bold</b></p>",
      "<ul><li>One<li>Two</ul>three<br/>four<br >five<hr>",
      "<table><tr><td>1<td>2<tr><td>3</table>",
      "<a href=\"https://example.org/?a=1&amp;b=2\" class='x' target=\"_blank\">x</a>",
      "<img src=\"http://example.org/x.png\" alt=\"É\" width=\"3\" /><img alt=\"none\">z",
      "<dl><dt>a<dd>b</dl> > \" \u{A0}©<div>x</div></b></p>", "<P>One</P><OL><LI>x</LI></OL>",
    ])
  func ordinary(html: String) {
    #expect(HTMLQuickReader.read(html) != nil)
    expectSame(html)
  }

  @Test(
    "all else is left to the other reader",
    arguments: [
      "<script>x</script>", "<p onclick=\"x()\">y</p>", "<a href=\"javascript:x\">y</a>",
      "<a href=\"/x\">y</a>",
      "<pre>a\n b</pre>", "<font>x</font>", "a < b", "<p class=x>y</p>", "<a href=\"data:x\">y</a>",
      "<!-- x -->",
      "<a href=\"https://a@example.org\">y</a>", "<p title=\"&#106;avascript:\">y</p>",
      "<p a=\"1\" a=\"2\">y</p>",
      "<td colspan=\"2\">x</td>", "<p", "<svg>x</svg>", "&#\(String(repeating: "0", count: 60))65;",
    ])
  func extraordinary(html: String) {
    #expect(HTMLQuickReader.read(html) == nil)
    expectSame(html)
  }

  @Test(
    "what is certainly clean is known to be",
    arguments: [
      "<p>One</p>\n<p>Two <b>bold</b></p>", "A &amp; B &pound;12&#8211;13", "a\n\nb",
      "<ul><li>One<li>Two</ul>three<br/>four<br >five",
      "<a href=\"https://example.org/?a=1&amp;b=2\" class='x y'>x</a>",
      "<p><img src=\"https://example.org/a.png\" alt=\" a b \" width=\"3\"></p>",
    ])
  func clean(html: String) {
    #expect(HTMLQuickReader.read(html)?.isClean == true)
    expectSame(html)
  }

  @Test("whether an element may have classes is told")
  func classes() {
    #expect(HTMLQuickReader.read("<p class=\"vevent\">x</p>")?.mayHoldClasses == true)
    #expect(HTMLQuickReader.read("<p title=\"vevent\">x <b>class</b></p>")?.mayHoldClasses == false)
    #expect(HTMLSanitizer.read("<p CLASS=vevent>x</p>", base: nil).mayHoldClasses)
  }

  @Test(
    "what may have to be cleaned is not said to be clean",
    arguments: [
      " a", "a ", "a  b", "a \nb", "a\n b", "a\n\n\nb", "a\tb", "a\u{7F}b", "a\u{1}b", "a&#1;b",
      "é",
      "a&nbsp;b", "a<br> <br>b ", "<p title=\"a  b\">x</p>", "<p> x</p> ", "<b>a</b>\n",
    ])
  func unclean(html: String) {
    #expect(HTMLQuickReader.read(html)?.isClean != true)
    expectSame(html)
  }

  @Test("damaged anywhere it gives the same or leaves it", arguments: 0..<8)
  func mutations(seed: Int) {
    let html = Array(
      """
      <p>Harbour walk, with <strong>a guide</strong> &amp; <em>two maps</em>.</p>
      <div class="x">At <a href="https://events.example.org/1?a=1&amp;x=2" rel="nofollow">the Café</a>.<br />Free</div>
      <ul><li>Doors 19:30</li><li>&pound;12.50 / "concessions"</li></ul>
      <p><img src="https://img.example.org/1.jpg" alt="two words" width="320" /></p>\u{A0}<td>x
      """.utf8)
    var mutations = Mutations(
      seed: UInt64(seed),
      words: [
        "<", ">", "&", "\"", "'", "<p>", "</p>", "<li>", "<br>", "<ol>", "</ul>", "<td>", "<b>",
        "</a>", "<h2>", "<pre>",
        "on", "javascript:", "data:", "&nbsp;", "&#x26;", "&lt", "&copy", "\n", "  ", "\u{A0}", "é",
        "\u{1}", "\u{7F}", "\n\n", "&#32;", "<!--",
        "=", "/", ":", "<img", " src=", " title=\"a\"", "<dd>", "<dt>", "</div>", "&#58;", "@", "%",
      ])
    for _ in 0..<Mutations.count(1_500) {
      let bytes = mutations.mutated(html)
      expectSame(String(decoding: bytes, as: UTF8.self))
    }
  }
}
