import Testing

@testable import AlmanacIngest

@Suite struct TextMarksTests {
  @Test("each text is new once, however many there are")
  func remembers() {
    var marks = TextMarks()
    let texts = (0..<5_000).map { "tag:example.org,2026:\($0)" } + ["", "a", "ab", "12345678"]
    let isNew = texts.map { marks.insert(marks.mark(of: $0)) }
    #expect(!isNew.contains(false))
    let isNewAgain = texts.map { marks.insert(marks.mark(of: $0)) }
    #expect(!isNewAgain.contains(true))
  }
}
