import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

/// Tests damaged and hostile JSON.
@Suite struct JSONDamageTests {
  private static let mapping = FeedMapping(
    item: "items", fields: [.title: FieldMapping(paths: ["name"])],
    start: TimeMapping(date: FieldMapping(paths: ["on"])))

  private static func read(_ text: String) -> ParsedFeed {
    read(Array(text.utf8))
  }

  private static func read(_ bytes: [UInt8], contentType: String? = nil) -> ParsedFeed {
    FeedReader.read(
      bytes, context: ReadingContext(mapping: mapping, contentType: contentType))
  }

  private static func items(_ items: String...) -> String {
    "{\"items\": [\(items.joined(separator: ","))]}"
  }

  private static let good = #"{"name": "Choir", "on": "2026-03-05"}"#

  @Test(
    "An out-of-range number loses its value, but the document is read",
    arguments: [
      String(repeating: "9", count: 400), "1e999999999999999999999", "-1e400",
      "1e" + String(repeating: "9", count: 9_000),
    ])
  func hugeNumber(number: String) {
    let feed = Self.read(Self.items(Self.good, #"{"name": "Band", "on": \#(number)}"#))
    #expect(feed.entries.map(\.title) == ["Choir", "Band"])
    #expect(feed.entries.last?.start == nil)
    #expect(feed.document.problems.map(\.code) == ["Q_NUMBER"])
  }

  @Test("Half a surrogate pair is replaced and reported")
  func halfCharacter() {
    let feed = Self.read(Self.items(#"{"name": "\ud800x \ud83d\ude00", "on": "2026-03-05"}"#))
    #expect(feed.entries.first?.title == "\u{FFFD}x 😀")
    #expect(feed.document.problems.map(\.code) == ["S_CTRL"])
    #expect(Self.read(Self.items(#"{"name": "\ud83d\ude00"}"#)).document.problems.isEmpty)
  }

  private static func items(_ name: [UInt8]) -> [UInt8] {
    let text = Array(items(good).utf8)
    let start = text.firstRange(of: "Choir".utf8)?.lowerBound ?? 0
    return text[..<start] + name + text[(start + 5)...]
  }

  @Test("Undeclared windows-1252 is read, with a finding unless it is declared")
  func encoding() {
    let bytes = Self.items([0xC9] + Array("hoir".utf8))
    let unnamed = Self.read(bytes)
    #expect(unnamed.entries.first?.title == "Éhoir")
    #expect(unnamed.document.problems.map(\.code) == ["W_ENCODING_REPAIRED"])
    let named = Self.read(bytes, contentType: "application/json; charset=windows-1252")
    #expect(named.entries.first?.title == "Éhoir")
  }

  @Test(
    "Damaged UTF-8 is rejected",
    arguments: [
      Array("é".utf8) + [0x41, 0xC3], [0xF0, 0x9F, 0x98], [0xF8, 0xF9, 0xFA],
    ] as [[UInt8]])
  func damage(name: [UInt8]) {
    #expect(Self.read(Self.items(name)).document.problems.map(\.code) == ["E_ENCODING"])
  }

  @Test(
    "JSON is read without the script around it",
    arguments: [
      ("show(", ");"), ("/**/ jQuery17_3.on(", ")"), ("var list =\n", ";\n"), (")]}',\n", ""),
      ("while (1);", ""), ("typeof show === 'function' && show(", ");"), ("{}(", ")"),
      ("show && show(", ")"), ("export default ", ";"),
    ])
  func script(before: String, after: String) {
    let feed = Self.read(before + Self.items(Self.good) + after)
    let isScript = before != "{}("
    #expect(feed.document.problems.map(\.code) == [isScript ? "W_JSON_WRAPPED" : "E_PARSE"])
    #expect(feed.entries.map(\.title) == (isScript ? ["Choir"] : []))
  }

  @Test("Objects in lines of their own are one array")
  func lines() {
    let line = Self.items(Self.good)
    #expect(Self.read("\(line)\r\n\n \(line)\n").entries.map(\.title) == ["Choir", "Choir"])
    #expect(Self.read("\(line)\n\(line.dropLast())").document.problems.map(\.code) == ["E_PARSE"])
  }

  @Test(
    "A date of ASP.NET is milliseconds since 1970",
    arguments: ["/Date(1772670600000)/", "/Date(1772670600000-0500)/"])
  func programDate(text: String) {
    let feed = Self.read(Self.items(#"{"name": "Choir", "on": "\#(text)"}"#))
    #expect(feed.entries.first?.start?.publicText == "2026-03-05T00:30:00Z")
  }

  @Test("Excessive nesting of arrays or objects has its own error", arguments: ["[", "{\"a\":"])
  func depth(opening: String) {
    let feed = Self.read(String(repeating: opening, count: 100_000))
    #expect(feed.document.problems.map(\.code) == ["E_DEPTH"])
  }

  @Test("An object in place of a text rejects the item with a reason")
  func types() {
    let feed = Self.read(
      Self.items(
        Self.good, #"{"name": {"x": 1}, "on": [{"y": 2}]}"#, #"{"name": "Band", "on": null}"#))
    #expect(feed.entries.map { $0.problems.map(\.code) } == [[], ["Q_TYPE", "Q_TYPE"], []])
  }

  @Test("Too many items are rejected before they take memory")
  func items() {
    let text = Self.items(String(repeating: "{},", count: 100_001) + "{}")
    #expect(Self.read(text).document.problems.map(\.code) == ["E_ITEM_COUNT"])
    let nested = Array(#"[1, {"a": [{}, {}, "],{"], "b": {}}, [[]]]"#.utf8)
    #expect(throws: Never.self) {
      try JSONReading(parsing: nested, limits: JSONLimits(values: 10, items: 2))
    }
    #expect(throws: JSONSyntaxError.self) {
      try JSONReading(parsing: nested, limits: JSONLimits(items: 1))
    }
    #expect(throws: JSONSyntaxError.self) {
      try JSONReading(parsing: nested, limits: JSONLimits(values: 9))
    }
  }

  @Test("Too many values are rejected before they take memory")
  func values() {
    let text = "{\"items\": [\(String(repeating: "0,", count: 2_000_000))0]}"
    #expect(Self.read(text).document.problems.map(\.code) == ["E_SIZE"])
  }
}
