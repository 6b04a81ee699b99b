import AlmanacModel
import AlmanacRefine
import AlmanacTime
import Testing

/// Titles that identify nothing.
@Suite struct LabelTitleTests {
  private func events(_ listings: [Listing]) async throws -> [[String]] {
    var fixture = CampusRun()
    fixture.listings = listings
    return try await fixture.run().events.partition
  }

  @Test(
    "Two rooms that are busy at one hour are two events",
    arguments: ["Busy", "Reserved", "Private event", "BUSY", "Belegt"], [1, 3])
  func busy(title: String, count: Int) async throws {
    let listings = try ["publisher", "radio"].flatMap { source in
      try (0..<count).map {
        try Listing.listed(
          by: source, "k\($0)", title, "2026-03-1\($0)T10:30", end: "2026-03-1\($0)T11:00")
      }
    }
    #expect(try await events(listings).count == 2 * count)
  }

  @Test(
    "The endings of one source's titles are no boilerplate beside similar ones",
    arguments: [("Jazz Ensemble", "Brass Ensemble"), ("Finance Committee", "Housing Committee")])
  func similarEndings(ending: String, other: String) async throws {
    let titles = ["Orchid", "Velvet", "Quartz", "Willow", "Ember", "Harbor"]
    let listings = try titles.enumerated().map { index, title in
      try Listing.listed(
        by: "publisher", "p\(index)", "\(title): \(ending)", "2026-03-1\(index)T19:00", at: "Hall")
    }
    let sibling = try Listing.listed(
      by: "radio", "r", "Orchid: \(other)", "2026-03-10T19:00", at: "Hall")
    #expect(try await events(listings + [sibling]).count == 7)
    let copy = try Listing.listed(by: "radio", "r", "Orchid", "2026-03-10T19:00", at: "Hall")
    #expect(try await events(listings + [copy]).count == 6)
  }

  @Test("Closing days of two branches are two")
  func closed() async throws {
    for (title, other) in [("Closed for Founders Day", "Bell Branch Library"), ("Closed", nil)] {
      let venues = ["Ada Branch Library", other]
      let listings = try zip(["publisher", "radio"], venues).map { source, venue in
        try Listing.listed(by: source, "c", title, "2026-03-10", at: venue)
      }
      #expect(try await events(listings).count == 2)
    }
    let one = try ["publisher", "radio"].map {
      try Listing.listed(by: $0, "c", "Closed for Founders Day", "2026-03-10", at: "Ada Branch")
    }
    #expect(try await events(one).count == 1)
  }

  @Test("A weekly program of one name and hour in two branches is two")
  func weekly() async throws {
    let listings = try zip(
      ["publisher", "radio"], ["Ada Branch Library", "Bell Branch Library"]
    ).map { source, venue in
      try Listing.listed(
        by: source, "w", "Baby Rhyme Circle", "2026-03-03T10:00", end: "2026-03-03T10:45",
        at: venue, rule: "FREQ=WEEKLY;COUNT=6"
      ) { $0.text = "Songs and rhymes for the youngest and whoever brings them along, on mats." }
    }
    #expect(try await events(listings).count == 2)
  }

  @Test("A title that one source has at several places is no event of a third place")
  func severalPlaces() async throws {
    let listings = [
      try Listing.listed(by: "publisher", "a", "Open Studio", at: "Kiln House"),
      try Listing.listed(by: "publisher", "b", "Open Studio", at: "Print Cellar"),
      try Listing.listed(by: "radio", "c", "Open Studio", at: "Weaver's Loft"),
      try Listing.listed(by: "aggregator", "d", "Open Studio", at: "Kiln House"),
    ]
    let found = try await events(listings)
    #expect(found.contains(["aggregator/d", "publisher/a"]))
    #expect(found.contains(["radio/c"]) && found.contains(["publisher/b"]))
  }
}
