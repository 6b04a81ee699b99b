import Testing

@testable import AlmanacIngest

@Suite struct HTMLTreeTests {
  private static func tree(_ text: String, depth: Int = 256) -> HTMLTree {
    HTMLTree(Array(text.utf8), base: "https://example.org/a/", depth: depth)
  }

  @Test(
    "Optional end tags may be missing, and stray ones are ignored",
    arguments: [
      ("<ul><li>a<li>b</ul>c", "<ul><li>a</li><li>b</li></ul>c"),
      ("<p>a<div>b</div>", "<p>a</p><div>b</div>"), ("a</b>c", "ac"),
      (
        "<TABLE><tr><td>1<td>2<tr><td>3</table>",
        "<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>"
      ),
      ("<br><img src=x>y", "<br /><img src=\"x\" />y"),
      ("<a href='x'></a>b", "<a href=\"x\"></a>b"),
      ("<b><i>a</b>c", "<b><i>a</i></b>c"),
      ("<title>a <b> &amp; c</title>", "<title>a &lt;b&gt; &amp; c</title>"),
      (
        "<script>if (a < b) '</b>' &amp;</script>x",
        "<script>if (a &lt; b) '&lt;/b&gt;' &amp;amp;</script>x"
      ),
    ])
  func repairs(text: String, markup: String) {
    #expect(Self.tree(text).root.innerXML == markup)
  }

  @Test("Lines, languages and bases are those of the element")
  func places() throws {
    let root = Self.tree("<html lang=en>\n<base href='/b/'>\n<p lang=fr>\n<a href=x>").root
    let link = try #require(root.outermost { $0.name.local == "a" }.first)
    #expect(link.line == 4)
    #expect(link.language == "fr")
    #expect(link.base == "https://example.org/b/")
  }

  @Test("Hostile pages take no more time than their size justifies")
  func hostile() {
    let deep = Self.tree(String(repeating: "<div>", count: 50_000) + "x")
    #expect(deep.root.text == "x")
    let shallow = Self.tree("<div><div><div>x</div>y</div>z</div>w", depth: 1)
    #expect(shallow.root.text == "xyzw")
    #expect(Self.tree("<script>var a").isTruncated)
    #expect(Self.tree(String(repeating: "</p><p <p", count: 20_000)).root.text.hasPrefix("<p"))
    #expect(Self.tree("").root.children.isEmpty)
  }
}
