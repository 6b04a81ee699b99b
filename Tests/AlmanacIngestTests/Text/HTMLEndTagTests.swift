import AlmanacModel
import Testing

@testable import AlmanacIngest

@Suite struct HTMLEndTagTests {
  @Test(
    "A skipped element ends with its own end tag only",
    arguments: [
      ("a<select><option>b</selectmenu>c</select>d", "ad"),
      ("a<svg><g><svg>b</svg></g>c</svg>d", "ad"),
      ("a<script>b</scripted>c</script>d", "ad"),
      ("a<style>b</style x>d", "ad"),
      ("a<svg>b</svg>c<svg>d</svg>e", "ace"),
      ("a<svg><svg>b</svg>c", "ac"),
      ("a<title>b<title>c</title>d", "ad"),
    ])
  func ends(html: String, text: String) {
    #expect(HTMLMarkup.plainText(html) == text)
    #expect(HTMLSanitizer.safe(html, base: nil) == text)
  }

  @Test(
    "A reference without semicolon matches its longest prefix, but not in an attribute",
    arguments: [
      ("I'm &notit; here", "I'm ¬it; here"), ("&ampere;", "&ere;"), ("&nosuch;", "&nosuch;"),
      ("&notin;", "∉"), ("Q&A; R&D;", "Q&A; R&D;"),
    ])
  func references(html: String, text: String) {
    #expect(HTMLMarkup.plainText(html) == text)
    #expect(HTMLEntities.decode(html) == text)
  }

  @Test("An address in an attribute keeps its parameters")
  func attributes() {
    #expect(
      HTMLSanitizer.safe("<a href='https://x.example/?a&notit;b&amp;c'>x</a>", base: nil)
        == "<a href=\"https://x.example/?a&amp;notit;b&amp;c\">x</a>")
  }
}
