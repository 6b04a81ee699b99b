import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacRefine

/// Pages of one source, and venue texts without a word in common.
@Suite struct PagesAndPlacesTests {
  private static let text = "Bring a pillow and a torch; we read until the last train has left."

  private func fixture(_ listed: [(source: String, venue: String?, link: String?)]) throws
    -> CampusRun
  {
    var fixture = CampusRun()
    fixture.listings = try listed.enumerated().map { index, values in
      try .listed(
        by: values.source, "k\(index)", "Dragonfly Reading Marathon", at: values.venue,
        link: values.link
      ) { $0.text = Self.text }
    }
    return fixture
  }

  @Test(
    "Listings with two pages of a source are two events, unless both pages have one item number",
    arguments: [
      ("https://a.example/e/4711", "https://a.example/e/4712", 2),
      ("https://a.example/e/4711", "https://a.example/e/r4711", 1),
      ("https://a.example/e/4711/dragonfly", "https://a.example/e/4711/reading", 1),
      ("https://a.example/e/dragonfly", "https://a.example/e/dragonfly-2", 2),
      ("https://a.example/2026/dragonfly", "https://a.example/2026/dragonfly-2", 2),
      ("https://a.example/e/4711", "https://a.example/events", 1),
    ])
  func ownPages(first: String, second: String, count: Int) async throws {
    let fixture = try fixture([("publisher", "Tembusu", first), ("publisher", "Tembusu", second)])
    #expect(try await fixture.run().events.count == count)
  }

  @Test(
    "Two item numbers of one site are two items in every source",
    arguments: [
      ("https://a.example/e/4711", "https://a.example/e/4712", 2),
      ("https://a.example/e/4711", "https://www.a.example/e/4711/dragonfly", 1),
      ("https://a.example/e/4711", "https://b.example/e/4712", 1),
    ])
  func otherNumbers(first: String, second: String, count: Int) async throws {
    var fixture = try fixture([("aggregator", "Tembusu", first), ("radio", "Tembusu", second)])
    #expect(try await fixture.run().events.count == count)
    guard count == 2 else { return }
    // Not even by way of one that would fit both.
    fixture.listings.append(
      try .listed(by: "publisher", "x", "Dragonfly Reading Marathon", at: "Tembusu") {
        $0.text = Self.text
      })
    #expect(try await fixture.run().events.count == count)
  }

  @Test("An aggregator's copy joins one of two pages and not both")
  func copyOfOnePage() async throws {
    let fixture = try fixture([
      ("publisher", "Tembusu", "https://a.example/e/4711"),
      ("publisher", "Tembusu", "https://a.example/e/4712"),
      ("aggregator", "Tembusu", "https://a.example/e/4712"),
    ])
    #expect(
      try await fixture.run().events.partition == [
        ["aggregator/k2", "publisher/k1"], ["publisher/k0"],
      ])
  }

  @Test(
    "Performances that link to one page stay apart",
    arguments: [
      ("The Cherry Orchard", "https://stage.example/cherry-orchard", "T14:00", "T20:00"),
      ("Tour of the Herbarium", "https://garden.example/tours/herbarium", "T10:00", "T11:00"),
    ])
  func pageOfSeries(title: String, link: String, early: String, late: String) async throws {
    let (days, place) = (["2026-03-10", "2026-03-17", "2026-04-14"], "Tembusu Hall")
    var fixture = CampusRun()
    fixture.listings = try days.flatMap { day in
      try [early, late].map { hour in
        try .listed(by: "publisher", day + hour, title, day + hour, at: place, link: link)
      }
    }
    fixture.listings.append(
      try .listed(by: "aggregator", "a", title, days[2] + late, at: place, link: link))
    let partition = try await fixture.run().events.partition
    #expect(partition.count == 6)
    #expect(partition.contains(["aggregator/a", "publisher/\(days[2])\(late)"]))
  }

  @Test("Of a page that each source has on one start, the day may have moved")
  func movedDay() async throws {
    var fixture = CampusRun()
    fixture.listings = try ["2026-03-17T20:00", "2026-03-18T20:00"].enumerated().map {
      index, start in
      try .listed(
        by: "s\(index)", "k", "The Cherry Orchard", start, at: "Tembusu Hall",
        link: "https://stage.example/cherry-orchard")
    }
    #expect(try await fixture.run().events.count == 1)
  }

  @Test(
    "Two specific venue texts are two places",
    arguments: [
      ("Sycamore Opera House, 735 Queen Lane", "Juniper Comedy Cellar, 945 Bloor Row", 2),
      ("Sycamore Opera House, 735 Queen Lane", "Sycamore Opera House", 1),
    ])
  func otherVenue(first: String, second: String, count: Int) async throws {
    let fixture = try fixture([("publisher", first, nil), ("aggregator", second, nil)])
    #expect(try await fixture.run().events.count == count)
  }

  @Test("A hall's name and its address are one place where a third text has both")
  func partsOfOneVenue() async throws {
    var fixture = try fixture([
      ("publisher", "Sycamore Opera House", nil), ("aggregator", "Queen Lane 735", nil),
    ])
    for index in 0..<40 {
      fixture.listings.append(
        try .listed(
          by: "radio", "r\(index)", "Tour \(index)z", "2026-03-12T10:00", at: "House\(index)x"))
    }
    #expect(try await fixture.run().events.count == 42)
    fixture.listings.append(
      try .listed(
        by: "radio", "x", "Lecture on Bronze", "2026-03-20T10:00",
        at: "Sycamore Opera House, Queen Lane 735"))
    #expect(try await fixture.run().events.count == 42)
  }

  @Test("A venue that both titles name overrides another venue text")
  func namedInTitles() async throws {
    var fixture = CampusRun()
    let title = "Library Bus with Puppets at Juniper Comedy Cellar"
    fixture.listings = [
      try .listed(by: "publisher", "a", title, at: "Northern Quadrangle Depot Yard") {
        $0.text = Self.text
      },
      try .listed(by: "aggregator", "b", title, at: "Juniper Comedy Cellar, 945 Bloor Row") {
        $0.text = Self.text
      },
    ]
    #expect(try await fixture.run().events.count == 1)
  }

  @Test(
    "The number of an item is the last long run of digits that is no year",
    arguments: [
      ("example.org/e/4711", "example.org/x/4711-gala", true),
      ("example.org/e/4711", "example.org/e/4712", false),
      ("example.org/e/4711/2026", "example.org/4711", true),
      ("example.org/e?id=90210&x=1", "example.org/e/90210", true),
    ])
  func itemNumbers(first: String, second: String, isSame: Bool) throws {
    let (one, other) = (try #require(LinkText(first)), try #require(LinkText(second)))
    #expect(one.numberHash != 0)
    #expect((one.numberHash == other.numberHash) == isSame)
  }

  @Test(
    "Years, dates and short numbers are no items' numbers",
    arguments: [
      "example.org/2026/gala", "example.org/2026/03/10/gala", "example.org/gala-123",
      "example.org/20260310/gala",
    ])
  func noItemNumber(link: String) throws {
    #expect(try #require(LinkText(link)).numberHash == 0)
  }
}
