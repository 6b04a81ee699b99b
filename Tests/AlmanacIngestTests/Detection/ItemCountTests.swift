import AlmanacFiles
import AlmanacModel
import Testing

@testable import AlmanacIngest

/// Documents with more items than any feed has: refused before they take memory.
@Suite struct ItemCountTests {
  private static func context(_ mapping: FeedMapping? = nil) -> ReadingContext {
    var limits = ReadingLimits()
    limits.entries = 10
    return ReadingContext(mapping: mapping, limits: limits)
  }

  private static func codes(
    _ piece: String, _ count: Int, _ format: FeedFormat, mapping: FeedMapping? = nil
  ) -> [FindingCode]? {
    let text = String(repeating: piece, count: count)
    return ItemCount.refusal(of: DocumentBytes(Array(text.utf8)), as: format, context(mapping))?
      .document.problems.map(\.code)
  }

  @Test(
    "items are counted whatever their spelling",
    arguments: [
      ("<item/>", .rss), ("<ITEM >x</ITEM>", .rss),
      ("<rss:item><title>x</title></rss:item>", .rss1),
      ("<entry\n>x</entry>", .atom), ("<event id='1'/>", .xml),
      ("BEGIN:VEVENT\r\nEND:VEVENT\r\n", .icalendar), ("begin:vtodo\nend:vtodo\n", .icalendar),
    ] as [(String, FeedFormat)])
  func counts(piece: String, format: FeedFormat) {
    let mapping = format == .xml ? FeedMapping(item: "list/event", fields: [:]) : nil
    #expect(Self.codes(piece, 11, format, mapping: mapping) == ["E_ITEM_COUNT"])
    #expect(Self.codes(piece, 10, format, mapping: mapping) == nil)
  }

  @Test(
    "what only looks like an item is none",
    arguments: [
      "<items/>", "<x/><!--<item/>-->", "<![CDATA[<item/>]]><x/>", "</item>", "&lt;item/>",
    ])
  func others(piece: String) {
    #expect(Self.codes(piece, 100, .rss) == nil)
    #expect(Self.codes("DESCRIPTION:end of VEVENT:VEVENT\r\n", 100, .icalendar) == nil)
  }

  @Test("of a long feed three quarters of what may be are read before the rest is counted")
  func admits() throws {
    var context = Self.context()
    context.limits.entries = 80
    for (count, isTooMany) in [(81, true), (80, false)] {
      let bytes = DocumentBytes(Array(String(repeating: "<item/>", count: count).utf8))
      try ItemCount.admit(59, of: bytes, context)
      if isTooMany {
        #expect(throws: FeedRefusal.tooManyItems(limit: 80)) {
          try ItemCount.admit(60, of: bytes, context)
        }
      } else {
        try ItemCount.admit(60, of: bytes, context)
      }
      try ItemCount.admit(79, of: bytes, context)
      #expect(throws: FeedRefusal.self) { try ItemCount.admit(80, of: bytes, context) }
    }
  }

  @Test("a document that ends anywhere is counted to its end", arguments: 1..<40)
  func ends(length: Int) {
    let bytes = Array("<!--x--><![CDATA[y]]><a:item/><item".utf8.prefix(length))
    let rest = [UInt8](repeating: 0x20, count: 100)
    #expect(ItemCount.refusal(of: DocumentBytes(rest + bytes), as: .rss, Self.context()) == nil)
    #expect(
      ItemCount.refusal(of: DocumentBytes(rest + bytes), as: .icalendar, Self.context()) == nil)
  }
}
