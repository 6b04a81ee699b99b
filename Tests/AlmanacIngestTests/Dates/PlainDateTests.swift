import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct PlainDateTests {
  @Test(
    "the basic form gives what the reader of all forms gives",
    arguments: [
      "20260303T190000Z", " 20240229T235960Z\n", "20230229T000000Z", "20260303T240000Z",
      "20260303T126000Z",
      "20260303T190000", "20260303T1900Z", "20260303 190000Z", "20260303T190000z",
      "2026033T1900000Z",
      "00010101T000000Z", "20261303T190000Z",
    ])
  func basic(text: String) {
    let parts = DateReader().parts(text)
    guard let plain = PlainDate.basic(text)?.time else { return }
    #expect(parts != nil)
    // In brackets, which only the other reader reads, it is the same time.
    #expect(DateReader().read(text + " (x)")?.start == plain)
  }

  @Test("which of them are read so")
  func extent() {
    #expect(PlainDate.basic("20260303T190000Z")?.time?.publicText == "2026-03-03T19:00:00Z")
    #expect(PlainDate.basic(" 20240229T235960Z\n")?.time?.publicText == "2024-02-29T23:59:59Z")
    for other in [
      "20230229T000000Z", "20260303T190000", "20260303T240000Z", "20260303T190000+0100",
    ] {
      #expect(PlainDate.basic(other) == nil)
    }
  }
}
