import AlmanacModel
import Foundation
import Testing

@Suite struct JSONWriterTests {
  @Test("Members keep their order, and those without a value are omitted")
  func members() {
    var json = JSONWriter()
    json.beginObject()
    json.member("b", "x")
    json.member("a", nil as String?)
    json.member("list", ["1", "2"])
    json.key("inner")
    json.beginObject()
    json.endObject()
    json.member("n", 3)
    json.endObject()
    #expect(json.text == #"{"b":"x","list":["1","2"],"inner":{},"n":3}"#)
  }

  @Test(
    "Every string is parsed back unchanged",
    arguments: ["", "\"\\/", "line\nbreak\ttab\r", "\u{0}\u{1f}\u{7f}", "Žižek 漢字 🎷", "\u{2028}"])
  func escapes(text: String) throws {
    var json = JSONWriter()
    json.beginArray()
    json.string(text)
    json.endArray()
    let read = try JSONDecoder().decode([String].self, from: Data(json.bytes))
    #expect(read == [text])
    #expect(!json.bytes.contains { $0 < 0x20 })
  }

  @Test(
    "Numbers have the shortest text that is parsed back unchanged",
    arguments: [
      (0.1, "0.1"), (103.7764, "103.7764"), (2, "2"), (-0.0, "0"), (1e300, "1e+300"),
      (.infinity, "null"), (.nan, "null"),
    ])
  func numbers(value: Double, text: String) {
    var json = JSONWriter()
    json.number(value)
    #expect(json.text == text)
  }

  @Test(
    "Numbers are rounded to decimals without trailing zeros",
    arguments: [(1.23456789, "1.234568"), (2.0, "2")])
  func decimals(value: Double, text: String) {
    var json = JSONWriter()
    json.number(value, decimals: 6)
    #expect(json.text == text)
  }

  @Test("Unknown members of a value are written unchanged")
  func passesThrough() throws {
    let text = #"{"a":[1,2.5,null,true,"x"],"b":{"c":9007199254740993}}"#
    let value = try JSONValue(parsing: Array(text.utf8))
    var json = JSONWriter()
    json.value(value)
    #expect(json.text == text)
  }
}
