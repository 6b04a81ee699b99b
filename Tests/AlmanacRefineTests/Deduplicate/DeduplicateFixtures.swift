import AlmanacModel
import AlmanacRefine
import AlmanacTime
import Testing

/// A small campus whose runs are replayed in tests.
struct CampusRun {
  static let zone = ZoneDatabase.system.zone(named: "Asia/Singapore") ?? .fixed(offset: 28_800)

  var now = "2026-03-01T00:00:00Z"
  var listings: [Listing] = []
  var places: [String: Placement] = [:]
  /// To all questions of a source, by its id; before `places`.
  var answers: [String: Placement] = [:]
  var identities: [EventIdentity] = []
  var trust = ["publisher", "aggregator", "radio"]
  var decisions = Decisions()

  func input() throws -> DeduplicateInput {
    let now = try #require(Instant(rfc3339: now))
    var placements: [VenueQuery: Placement] = [:]
    // A strategy of its own for each source that is answered apart from the rest.
    let strategies = answers.keys.reduce(into: [:]) { $0[$1] = VenueStrategy.fallback(place: $1) }
    let queries = VenueQueries(strategies: strategies)
    for listing in listings {
      for query in queries.queries(of: listing) {
        placements[query] = answers[listing.source] ?? query.text.flatMap { places[$0] }
      }
    }
    return DeduplicateInput(
      campus: Campus(id: "nus", name: "NUS", timezone: "Asia/Singapore"), listings: listings,
      placements: placements, strategies: strategies, identities: identities, trust: trust,
      decisions: decisions,
      window: Window(from: now - 30 * 86_400, to: now + 400 * 86_400), zone: Self.zone, now: now)
  }

  func run() async throws -> (events: [Event], batch: Batch<DeduplicateOutput>) {
    let batch = try await Deduplicator().run(input())
    return (try #require(batch.records.first).events, batch)
  }

  /// The run after: what this one left is known.
  func next(_ change: (inout CampusRun) throws -> Void) async throws -> CampusRun {
    let batch = try await Deduplicator().run(input())
    var fixture = self
    fixture.identities = try #require(batch.records.first).identities
    try change(&fixture)
    return fixture
  }
}

extension Listing {
  /// Starts in March 2026 by default; `start` as `2026-03-10T19:00` in Singapore, or a day.
  static func listed(
    by source: String, _ key: String, _ title: String, _ start: String = "2026-03-10T19:00",
    end: String? = nil, at venue: String? = nil, uid: String? = nil, link: String? = nil,
    rule: String? = nil, change: (inout Listing) -> Void = { _ in }
  ) throws -> Listing {
    var listing = Listing(
      source: source, campus: "nus", key: key, uid: uid, link: link, title: title,
      start: try .campus(start), end: try end.map { try .campus($0) }, venue: venue)
    listing.recurrence = try rule.map { Recurrence(rules: [try RecurrenceRule(parsing: $0)]) }
    change(&listing)
    return listing
  }
}

extension CalendarTime {
  static func campus(_ text: String) throws -> CalendarTime {
    try #require(CalendarTime(text)).anchored(in: CampusRun.zone)
  }
}

extension Placement {
  static func at(_ place: String, room: String? = nil, confidence: Double = 0.95) -> Placement {
    Placement(place: place, name: place, room: room, confidence: confidence, method: .alias)
  }
}

extension [Event] {
  /// The listings of each event, as sorted lists of ids.
  var partition: [[String]] {
    map { $0.listings.map(\.id).sorted() }.sorted { $0.lexicographicallyPrecedes($1) }
  }
}
