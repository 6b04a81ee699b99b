import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacRefine

@Suite struct ListingSelectorTests {
  private static let zone = ZoneDatabase.system.zone(named: "Europe/Lisbon") ?? .utc
  private static let today =
    Instant(rfc3339: "2026-05-04T23:00:00Z") ?? Instant(secondsSinceEpoch: 0)

  private func listing(
    _ title: String, key: String = "k", source: String = "hall",
    start: String = "2026-05-09T20:00:00+01:00[Europe/Lisbon]", end: String? = nil
  ) throws -> Listing {
    Listing(
      source: source, campus: "c", key: key, title: title,
      start: try #require(CalendarTime(start)), end: end.flatMap { CalendarTime($0) })
  }

  private func selector(
    except: [ListingRule.Condition] = [], only: [ListingRule] = []
  ) throws -> ListingSelector {
    let rules = except.isEmpty ? [] : [ListingRule(name: "rule", conditions: except)]
    return try ListingSelector(
      ListingRules(only: only, except: rules), sources: [:], zone: Self.zone, today: Self.today,
      categorizer: nil, taxonomy: Taxonomy(categories: []))
  }

  @Test(
    "Rejected listings become private, and are counted with their titles by source and rule"
  )
  func counts() async throws {
    let selector = try ListingSelector(
      ListingRules(),
      sources: [
        "hall": ListingRules(except: [
          ListingRule(name: "title: booked", conditions: [.text(.title, ["booked"])]),
          ListingRule(
            name: "duration: over: 1d", conditions: [.duration(over: 86_400, under: nil)]),
        ])
      ], zone: Self.zone, today: Self.today, categorizer: nil, taxonomy: Taxonomy(categories: []))
    var listings = [
      try listing("Booked by the choir", key: "1"), try listing("Fado", key: "2"),
      try listing("Booked", key: "3"), try listing("Booked", key: "4", source: "club"),
      try listing("Fair", key: "5", start: "2026-05-09", end: "2026-05-12"),
    ]
    let findings = await selector.select(&listings, workers: 2)
    #expect(listings.map { $0.visibility == .public } == [false, true, false, true, false])
    #expect(findings.map(\.subject) == ["except duration: over: 1d", "except title: booked"])
    #expect(findings.map(\.count) == [1, 2])
    #expect(findings.allSatisfy { $0.code == "I_RULE" && $0.source == "hall" })
    #expect(findings.last?.message.contains("2 of 4 listings: Booked by the choir; Booked") == true)
  }

  @Test("Rules for all sources apply also to a source with rules of its own")
  func commonRules() async throws {
    func without(_ word: String) -> ListingRules {
      ListingRules(except: [ListingRule(name: word, conditions: [.text(.title, [word])])])
    }
    let selector = try ListingSelector(
      without("fado"), sources: ["hall": without("booked")], zone: Self.zone, today: Self.today,
      categorizer: nil, taxonomy: Taxonomy(categories: []))
    var listings = [
      try listing("Booked", key: "1"), try listing("Fado", key: "2"), try listing("Fair", key: "3"),
      try listing("Booked", key: "4", source: "club"),
    ]
    _ = await selector.select(&listings)
    #expect(listings.map { $0.visibility == .public } == [false, false, true, true])
  }

  @Test("A listing must match a rule of 'only' and no rule of 'except'")
  func onlyAndExcept() throws {
    let only = ["concert", "play"].map {
      ListingRule(name: $0, conditions: [.text(.title, [$0])])
    }
    let selector = try selector(except: [.text(.title, ["cancelled"])], only: only)
    #expect(try !selector.rejects(listing("A play")))
    #expect(try selector.rejects(listing("A lecture")))
    #expect(try selector.rejects(listing("Concert (cancelled)")))
  }

  @Test("All conditions of one rule must match; 'any' and 'all' nest")
  func combines() throws {
    func rule(_ words: String) -> ListingRule {
      ListingRule(name: words, conditions: [.text(.title, [words])])
    }
    let selector = try selector(except: [
      .text(.title, ["hall"]), .any([rule("red"), rule("blue")]), .all([rule("big"), rule("old")]),
    ])
    #expect(try selector.rejects(listing("Big old blue hall")))
    #expect(try !selector.rejects(listing("Big old green hall")))
    #expect(try !selector.rejects(listing("Big blue hall")))
  }

  @Test(
    "Times are read in the campus's zone, and a missing field matches no condition",
    arguments: [
      (.time(from: 1_200, to: 60), "2026-05-09T19:30:00Z", nil, true),
      (.time(from: 1_200, to: 60), "2026-05-09T23:30:00Z", nil, true),
      (.time(from: 1_200, to: 60), "2026-05-10T00:30:00Z", nil, false),
      (.time(from: 0, to: 1_440), "2026-05-09", nil, false),
      (.weekday([.sunday]), "2026-05-09T23:30:00Z", nil, true),
      (.weekday([.saturday]), "2026-05-09", nil, true),
      (.ahead(over: 4 * 86_400, under: nil), "2026-05-09T00:00:00+01:00", nil, false),
      (.ahead(over: 4 * 86_400, under: nil), "2026-05-09T00:00:01+01:00", nil, true),
      (.ahead(over: nil, under: 86_400), "2026-04-01T00:00:00Z", nil, true),
      (.duration(over: nil, under: 3_600), "2026-05-09T10:00:00Z", "2026-05-09T10:30:00Z", true),
      (.duration(over: nil, under: 3_600), "2026-05-09T10:00:00Z", nil, false),
    ] as [(ListingRule.Condition, String, String?, Bool)])
  func times(condition: ListingRule.Condition, start: String, end: String?, holds: Bool) throws {
    let selector = try selector(except: [condition])
    #expect(try selector.rejects(listing("x", start: start, end: end)) == holds)
  }

  @Test(
    "Distance is that of the place, or else of the listing's own point; an unknown point is not near"
  )
  func distances() throws {
    let center = try #require(Coordinate(latitude: 38.71, longitude: -9.14))
    let near = try #require(Coordinate(latitude: 38.712, longitude: -9.14))
    let far = try #require(Coordinate(latitude: 38.9, longitude: -9.14))
    let selector = try selector(except: [.near(center, meters: 1_000)])
    var own = try listing("x")
    #expect(!selector.rejects(own))
    own.coordinate = near
    #expect(selector.rejects(own))
    var placed = Placement(place: "p", name: "P", confidence: 1, method: .alias)
    placed.coordinate = far
    #expect(!selector.rejects(own, placement: placed))
  }

  @Test("Tags, venue, organizer, audience and online attendance are read from their fields")
  func fields() throws {
    var listing = try listing("Talk")
    listing.tags = ["Staff Only", "Free"]
    listing.venue = "Annex, Room 2"
    listing.organizer = "Rowing Club"
    listing.audience = "Members"
    listing.tags.append("hybrid")
    for condition in [
      .text(.tag, ["staff only"]), .text(.venue, ["annex*"]), .text(.organizer, ["/club$/"]),
      .text(.audience, ["members"]), .online(true),
    ] as [ListingRule.Condition] {
      #expect(try selector(except: [condition]).rejects(listing), "\(condition)")
    }
    #expect(try !selector(except: [.text(.venue, ["hall"]), .online(true)]).rejects(listing))
  }

  @Test("A category is the publisher's, or that of the listing alone")
  func categories() throws {
    let taxonomy = Taxonomy(
      categories: [
        Taxonomy.Category(id: "sport", name: "Sports"),
        Taxonomy.Category(id: "others", name: "Others"),
      ], publisher: ["regatta": "sport"])
    let selector = try ListingSelector(
      ListingRules(except: [ListingRule(name: "r", conditions: [.text(.category, ["sports"])])]),
      sources: [:], zone: Self.zone, today: Self.today,
      categorizer: Categorizer(taxonomy: taxonomy), taxonomy: taxonomy)
    var listing = try listing("Boats")
    #expect(!selector.rejects(listing))
    listing.categories = ["Regatta"]
    #expect(selector.rejects(listing))
    listing.categories = ["Water Sports"]
    #expect(selector.rejects(listing))
  }

  @Test("Of many listings and rules, each rule rejects only its own listings")
  func manyRules() async throws {
    let rules = (0..<50).map { number in
      let pattern = ["word\(number) more", "start\(number)*", "/^exact\(number)( |$)/"][number % 3]
      return ListingRule(name: "\(number)", conditions: [.text(.title, [pattern])])
    }
    let selector = try ListingSelector(
      ListingRules(except: rules), sources: [:], zone: Self.zone, today: Self.today,
      categorizer: nil, taxonomy: Taxonomy(categories: []))
    var listings = try (0..<2_000).map {
      try listing("An evening of music number \($0) in the old town hall", key: "\($0)")
    }
    listings[7].title = "Of word3 more"
    listings[900].title = "start4s here"
    listings[1_999].title = "Exact2"
    let findings = await selector.select(&listings, workers: 2)
    #expect(listings.indices.filter { listings[$0].visibility != .public } == [7, 900, 1_999])
    #expect(findings.map(\.subject) == ["except 2", "except 3", "except 4"])
  }

  @Test(
    "A changed date of a series is judged separately, and the other dates remain",
    arguments: [(false, ["9", "23"]), (true, ["9"])])
  func dates(isRange: Bool, days: [String]) async throws {
    var series = try listing("Fado", end: "2026-05-09T22:00:00+01:00[Europe/Lisbon]")
    series.recurrence = Recurrence(rules: [try RecurrenceRule(parsing: "FREQ=WEEKLY;COUNT=3")])
    series.overrides = [
      ListingOverride(
        recurrenceID: try #require(CalendarTime("2026-05-16T20:00:00+01:00[Europe/Lisbon]")),
        thisAndFuture: isRange,
        start: try #require(CalendarTime("2026-05-17T20:00:00+01:00[Europe/Lisbon]")),
        title: "Booked by a bank")
    ]
    let only = ListingRule(name: "short", conditions: [.duration(over: nil, under: 3 * 3_600)])
    let selector = try selector(except: [.text(.title, ["booked"])], only: [only])
    var listings = [series, try listing("Fado again", key: "2")]
    listings[1].end = listings[0].end
    let findings = await selector.select(&listings)
    let from = Self.today
    let expander = ListingExpander(
      window: Window(from: from, to: from + 60 * 86_400), zone: Self.zone, zones: .system)
    let left = expander.expand(listings[0]).occurrences
    #expect(left.map { "\($0.start.date.day)" } == days)
    #expect(left.allSatisfy { $0.title == nil })
    #expect(listings.allSatisfy { $0.visibility == .public })
    #expect(
      findings.map(\.message) == [
        "'except rule' rejects 1 date of series: Booked by a bank (2026-05-17)"
      ])
    #expect(findings.map(\.count) == [1])
    // A date that no rule rejects remains, such as one with the same duration as the others.
    series.overrides[0].title = "Fado in the garden"
    listings = [series]
    #expect(await selector.select(&listings).isEmpty && listings == [series])
  }
}
