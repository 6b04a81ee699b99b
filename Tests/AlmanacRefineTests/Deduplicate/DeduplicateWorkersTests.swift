import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacRefine

/// A campus large enough to be worked on in parts.
@Suite struct DeduplicateWorkersTests {
  private static let words = [
    "dragonfly", "gamelan", "harbor", "juniper", "lantern", "marigold", "nocturne", "orchard",
    "pelican", "quartz", "rosewood", "saffron", "tidal", "umbra", "velvet", "willow",
  ]

  /// Every seventh event has a private listing, every tenth has two listings, and every hundredth is a
  /// series.
  private static func fixture(events: Int) throws -> CampusRun {
    var fixture = CampusRun()
    for number in 0..<events {
      let title = "\(words[number % 16]) \(words[number / 16 % 16]) No. \(number)"
      let start = "2026-\(4 + number % 6)-\(10 + number / 6 % 18)T\(10 + number % 11):00"
        .replacing("2026-", with: "2026-0")
      let sources = number % 10 == 0 ? ["publisher", "aggregator"] : ["radio"]
      for source in sources {
        fixture.listings.append(
          try .listed(
            by: source, "k\(number)", title, start, at: "Hall \(number % 90)",
            rule: number % 100 == 3 ? "FREQ=DAILY;COUNT=9" : nil
          ) { if number % 7 == 0 { $0.visibility = .private } })
      }
    }
    return fixture
  }

  private func batch(_ fixture: CampusRun, workers: Int) async throws -> Batch<DeduplicateOutput> {
    try await Deduplicator(seriesLimit: 5, workers: workers).run(fixture.input())
  }

  @Test("The result doesn't depend on the number of workers")
  func equalsAlone() async throws {
    var fixture = try Self.fixture(events: 2_600)
    fixture.decisions.hide = ["radio/k11", "radio/k2599"]
    for _ in 0..<2 {
      let alone = try await batch(fixture, workers: 1)
      let together = try await batch(fixture, workers: 3)
      let output = try #require(alone.records.first)
      // More than one part's worth of events.
      #expect(output.events.count > 2_100)
      #expect(alone.rejected > 370)
      #expect(alone.findings.contains { $0.code == "W_SERIES_LIMIT" })
      #expect(together.records == alone.records)
      #expect(together.rejected == alone.rejected)
      #expect(together.findings == alone.findings)
      fixture.identities = output.identities
      fixture.listings.removeAll { $0.key.hasSuffix("9") && $0.key.count == 4 }
    }
  }
}
