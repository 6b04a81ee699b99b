import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacRefine

@Suite struct IdentityTests {
  private func fixture(_ listings: [Listing]) -> CampusRun {
    var fixture = CampusRun()
    fixture.places = ["UCC": .at("ucc"), "LT27": .at("lt27")]
    fixture.listings = listings
    return fixture
  }

  private func id(_ fixture: CampusRun) async throws -> String {
    let events = try await fixture.run().events
    #expect(events.count == 1)
    return try #require(events.first).id
  }

  @Test(
    "An id is a slug of the title and a hash of the founding listing",
    arguments: [
      ("Café Déjà-vu: Müllers Œuvre", "cafe-deja-vu-mullers-oeuvre-"),
      (
        "An Evening of Chamber Music with the Students of the Conservatory",
        "an-evening-of-chamber-music-with-the-"
      ),
      ("10th LT27 Day", "10th-lt27-day-"),
      ("中秋节", "event-"),
    ])
  func slug(title: String, prefix: String) async throws {
    let id = try await id(fixture([.listed(by: "publisher", "p", title)]))
    #expect(id.hasPrefix(prefix))
    #expect(id.count == prefix.count + 6)
  }

  @Test("A taken id grows, and none is issued twice")
  func collisions() {
    var slug = EventSlug(known: [])
    let ids = (0..<10).map { _ in slug.issue(title: "Talk", founding: "a/b") }
    #expect(Set(ids).count == 10)
    #expect(ids[1].count == ids[0].count + 1)
  }

  @Test("An id survives edits of title, time, place and the loss of its first source")
  func survivesEdits() async throws {
    let first = fixture([
      try .listed(by: "publisher", "p", "Gamelan Night", at: "UCC"),
      try .listed(by: "aggregator", "a", "Gamelan Night", at: "UCC"),
    ])
    let issued = try await id(first)
    let edited = try await first.next {
      $0.listings[0].title = "Evening of Gong Music"
      $0.listings[1].title = "Evening of Gong Music"
      $0.listings[0].start =
        CalendarTime("2026-03-12T20:00:00+08:00[Asia/Singapore]") ?? $0.listings[0].start
      $0.listings[1].start = $0.listings[0].start
    }
    #expect(try await id(edited) == issued)
    let alone = try await edited.next { $0.listings.removeFirst() }
    #expect(try await id(alone) == issued)
    let flapped = try await alone.next { $0.listings = [] }
    let back = try await flapped.next { $0.listings = first.listings }
    #expect(try await id(back) == issued)
  }

  @Test("Merged events keep the older id, the other redirects, and a split undoes it")
  func mergeAndSplit() async throws {
    let first = fixture([try .listed(by: "aggregator", "a", "Gamelan", at: "LT27")])
    let older = try await id(first)
    var second = try await first.next {
      $0.now = "2026-03-02T00:00:00Z"
      $0.listings.append(
        try .listed(by: "publisher", "p", "Gamelan Night with the Sundanese Ensemble", at: "UCC"))
    }
    #expect(try await second.run().events.count == 2)
    let newer = try #require(try await second.run().events.first { $0.id != older }).id
    let united = try await second.next {
      $0.listings[0].title = "Gamelan Night with the Sundanese Ensemble"
      $0.listings[0].venue = "UCC"
    }
    let event = try #require(try await united.run().events.first)
    #expect(event.id == older)
    #expect(event.aliases == [newer])
    #expect(event.title == "Gamelan Night with the Sundanese Ensemble")
    second.identities = try await united.next { _ in }.identities
    #expect(try await Set(second.run().events.map(\.id)) == [older, newer])
  }

  @Test("Of a split the larger part keeps the id, of equal parts the more trusted")
  func split() async throws {
    let title = "Gamelan Night with the Sundanese Ensemble"
    let first = fixture([
      try .listed(by: "publisher", "p", title, at: "UCC"),
      try .listed(by: "aggregator", "a", title, at: "UCC"),
      try .listed(by: "radio", "r", title, at: "UCC"),
    ])
    let issued = try await id(first)
    let larger = try await first.next { $0.listings[0].venue = "LT27" }
    let events = try await larger.run().events
    #expect(events.first { $0.id == issued }?.listings.map(\.source) == ["aggregator", "radio"])
    #expect(events.count == 2)
    let equal = try await first.next {
      $0.listings[1].venue = "LT27"
      $0.listings.remove(at: 2)
    }
    let two = try await equal.run().events
    #expect(two.first { $0.id == issued }?.listings.map(\.source) == ["publisher"])
  }

  @Test(
    "An item that a feed without ids lists again is recognized",
    arguments: [
      ("edited title", "Gamelan Evening at Night", "2026-03-10T19:00", true),
      ("moved", "Gamelan Night", "2026-03-11T19:00", true),
      ("another event", "Chess Meetup", "2026-03-10T19:00", false),
    ])
  func reconciles(what: String, title: String, start: String, isSame: Bool) async throws {
    let first = fixture([try .listed(by: "publisher", "hash1", "Gamelan Night")])
    let issued = try await id(first)
    let second = try await first.next {
      $0.listings = [try .listed(by: "publisher", "hash2", title, start)]
    }
    #expect(try await (id(second) == issued) == isSame, "\(what)")
  }

  @Test("A listing that is renamed during a merge gets its former id back when the merge is undone")
  func renamedInMerge() async throws {
    let first = fixture([
      try .listed(by: "aggregator", "a", "Robotics Fair", at: "LT27"),
      try .listed(by: "publisher", "p", "Gamelan Night", at: "UCC"),
    ])
    let events = try await first.run().events
    let gamelan = try #require(events.first { $0.title == "Gamelan Night" }).id
    let robotics = try #require(events.first { $0.title == "Robotics Fair" }).id
    let united = try await first.next { $0.decisions.same = [["aggregator/a", "publisher/p"]] }
    let renamed = try await united.next {
      $0.listings = [
        try .listed(by: "aggregator", "a2", "Robotics Fair", at: "LT27"),
        try .listed(by: "publisher", "p2", "Gamelan Night", at: "UCC"),
      ]
      $0.decisions.same = [["aggregator/a2", "publisher/p2"]]
    }
    #expect(try await renamed.run().events.count == 1)
    let parted = try await renamed.next { $0.decisions.same = [] }
    let found = try await parted.run().events
    #expect(found.first { $0.title == "Gamelan Night" }?.id == gamelan)
    #expect(found.first { $0.title == "Robotics Fair" }?.id == robotics)
  }

  @Test("The former listings of an event are deleted long after it ended")
  func forgets() async throws {
    let first = fixture([
      try .listed(by: "publisher", "p", "Gamelan Night", at: "UCC", rule: "FREQ=WEEKLY"),
      try .listed(by: "aggregator", "a", "Gamelan Night", at: "UCC"),
    ])
    let alone = try await first.next { $0.listings.removeLast() }
    let kept = try await alone.next { _ in }
    #expect(kept.identities.map(\.listings) == [["publisher/p", "aggregator/a"]])
    let later = try await kept.next { $0.now = "2027-06-01T00:00:00Z" }.next { _ in }
    #expect(later.identities.map(\.listings) == [["publisher/p"]])
  }

  @Test("Next week's item of a weekly title is a new event")
  func weekly() async throws {
    let first = fixture([try .listed(by: "publisher", "h1", "Chess", "2026-02-27T19:00")])
    let issued = try await id(first)
    let second = try await first.next {
      $0.listings = [try .listed(by: "publisher", "h2", "Chess", "2026-03-06T19:00")]
    }
    #expect(try await id(second) != issued)
  }

  @Test("An id is deleted when it is old and unseen, and not before")
  func prunes() async throws {
    let first = fixture([try .listed(by: "publisher", "p", "Gamelan Night")])
    let second = try await first.next { $0.listings = [] }
    #expect(second.identities.count == 1)
    let later = try await second.next { $0.now = "2027-01-01T00:00:00Z" }
    #expect(later.identities.count == 1)
    let muchLater = try await later.next { _ in }
    let gone = try await muchLater.next { $0.now = "2027-06-01T00:00:00Z" }.next { _ in }
    #expect(gone.identities.isEmpty)
  }

  @Test("A recent id that redirected to a deleted one returns with its listing")
  func outlivesRoot() async throws {
    let title = "Gamelan Night with the Sundanese Ensemble"
    let first = fixture([try .listed(by: "aggregator", "a", "Gamelan", at: "LT27")])
    let older = try await id(first)
    let second = try await first.next {
      $0.now = "2027-05-01T00:00:00Z"
      $0.listings[0].start = try .campus("2027-05-10T19:00")
      $0.listings.append(try .listed(by: "publisher", "p", title, "2027-05-10T19:00", at: "UCC"))
    }
    let newer = try #require(try await second.run().events.first { $0.id != older }).id
    let united = try await second.next {
      $0.listings[0].title = title
      $0.listings[0].venue = "UCC"
    }
    #expect(try await id(united) == older)
    let gone = try await united.next { $0.listings = [] }.next { _ in }
    #expect(gone.identities.map(\.id) == [newer])
    let back = try await gone.next {
      $0.listings = [second.listings[1]]
      $0.listings[0].title = "Evening of Gong Music"
    }
    #expect(try await id(back) == newer)
  }

  @Test("Ids outlast any history of small edits", arguments: 1...12)
  func histories(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    var fixture = CampusRun()
    fixture.places = ["UCC": .at("ucc"), "LT27": .at("lt27")]
    let titles = ["Gamelan Night", "Chess Meetup", "Robotics Fair", "Kite Making", "Opera Gala"]
    for (index, title) in titles.enumerated() {
      for source in ["publisher", "aggregator"] {
        fixture.listings.append(
          try .listed(
            by: source, "k\(index)", title, "2026-03-1\(index)T19:00", at: "UCC",
            uid: "u\(index)@nus"))
      }
    }
    let issued = try await idsByUID(fixture)
    #expect(issued.count == titles.count)
    for _ in 0..<8 {
      fixture = try await fixture.next { edit(&$0, &generator) }
      for (uid, id) in try await idsByUID(fixture) { #expect(id == issued[uid]) }
    }
  }

  private func idsByUID(_ fixture: CampusRun) async throws -> [String: String] {
    var found: [String: String] = [:]
    for event in try await fixture.run().events {
      for listing in event.listings { found[listing.uid ?? ""] = event.id }
    }
    return found
  }

  /// One change of the kinds that real feeds show.
  private func edit(_ fixture: inout CampusRun, _ generator: inout SeededGenerator) {
    let index = Int.random(in: 0..<fixture.listings.count, using: &generator)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: fixture.listings[index].title += " (updated)"
    case 1: fixture.listings[index].title = "CANCELLED: " + fixture.listings[index].title
    case 2:
      fixture.listings[index].start = fixture.listings[index].start.adding(
        CalendarDuration(seconds: 1_800), zones: .system)
    case 3: fixture.listings[index].venue = fixture.listings[index].venue == "UCC" ? "LT27" : "UCC"
    default: if fixture.listings.count > 6 { fixture.listings.remove(at: index) }
    }
  }
}
