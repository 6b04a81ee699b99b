import AlmanacModel
import AlmanacRefine
import AlmanacTime
import Testing

@Suite struct DecisionsTests {
  private func fixture(_ change: (inout Decisions) -> Void) throws -> CampusRun {
    var fixture = CampusRun()
    fixture.places = ["UCC": .at("ucc"), "LT27": .at("lt27")]
    fixture.listings = [
      try .listed(
        by: "publisher", "a", "Gamelan Night", at: "UCC", uid: "ua",
        link: "https://nus.example/e/1"),
      try .listed(
        by: "aggregator", "b", "Gamelan Night", at: "UCC", link: "https://agg.example/x/2/"),
      try .listed(by: "radio", "c", "Javanese Music", at: "LT27", link: "https://radio.example/3"),
    ]
    change(&fixture.decisions)
    return fixture
  }

  @Test("Without decisions the evidence decides")
  func none() async throws {
    #expect(
      try await fixture { _ in }.run().events.partition
        == [["aggregator/b", "publisher/a"], ["radio/c"]])
  }

  @Test("Decision different separates events that the evidence joins, by uid, URL or listing id")
  func different() async throws {
    let events = try await fixture { $0.different = [["ua", "https://agg.example/x/2"]] }.run()
      .events
    #expect(events.partition == [["aggregator/b"], ["publisher/a"], ["radio/c"]])
  }

  @Test("Decision same joins events that the evidence separates, and is part of the evidence")
  func same() async throws {
    let events = try await fixture { $0.same = [["publisher/a", "https://radio.example/3"]] }.run()
      .events
    #expect(events.partition == [["aggregator/b", "publisher/a", "radio/c"]])
    #expect(events.first?.listings.last?.evidence == ["decision"])
    #expect(events.first?.occurrences.count == 1)
  }

  @Test("A decision joins listings of two sources on one day at other hours into one occurrence")
  func sameOfOneDay() async throws {
    var fixture = try fixture { $0.same = [["publisher/a", "radio/c"]] }
    fixture.listings[2] = try .listed(
      by: "radio", "c", "Javanese Music", "2026-03-10T20:30", at: "LT27",
      link: "https://radio.example/3")
    let events = try await fixture.run().events
    #expect(events.partition == [["aggregator/b", "publisher/a", "radio/c"]])
    #expect(events.first?.occurrences.count == 1)
  }

  @Test(
    "Same wins over any evidence, in whichever form the listings are named",
    arguments: ["ua", "publisher/a", "https://nus.example/e/1", "http://www.NUS.example/e/1/#top"],
    ["uc", "radio/c", "https://radio.example/3?utm_source=mail"])
  func sameByName(first: String, second: String) async throws {
    var fixture = try fixture { $0.same = [[first, second]] }
    fixture.listings[2].uid = "uc"
    let events = try await fixture.run().events
    #expect(events.partition == [["aggregator/b", "publisher/a", "radio/c"]])
  }

  @Test(
    "Different wins over any evidence, in whichever form the listings are named",
    arguments: ["ua", "publisher/a", "http://nus.example/e/1/"],
    ["ub", "aggregator/b", "https://agg.example/x/2#top"])
  func differentByName(first: String, second: String) async throws {
    var fixture = try fixture { $0.different = [[first, second]] }
    fixture.listings[1].uid = "ub"
    let events = try await fixture.run().events
    #expect(events.partition == [["aggregator/b"], ["publisher/a"], ["radio/c"]])
  }

  @Test("Different wins even over one uid, by the listings' ids")
  func differentOfOneUID() async throws {
    var fixture = try fixture { $0.different = [["publisher/a", "aggregator/b"]] }
    for index in fixture.listings.indices { fixture.listings[index].uid = "ua" }
    let events = try await fixture.run().events
    #expect(
      !events.partition.contains { $0.contains("publisher/a") && $0.contains("aggregator/b") })
  }

  @Test("Decision same by event ids joins two events, and the older id stays")
  func sameByID() async throws {
    let first = try fixture { _ in }
    let ids = try await first.run().events.map(\.id).sorted()
    #expect(ids.count == 2)
    let second = try await first.next { $0.decisions.same = [ids] }
    let event = try #require(try await second.run().events.first)
    #expect(event.listings.count == 3)
    #expect(([event.id] + event.aliases).sorted() == ids)
    // By the former id too, which is an alias now.
    let third = try await second.next { _ in }
    #expect(try await third.run().events.map(\.id) == [event.id])
  }

  @Test("Same joins two items of one source as two occurrences")
  func sameSource() async throws {
    var fixture = CampusRun()
    fixture.listings = [
      try .listed(by: "publisher", "a", "Hackathon, first day", "2026-03-10T09:00", uid: "a"),
      try .listed(by: "publisher", "b", "Hackathon, second day", "2026-03-11T09:00", uid: "b"),
    ]
    fixture.decisions.same = [["a", "b"]]
    let events = try await fixture.run().events
    #expect(events.count == 1)
    #expect(events.first?.occurrences.map(\.listings) == [["publisher/a"], ["publisher/b"]])
    #expect(events.first?.occurrences.map(\.title) == [nil, "Hackathon, second day"])
  }

  @Test("If 'same' and 'different' disagree, the events stay apart, and a finding reports it")
  func conflict() async throws {
    let (events, batch) = try await fixture {
      $0.same = [["ua", "https://radio.example/3"]]
      $0.different = [["publisher/a", "radio/c"]]
    }.run()
    #expect(events.partition == [["aggregator/b", "publisher/a"], ["radio/c"]])
    #expect(batch.findings.map(\.code) == ["W_DECISION_CONFLICT"])
  }

  @Test(
    "Hide removes the whole event, not only the named listing",
    arguments: ["ua", "https://agg.example/x/2", "publisher/a"])
  func hide(name: String) async throws {
    let (events, batch) = try await fixture { $0.hide = [name] }.run()
    #expect(events.partition == [["radio/c"]])
    #expect(batch.rejected == 2, "both listings count")
    #expect(batch.findings.isEmpty)
  }

  @Test("A hidden event keeps its id for the day it is shown again, and is hidden by it")
  func hideByID() async throws {
    let first = try fixture { _ in }
    let id = try #require(try await first.run().events.first { $0.listings.count == 2 }).id
    let second = try await first.next { $0.decisions.hide = [id] }
    #expect(try await second.run().events.map(\.id).contains(id) == false)
    let third = try await second.next { $0.decisions.hide = [] }
    #expect(try await third.run().events.map(\.id).contains(id))
  }

  /// The same listings under other ids, uids and links.
  private func renumbered(_ fixture: CampusRun) -> CampusRun {
    var fixture = fixture
    for index in fixture.listings.indices {
      fixture.listings[index].key += "-new"
      fixture.listings[index].uid = fixture.listings[index].uid.map { "new-\($0)" }
      fixture.listings[index].link = fixture.listings[index].link.map { $0 + "/new" }
    }
    return fixture
  }

  @Test(
    "A hidden event stays hidden each time its source renumbers its items",
    arguments: ["ua", "publisher/a", "https://nus.example/e/1", "aggregator/b"], [true, false])
  func hideRenumbered(name: String, isKnownBefore: Bool) async throws {
    var fixture = try fixture { if isKnownBefore { $0.hide = [name] } }
    for _ in 0..<3 {
      fixture = renumbered(
        try await fixture.next {
          $0.decisions.hide = [name]
          $0.now = "2026-03-02T00:00:00Z"
        })
      let (events, batch) = try await fixture.run()
      #expect(events.count == 1)
      #expect(!events.contains { $0.title == "Gamelan Night" })
      #expect(batch.findings.isEmpty)
    }
    fixture = try await fixture.next { $0.decisions.hide = [] }
    #expect(try await fixture.run().events.count == 2)
  }

  @Test("A listing that may be a hidden event under a new id is hidden, even if two are similar")
  func hideAmbiguous() async throws {
    var fixture = try fixture { $0.hide = ["ua"] }
    fixture.listings.removeAll { $0.source == "aggregator" }
    fixture = renumbered(try await fixture.next { _ in })
    var seed = fixture.listings[0]
    seed.key += "-2"
    seed.uid = "another"
    seed.link = nil
    fixture.listings.append(seed)
    #expect(try await fixture.run().events.map(\.title) == ["Javanese Music"])
    fixture = try await fixture.next { _ in }
    #expect(try await fixture.run().events.map(\.title) == ["Javanese Music"])
  }

  @Test("Decisions continue to apply if the sources renumber their items")
  func decisionsRenumbered() async throws {
    var joined = try fixture { $0.same = [["ua", "radio/c"]] }
    var apart = try fixture { $0.different = [["ua", "aggregator/b"]] }
    var titled = try fixture {
      $0.set = ["https://agg.example/x/2": ["title": "Gamelan!", "category": "music"]]
    }
    for _ in 0..<2 {
      joined = renumbered(try await joined.next { _ in })
      apart = renumbered(try await apart.next { _ in })
      titled = renumbered(try await titled.next { _ in })
      #expect(try await joined.run().events.count == 1)
      #expect(try await apart.run().events.count == 3)
      let event = try #require(try await titled.run().events.first { $0.listings.count == 2 })
      #expect(event.title == "Gamelan!")
      let taxonomy = Taxonomy(categories: [Taxonomy.Category(id: "music", name: "Music")])
      let categorizer = Categorizer(taxonomy: taxonomy, decisions: titled.decisions)
      #expect(categorizer.read([event]).records.first?.categorization.category == "music")
    }
  }

  @Test("Different by event id undoes a merge, and the former id comes back")
  func undo() async throws {
    let apart = try fixture { $0.different = [["publisher/a", "aggregator/b"]] }
    let before = try await apart.run().events
    let ids = Dictionary(uniqueKeysWithValues: before.map { ($0.listings[0].id, $0.id) })
    let merged = try await apart.next { $0.decisions.different = [] }
    let events = try await merged.run().events
    #expect(events.count == 2)
    let joined = try #require(events.first { $0.listings.count == 2 })
    #expect([joined.id] + joined.aliases == [ids["publisher/a"], ids["aggregator/b"]].sorted())
    let undone = try await merged.next { $0.decisions.different = [Array(ids.values)] }
    let after = try await undone.run().events
    #expect(Dictionary(uniqueKeysWithValues: after.map { ($0.listings[0].id, $0.id) }) == ids)
    #expect(after.allSatisfy { $0.aliases.isEmpty })
  }

  @Test(
    "A decision without a match is reported once, in any list",
    arguments: [
      Decisions(same: [["ua", "typo"], ["typo", "publisher/a"]]),
      Decisions(different: [["typo", "aggregator/b"]]), Decisions(hide: ["typo"]),
      Decisions(set: ["typo": ["title": "Gamelan!"]]),
    ])
  func unknown(decisions: Decisions) async throws {
    let (events, batch) = try await fixture { $0 = decisions }.run()
    #expect(events.count >= 2)
    #expect(batch.findings.map(\.code) == ["W_DECISION_UNKNOWN"])
    #expect(batch.findings.map(\.subject) == ["typo"])
    #expect(batch.findings.map(\.severity) == [.warning])
  }

  @Test("A decision about a past, private or missing event is no mistake")
  func over() async throws {
    let first = try fixture { _ in }
    let id = try #require(try await first.run().events.first { $0.listings.count == 2 }).id
    let later = try await first.next { fixture in
      fixture.listings.removeAll { $0.source == "aggregator" }
      fixture.listings += [
        try .listed(by: "publisher", "old", "Old Concert", "2020-03-10T19:00"),
        try .listed(by: "publisher", "staff", "Staff Meeting") { $0.visibility = .private },
      ]
      fixture.decisions.hide = [id, "aggregator/b", "publisher/old", "publisher/staff"]
    }
    #expect(try await later.run().batch.findings.isEmpty)
  }

  @Test(
    "An edited title is the title of the event and of its occurrences",
    arguments: [
      "ua", "aggregator/b", "https://agg.example/x/2",
      "http://AGG.example/x/2/?utm_source=mail#top",
    ])
  func setTitle(name: String) async throws {
    let events = try await fixture { $0.set = [name: ["title": "Gamelan!"]] }.run().events
    let event = try #require(events.first { $0.listings.count == 2 })
    #expect(event.title == "Gamelan!")
    #expect(event.provenance["title"] == "decision")
    #expect(event.occurrences.map(\.title) == [nil])
  }
}

extension [String?] {
  fileprivate func sorted() -> [String] { compactMap { $0 }.sorted() }
}
