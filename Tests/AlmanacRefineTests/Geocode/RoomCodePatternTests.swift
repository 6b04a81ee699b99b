import Testing

@testable import AlmanacRefine

@Suite struct RoomCodePatternTests {
  /// The floor at the first position that has one.
  private func floor(_ pattern: String, _ text: String) throws -> Int? {
    let pattern = try #require(RoomCodePattern(pattern))
    let folded = FoldedText(text)
    return folded.words.indices.lazy.compactMap { pattern.floor(in: folded, at: $0) }.first
  }

  @Test(
    "The floor is read from codes that match the pattern",
    arguments: [
      ("{building}-{floor:2}-{room}", "AB1-04-18", 4),
      ("{building}-{floor:2}-{room}", "AB1/04-18", 4),
      ("{building}-{floor:2}-{room}", "AB1-B2-07", -2),
      ("{building}-{floor:2}-{room}", "04-18", nil),
      ("{building}-{floor:2}-{room}", "AB1-0418", nil),
      ("{building}-{floor:2}-{room}", "AB1, 04-18", nil),
      ("{building}-{floor:2}{room:2}", "AB1-0418", 4),
      ("{building}-{floor:2}{room:2}", "AB1-04181", nil),
      ("{building} {floor:1}{room:3}", "AB 2119", 2), ("#{floor}-{room}", "#02-18", 2),
      ("#{floor}-{room}", "#B1-09", -1), ("#{floor}-{room}", "02-18", nil),
      ("#{floor}-{room}", "# 17 - 10", 17), ("#{floor}-{room}", "#123456789-1", nil),
    ] as [(String, String, Int?)])
  func floors(pattern: String, text: String, expected: Int?) throws {
    #expect(try floor(pattern, text) == expected)
  }

  @Test(
    "A pattern without a floor before its room, or with both in one number of any length, is ignored",
    arguments: [
      "", "{room}", "{floor}", "{room}-{floor}", "{floor}{room}", "{building}-{room}", "{",
    ])
  func noPatterns(pattern: String) {
    #expect(RoomCodePattern(pattern) == nil)
  }
}
