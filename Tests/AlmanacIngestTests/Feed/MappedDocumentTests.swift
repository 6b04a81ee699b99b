import AlmanacFiles
import AlmanacModel
import Foundation
import Testing

@testable import AlmanacIngest

/// A document that lies in a file is read as one that is in memory.
@Suite struct MappedDocumentTests {
  /// More than one part that is let go of.
  private static let text = String(repeating: "Words of ‘many’ kinds. ", count: 60)

  private func expectSame(
    _ bytes: [UInt8], refused: Bool = false, _ context: ReadingContext = ReadingContext()
  ) throws {
    #expect(bytes.count > 3 << 20)
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try DurableFile.write(bytes, to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let whole = FeedReader.read(bytes, context: context)
    #expect(whole.document.isRefused == refused)
    #expect(whole.entries.count > 2_000 || refused)
    var entries: [Entry] = []
    let feed = FeedReader.read(try DocumentBytes(contentsOf: file), context: context) {
      entries.append($0)
    }
    #expect(feed.document == whole.document)
    #expect(refused || entries == whole.entries)
  }

  private func rss(head: String = "<?xml version='1.0'?>", tail: String = "") -> String {
    head + "<rss version='2.0' xmlns:ev='http://purl.org/rss/1.0/modules/event/'><channel>"
      + (0..<2_500).map {
        """
        <item><guid>\($0)</guid><title>Item \($0)</title><description>\(Self.text)</description>
        <ev:startdate>2026-03-04T10:00:00Z</ev:startdate></item>
        """
      }.joined() + tail + "</channel></rss>"
  }

  @Test("RSS, well-formed, marked, damaged in the middle or cut off")
  func rss() throws {
    try expectSame(Array(rss().utf8))
    try expectSame([0xEF, 0xBB, 0xBF] + Array(rss().utf8))
    try expectSame(Array((rss(tail: "<p>&nbsp; & <br>") + rss(head: "")).utf8))
    try expectSame(Array(rss().utf8.dropLast(2_000)))
    try expectSame(Array(rss().utf8) + [0xFF])
  }

  @Test("RSS without times of events, for which a second look is taken")
  func secondLook() throws {
    try expectSame(
      Array(
        rss().replacing("ev:startdate>2026-03-04T10:00:00Z<", with: "pubDate>4 Mar 2026 10:00 GMT<")
          .replacing("</ev:startdate>", with: "</pubDate>").utf8))
  }

  @Test("RSS with more items than may be")
  func tooMany() throws {
    var context = ReadingContext()
    context.limits.entries = 2_000
    try expectSame(Array(rss().utf8), refused: true, context)
  }

  @Test("RSS in other encodings, stated, seen or neither")
  func encodings() throws {
    let text = rss(head: "")
    var wide: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { wide += [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
    try expectSame(wide)
    try expectSame(wide + [0x00, 0xD8, 0x20])
    let western = text.unicodeScalars.map { $0.isASCII ? UInt8($0.value) : 0x92 }
    try expectSame(western)
    for label in ["windows-1252", "iso-8859-1", "shift_jis", "windows-1251"] {
      try expectSame(Array("<?xml version='1.0' encoding='\(label)'?>".utf8) + western)
    }
  }

  @Test("Atom, and XML through a mapping")
  func xml() throws {
    let entries = (0..<2_500).map {
      "<entry><id>\($0)</id><title>Entry \($0)</title><content>\(Self.text)</content></entry>"
    }
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom'>" + entries.joined() + "</feed>"
    try expectSame(Array(atom.utf8))
    var context = ReadingContext()
    context.mapping = FeedMapping(item: "entry", fields: [.title: FieldMapping(paths: ["title"])])
    try expectSame(Array(("<all>" + entries.joined() + "</all>").utf8), context)
  }

  @Test("JSON Feed and JSON, read one by one or whole")
  func json() throws {
    let items = (0..<2_500).map {
      #"{"id":"\#($0)","title":"Item \#($0)","content_text":"\#(Self.text)","n":1}"#
    }
    let feed =
      #"{"version":"https://jsonfeed.org/version/1.1","items":["# + items.joined(separator: ",")
    try expectSame(Array((feed + #"],"title":"All"}"#).utf8))
    try expectSame([0xEF, 0xBB, 0xBF] + Array((feed + "]}").utf8))
    try expectSame(Array((feed + #",{"id":1e999}]}"#).utf8))
    try expectSame(Array((feed + "]").utf8), refused: true)
    var context = ReadingContext()
    context.mapping = FeedMapping(item: "items", fields: [.title: FieldMapping(paths: ["title"])])
    try expectSame(Array((feed + "]}").utf8), context)
  }

  @Test("calendars and tables, which memory holds")
  func others() throws {
    let events = (0..<2_500).map {
      "BEGIN:VEVENT\r\nUID:\($0)\r\nDTSTART:20260304T100000Z\r\nDESCRIPTION:\(Self.text)\r\nEND:VEVENT\r\n"
    }
    try expectSame(Array(("BEGIN:VCALENDAR\r\n" + events.joined() + "END:VCALENDAR\r\n").utf8))
    let rows = (0..<2_500).map { "\($0),2026-03-04T10:00:00Z,\"\(Self.text)\"\n" }
    try expectSame(Array(("title,start,description\n" + rows.joined()).utf8))
  }
}
