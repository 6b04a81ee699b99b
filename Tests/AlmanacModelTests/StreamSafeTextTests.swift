import AlmanacModel
import Testing

@Suite struct StreamSafeTextTests {
  /// Two combining characters whose canonical order is the reverse.
  private static func marks(_ count: Int) -> String {
    String((0..<count).map { $0.isMultiple(of: 2) ? "\u{301}" : "\u{323}" } as [Character])
  }

  private static func longestRun(_ text: String) -> Int {
    var run = 0
    var longest = 0
    for scalar in text.unicodeScalars {
      run = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : run + 1
      longest = max(longest, run)
    }
    return longest
  }

  @Test(
    "Runs of combining characters are limited at any position, without loss",
    arguments: [0, 1, 28, 29, 30, 31, 59, 60, 61, 62, 63, 119, 120, 200], [31, 32, 61, 5_000])
  func bounds(before: Int, count: Int) {
    let text = String(repeating: "x", count: before) + Self.marks(count) + "y"
    let bounded = StreamSafeText.bounded(text)
    #expect(Self.longestRun(bounded) == 30)
    let kept = String(String.UnicodeScalarView(bounded.unicodeScalars.filter { $0 != "\u{34F}" }))
    #expect(kept.utf8.elementsEqual(text.utf8))
  }

  @Test(
    "Ordinary text is unchanged",
    arguments: [
      "", "Jazz Night", String(repeating: "é", count: 200),
      String(repeating: "e\u{301}\u{323}", count: 200), String(repeating: "東京の夜", count: 100),
      String(repeating: "ตี่", count: 100), String(repeating: "שָׁלוֹם ", count: 50),
      String(repeating: "👩‍👩‍👧‍👦", count: 50), "x" + marks(30) + String(repeating: "x", count: 90),
      String(repeating: "x", count: 45) + marks(30) + "x",
    ])
  func leaves(text: String) {
    #expect(StreamSafeText.bounded(text).utf8.elementsEqual(text.utf8))
  }

  @Test(
    "Names and strings of JSON are limited, with and without escapes", arguments: [false, true])
  func json(isEscaped: Bool) throws {
    let marks =
      isEscaped ? String(repeating: "\\u0301\\u0323", count: 2_500) : Self.marks(5_000)
    let value = try JSONValue(parsing: Array("{\"a\(marks)\":\"b\(marks)\"}".utf8))
    guard case .object(let members) = value, let (name, text) = members.first else {
      Issue.record("no member")
      return
    }
    #expect(Self.longestRun(name) == 30)
    #expect(Self.longestRun(text.string ?? "") == 30)
  }
}
