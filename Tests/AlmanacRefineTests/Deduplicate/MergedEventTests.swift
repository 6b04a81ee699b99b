import AlmanacModel
import AlmanacRefine
import AlmanacTime
import Testing

@Suite struct MergedEventTests {
  private func single(_ fixture: CampusRun) async throws -> Event {
    let events = try await fixture.run().events
    #expect(events.count == 1)
    return try #require(events.first)
  }

  @Test("Each field comes from the most trusted listing that has it, which its provenance names")
  func fields() async throws {
    var fixture = CampusRun()
    fixture.places = ["UCC": .at("ucc", confidence: 0.7), "Cultural Centre": .at("ucc")]
    fixture.listings = [
      try .listed(
        by: "aggregator", "a", "Gamelan Night!", at: "Cultural Centre", uid: "u",
        link: "https://agg.example/e/1"
      ) {
        $0.text = "From the aggregator"
        $0.html = "<p>From the aggregator</p>"
        $0.tags = ["music", "Free"]
        $0.categories = ["Concert"]
        $0.price = "S$5"
        $0.transparency = .transparent
      },
      try .listed(
        by: "publisher", "p", "Gamelan Night", end: "2026-03-10T21:00", at: "UCC", uid: "u"
      ) {
        $0.text = "From the publisher"
        $0.tags = ["free", "gamelan"]
        $0.categories = ["Performances"]
        $0.organizer = " "
      },
    ]
    let event = try await single(fixture)
    #expect(event.title == "Gamelan Night")
    #expect(event.text == "From the publisher")
    #expect(event.html == nil, "two descriptions are not mixed")
    #expect(event.tags == ["free", "gamelan", "music"])
    #expect(event.sourceCategories == ["Performances", "Concert"])
    #expect(event.price == "S$5")
    #expect(event.organizer == nil)
    #expect(event.transparency == .transparent)
    #expect(event.venue == "UCC")
    #expect(event.placement?.confidence == 0.95)
    #expect(event.url == "https://agg.example/e/1")
    #expect(
      event.provenance == [
        "title": "publisher/p", "text": "publisher/p", "price": "aggregator/a",
        "url": "aggregator/a", "venue": "publisher/p", "placement": "aggregator/a",
        "status": "publisher/p", "kind": "publisher/p", "transparency": "aggregator/a",
      ])
    #expect(event.occurrences.first?.end == (try .campus("2026-03-10T21:00")))
    #expect(event.occurrences.first?.listings == ["publisher/p", "aggregator/a"])
  }

  @Test(
    "Of sources without a trust rank, an official one ranks before community ones",
    arguments: [([], "b"), (["c"], "c"), (["a"], "a")])
  func unlistedSources(trust: [String], believed: String) async throws {
    var fixture = CampusRun()
    fixture.trust = trust
    fixture.listings = try [("a", EventKind.community), ("b", .official), ("c", .community)].map {
      source, kind in
      try .listed(by: source, "1", "Gamelan Night", uid: "u") {
        $0.text = source
        $0.kind = kind
      }
    }
    let event = try await single(fixture)
    #expect(event.text == believed && event.listings.first?.source == believed)
    let left = ["a", "b", "c"].filter { $0 != believed }
    let last = believed == "b" ? left : ["b"] + left.filter { $0 != "b" }
    #expect(event.listings.map(\.source) == [believed] + last)
  }

  @Test("All listings are kept, the leading one first, each with its strongest evidence first")
  func references() async throws {
    var fixture = CampusRun()
    fixture.places = ["UCC": .at("ucc")]
    fixture.listings = [
      try .listed(by: "radio", "r", "Gamelan Night", at: "UCC"),
      try .listed(by: "publisher", "p", "Gamelan Night", at: "UCC", uid: "u"),
      try .listed(by: "aggregator", "a", "Gamelan Night", at: "UCC", uid: "u"),
    ]
    let event = try await single(fixture)
    #expect(event.listings.map(\.source) == ["publisher", "aggregator", "radio"])
    #expect(
      event.listings.map(\.evidence) == [
        [], ["same uid", "title 1.00", "same place", "same start"],
        ["title 1.00", "same place", "same start"],
      ])
    #expect(event.listings[0].score == 1)
    #expect(event.listings[2].score > 0.5)
  }

  @Test(
    "A cancellation counts if the publisher, a peer or a newer listing has it",
    arguments: [
      (EventStatus.cancelled, EventKind.official, EventStatus.confirmed, EventKind.community, true),
      (.confirmed, .official, .cancelled, .community, false),
      (.confirmed, .community, .cancelled, .official, true),
      (.confirmed, .official, .cancelled, .official, true),
      (.confirmed, .community, .cancelled, .community, true),
    ])
  func status(
    leading: EventStatus, leadingKind: EventKind, other: EventStatus, otherKind: EventKind,
    isCancelled: Bool
  ) async throws {
    var fixture = CampusRun()
    fixture.listings = [
      try .listed(by: "publisher", "p", "Gamelan Night", uid: "u") {
        $0.status = leading
        $0.kind = leadingKind
      },
      try .listed(by: "aggregator", "a", "Gamelan Night", uid: "u") {
        $0.status = other
        $0.kind = otherKind
      },
    ]
    let event = try await single(fixture)
    #expect((event.status == .cancelled) == isCancelled)
    #expect((event.occurrences.first?.status == .cancelled) == isCancelled)
  }

  @Test("A later update and a title's announcement cancel, too")
  func laterCancellation() async throws {
    var fixture = CampusRun()
    fixture.listings = [
      try .listed(by: "publisher", "p", "Gamelan Night", uid: "u") {
        $0.updated = CalendarTime("2026-02-01T00:00:00Z")
      },
      try .listed(by: "aggregator", "a", "CANCELLED: Gamelan Night", uid: "u") {
        $0.updated = CalendarTime("2026-02-02T00:00:00Z")
      },
    ]
    #expect(try await single(fixture).status == .cancelled)
  }

  @Test(
    "A newer confirmation overrides a cancellation, and a trusted status other than confirmed remains"
  )
  func standing() async throws {
    var fixture = CampusRun()
    fixture.listings = [
      try .listed(by: "publisher", "p", "Gamelan Night", uid: "u") {
        $0.updated = CalendarTime("2026-02-02T00:00:00Z")
      },
      try .listed(by: "aggregator", "a", "Gamelan Night", uid: "u") {
        $0.updated = CalendarTime("2026-02-01T00:00:00Z")
        $0.status = .cancelled
      },
    ]
    #expect(try await single(fixture).status == .confirmed)
    fixture.listings[0].status = .postponed
    fixture.listings[1].updated = CalendarTime("2026-02-03T00:00:00Z")
    #expect(try await single(fixture).status == .postponed)
  }

  @Test(
    "An end goes with its start, and is after it",
    arguments: [
      ("2026-03-10T21:00", "2026-03-10T19:00", "2026-03-10T22:00", "2026-03-10T21:00"),
      (nil, "2026-03-10T19:00", "2026-03-10T22:00", "2026-03-10T22:00"),
      (nil, "2026-03-10T19:30", "2026-03-10T22:00", nil),
      ("2026-03-10T19:00", "2026-03-10T19:00", "2026-03-10T22:00", "2026-03-10T22:00"),
      ("2026-03-09T21:00", "2026-03-10T19:00", nil, nil),
    ] as [(String?, String, String?, String?)])
  func ends(trusted: String?, start: String, other: String?, end: String?) async throws {
    var fixture = CampusRun()
    fixture.listings = [
      try .listed(by: "publisher", "p", "Gamelan Night", end: trusted, uid: "u"),
      try .listed(by: "aggregator", "a", "Gamelan Night", start, end: other, uid: "u"),
    ]
    let occurrence = try #require(try await single(fixture).occurrences.first)
    #expect(try occurrence.end == end.map { try .campus($0) })
  }

  @Test("Listings that are private or outside the window give no event and are counted")
  func leavesOut() async throws {
    var fixture = CampusRun()
    fixture.listings = [
      try .listed(by: "publisher", "a", "Staff Meeting") { $0.visibility = .private },
      try .listed(by: "publisher", "b", "Old Concert", "2020-03-10T19:00"),
      try .listed(by: "publisher", "c", "Gamelan Night"),
    ]
    let (events, batch) = try await fixture.run()
    #expect(events.map(\.title) == ["Gamelan Night"])
    #expect(batch.rejected == 2)
    #expect(batch.findings.isEmpty)
  }

  /// What "Town" and nothing but a point or a default are answered, by trust.
  private func placement(
    trusted: Placement, trustedVenue: String? = "Town", other: Placement, otherVenue: String?
  ) async throws -> Event {
    var fixture = CampusRun()
    fixture.listings = [
      try .listed(by: "publisher", "p", "Gamelan Night", at: trustedVenue, uid: "u"),
      try .listed(by: "aggregator", "a", "Gamelan Night", at: otherVenue, uid: "u"),
    ]
    fixture.answers = ["publisher": trusted, "aggregator": other]
    return try await single(fixture)
  }

  @Test(
    "A default place does not override a listing whose event is elsewhere",
    arguments: [Placement.Abstention.offCampus, .online, .toBeAnnounced],
    [Placement.Method.default, .coordinates])
  func elsewhere(reason: Placement.Abstention, method: Placement.Method) async throws {
    let away = Placement(abstaining: reason)
    let weak = Placement(place: "ucc", name: "ucc", confidence: 0.9, method: method)
    let event = try await placement(trusted: away, other: weak, otherVenue: nil)
    #expect(event.placement == away)
    #expect(event.provenance["placement"] == "publisher/p")
    let reversed = try await placement(
      trusted: weak, trustedVenue: nil, other: away, otherVenue: "Town")
    #expect(reversed.placement == away)
    #expect(reversed.provenance["placement"] == "aggregator/a")
  }

  @Test(
    "A place without a venue text is used if the other listings have none",
    arguments: [Placement.Abstention.unknown, .ambiguous, Placement.Abstention.none])
  func assumed(reason: Placement.Abstention) async throws {
    let weak = Placement(place: "ucc", name: "ucc", confidence: 0.7, method: .default)
    let event = try await placement(
      trusted: Placement(abstaining: reason), other: weak, otherVenue: nil)
    #expect(event.placement == weak)
  }

  @Test("A place that a venue text names overrides a point and a default")
  func named() async throws {
    let named = Placement.at("lt27", confidence: 0.65)
    let away = Placement(abstaining: .offCampus)
    let overruled = try await placement(trusted: away, other: named, otherVenue: "LT27")
    #expect(overruled.placement == named)
    let weak = Placement(place: "ucc", name: "ucc", confidence: 0.7, method: .default)
    let assumed = try await placement(
      trusted: weak, trustedVenue: nil, other: named, otherVenue: "LT27")
    #expect(assumed.placement == named)
    let near = Placement(place: "ucc", name: "ucc", confidence: 0.93, method: .coordinates)
    let pointed = try await placement(trusted: away, other: near, otherVenue: "The Centre")
    #expect(pointed.placement == near)
  }

  @Test(
    "The only venue of a source doesn't say where an event is that another source has elsewhere",
    arguments: [
      (Placement.at("lt27", confidence: 0.65), "lt27"), (Placement(abstaining: .unknown), nil),
      (Placement(abstaining: .unknown, candidates: [.init(place: "ucc", score: 0.4)]), "ucc"),
    ] as [(Placement, String?)], ["Gamelan Night", "Candlelit Gamelan for Timid Moths"])
  func presented(town: (Placement, String?), title: String) async throws {
    let (elsewhere, expected) = town
    let titles = ["Lute", "Harp", "Gong", "Viol", "Fife", "Shawm"].map { "\($0) Night" } + [title]
    // A rare title needs no identifier.
    let uid = title == "Gamelan Night" ? title : nil
    var fixture = CampusRun()
    fixture.listings = try titles.enumerated().map { index, title in
      try .listed(
        by: "presenter", "p\(index)", title, "2026-03-1\(index)T19:00", at: "The Centre",
        uid: uid.map { _ in title })
    }
    fixture.listings.append(
      try .listed(by: "town", "t", title, "2026-03-16T19:00", at: "Old Chapel", uid: uid))
    fixture.answers = ["presenter": .at("ucc", confidence: 0.97), "town": elsewhere]
    let event = try #require(
      try await fixture.run().events.first { $0.listings.count == 2 })
    #expect(event.placement?.place == expected)
    if expected != "ucc" { #expect(event.venue == "Old Chapel") }
  }

  @Test("Hours of a less trusted listing replace the whole day of a more trusted one")
  func hours() async throws {
    var fixture = CampusRun()
    fixture.listings = [
      try .listed(by: "publisher", "p", "Gamelan Night", "2026-03-10", uid: "u"),
      try .listed(
        by: "aggregator", "a", "Gamelan Night", end: "2026-03-10T21:00", uid: "u"),
    ]
    let occurrence = try #require(try await single(fixture).occurrences.first)
    #expect(occurrence.start == (try .campus("2026-03-10T19:00")))
    #expect(occurrence.end == (try .campus("2026-03-10T21:00")))
  }
}
