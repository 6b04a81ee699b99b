import AlmanacModel
import Testing

@testable import AlmanacIngest

@Suite struct XMLNestingTests {
  struct Case: Sendable {
    let inside: String
    let texts: [String]
    var codes = ["W_NESTING_REPAIRED"]
  }

  @Test(
    "Mismatched tags affect only their own element",
    arguments: [
      Case(inside: "<i><d>a<br>b</d></i><i>c</i>", texts: ["ab", "c"]),
      Case(inside: "<i><d>a<b>b<u>c</b>d</d></i><i>e</i>", texts: ["abcd", "e"]),
      Case(inside: "<i><d>a</p> b</d></i><i>c</i>", texts: ["a b", "c"]),
      Case(inside: "<i><language>a</langauge><d>b</d></i><i>c</i>", texts: ["ab", "c"]),
      Case(inside: "<i>a</i></i></b><i>b</i></b>", texts: ["a", "b"]),
      Case(inside: "<i><br/></b>a</i><i>b</i>", texts: ["a", "b"]),
      Case(inside: "<i>a</i ><i>b</i x='1'>", texts: ["a", "b"], codes: []),
      Case(inside: "<i>a</i<i>b</i>", texts: ["a", "b"], codes: ["W_TAG_REPAIRED"]),
    ])
  func repairs(example: Case) throws {
    var texts: [String] = []
    let outcome = try XMLTree.parse(
      Array("<r><c>\(example.inside)</c></r>".utf8),
      choose: { _, path in path.count < 2 ? .descend : .build },
      handle: { tree, _ in texts.append(tree.text) })
    #expect(texts == example.texts)
    #expect(outcome.problems.map(\.code.rawValue) == example.codes)
    #expect(outcome.damage == nil)
  }

  @Test("A document without its last bracket is complete")
  func lastBracket() throws {
    let reading = try XMLReading("<r><a>x</a></r")
    #expect(reading.text == "x")
    #expect(reading.codes == ["W_TAG_REPAIRED"])
    #expect(reading.outcome.damage == nil)
  }

  @Test(
    "A document truncated inside an end tag is reported as truncated",
    arguments: ["<r><i><item>x</i", "<r></", "<r></q"])
  func cutEndTag(document: String) throws {
    let reading = try XMLReading(document)
    #expect(reading.root == nil)
    #expect(reading.codes.isEmpty || document == "<r></")
    #expect(reading.outcome.damage?.kind == .truncated)
  }

  @Test(
    "A document without markup has no root and no damage", arguments: ["", " ", "{\"a\": 1}", "\0"])
  func noMarkup(document: String) throws {
    let outcome = try XMLReading(document).outcome
    #expect(!outcome.hasRoot)
    #expect(outcome.damage == nil)
  }
}
