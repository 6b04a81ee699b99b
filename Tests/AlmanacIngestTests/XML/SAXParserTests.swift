import AlmanacModel
import AlmanacTestSupport
import Testing

@testable import AlmanacIngest

/// libxml2 reads a document unchanged. A document that it refuses is repaired and read again.
@Suite struct SAXParserTests {
  /// The content of each item, and the codes of the repairs.
  private func items(_ document: String) throws -> (texts: [String], codes: [String]) {
    var texts: [String] = []
    let outcome = try XMLTree.parse(
      Array(document.utf8),
      choose: { element, _ in element.name.local == "item" ? .build : .descend },
      handle: { tree, path in texts.append("\(path.count) \(tree.line) \(tree.innerXML)") })
    return (texts, outcome.problems.map(\.code.rawValue))
  }

  /// The same document through the repairer, which white space before it requires.
  private func repaired(_ document: String) throws -> (texts: [String], codes: [String]) {
    try items(" " + document)
  }

  @Test("A document whose repair starts late gives each item once")
  func restart() throws {
    let start = (1...50).map { "<item a='\($0)'>walk <b>\($0)</b></item>\n" }.joined()
    for end in [
      "<item>tea &nbsp; cake</item>", "<item>tea & cake</item>", "<item>tea<br>cake</item>",
      "<item>tea &#150; cake</item>", "<item t='&#150;'>tea</item>", "<item>a]]>b</item>",
    ] {
      let document = "<rss><channel>\(start)\(end)<item>last</item></channel></rss>"
      let read = try items(document)
      #expect(read.texts.count == 52)
      #expect(read.texts.last?.hasSuffix("last") == true)
      #expect(read.texts == (try repaired(document)).texts)
      #expect(!read.codes.isEmpty)
    }
  }

  @Test("A NUL byte after the document is no damage, one within it is")
  func trailingNUL() throws {
    let document = "<rss><channel><item>tea</item></channel></rss>"
    #expect(try items(document + "\0\n\0").codes.isEmpty)
    #expect(try items(document.replacing("tea", with: "t\0ea")).codes == ["W_NUL"])
  }

  @Test("A tag within an instruction is none in the second attempt either")
  func instruction() throws {
    let read = try items("<rss><item>a</item><?x > <item> ?><item>b</item><item>c & d</item></rss>")
    #expect(read.texts == ["1 1 a", "1 1 b", "1 1 c &amp; d"])
  }

  @Test("Names keep their numbers in the second attempt")
  func names() throws {
    let document = """
      <r xmlns='urn:a' xmlns:p='urn:b'><item><p:x/></item><q xmlns='urn:c'><item><p:y/>&</item></q></r>
      """
    var names: [XMLName] = []
    _ = try XMLTree.parse(
      Array(document.utf8),
      choose: { element, _ in element.name.local == "item" ? .build : .descend },
      handle: { tree, _ in names += [tree.name] + tree.children.map(\.name) })
    #expect(names.map(\.namespace) == ["urn:a", "urn:b", "urn:c", "urn:b"])
    #expect(Set(names.map(\.number)).count == 4)
  }

  @Test(
    "Documents that libxml2 reads slowly or differently are repaired first",
    arguments: [
      "<!DOCTYPE r [<!ENTITY n 'x'>]><r><item>&n;</item></r>", "\n<r><item/></r>",
      "<b>Warning</b>: x <?xml version='1.0'?><r><item/></r>",
      "<r><item \((0..<513).map { "a\($0)=''" }.joined(separator: " "))/></r>",
    ])
  func refusals(document: String) throws {
    do {
      let read = try items(document)
      #expect(read.texts.count == 1)
    } catch let refusal as DocumentRefusal {
      #expect(refusal.code == "E_XML_SIZE")
      #expect(document.contains("a512"))
    }
  }

  @Test("Brackets and equals signs in values do not hide the number of attributes")
  func manyAttributes() throws {
    let attributes = (0..<100_000).map { " a\($0)='>='" }.joined()
    #expect(try XMLReading.refusal(Array("<r\(attributes)/>".utf8))?.code == "E_XML_SIZE")
  }

  @Test("White space, references, CDATA and line breaks are the same with and without repair")
  func sameEitherWay() throws {
    let document = """
      <?xml version="1.0" encoding="UTF-8"?>\r
      <rss xmlns:x='urn:x' xml:base='http://example.org/'>\r
      <item a='1&#10;2'>R&amp;D &#8211; &lt;b&gt;<![CDATA[ <i> ]]>\r\n<x:y><?php x ?>é</x:y><!-- c -->z</item>
      <item><![CDATA[\(String(repeating: "word ", count: 20_000))]]></item></rss>

      """
    let read = try items(document)
    #expect(read.codes.isEmpty)
    #expect(read.texts == (try repaired(document)).texts)
  }

  @Test(
    "The feeds of the corpora give the same result with and without repair",
    .enabled(if: SharedFiles.exists("corpora"), "\(SharedFiles.absent)"))
  func corpora() throws {
    for file in SharedFiles.files(in: "corpora/feeds", ending: ".xml") {
      let bytes = try SharedFiles.bytes(file)
      guard bytes.first == UInt8(ascii: "<"), bytes.count < 1 << 20 else { continue }
      let document = String(decoding: bytes, as: UTF8.self)
      let (one, other) = (try items(document), try repaired(document))
      #expect(one.texts == other.texts, "\(file)")
    }
  }
}
