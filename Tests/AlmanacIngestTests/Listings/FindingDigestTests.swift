import AlmanacModel
import Testing

@testable import AlmanacIngest

@Suite struct FindingDigestTests {
  private func findings(_ code: FindingCode, _ count: Int) -> [Finding] {
    (0..<count).map { Finding(code, source: "hall", message: "no. \($0)", line: $0 + 1) }
  }

  @Test("Up to 1,000 findings of each code are reported one by one")
  func keepsThousands() {
    let found = findings("W_STATUS", 1_000) + findings("Q_COORD", 1_000)
    #expect(FindingDigest.of(found, source: "hall") == found)
  }

  @Test("Only the number of further findings is reported")
  func countsTheRest() {
    let digest = FindingDigest.of(
      findings("W_STATUS", 1_003) + findings("Q_COORD", 2) + findings("E_X", 1_001), source: "hall")
    #expect(digest.filter { $0.code == "W_STATUS" } == findings("W_STATUS", 1_000))
    #expect(digest.filter { $0.code == "Q_COORD" } == findings("Q_COORD", 2))
    let more = digest.filter { $0.code == "W_MORE" }
    #expect(more.map(\.subject) == ["E_X", "W_STATUS"])
    #expect(more.map(\.source) == ["hall", "hall"])
    #expect(more[1].message.hasPrefix("3 more findings W_STATUS"))
    #expect(digest.count == 2_004)
  }
}
