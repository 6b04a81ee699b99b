import AlmanacModel
import Testing

@testable import AlmanacIngest

@Suite struct XMLDoctypeTests {
  private func refusal(_ text: String) throws -> DocumentRefusal? {
    try XMLReading.refusal(Array(text.utf8))
  }

  @Test(
    "An entity of plain text is replaced by its text",
    arguments: [
      (#"<!ENTITY id "tag:a.example,">"#, "&id;2026", "tag:a.example,2026"),
      ("\n<!-- \"]> -->\n<!ENTITY a 'Café' >\n", "&a;-&a;", "Café-Café"),
      (#"<!ENTITY nbsp "&#160;"><!ENTITY e "&#xE9;">"#, "a&nbsp;&e;", "a\u{A0}é"),
      (#"<!ENTITY a "R&#38;amp;D &lt;b&gt; '">"#, "&a;", "R&D <b> '"),
      (#"<!ENTITY lt "&#38;#60;"><!ENTITY amp "&#38;#38;">"#, "&lt;&amp;", "<&"),
      (#"<!ENTITY a "one"><!ENTITY a "two">"#, "&a;", "one"),
      (#"<!ENTITY a "x">"#, "&b; &a &eacute;", "&b; &a é"),
      (#"<!ENTITY eacute "E">"#, "&eacute;<![CDATA[&eacute;]]>", "E&eacute;"),
    ])
  func plainEntities(declared: String, written: String, text: String) throws {
    for identifier in ["", #" SYSTEM "http://x.example/t.dtd""#, #" PUBLIC "-//X" 't.dtd'"#] {
      let reading = try XMLReading(
        "<!DOCTYPE t\(identifier) [\(declared)]><t><a>\(written)</a><b/></t>")
      #expect(reading.root?.children.first?.text == text)
      #expect(reading.codes.first == "W_DOCTYPE_IGNORED")
      #expect(reading.outcome.damage == nil)
    }
  }

  @Test("Entities in attributes are replaced, and line numbers stay those of the document")
  func attributes() throws {
    let reading = try XMLReading(
      """
      <!DOCTYPE t [
      <!ENTITY site "https://a.example/?x=1&#38;amp;y='2'&quot;&#38;#10;">
      ]>
      <t u="&site;#top"
      >&nbsp
      """ + "</t>")
    #expect(reading.root?.attribute("u") == "https://a.example/?x=1&y='2'\"\n#top")
    #expect(reading.outcome.problems.map(\.line) == [1, 5])
  }

  @Test(
    "An entity that is more than a short text is rejected",
    arguments: [
      #"<!ENTITY a "&#60;b/>">"#, #"<!ENTITY a "<b/>">"#, #"<!ENTITY a "&b;">"#,
      #"<!ENTITY b "x"><!ENTITY a "&b;&b;">"#, #"<!ENTITY a "&eacute;">"#,
      #"<!ENTITY a "100%">"#, #"<!ENTITY % a "x">"#, #"<!ENTITY a SYSTEM "file:///etc/passwd">"#,
      #"<!ENTITY a PUBLIC "-//X" "http://x.example/">"#, #"<!ENTITY a "R&D">"#,
      #"<!ENTITY a "&#0;">"#, #"<!ENTITY a "&#+65;">"#, #"<!ENTITY a "&#;">"#,
      #"<!ENTITY a "x" NDATA gif>"#, #"<!ENTITY é "x">"#, #"<!ELEMENT t ANY><!ENTITY a "x">"#,
      #"<!ENTITY % d SYSTEM "http://x.example/d"> %d; <!ENTITY a "x">"#,
      "<!ENTITY a '\(String(repeating: "x", count: 257))'>",
      (0...300).map { "<!ENTITY n\($0) 'x'>" }.joined(),
    ])
  func refused(declared: String) throws {
    let refusal = try refusal("<!DOCTYPE t [\n\(declared)]><t>&a;</t>")
    #expect(refusal == .entityDeclaration(line: 2))
    #expect(refusal?.code == "E_XML_DTD")
  }

  @Test("An entity declared inside the document element is rejected")
  func within() throws {
    let declared = #"<!DOCTYPE t [<!ENTITY a "x">]>"#
    #expect(try refusal("<t>\(declared)</t>")?.code == "E_XML_DTD")
    #expect(try refusal("\(declared)\(declared)<t/>")?.code == "E_XML_DTD")
  }

  @Test("Entities at most double the size of a document")
  func growth() throws {
    let declared = "<!DOCTYPE t [<!ENTITY a '\(String(repeating: "x", count: 256))'>]>"
    func document(_ count: Int) -> String {
      "\(declared)<t>\(String(repeating: "&a;", count: count))</t>"
    }
    #expect(try XMLReading(document(16)).text?.count == 4_096)
    #expect(try refusal(document(17)) == .entityDeclaration(line: 1))
    #expect(try refusal(document(100_000))?.code == "E_XML_DTD")
  }

  @Test(
    "The document type is reported",
    arguments: [
      (
        #" PUBLIC "-//Netscape Communications//DTD  RSS 0.91//EN" "http://x.example/rss.dtd""#,
        "-//Netscape Communications//DTD RSS 0.91//EN"
      ),
      (" PUBLIC '-//X'", "-//X"), (" SYSTEM 'x.dtd'", nil), ("", nil),
    ])
  func publicIdentifier(identifier: String, told: String?) throws {
    let reading = try XMLReading("<?xml version='1.0'?>\n<!DOCTYPE t\(identifier)><t>a</t>")
    #expect(reading.outcome.publicID == told)
    #expect(reading.text == "a")
  }
}
