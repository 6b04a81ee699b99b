import AlmanacModel
import AlmanacRefine
import AlmanacTime
import Testing

/// Many things at one place and hour.
@Suite struct CrowdedStartTests {
  private static let words = [
    "amber", "basalt", "cedar", "dune", "ember", "fjord", "grove", "heath", "inlet", "jasper",
    "kelp", "lagoon", "meadow", "nectar", "opal", "pollen", "quarry", "ridge",
  ]

  /// The titles have no word in common but one that all have, so that only the hall and the hour make
  /// them candidates.
  @Test(
    "Misspelled titles are found at any position in a crowded start", arguments: [150, 300])
  func slips(count: Int) async throws {
    var fixture = CampusRun()
    var repeated: [String] = []
    for number in 0..<count {
      let words = [number % 18, number / 18 % 18, number * 7 % 17].map { Self.words[$0] }
      let title = "Poster \(words[0])\(words[1])\(words[2])"
      fixture.listings.append(
        try .listed(by: "publisher", "k\(1_000 + number)", title, at: "Poster Hall"))
      guard number % 37 == 5 else { continue }
      // One slip at the beginning, in the middle or at the end.
      let place = title.index(title.startIndex, offsetBy: [8, 12, title.count - 3][number % 3])
      var slip = title
      slip.remove(at: place)
      fixture.listings.append(
        try .listed(by: "radio", "k\(1_000 + number)", slip, at: "Poster Hall"))
      repeated.append("k\(1_000 + number)")
    }
    let pairs = try await fixture.run().events.partition.filter { $0.count == 2 }
    #expect(pairs == repeated.map { ["publisher/\($0)", "radio/\($0)"] })
  }
}
