import Testing

@testable import AlmanacIngest

@Suite struct XMLNodeTests {
  @Test("Names have prefix, local part and namespace, and attributes have values")
  func names() throws {
    let reading = try XMLReading(
      "<rss xmlns='u:d' xmlns:ev='u:ev'><ev:x a='1' ev:b='2'/><y/></rss>")
    let root = try #require(reading.root)
    let child = try #require(root.child("x", namespace: "u:ev"))
    #expect(root.name.namespace == "u:d")
    #expect(child.name == XMLName(prefix: "ev", local: "x", namespace: "u:ev"))
    #expect(child.attribute("a") == "1")
    #expect(child.attribute("b", namespace: "u:ev") == "2")
    #expect(child.attribute("b") == nil)
    #expect(root.child("x", namespace: "u:d") == nil)
    #expect(root.child("y")?.name.namespace == "u:d")
    #expect(root.children.count == 2)
  }

  @Test("The text is that of all descendants in order")
  func text() throws {
    let reading = try XMLReading("<t>a<b>c<i>d</i></b><![CDATA[<e>]]>f</t>")
    #expect(reading.text == "acd<e>f")
    #expect(reading.root?.children.count == 1)
  }

  @Test("Inner XML is markup without the prefix of XHTML")
  func innerXML() throws {
    let reading = try XMLReading(
      """
      <content xmlns:h="http://www.w3.org/1999/xhtml"><h:div title='"1" &amp; &lt;2'>a &amp; b<h:br/>\
      <h:p>é</h:p></h:div></content>
      """)
    #expect(
      reading.root?.innerXML
        == "<div title=\"&quot;1&quot; &amp; &lt;2\">a &amp; b<br /><p>é</p></div>")
  }

  @Test("Language and base are inherited, resolved and reset")
  func inheritance() throws {
    let document = """
      <feed xml:lang="en" xml:base="http://example.org/a/"><entry xml:base="b/c"><x/>\
      <y xml:lang="" xml:base="/d"/></entry><entry xml:lang="de"/></feed>
      """
    let root = try #require(try XMLReading(document).root)
    let entries = root.children
    #expect(root.base == "http://example.org/a/")
    #expect(entries.first?.base == "http://example.org/a/b/c")
    #expect(entries.first?.child("x")?.base == "http://example.org/a/b/c")
    #expect(entries.first?.child("x")?.language == "en")
    #expect(entries.first?.child("y")?.base == "http://example.org/d")
    #expect(entries.first?.child("y")?.language == nil)
    #expect(entries.last?.language == "de")
    #expect(entries.last?.base == "http://example.org/a/")
  }

  @Test("The document's own URL is the default base")
  func documentBase() throws {
    let bytes = Array("<feed><a xml:base='x'/></feed>".utf8)
    let root = try #require(try XMLReading(bytes, base: "https://example.org/feeds/f").root)
    #expect(root.base == "https://example.org/feeds/f")
    #expect(root.child("a")?.base == "https://example.org/feeds/x")
  }

  @Test("Each tree is passed on with its ancestors and line")
  func series() throws {
    var seen: [String] = []
    _ = try XMLTree.parse(
      Array("<rss><channel>\n<title>t</title><skip><item/></skip>\n<item/></channel></rss>".utf8),
      choose: { element, path in
        if path.count < 2 { return .descend }
        return element.name.local == "skip" ? .skip : .build
      },
      handle: { tree, path in
        seen.append((path + [tree.name]).map(\.local).joined(separator: "/") + " \(tree.line)")
      })
    #expect(seen == ["rss/channel/title 2", "rss/channel/item 3"])
  }

  @Test("A tree is complete whatever precedes it, and stays valid after parsing")
  func reuse() throws {
    let items = [
      "<item a='1'>x<b>1</b><c><d>2</d>y</c></item>", "<item/>", "<item><b>3</b>z</item>",
      "<item>t</item>", "<item><c/><b a='4'/></item>",
      "<item>\(String(repeating: "<b>\(String(repeating: "w", count: 9_000))</b>", count: 80))</item>",
      "<item><c>v</c></item>",
    ]
    let document = Array("<rss>\(items.joined())</rss>".utf8)
    for keeps in [true, false] {
      var (kept, held, seen) = ([XMLNode](), [XMLNode](), [String]())
      _ = try XMLTree.parse(
        document, choose: { start, _ in start.depth == 1 ? .descend : .build },
        handle: { tree, _ in
          if keeps {
            kept.append(tree)
          } else {
            held += tree.children.filter { $0.matches("b") }.suffix(1)
          }
          seen.append(tree.innerXML)
        })
      let alone = try items.map { try #require(XMLReading($0).root) }
      #expect(seen == alone.map(\.innerXML))
      #expect(keeps || held.map(\.text.utf8.count) == [1, 1, 0, 9_000])
      #expect(!keeps || kept.map(\.innerXML) == seen)
      #expect(!keeps || kept.map { $0.attribute("a") } == alone.map { $0.attribute("a") })
    }
  }
}
