import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacRefine

@Suite struct ListingReconcilerTests {
  private func trace(
    _ id: String, _ title: String, _ start: String = "2026-03-10T19:00", link: String? = nil
  ) throws -> ListingTrace {
    ListingTrace(
      id: id, source: "publisher", title: title, start: try .campus(start), link: link)
  }

  private func renamed(
    _ vanished: [ListingTrace], _ appeared: [ListingTrace], staying: [ListingTrace] = []
  ) throws -> [String: String] {
    let now = try #require(Instant(rfc3339: "2026-03-01T00:00:00Z"))
    return ListingReconciler(now: now, zone: CampusRun.zone)
      .renamed(vanished: vanished, appeared: appeared, staying: staying)
  }

  @Test(
    "The page of an upcoming event moves with it, the page of a past event is reused",
    arguments: [("2026-03-10T19:00", true), ("2026-02-20T19:00", false)])
  func link(start: String, isSame: Bool) throws {
    let page = "https://nus.example/gamelan"
    let found = try renamed(
      [trace("old", "gamelan night", start, link: page)],
      [trace("new", "gamelan evening", "2026-04-10T19:00", link: page)])
    #expect(found == (isSame ? ["new": "old"] : [:]))
  }

  @Test("A link to a page of all events is no evidence for titles without a common word")
  func landingPage() throws {
    let page = "https://nus.example/events"
    let found = try renamed(
      [trace("old", "gamelan night", link: page)],
      [trace("new", "chess meetup", "2026-04-10T19:00", link: page)])
    #expect(found.isEmpty)
  }

  @Test(
    "At one hour half of the titles' words must be the same",
    arguments: [("gamelan night of bronze", true), ("chess night", false)])
  func start(title: String, isSame: Bool) throws {
    let found = try renamed([trace("old", "gamelan night")], [trace("new", title)])
    #expect(found == (isSame ? ["new": "old"] : [:]))
  }

  @Test("A title that a source has twice is no evidence of a rename")
  func ambiguous() throws {
    let moved = try trace("new", "gamelan night", "2026-04-10T19:00")
    let old = try trace("old", "gamelan night")
    #expect(try renamed([old], [moved]) == ["new": "old"])
    let seed = try trace("seed", "gamelan night", "2026-03-17T19:00")
    #expect(try renamed([old, seed], [moved]).isEmpty)
    #expect(try renamed([old], [moved, seed]).isEmpty)
    #expect(try renamed([old], [moved], staying: [seed]).isEmpty)
  }

  @Test("Items of another source are not renamed ones")
  func sources() throws {
    var other = try trace("new", "gamelan night")
    other.source = "aggregator"
    #expect(try renamed([trace("old", "gamelan night")], [other]).isEmpty)
  }
}
