import AlmanacModel
import Foundation
import Testing

@testable import AlmanacRecords

@Suite("Records encoded by Foundation")
struct RecordCodingTests {
  @Test("Equal records have equal JSON, with sorted members and unescaped slashes")
  func sorts() throws {
    let finding = Finding("W_STATUS", source: "hall", message: "see a/b\there")
    let text = try RecordCoding.text(of: finding)
    #expect(text == (try RecordCoding.text(of: finding)))
    #expect(text.contains("see a/b\\there"))
    let names = ["\"code\"", "\"message\"", "\"severity\"", "\"source\""]
    let places = names.map { text.range(of: $0)?.lowerBound }
    #expect(places.allSatisfy { $0 != nil })
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
    #expect(try RecordCoding.record(Finding.self, from: text) == finding)
  }

  @Test("Damaged JSON is rejected", arguments: ["", "{", "{\"code\":1}", "[1]"])
  func damage(text: String) {
    #expect(throws: (any Error).self) { try RecordCoding.record(Finding.self, from: text) }
  }
}
