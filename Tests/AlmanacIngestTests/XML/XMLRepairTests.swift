import AlmanacModel
import Testing

@testable import AlmanacIngest

@Suite struct XMLRepairTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let document: String
    let text: String
    var codes: [String] = []
    var testDescription: String { document }
  }

  @Test("Attributes without quotes have their values")
  func unquotedAttributes() throws {
    let reading = try XMLReading("<t u=https://a.example/?p=1&q=2 v = x/y w='z' n=5 />")
    #expect(reading.root?.attribute("u") == "https://a.example/?p=1&q=2")
    #expect(reading.root?.attribute("v") == "x/y")
    #expect(reading.root?.attribute("w") == "z")
    #expect(reading.root?.attribute("n") == "5")
    #expect(reading.codes == ["W_AMPERSAND", "W_TAG_REPAIRED"])
  }

  @Test("An attribute whose quote does not end has the value up to the next attribute")
  func unendedAttribute() throws {
    let reading = try XMLReading("<t a=\"x y b=\"z\" c='=' d=\"e f=\"/>")
    #expect(reading.root?.attribute("a") == "x y")
    #expect(reading.root?.attribute("b") == "z")
    #expect(reading.root?.attribute("d") == "e f=")
    #expect(reading.codes == ["W_TAG_REPAIRED"])
  }

  @Test(
    "Common errors of small publishers are repaired and counted",
    arguments: [
      Case(document: "<t>plain</t>", text: "plain"),
      Case(document: "<t>A &amp; B &lt; C &#38; D</t>", text: "A & B < C & D"),
      Case(document: "<t>A & B</t>", text: "A & B", codes: ["W_AMPERSAND"]),
      Case(document: "<t>R&D &copy 2020</t>", text: "R&D &copy 2020", codes: ["W_AMPERSAND"]),
      Case(document: "<t>a &nosuch; b</t>", text: "a &nosuch; b", codes: ["W_AMPERSAND"]),
      Case(
        document: "<t>Caf&eacute;&nbsp;Noir</t>", text: "Café\u{A0}Noir",
        codes: ["W_ENTITY_REPAIRED"]),
      Case(
        document: "<t>&NotEqualTilde;</t>", text: "\u{2242}\u{338}", codes: ["W_ENTITY_REPAIRED"]),
      Case(document: "<t>&AMP;&LT;</t>", text: "&<", codes: ["W_ENTITY_REPAIRED"]),
      Case(document: "<t>don&#146;t</t>", text: "don’t", codes: ["W_ENTITY_REPAIRED"]),
      Case(
        document: "<t>&#55357;&#56832; &#xD83D;&#xDE00; &#55357;</t>", text: "😀 😀 ",
        codes: ["W_ENTITY_REPAIRED", "S_CTRL"]),
      Case(document: "<t>&#X41;&#8217 s</t>", text: "A’ s", codes: ["W_ENTITY_REPAIRED"]),
      Case(document: "<t>Ja&#8;z&#x1F;z&#xFFFFFFFF;</t>", text: "Jazz", codes: ["S_CTRL"]),
      Case(document: "<t>a\u{1}b\u{FFFF}c</t>", text: "abc", codes: ["S_CTRL"]),
      Case(document: "<t>Ja\0zz</t>", text: "Jazz", codes: ["W_NUL"]),
      Case(document: "<t>1 < 2 <3</t>", text: "1 < 2 <3", codes: ["W_TAG_REPAIRED"]),
      Case(document: "<t>a<i x=1/>b</t>", text: "ab", codes: ["W_TAG_REPAIRED"]),
      Case(document: "<t>a]]>b</t>", text: "a]]>b", codes: ["W_TAG_REPAIRED"]),
      Case(document: "<t><![CDATA[a & b &nbsp; <i>]]> c</t>", text: "a & b &nbsp; <i> c"),
      Case(document: "<t><![CDATA[a]] b]]]]><![CDATA[>]]></t>", text: "a]] b]]>"),
      Case(document: "<t>a<!-- <x> & -->b<?php echo 1 ?>c</t>", text: "abc"),
      Case(
        document: "<!DOCTYPE t PUBLIC \"-//N//DTD\" \"http://x/y.dtd\"><t>a</t>", text: "a",
        codes: ["W_DOCTYPE_IGNORED"]),
      Case(
        document: "<!DOCTYPE t [<!ELEMENT t ANY>]><t>a</t>", text: "a",
        codes: ["W_DOCTYPE_IGNORED"]),
      Case(document: "\n\n  <?xml version=\"1.0\"?><t>a</t>", text: "a", codes: ["W_LEADING_WS"]),
      Case(
        document: "Notice: x in <b>y</b>\n<?xml version=\"1.0\"?><t>a</t>", text: "a",
        codes: ["W_LEADING_TEXT"]),
      Case(
        document: "<br />\n<b>Warning</b>: x<br />\n<?xml version=\"1.0\"?><t>a</t>", text: "a",
        codes: ["W_LEADING_TEXT"]),
      Case(document: "junk <t>a</t>", text: "a", codes: ["W_LEADING_TEXT"]),
      Case(document: "<?xml version=\"1.0\"><t>a</t>", text: "a", codes: ["W_TAG_REPAIRED"]),
      Case(
        document: "\u{FEFF}\u{FEFF}<?xml version=\"1.0\"?><t>a</t>", text: "a", codes: ["W_BOM"]),
      Case(document: "\u{FEFF}<t>a</t>", text: "a"),
      Case(document: "<t a=\"1\"b=\"2\">a</t>", text: "a", codes: ["W_TAG_REPAIRED"]),
      Case(document: "<t><x a=\"1\" <b>c</b></x></t>", text: "c", codes: ["W_TAG_REPAIRED"]),
    ])
  func repairs(_ example: Case) throws {
    let reading = try XMLReading(example.document)
    #expect(reading.text == example.text)
    #expect(reading.codes == example.codes)
    #expect(reading.outcome.damage == nil)
  }

  @Test("References in attribute values are resolved once")
  func attributeValues() throws {
    let reading = try XMLReading("<t u='?a=1&amp;b=2&c=3&eacute;&lt;&#10;x' v=\"a<b\"/>")
    #expect(reading.root?.attribute("u") == "?a=1&b=2&c=3é<\nx")
    #expect(reading.root?.attribute("v") == "a<b")
  }

  @Test("A defect has its count and the line of its first occurrence")
  func countsAndLines() throws {
    let reading = try XMLReading("<t>\n<!-- \n\n -->a & b\nc & d &nbsp;\n</t>")
    let problems = reading.outcome.problems
    #expect(problems.map(\.code) == ["W_ENTITY_REPAIRED", "W_AMPERSAND"])
    #expect(problems.map(\.line) == [5, 4])
    #expect(problems.last?.message == "ampersand that begins no reference (2 times)")
  }

  @Test("Every character reference of HTML is known, and no other")
  func htmlNames() {
    func scalars(_ name: String) -> UInt32? {
      HTMLEntities.scalars(named: Array(name.utf8)[...])?.first
    }
    #expect(scalars("AElig") == 0xC6)
    #expect(scalars("zwnj") == 0x200C)
    #expect(scalars("CounterClockwiseContourIntegral") == 0x2233)
    #expect(scalars("ccaron") == 0x10D)
    #expect(scalars("nosuch") == nil)
    #expect(scalars("") == nil)
    #expect(scalars(String(repeating: "a", count: 10_000)) == nil)
  }

  @Test("Pieces and CDATA sections end between characters")
  func longText() throws {
    let long = String(repeating: "東京 Straße, «Zoë» — \u{FF0C}]] ", count: 20_000)
    #expect(try XMLReading("<t>\(long)</t>").text == long)
    #expect(try XMLReading("<t><![CDATA[\(long)]]></t>").text == long)
    #expect(try XMLReading("<t>\(long)<![CDATA[x]]></t>").codes.isEmpty)
  }
}
