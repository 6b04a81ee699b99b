import AlmanacModel
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacRecords

@Suite("Records as JSON: the same as Foundation's, but faster")
struct RecordCodingTests {
  /// Names that different orders sort differently.
  private struct Names: Hashable, Codable {
    enum CodingKeys: String, CodingKey {
      case upper = "Upper"
      case parted = "a_b"
      case humped = "aB"
      case lower = "ab"
    }

    var upper = 1
    var parted = 2
    var humped = 3
    var lower = 4
  }

  /// Every shape that a record may have.
  private struct Sample: Hashable, Codable {
    enum Colour: String, Codable { case red, green }

    enum Shape: Hashable, Codable {
      case none
      case circle(radius: Double)
      case label(String)
    }

    struct Part: Hashable, Codable {
      var zeta: Int?
      var alpha: [String]
      var inner: [Part]
    }

    var title = "plain"
    var mixed = Names()
    var isTrue = true
    var isFalse = false
    var nothing: String?
    var number = 0.1
    var whole = 3.0
    var tiny = Double.leastNormalMagnitude
    var huge = 1.7976931348623157e308
    var single: Float = 0.5
    var least = Int64.min
    var most = UInt64.max
    var byte = UInt8(200)
    var short = Int16(-5)
    var colour: Colour? = .green
    var shapes: [Shape] = [.none, .circle(radius: 2), .label("x")]
    var gaps: [Int?] = [1, nil, 3]
    var grid = [[1, 2], [], [3]]
    var words = ["b": 1, "a": 2, "é": 3, "": 4, "a\"b": 5]
    var positions = [10: "ten", 9: "nine"]
    var part = Part(zeta: nil, alpha: [], inner: [Part(zeta: 1, alpha: ["a", "b"], inner: [])])
    var empty: [String: Int] = [:]
  }

  private static let texts = [
    "", "a/b", "\"quoted\" and \\ back", "line\nfeed\r\ttab\u{8}\u{c}", "\u{0}\u{1}\u{1f}\u{7f}",
    "Zürich 東京 👩‍👩‍👧", "e\u{301}\u{2028}\u{2029}\u{feff}", String(repeating: "x", count: 300),
  ]

  private func foundation(_ record: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(record), as: UTF8.self)
  }

  private func check<Record: Codable & Equatable>(_ record: Record) throws {
    let text = try RecordCoding.text(of: record)
    #expect(text == (try foundation(record)))
    #expect(
      try RecordCoding.record(Record.self, from: text) == record)
  }

  @Test(
    "Every shape of a value is written as Foundation writes it, and read again", arguments: texts)
  func shapes(text: String) throws {
    var sample = Sample()
    sample.title = text
    sample.nothing = text
    sample.part.alpha = Self.texts
    sample.shapes.append(.label(text))
    try check(sample)
    try check(text)
    try check([text: [text]])
  }

  @Test("An event, a listing and a finding are written as Foundation writes them, and read again")
  func records() throws {
    var listing = Listing(
      source: "hall", campus: "hill", key: "1", title: "Talk \u{1f}\"x\"",
      start: .day(try #require(CivilDate(year: 2026, month: 3, day: 2))))
    listing.coordinate = Coordinate(latitude: 1.3, longitude: -103.77)
    try check(listing)
    var event = Event(
      id: "1", campus: "hill", title: "Ärger", occurrences: [Occurrence(start: listing.start)],
      listings: [ListingReference(id: listing.id, source: "hall", score: 1 / 3)])
    event.tags = ["b", "a"]
    try check(event)
    try check(Finding("W_STATUS", source: "hall", message: "tab\there"))
  }

  @Test("What Foundation writes otherwise is read, too: spaces, escapes, members of another order")
  func foreign() throws {
    struct Pair: Codable, Equatable {
      var a: String
      var b: [Int]
    }
    let text =
      " { \"z\" : {\"deep\":[null,{\"a\":1}]}, \"b\" : [ 1 , -2 ] , \"a\" : \"\\u00e9\\ud83d\\ude00\\/\\\"\" } "
    #expect(
      try RecordCoding.record(Pair.self, from: text)
        == Pair(a: "é😀/\"", b: [1, -2]))
  }

  @Test(
    "Damaged text is refused, wherever it ends",
    arguments: [
      "", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1}x", "{\"a\":\"",
      "{\"a\":\"\\",
      "{\"a\":tru}", "{\"a\":1e}", "{a:1}", "[1]", "{\"b\":1}", "{\"a\":300}", "{\"a\":-1}",
      "{\"a\":1.5}", "{\"a\":\"1\"}", "{\"a\":null}", String(repeating: "[", count: 65),
    ])
  func damage(text: String) {
    struct Small: Codable { var a: UInt8 }
    #expect(throws: (any Error).self) {
      try RecordCoding.record(Small.self, from: text)
    }
  }

  @Test(
    "Halves of surrogate pairs are refused",
    arguments: ["\\ud83d", "\\ude00", "\\ud83dx", "\\ud83d\\u0041", "\\u12"])
  func halves(escape: String) {
    #expect(throws: (any Error).self) {
      try RecordCoding.record([String].self, from: "[\"\(escape)\"]")
    }
  }

  @Test("A number that JSON does not have is not written")
  func infinite() {
    #expect(throws: EncodingError.self) { try RecordCoding.text(of: [Double.infinity]) }
  }
}
