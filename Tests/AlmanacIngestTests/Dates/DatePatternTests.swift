import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct DatePatternTests {
  private func read(_ pattern: String, _ text: String) -> String? {
    guard let pattern = DatePattern(pattern) else { return "no pattern" }
    return DateReader().read(date: text, time: nil, patterns: [pattern])?.start.description
  }

  @Test(
    "Unicode patterns read what they describe",
    arguments: [
      ("d MMM yyyy", "3 Mar 2026", "2026-03-03"),
      ("EEEE, d MMMM yyyy", "Tuesday, 3 March 2026", "2026-03-03"),
      ("dd/MM/yyyy", "05/08/2019", "2019-08-05"), ("MM/dd/yyyy", "05/08/2019", "2019-05-08"),
      ("dd/MM/yy", "05/08/19", "2019-08-05"), ("yyyyMMdd", "20260303", "2026-03-03"),
      ("yyyyMMddHHmm", "202603031900", "2026-03-03T19:00:00"),
      ("dd/MM/yyyy HH:mm", "05/08/2019 19:30", "2019-08-05T19:30:00"),
      ("dd/MM/yyyy h:mm a", "05/08/2019 7:30 pm", "2019-08-05T19:30:00"),
      ("yyyy-MM-dd'T'HH:mm:ssXXX", "2026-03-03T19:00:00+08:00", "2026-03-03T19:00:00+08:00"),
      ("d MMMM yyyy 'at' H''mm", "3 march 2026 at 9'05", "2026-03-03T09:05:00"),
      ("q", "x", "no pattern"), ("yyyy 'x", "2026", "no pattern"),
    ])
  func reads(pattern: String, text: String, expected: String) {
    #expect(read(pattern, text) == expected)
  }

  @Test("A time pattern completes a date pattern")
  func timePattern() throws {
    let patterns = try [#require(DatePattern("dd/MM/yyyy")), #require(DatePattern("HHmm"))]
    let reading = DateReader().read(date: "05/08/2019", time: "1930", patterns: patterns)
    #expect(reading?.start.description == "2019-08-05T19:30:00")
  }

  @Test(
    "A text that does not match is left to the strict general parsers",
    arguments: [("dd/MM/yyyy", "5/8/2019 x"), ("dd/MM/yyyy", "31/02/2026"), ("HH:mm", "25:00")])
  func refuses(pattern: String, text: String) {
    #expect(read(pattern, text) == nil)
  }
}
