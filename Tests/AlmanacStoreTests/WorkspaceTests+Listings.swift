import AlmanacModel
import AlmanacStore
import AlmanacTestSupport
import AlmanacTime
import Foundation
import GRDB
import Testing

extension WorkspaceTests {
  @Test(
    "In a window source, an item with a new identifier replaces the old one if the match is unique")
  func renamedInWindow() throws {
    func save(_ items: [(key: String, title: String, venue: String)]) throws {
      let listings = items.map { item in
        var listing = listing(item.key)
        (listing.title, listing.venue) = (item.title, item.venue)
        return listing
      }
      try workspace.saveParsed(
        source: "a", campus: "hill", listings: listings, retaining: ["held"],
        forecasts: [], completeness: .window, at: now,
        record: StageRecord(
          stage: .parse, key: "a", fingerprint: "", read: 0, accepted: 0, rejected: 0, findings: [])
      )
    }
    try save([
      ("1", "Sketching", "Loft"), ("2", "Pottery", "Loft"), ("3", "Pottery", "Cellar"),
      ("4", "Dancing", "Loft"), ("5", "Dancing", "Loft"), ("held", "Singing", "Loft"),
      ("6", "Juggling", "Loft"), ("7", "Baking", "Loft"),
    ])
    try save([
      ("1b", "Sketching", "Loft"), ("2", "Pottery", "Loft"), ("3b", "Pottery", "Cellar"),
      // Either of the two may be the old item.
      ("4b", "Dancing", "Loft"),
      ("new", "Singing", "Loft"),
      ("6b", "Juggling", "Loft"), ("6c", "Juggling", "Loft"),
      ("7b", "Baking", "Cellar"),
    ])
    #expect(
      try workspace.listings(source: "a").map(\.key) == [
        "1b", "2", "3b", "4", "4b", "5", "6", "6b", "6c", "7", "7b", "held", "new",
      ])
  }

  @Test("An item that became private while it was unreadable remains as private")
  func conceals() throws {
    try save(["1", "2"], .full)
    try workspace.saveParsed(
      source: "a", campus: "hill", listings: [listing("2")],
      hiding: ["1", "3"],
      forecasts: [],
      completeness: .full, at: now,
      record: StageRecord(
        stage: .parse, key: "a", fingerprint: "x", read: 2, accepted: 1, rejected: 1, findings: []))
    let listings = try workspace.listings(source: "a")
    #expect(listings.map(\.key) == ["1", "2"])
    #expect(listings.map(\.visibility) == [.private, .public])
  }

  @Test("A full source loses missing listings; a window source retains them")
  func keepsWindow() throws {
    try save(["one", "two"], .full)
    try save(["two", "three"], .window)
    #expect(try workspace.listings(campus: "hill").map(\.key) == ["one", "three", "two"])
    try save(["three"], .full)
    #expect(try workspace.listings(campus: "hill").map(\.key) == ["three"])
  }

  @Test("The listings of the events remain in their previous version until new events are saved")
  func keepsListingsOfEvents() throws {
    func titles() throws -> [String] {
      try workspace.listings(.ofEvents, campus: "hill").map { "\($0.key) \($0.title)" }
    }
    try parse(["changed": "old", "kept": "same", "gone": "old"])
    try workspace.saveEvents(
      [], identities: [], campus: "hill", record: record(.deduplicate, "hill"))
    let before = try titles()
    #expect(before == ["changed old", "gone old", "kept same"])
    try parse(["changed": "new", "kept": "same"])
    #expect(try titles() == before)
    // A listing that returns, or that changes twice, retains the version from which the event was
    // made.
    try parse(["changed": "newer", "kept": "same", "gone": "back"])
    #expect(try titles() == before)
    #expect(try workspace.listings(campus: "hill").map(\.title) == ["newer", "back", "same"])
    try workspace.saveEvents(
      [], identities: [], campus: "hill", record: record(.deduplicate, "hill"))
    #expect(try titles() == ["changed newer", "gone back", "kept same"])
  }

  @Test("Hidden, moved and deleted listings remain in the version from which the events were made")
  func keepsListingsThatAreGone() throws {
    func stored() throws -> [String] {
      try workspace.listings(.ofEvents, campus: "hill").map { "\($0.key) \($0.visibility)" }
    }
    try save(["one", "two"], .full)
    try workspace.saveEvents(
      [], identities: [], campus: "hill", record: record(.deduplicate, "hill"))
    let before = try stored()
    try workspace.saveParsed(
      source: "a", campus: "hill", listings: [listing("two")],
      hiding: ["one"],
      forecasts: [], completeness: .full, at: now,
      record: StageRecord(
        stage: .parse, key: "a", fingerprint: "x", read: 2, accepted: 1, rejected: 1, findings: []))
    #expect(try workspace.listings(campus: "hill").map(\.visibility) == [.private, .public])
    #expect(try stored() == before)
    var moved = listing("two")
    moved.campus = "vale"
    try workspace.saveParsed(
      source: "a", campus: "vale", listings: [moved], forecasts: [],
      completeness: .window, at: now,
      record: StageRecord(
        stage: .parse, key: "a", fingerprint: "y", read: 1, accepted: 1, rejected: 0, findings: []))
    #expect(try stored() == before)
    try workspace.forgetSources(otherThan: ["b"])
    #expect(try stored() == before)
    try workspace.saveEvents(
      [], identities: [], campus: "hill", record: record(.deduplicate, "hill"))
    #expect(try stored().isEmpty)
  }

  @Test("Listings are read as they were saved")
  func roundTrip() throws {
    var rich = listing("rich")
    rich.uid = "uid"
    rich.recurrence = Recurrence(
      rules: [try RecurrenceRule(parsing: "FREQ=WEEKLY;COUNT=3")],
      exclusions: [.floating(CivilDateTime(localSeconds: 604_800))])
    rich.overrides = [
      ListingOverride(recurrenceID: rich.start, start: rich.start, title: "Moved")
    ]
    rich.coordinate = Coordinate(latitude: 1.25, longitude: 103.5)
    rich.tags = ["x", "y"]
    try workspace.saveParsed(
      source: "a", campus: "hill", listings: [rich], forecasts: [],
      completeness: .full,
      at: now,
      record: StageRecord(
        stage: .parse, key: "a", fingerprint: "f", read: 1, accepted: 1, rejected: 0, findings: []))
    #expect(try workspace.listings(campus: "hill") == [rich])
  }

  @Test("A source that is no longer configured leaves no listings")
  func forgets() throws {
    try save(["one"], .full)
    try workspace.forgetSources(otherThan: ["b"])
    #expect(try workspace.listings(campus: "hill").isEmpty)
  }
}

extension Workspace {
  /// All listings, read in ranges of two.
  fileprivate func listings(_ which: CampusListings = .present, campus: String) throws -> [Listing]
  {
    try spans(which, campus: campus, of: 2).flatMap {
      try listings(which, campus: campus, in: $0).map(\.listing)
    }
  }
}
