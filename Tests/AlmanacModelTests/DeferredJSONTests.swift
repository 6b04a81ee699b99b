import AlmanacModel
import Testing

/// Compares parsing with deferred elements to parsing the whole document.
@Suite struct DeferredJSONTests {
  private func expectSame(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let bytes = Array(text.utf8)
    let whole = Result { () throws(JSONSyntaxError) in try JSONReading(parsing: bytes) }
    let parts = Result { () throws(JSONSyntaxError) in
      try JSONReading(parsing: bytes, deferring: "items")
    }
    guard case .success(let whole) = whole, case .success(let parts) = parts else {
      // Invalid JSON has the same error, with the same line, in both ways.
      #expect(whole.failure == parts.failure, sourceLocation: sourceLocation)
      return
    }
    let elements = parts.deferred.map { range in
      Result { () throws(JSONSyntaxError) in
        try JSONReading(element: range, of: bytes.span)
      }
    }
    let values = elements.compactMap(\.success?.value)
    #expect(values.count == elements.count, sourceLocation: sourceLocation)
    var root = parts.value
    if case .object(var members) = root, members["items"] == .array([]) {
      members["items"] = .array(values)
      root = .object(members)
    }
    #expect(root == whole.value, sourceLocation: sourceLocation)
    let hugeNumbers = [parts.hugeNumber] + elements.map { $0.success?.hugeNumber }
    #expect(
      hugeNumbers.compactMap(\.self).min() == whole.hugeNumber, sourceLocation: sourceLocation)
    let halves = [parts.halfCharacter] + elements.map { $0.success?.halfCharacter }
    #expect(halves.compactMap(\.self).min() == whole.halfCharacter, sourceLocation: sourceLocation)
  }

  @Test(
    "Deferred elements of valid documents equal those of the whole document",
    arguments: [
      #"{"items": [1, {"a": [2, "é\u00e9\n"]}, [], "x"], "title": "t"}"#, #"{"items":[]}"#,
      #"{"items": {"items": [1]}}"#, #"{"a": {"items": [1, 2]}}"#, #"[{"items": [1]}]"#,
      #"{"items": [1], "items": [2, 3]}"#, #"{"items": [1], "items": "none"}"#, "7",
      #"{"items" : [ true , false , null ] }"#, #"{"items": [1e999, "\ud800"], "x": 1e999}"#,
      #"{"x": "\udc00", "items": ["\ud800"]}"#, #"{"it\u0065ms": [1, 2]}"#,
    ])
  func forms(text: String) { expectSame(text) }

  @Test(
    "An error in a deferred element is an error of the document",
    arguments: [
      #"{"items": [1, ]}"#, "{\"items\": [1,\n\"a]}", #"{"items": [1}"#, #"{"items": ["\x"]}"#,
      #"{"items": [01]}"#, "{\"items\": [\"a\u{1}\"]}", #"{"items": [1] 2}"#, #"{"items": ["#,
      #"{"items": [tru]}"#, #"{"items": [{"a" 1}]}"#, #"{"items": ["\u12"]}"#,
    ])
  func damage(text: String) {
    expectSame(text)
    #expect(throws: JSONSyntaxError.self) {
      try JSONReading(parsing: Array(text.utf8), deferring: "items")
    }
  }

  @Test("The depth of deferred elements counts from the outermost value")
  func depth() {
    for levels in [509, 510, 511, 512] {
      expectSame(
        "{\"items\": [" + String(repeating: "[", count: levels)
          + String(repeating: "]", count: levels) + "]}")
    }
  }

  @Test("Deferred and whole parsing agree after any byte of a document is changed")
  func everyByte() {
    let text = #"{"v": "x\"y", "items": [{"id": "a long one, \\ with marks", "n": -1.5e3}, "é"]}"#
    for index in text.utf8.indices {
      for sign in ["\"", "\\", "}", "]", ",", "0", " ", "\n", "u"] {
        let position = text.utf8.distance(from: text.utf8.startIndex, to: index)
        var bytes = Array(text.utf8)
        bytes[position] = Array(sign.utf8)[0]
        if let changed = String(validating: bytes, as: UTF8.self) { expectSame(changed) }
      }
    }
  }
}

extension Result {
  fileprivate var success: Success? { if case .success(let value) = self { value } else { nil } }
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
