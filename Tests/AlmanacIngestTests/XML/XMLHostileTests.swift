import AlmanacModel
import Testing

@testable import AlmanacIngest

@Suite struct XMLHostileTests {
  private func refusal(_ text: String) throws -> DocumentRefusal? {
    try XMLReading.refusal(Array(text.utf8))
  }

  @Test(
    "A document that declares markup entities is rejected",
    arguments: [
      "<!DOCTYPE l [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]><l>&b;</l>",
      "<!DOCTYPE l [\n<!ELEMENT l ANY>\n<!ENTITY % p SYSTEM 'http://10.0.0.5/x'>%p;]><l/>",
      "<!doctype l [<!entity a SYSTEM \"file:///etc/passwd\">]><l>&a;</l>",
      "<!DOCTYPE l [<!ELEMENT l \"]>\"><!ENTITY a \"x\">]><l>&a;</l>",
      "<l><!ENTITY a \"x\">&a;</l>",
    ])
  func entityDeclarations(document: String) throws {
    let refusal = try refusal(document)
    #expect(refusal?.code == "E_XML_DTD")
    #expect(refusal == .entityDeclaration(line: document.contains("\n") ? 3 : 1))
  }

  @Test("Nesting is accepted up to the limit and rejected beyond it")
  func nesting() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + "x" + String(repeating: "</a>", count: depth)
    }
    #expect(try XMLReading(nested(256)).text == "x")
    #expect(try refusal(nested(257)) == .tooDeep(limit: 256, line: 1))
    #expect(try refusal(String(repeating: "<a>", count: 1_000_000))?.code == "E_XML_DEPTH")
  }

  @Test("Giant tags, names, comments and DOCTYPEs are rejected")
  func giants() throws {
    let big = String(repeating: "C", count: 5_000_000)
    let attributes = (0..<100_000).map { " a\($0)='1'" }.joined()
    let namespaces = (0..<100_000).map { " xmlns:n\($0)='u:\($0)'" }.joined()
    for document in [
      "<t q='\(big)'/>", "<\(big)/>", "<t\(attributes)/>", "<t\(namespaces)/>", "<!--\(big)--><t/>",
      "<t><!--\(big)--></t>", "<!DOCTYPE \(big)><t/>",
      "<t>" + (0..<20_000).map { "<n\($0)/>" }.joined() + "</t>",
    ] {
      #expect(try refusal(document)?.code == "E_XML_SIZE")
    }
  }

  @Test(
    "Unterminated constructs are read in linear time",
    arguments: [
      "</a", "</a ", "<a", "<a b='", "<?", "<!", "<!--", "<!DOCTYPE ", "<!DOCTYPE [", "&", "&#",
      "&#x",
      "&#1", "&a", "]]", "<![CDATA[", "<![CDATA[]]", "<b></i>", "</b>", "<a>]]>",
    ])
  func noQuadraticTime(fragment: String) throws {
    let document = "<r>" + String(repeating: fragment, count: 50_000)
    let elapsed = try ContinuousClock().measure { _ = try refusal(document) }
    #expect(elapsed < .seconds(10))
  }

  @Test("A truncated document is damaged, and complete elements are read")
  func truncated() throws {
    var items: [String] = []
    let outcome = try XMLTree.parse(
      Array("<r>\n<i>one</i>\n<i>tw".utf8),
      choose: { element, _ in element.name.local == "i" ? .build : .descend },
      handle: { tree, _ in items.append(tree.text) })
    #expect(items == ["one"])
    #expect(outcome.damage?.kind == .truncated)
    #expect(outcome.damage?.line == 3)
  }

  @Test(
    "Every truncation is reported",
    arguments: ["<r", "<r a='", "<r><![CDATA[x", "<r><!-- x", "<r>&#", "<r></", "<r><i><item>x</i"])
  func cutAnywhere(document: String) throws {
    let reading = try XMLReading(document)
    #expect(reading.outcome.damage != nil)
    #expect(reading.root == nil)
  }

  @Test(
    "Content after the root has its own kind of damage",
    arguments: ["<x/>", "garbage", "<!-- --> y"])
  func trailing(tail: String) throws {
    let reading = try XMLReading("<t>a</t>\n" + tail)
    #expect(reading.text == "a")
    #expect(reading.outcome.damage?.kind == .trailing)
    #expect(try XMLReading("<t>a</t>\n<!-- cached -->\n").outcome.damage == nil)
  }

  @Test("After an error the rest is read, references included")
  func recovers() throws {
    let reading = try XMLReading("<t><a x>one</a><b>A &amp; &lt;B&gt; &eacute;</b></t>")
    #expect(reading.root?.child("b")?.text == "A & <B> é")
    #expect(reading.outcome.damage?.kind == .malformed)
    #expect(reading.outcome.damage?.continued == true)
  }

  @Test(
    "An empty document has no root",
    arguments: ["", "   ", "{\"error\": true}", "<!-- -->", "\0\0"])
  func noRoot(document: String) throws {
    let outcome = try XMLReading(document).outcome
    #expect(!outcome.hasRoot)
    #expect(outcome.damage == nil)
  }

  @Test("An undeclared prefix is no damage and stays in the name")
  func undeclaredPrefix() throws {
    let reading = try XMLReading("<t><media:x media:y='1'/></t>")
    #expect(reading.outcome.damage == nil)
    let child = try #require(reading.root?.children.first)
    #expect(child.name.prefix == "media")
    #expect(child.name.local == "x")
    #expect(child.name.namespace == nil)
  }

  @Test("An error of the caller stops the parser and is rethrown")
  func readerStops() throws {
    struct Enough: Error {}
    var taken = 0
    #expect(throws: Enough.self) {
      try XMLTree.parse(
        Array(("<r>" + String(repeating: "<i>x</i>", count: 100_000) + "</r>").utf8),
        choose: { element, _ in element.name.local == "i" ? .build : .descend },
        handle: { _, _ in
          taken += 1
          if taken == 10 { throw Enough() }
        })
    }
    #expect(taken == 10)
  }

  @Test("An oversized tree is cut and marked, and the next one is complete")
  func cutTree() throws {
    var builder = XMLTreeBuilder(limitBytes: 1_000)
    let name = XMLName(local: "i")
    let start = StartElement(name: name, attributes: [], scope: XMLScope(), depth: 1, line: 1)
    builder.start(start)
    builder.start(start)
    builder.characters(String(repeating: "x", count: 2_000))
    let inner = builder.end()
    #expect(inner?.isCut == nil)
    let outer = builder.end()
    let cut = try #require(outer)
    #expect(cut.isCut)
    #expect(cut.text.isEmpty)
    builder.start(start)
    builder.characters("whole")
    let whole = builder.end()
    #expect(whole?.isCut == false)
  }
}
