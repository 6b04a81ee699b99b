import AlmanacModel
import Testing

@testable import AlmanacIngest

@Suite struct IdentifierTextTests {
  @Test(
    "Identifiers that look like paths are reported in any encoding",
    arguments: [
      "../../etc/passwd", "a/../../b", "..", "/etc/passwd", "~/.ssh/id", #"..\..\boot.ini"#,
      "%2e%2e%2fetc", "x%2F..%2Fy", "file:///etc/passwd", #"\\host\share"#,
    ])
  func paths(id: String) throws {
    let oddity = try #require(IdentifierText.oddity(of: id))
    #expect(oddity.contains("path"))
    #expect(IdentifierText.bounded(id) == id)
  }

  @Test(
    "Ordinary identifiers are not reported",
    arguments: [
      "17", "a@b.example", "https://x.example/a/../b", "tag:x.example,2026:/a", "node/17", "...",
      "v1..2", "100%", "2026-03-02/concert", "AC/DC", "urn:uuid:00000000-0000",
    ])
  func ordinary(id: String) {
    #expect(IdentifierText.oddity(of: id) == nil)
    #expect(IdentifierText.bounded(id) == id)
  }

  @Test("An oversized identifier is shortened and stays unique by a hash")
  func huge() throws {
    let stem = String(repeating: "é", count: 4_000)
    let one = IdentifierText.bounded(stem + "1")
    #expect(one.utf8.count < IdentifierText.limit)
    #expect(one.hasPrefix("ééé"))
    #expect(one != IdentifierText.bounded(stem + "2"))
    #expect(one == IdentifierText.bounded(stem + "1"))
    #expect(try #require(IdentifierText.oddity(of: stem)).contains("8000 bytes"))
  }

  @Test("Items with unusual identifiers become listings and are reported")
  func listings() {
    let path = Entry.fixture(id: "../../../tmp/x", title: "Choir")
    let huge = Entry.fixture(id: String(repeating: "i", count: 5_000), title: "Band")
    let assembly = SeriesGrouper.assemble([path, huge], .fixture())
    #expect(assembly.listings.map(\.title) == ["Choir", "Band"])
    #expect(assembly.listings.allSatisfy { $0.key.utf8.count <= IdentifierText.limit })
    #expect(assembly.findings.map(\.code) == ["S_FILENAME", "S_FILENAME"])
  }
}
