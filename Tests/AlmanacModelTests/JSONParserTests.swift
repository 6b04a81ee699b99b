import AlmanacModel
import AlmanacTestSupport
import Foundation
import Testing

@Suite struct JSONParserTests {
  @Test(
    "Values of every kind are parsed",
    arguments: [
      ("null", .null), (" true ", .bool(true)), ("false", .bool(false)), ("-0", .integer(0)),
      ("12", .integer(12)), ("9223372036854775807", .integer(.max)), ("-1.5e2", .number(-150)),
      ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("\"\"", .string("")),
      ("\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041é\"", .string("a\"\\/\u{8}\u{C}\n\r\tAé")),
      ("\"\\ud83d\\ude00\"", .string("😀")), ("\"\\ud83dx\\ude00\"", .string("\u{FFFD}x\u{FFFD}")),
      ("[]", .array([])), ("{}", .object([:])),
      ("[1,[2]]", .array([.integer(1), .array([.integer(2)])])),
      ("{\"a\":{\"b\":1},\"a\":2}", .object(["a": .integer(2)])),
    ] as [(String, JSONValue)])
  func values(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: Array(text.utf8)) == value)
  }

  @Test(
    "Invalid JSON is refused",
    arguments: [
      "", "nul", "[1,]", "[1 2]", "{\"a\" 1}", "{a: 1}", "01", "1.", "+1", "\"a", "\"\n\"",
      #""\x""#, "1 2", "[", "1e999", #""\u12""#, "\u{FEFF}1", "NaN",
    ])
  func refuses(text: String) {
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: Array(text.utf8)) }
  }

  @Test("An error has a message and a line")
  func line() throws {
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONValue(parsing: Array("{\"a\":\n[1,\n]}".utf8))
    }
    #expect(error?.line == 3)
    #expect(error?.description == "no value, line 3")
  }

  @Test("The depth is limited, so that hostile text cannot exhaust the stack")
  func depth() throws {
    let nested = { (depth: Int) in
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(throws: Never.self) { try JSONValue(parsing: nested(512)) }
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: nested(100_000)) }
  }

  @Test("Invalid UTF-8 is replaced")
  func brokenText() throws {
    #expect(try JSONValue(parsing: [0x22, 0x61, 0xFF, 0x22]) == .string("a\u{FFFD}"))
  }

  private struct Case: Decodable {
    let file: String
    let expect: String
  }

  @Test(
    "Valid files of JSONTestSuite are parsed, and invalid ones are refused",
    .enabled(if: SharedFiles.exists("corpora"), "\(SharedFiles.absent)"))
  func testSuite() throws {
    let folder = "corpora/conformance/json/"
    let lines = try SharedFiles.bytes(folder + "cases.jsonl").split(separator: 0x0A)
    #expect(lines.count == 207)
    for line in lines {
      let example = try JSONDecoder().decode(Case.self, from: Data(line))
      let bytes = try SharedFiles.bytes(folder + example.file)
      // Skip files with invalid UTF-8, which is repaired before parsing.
      guard example.expect != "either", String(validating: bytes, as: UTF8.self) != nil else {
        continue
      }
      let isAccepted = (try? JSONValue(parsing: bytes)) != nil
      #expect(isAccepted == (example.expect == "accept"), "\(example.file)")
    }
  }
}
