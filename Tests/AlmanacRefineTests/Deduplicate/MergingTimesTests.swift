import AlmanacModel
import AlmanacRefine
import AlmanacTime
import Testing

/// What starts, ends, whole days and clocks that are off say of two listings.
@Suite struct MergingTimesTests {
  private static let rare = MergingPairsTests.rare

  @Test("The opening hours of a venue match an evening in it, those of a show do not")
  func openingHours() async throws {
    func fixture(from start: String) throws -> CampusRun {
      var fixture = CampusRun()
      fixture.places = ["UCC": .at("ucc")]
      fixture.listings = [
        try .listed(
          by: "publisher", "p", Self.rare, "2026-03-10T\(start)", end: "2026-03-10T22:00",
          at: "UCC"),
        try .listed(by: "aggregator", "a", Self.rare, "2026-03-10T19:30", at: "UCC"),
      ]
      return fixture
    }
    #expect(try await fixture(from: "09:00").run().events.count == 1)
    #expect(try await fixture(from: "15:15").run().events.count == 2)
  }

  @Test("A whole day does not join a matinee and an evening show")
  func noChains() async throws {
    var fixture = CampusRun()
    fixture.places = ["UCC": .at("ucc")]
    fixture.listings = [
      try .listed(
        by: "publisher", "a", "Midsummer Serenade of Strings", "2026-03-10T14:00", at: "UCC"),
      try .listed(
        by: "aggregator", "b", "Midsummer Serenade of Strings", "2026-03-10T19:00", at: "UCC"),
      try .listed(by: "radio", "c", "Midsummer Serenade of Strings", "2026-03-10", at: "UCC"),
    ]
    let partition = try await fixture.run().events.partition
    #expect(partition.count == 2)
    #expect(!partition.contains { $0.contains("publisher/a") && $0.contains("aggregator/b") })
  }

  @Test("A source whose clocks are always seven hours off is corrected")
  func clockOffset() async throws {
    var fixture = CampusRun()
    let words = ["Amber", "Basil", "Cedar", "Dahlia", "Elder", "Fennel", "Ginger", "Hazel", "Iris"]
    for (index, word) in words.enumerated() {
      let title = "\(word) Orchestra and Choir"
      fixture.listings.append(
        try .listed(by: "publisher", "p\(index)", title, "2026-03-\(10 + index)T19:00"))
      fixture.listings.append(
        try .listed(by: "aggregator", "a\(index)", title, "2026-03-\(10 + index)T12:00"))
    }
    let events = try await fixture.run().events
    #expect(events.count == words.count)
    #expect(events.allSatisfy { $0.occurrences.map(\.start.civil.hour) == [19] })
  }

  @Test(
    "Three seeds with one offset correct a source, two or a doubtful third do not",
    arguments: [(2, 0, true), (3, 1, true), (1, 0, false), (3, 2, false)])
  func fewSeeds(off: Int, right: Int, isLearned: Bool) async throws {
    var fixture = CampusRun()
    let words = ["Amber", "Basil", "Cedar", "Dahlia", "Elder", "Fennel"]
    for index in 0..<(off + right + 1) {
      let title = index < off + right ? "\(words[index]) Orchestra and Choir" : "Harp Hour"
      let hour = index < off || index == off + right ? 14 : 19
      fixture.listings.append(
        try .listed(by: "publisher", "p\(index)", title, "2026-03-\(10 + index)T19:00"))
      fixture.listings.append(
        try .listed(by: "aggregator", "a\(index)", title, "2026-03-\(10 + index)T\(hour):00"))
    }
    let merged = try await fixture.run().events.filter { $0.listings.count == 2 }
    #expect(merged.contains { $0.title == "Harp Hour" } == isLearned)
  }

  @Test(
    "Starts an hour apart are less evidence against a match if those of two sources often are",
    arguments: [(5, true), (0, false)])
  func usualShift(shifted: Int, isMerged: Bool) async throws {
    var fixture = CampusRun()
    let words = [
      "Amber", "Basil", "Cedar", "Dahlia", "Elder", "Fennel", "Ginger", "Hazel", "Iris", "Juniper",
      "Kelp", "Laurel",
    ]
    for (index, word) in words.enumerated() {
      let title = "\(word) Orchestra and Choir"
      fixture.listings.append(
        try .listed(by: "publisher", "p\(index)", title, "2026-03-\(10 + index)T14:00"))
      fixture.listings.append(
        try .listed(
          by: "aggregator", "a\(index)", title,
          "2026-03-\(10 + index)T\(index < shifted ? 15 : 14):00"))
    }
    // Without the shift a word of one title makes two events of an hour apart.
    fixture.listings += [
      try .listed(by: "publisher", "p", "Maple Brass Weekend", "2026-03-25T14:00"),
      try .listed(by: "aggregator", "a", "Brass Weekend", "2026-03-25T15:00"),
    ]
    let partition = try await fixture.run().events.partition
    #expect(partition.contains(["aggregator/a", "publisher/p"]) == isMerged)
  }

  @Test(
    "Midnight to the end of the day is no hour, whichever source is trusted more",
    arguments: [
      ("2026-03-10T00:00", "2026-03-10T23:59"), ("2026-03-10T00:00", "2026-03-11T00:00"),
      ("2026-03-10T00:00", nil), ("2026-03-10", nil),
    ])
  func hourless(start: String, end: String?) async throws {
    var fixture = CampusRun()
    fixture.listings = [
      try .listed(by: "publisher", "a", Self.rare, start, end: end, at: "Pond Gate"),
      try .listed(
        by: "radio", "b", Self.rare, "2026-03-10T18:30", end: "2026-03-10T20:00", at: "Pond Gate"),
    ]
    let events = try await fixture.run().events
    #expect(events.count == 1)
    #expect(events.first?.occurrences.map(\.start.civil.hour) == [18])
    #expect(events.first?.occurrences.map { $0.end?.civil.hour } == [20])
  }
}
