import AlmanacModel
import Testing

@testable import AlmanacIngest

@Suite struct HTMLMarkupTests {
  @Test(
    "HTML becomes readable lines",
    arguments: [
      ("<p>One</p><p>Two</p>", "One\n\nTwo"),
      ("One<br>Two<br/>\nThree", "One\nTwo\nThree"),
      ("<div>One</div>\n  <div>Two   words</div>", "One\nTwo words"),
      (
        "Bring:<ul><li>a pen</li><li><p>paper</p></li></ul>Thanks",
        "Bring:\n- a pen\n- paper\n\nThanks"
      ),
      ("<table><tr><td>7pm</td><td>Hall</td></tr><tr><td>8pm</td></tr></table>", "7pm Hall\n8pm"),
      ("a&nbsp;&nbsp;b&#160;c\u{A0}d", "a b c d"),
      ("<b>bo</b>ld", "bold"),
      ("<pre>x\n y</pre>", "x\ny"),
      ("one<!-- two > three -->four", "onefour"),
      ("x<script>alert('<p>')</script>y<style>p{}</style>z", "xyz"),
      ("<![CDATA[Tea & <cake>]]>", "Tea & <cake>"),
      ("x<script>never closed", "x"),
    ])
  func plainText(html: String, text: String) {
    #expect(HTMLMarkup.plainText(html) == text)
  }

  @Test(
    "Text that is no tag stays",
    arguments: [
      "a < b and c > d", "Tom & Jerry", "<me@example.org>", "<https://example.org>", "1<2", "x <",
      "<", "R&D; Q&A", "<!", "</ x",
    ])
  func keepsBareMarkup(text: String) {
    #expect(HTMLMarkup.plainText(text) == text)
  }

  @Test(
    "References are resolved once and only once",
    arguments: [
      ("&amp;lt;", "&lt;"), ("&lt;b&gt;", "<b>"), ("caf&eacute; &#233;&#xE9;", "café éé"),
      ("&#150;&#x99;", "–™"), ("?a=1&copy=2", "?a=1&copy=2"), ("&copy 2026", "© 2026"),
      ("&nosuch; &", "&nosuch; &"), ("&#x110000;&#0;", "\u{FFFD}\u{FFFD}"), ("&#", "&#"),
      ("&amp;amp;amp;", "&amp;amp;"), ("&NotEqualTilde;", "≂̸"),
    ])
  func decodes(text: String, decoded: String) {
    #expect(HTMLEntities.decode(text) == decoded)
  }

  @Test(
    "A text is HTML if it contains a known tag or a reference",
    arguments: [
      ("<p>x</p>", true), ("a &amp; b", true), ("x<br>", true), ("a & b", false),
      ("1 < 2 > 0", false), ("<me@example.org>", false), ("Dear <name>", false), ("plain", false),
      ("Q&A;", false),
    ])
  func probablyHTML(text: String, expected: Bool) {
    #expect(HTMLMarkup.isProbablyHTML(text) == expected)
  }

  @Test(
    "Hostile markup takes no more than linear time",
    .timeLimit(.minutes(1)),
    arguments: [
      "<!--", "<a ", "<a b=\"", "<script>", "<title>", "&#", "<![CDATA[", "</p", "<p>", "<ul>",
    ])
  func isLinear(piece: String) {
    let html = String(repeating: piece, count: 50_000)
    _ = HTMLMarkup.plainText(html + ">")
    _ = HTMLSanitizer.safe(html + ">", base: nil)
    #expect(HTMLMarkup.plainText(html).utf8.count <= html.utf8.count)
  }
}
