import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import AlmanacTime
import Foundation
import GRDB
import Testing

@Suite("Each listing of the samples") struct SampleListingTests {
  @Test("Each listing is read as people read it: its title, its times and its visibility")
  func facts() async throws {
    let fixture = try await ParsedSamples.shared()
    for row in ExpectedSamples.listings {
      let found = fixture.statement(of: row)
      let listing = try #require(found, "\(row.testDescription) is missing")
      let (start, end) = (
        fixture.text(of: listing.start), listing.end.map { fixture.text(ofEnd: $0) }
      )
      #expect(listing.title == row.title)
      #expect(start == row.start, "\(row.testDescription)")
      #expect(end ?? "" == row.end, "\(row.testDescription)")
      #expect(listing.venue ?? "" == row.venue, "\(row.testDescription)")
      #expect(listing.note == row.note, "\(row.testDescription)")
    }
    let listings = Set(fixture.listings.keys)
    #expect(listings == Set(ExpectedSamples.listings.map(\.listing)))
  }

  @Test(
    "Each listing is placed where people would go, or nowhere for the right reason",
    arguments: ExpectedSamples.listings)
  func placement(row: ExpectedSamples.ListingRow) async throws {
    let fixture = try await ParsedSamples.shared()
    // Evaluated before the check, so that a failure does not print every listing.
    let found = fixture.placement(of: row)
    let placement = try #require(found, "\(row.testDescription) was not queried")
    #expect(placement.place ?? "" == row.place)
    #expect(placement.room ?? "" == row.room)
    #expect(placement.reason?.rawValue ?? "" == row.reason)
  }
}

/// What parse and geocode left of the samples in the workspace, for all rows at once.
private struct ParsedSamples: Sendable {
  /// A listing, or one instance of its series that differs.
  struct ListedInstance {
    var title: String
    var start: CalendarTime
    var end: CalendarTime?
    var venue: String?
    var note: String
  }

  /// By id.
  private(set) var listings: [String: Listing] = [:]
  private(set) var placements: [VenueQuery: Placement] = [:]
  private let strategies: [String: VenueStrategy]
  private let zone: Zone

  private static let fixture = Task { try await ParsedSamples() }

  static func shared() async throws -> ParsedSamples { try await fixture.value }

  private init() async throws {
    let settings = try SettingsLoader(samples: true).load(
      CampusFixture.sampleConfiguration)
    strategies = Dictionary(
      settings.sources.map { ($0.id, $0.venue) }, uniquingKeysWith: { first, _ in first })
    zone = try #require(ZoneDatabase.system.zone(named: "Asia/Singapore"))
    let fixture = try CampusFixture.ofSamples()
    try await fixture.run(until: .geocode)
    let workspace = try DatabaseQueue(
      path: fixture.folder.url.appending(path: "output/workspace/work.db").path)
    let decoder = JSONDecoder()
    let found = try await workspace.read { database in
      try String.fetchAll(database, sql: "SELECT payload FROM listing").map {
        try decoder.decode(Listing.self, from: Data($0.utf8))
      }
    }
    for listing in found { listings[listing.id] = listing }
    let answers = try await workspace.read { database in
      try Row.fetchAll(database, sql: "SELECT query, payload FROM placement").map { row in
        (
          try decoder.decode(VenueQuery.self, from: Data((row["query"] as String).utf8)),
          try decoder.decode(Placement.self, from: Data((row["payload"] as String).utf8))
        )
      }
    }
    for (query, placement) in answers { placements[query] = placement }
  }

  /// The listing, or its override that starts at the time of the row.
  func statement(of row: ExpectedSamples.ListingRow) -> ListedInstance? {
    guard let listing = listings[row.listing] else { return nil }
    let note =
      listing.visibility != .public
      ? listing.visibility.rawValue
      : listing.status == .confirmed ? "" : listing.status.rawValue
    guard text(of: listing.start) != row.start, let instance = override(of: row) else {
      return ListedInstance(
        title: listing.title, start: listing.start, end: listing.end, venue: listing.venue,
        note: note)
    }
    return ListedInstance(
      title: instance.title ?? listing.title, start: instance.start, end: instance.end,
      venue: instance.venue ?? listing.venue, note: note)
  }

  /// The geocoder's answer for the row's venue; an override's has no point.
  func placement(of row: ExpectedSamples.ListingRow) -> Placement? {
    guard let listing = listings[row.listing] else { return nil }
    let venue = override(of: row)?.venue
    return placements[
      VenueQuery(
        campus: listing.campus, text: venue ?? listing.venue,
        coordinate: venue == nil ? listing.coordinate : nil,
        strategy: strategies[row.source] ?? .text)]
  }

  private func override(of row: ExpectedSamples.ListingRow) -> ListingOverride? {
    listings[row.listing]?.overrides.first { text(of: $0.start) == row.start }
  }

  func text(of time: CalendarTime) -> String {
    time.isDay
      ? time.date.description
      : String(zone.civil(at: time.instant(in: zone)).description.prefix(16))
  }

  /// Of whole days the last one.
  func text(ofEnd time: CalendarTime) -> String {
    time.isDay ? time.date.adding(days: -1).description : text(of: time)
  }
}
