import AlmanacModel
import Foundation
import Testing

@testable import AlmanacIngest

@Suite struct LongTitleTests {
  private static func title(_ title: String) -> (title: String?, codes: [FindingCode]) {
    let assembly = SeriesGrouper.assemble([.fixture(title: title)], .fixture())
    return (assembly.listings.first?.title, assembly.findings.map(\.code))
  }

  @Test("A title of over 1,000 characters is cut at a word and reported")
  func cuts() throws {
    let whole = String(repeating: "Nine chars", count: 100)
    #expect(Self.title(whole) == (whole, []))
    let (cut, codes) = Self.title(String(repeating: "Nine char ", count: 150) + "end")
    #expect(codes == ["W_TITLE_CUT"])
    let title = try #require(cut)
    #expect(title.count == 1_000 && title.hasSuffix("Nine char…"))
    // Without a word boundary nearby, the title is cut within a word.
    #expect(Self.title(String(repeating: "x", count: 5_000)).title?.count == 1_000)
  }

  @Test("The length is that of the compatibility form, in which one character may become eighteen")
  func compatibility() throws {
    let (cut, codes) = Self.title(String(repeating: "\u{FDFA}", count: 100))
    #expect(codes == ["Q_FIELD_LEN"])
    #expect(try #require(cut).precomposedStringWithCompatibilityMapping.count <= 1_000)
    #expect(Self.title(String(repeating: "\u{FDFA}", count: 50)).codes == [])
    // A greeting that is one such character does not make a long title invalid.
    #expect(Self.title(String(repeating: "\u{FDFA} word ", count: 200)).codes == ["Q_FIELD_LEN"])
    #expect(
      Self.title("\u{FDFA} " + String(repeating: "word ", count: 300)).codes == ["W_TITLE_CUT"])
  }

  @Test("An impossibly long title rejects the item")
  func refuses() {
    #expect(Self.title(String(repeating: "x", count: 40_000)) == (nil, ["Q_FIELD_LEN"]))
  }
}
