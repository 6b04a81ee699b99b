import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Testing

@testable import AlmanacIngest

/// What is read without libxml2 is what libxml2 would have read.
@Suite struct XMLStrictReaderTests {
  private func trace(_ bytes: [UInt8], isStrictFirst: Bool) -> XMLTrace {
    var limits = XMLDocument.Limits()
    limits.isStrictFirst = isStrictFirst
    return XMLTrace(bytes, base: "https://example.org/a/", limits: limits)
  }

  private func expectSame(_ bytes: [UInt8], _ location: SourceLocation = #_sourceLocation) {
    let strict = trace(bytes, isStrictFirst: true)
    let plain = trace(bytes, isStrictFirst: false)
    guard strict != plain else { return }
    let text = String(decoding: bytes.prefix(2_000), as: UTF8.self)
    Issue.record("\(text)\n\(strict)\n\(plain)", sourceLocation: location)
  }

  private static let feed = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- made -->
    <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
      xmlns:xcal='urn:ietf:params:xml:ns:xcal' xml:base="b/" xml:lang="en"><channel>
    <title>R&amp;D &#8211; &lt;b&gt;</title><?note x?>
    <item rdf="1"  b = 'x'>
    <title><![CDATA[A <b>]]> and <![CDATA[]] > B]]></title><!-- two
    lines --><link a="1&amp;2&#38;" c="é"/>
    <dc:creator>É ﬁ 中\u{FEFF}</dc:creator><xcal:location xml:lang="">Hall</xcal:location>
    <x xmlns="urn:x" xmlns:dc="http://purl.org/dc/terms/"><dc:y z="1" dc:z="2"/>t</x >
    </item></channel></rss>

    """

  @Test(
    "what is well-formed and what is not gives the same either way",
    arguments: [
      feed, "<rss/>", "<rss/>x", "<rss/><rss/>", "<rss/> <!-- x --> </rss>",
      "<rss></rss>\n<!-- x -->\n", "<rss>\n</rss>x", "<rss><a></rss>", "<rss a='1' a='2'/>",
      "<rss><a>x &nbsp; y</a></rss>", "<rss><a>1 & 2</a><b>x</b></rss>", "<rss><p:a/></rss>",
      "<rss xmlns:p='events'><p:a/></rss>", "<rss>\r\n<a>x\ry</a></rss>", "<rss><a>x]]>y</a></rss>",
      "<rss><a>&#x85;&#0;&#55296;&#9;</a></rss>", "<rss><a b='x\ny'/></rss>",
      "<rss><a b='<'/></rss>",
      "<rss><a>\u{1}</a>\n\n<b/></rss>", "<rss><!DOCTYPE a><b/></rss>", "<rss><![CDATA[x</rss>",
      "<rss>\n<a\n\n>x<b></a>\n<c/></rss>", "<rss><a>\u{FFFE}x</a></rss>", "<rss:a/>", "<feed",
      "<rss><a", "<?xml ?><e>", "<e>", "<e/>", "<rss\n>\n<a></i<k f=''e=''/</rss>",
      "<?xml ?><e>\n<a>\n<b></i<k f=''e=''/</e>",
      "<rss><a>x</a>\n<b<!ENTITY c>", "<rss><a>x</b></a></rss>", "<rss xmlns:xml='urn:y'/>",
      "<rss xmlns:a='urn:b' xmlns:a='urn:c'/>",
      "<rss><é>x</é><a/></rss>", "<rss><a xml:base='../c'><b/></a><b xml:base=''/></rss>",
    ])
  func documents(document: String) {
    expectSame(Array(document.utf8))
    expectSame([0xEF, 0xBB, 0xBF] + Array(document.utf8))
  }

  @Test("long texts, deep elements and many names")
  func limits() {
    func rss(_ inside: String) -> [UInt8] { Array("<rss><a/>\(inside)<z/></rss>".utf8) }
    expectSame(rss("<t>\(String(repeating: "word ", count: 20_000))</t>"))
    expectSame(rss("<t><![CDATA[\(String(repeating: "wörd ", count: 20_000))]]></t>"))
    for depth in [253, 254, 255, 300] {
      expectSame(
        rss(String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)))
    }
    expectSame(rss((0..<600).map { "<n\($0) a\($0)='1'/>" }.joined()))
    expectSame(rss("<t \((0..<70).map { "a\($0)='1' " }.joined())/>"))
    expectSame(rss("<t a='\(String(repeating: "x", count: 100_000))'/>"))
    let long = rss("<t a='\(String(repeating: "x", count: 2_000_000))'/>")
    #expect(FeedReader.read(long, context: ReadingContext(zones: .system)).document.isRefused)
    expectSame(rss((0..<5_000).map { "<t xmlns:a='urn:n\($0)'><a:b/></t>" }.joined()))
  }

  @Test("of a document that is damaged anywhere nothing is lost", arguments: 0..<8)
  func mutations(seed: Int) {
    var mutations = Mutations(
      seed: UInt64(seed),
      words: [
        "<", ">", "&", "&amp;", "&nbsp;", "&#x41;", "]]>", "<![CDATA[", "<!--", "-->", "<?x ?>",
        "</item>",
        "<a>", "</a>", "<a/>", "\n", "\r\n", " xmlns='urn:z'", " xmlns:q='http://q.org/'", "<q:r/>",
        "\"", "'",
        "=", "é", "\u{FFFF}", "<!DOCTYPE x>", " xml:lang='de'", "</rss>",
      ])
    let feed = Array(Self.feed.utf8)
    for _ in 0..<Mutations.count(400) { expectSame(mutations.mutated(feed)) }
  }

  @Test(
    "the feeds of the corpora give the same either way",
    .enabled(if: SharedFiles.exists("corpora"), "\(SharedFiles.absent)"))
  func corpora() throws {
    for file in SharedFiles.files(in: "corpora/feeds", ending: ".xml") {
      let bytes = try SharedFiles.bytes(file)
      if bytes.count < 1 << 20 { expectSame(bytes) }
    }
  }
}
