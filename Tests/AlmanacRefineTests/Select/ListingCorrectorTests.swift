import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacRefine

@Suite struct ListingCorrectorTests {
  private static let zones = ZoneDatabase.system
  private static let zone = zones.zone(named: "Europe/Lisbon") ?? .utc

  private func listing(_ start: String, end: String? = nil, rule: String? = nil) throws -> Listing {
    Listing(
      source: "s", campus: "c", key: "k", title: "Talk", start: try #require(CalendarTime(start)),
      end: end.flatMap { CalendarTime($0) },
      recurrence: try rule.map { Recurrence(rules: [try RecurrenceRule(parsing: $0)]) })
  }

  private func corrected(_ listing: Listing, _ change: (inout Corrections) -> Void) throws
    -> Listing
  {
    var corrections = Corrections()
    change(&corrections)
    let from = try #require(Instant(rfc3339: "2026-01-01T00:00:00Z"))
    return ListingCorrector(
      corrections, zone: Self.zone, zones: Self.zones,
      window: Window(from: from, to: from + 90 * 86_400)
    ).corrected(listing)
  }

  @Test(
    "A shift moves every time in its own zone, but no whole days",
    arguments: [
      (
        "2026-03-03T23:30:00-05:00[America/New_York]", 3_600,
        "2026-03-04T00:30:00-05:00[America/New_York]"
      ),
      ("2026-03-03T10:00:00Z", -5_400, "2026-03-03T08:30:00Z"),
      (
        "2026-03-28T23:30:00+00:00[Europe/Lisbon]", 14_400,
        "2026-03-29T03:30:00+01:00[Europe/Lisbon]"
      ),
      ("2026-03-03", 3_600, "2026-03-03"),
    ])
  func shifts(start: String, seconds: Int, wanted: String) throws {
    let found = try corrected(listing(start, end: start)) { $0.shift = seconds }
    #expect(found.start.description == wanted)
    #expect(found.end?.description == wanted)
  }

  @Test("UTC times under another label become times of the source's zone")
  func readsAsUTC() throws {
    let found = try corrected(listing("2026-06-03T18:00:00-04:00[America/New_York]")) {
      $0.areUTC = true
    }
    #expect(found.start.description == "2026-06-03T19:00:00+01:00[Europe/Lisbon]")
  }

  @Test("Ignoring an offset or a zone keeps the local time, in the source's zone")
  func ignoresLabels() throws {
    let offset = try listing("2026-06-03T18:00:00Z")
    let zoned = try listing("2026-06-03T18:00:00-04:00[America/New_York]")
    let wanted = "2026-06-03T18:00:00+01:00[Europe/Lisbon]"
    #expect(try corrected(offset) { $0.ignored = [.offset] }.start.description == wanted)
    #expect(try corrected(offset) { $0.ignored = [.timezone] }.start == offset.start)
    #expect(try corrected(zoned) { $0.ignored = [.timezone] }.start.description == wanted)
    #expect(try corrected(zoned) { $0.ignored = [.offset] }.start == zoned.start)
  }

  @Test(
    "A shifted series keeps its rule within the same day and gets the right dates across midnight")
  func movesSeries() throws {
    let rule = "FREQ=WEEKLY;BYDAY=MO;COUNT=3"
    let series = try listing("2026-03-02T20:00:00+00:00[Europe/Lisbon]", rule: rule)
    let near = try corrected(series) { $0.shift = 3_600 }
    #expect(near.recurrence?.rules.map(\.description) == ["FREQ=WEEKLY;COUNT=3;BYDAY=MO"])
    let far = try corrected(series) { $0.shift = 6 * 3_600 }
    #expect(far.recurrence?.rules.isEmpty == true)
    #expect(
      far.recurrence?.additions.map(\.publicText) == [
        "2026-03-03T02:00:00+00:00", "2026-03-10T02:00:00+00:00", "2026-03-17T02:00:00+00:00",
      ])
    #expect(far.start.publicText == "2026-03-03T02:00:00+00:00")
  }

  @Test("Prefixes and suffixes are removed from titles unless nothing would remain")
  func stripsTitles() throws {
    var listing = try listing("2026-03-02")
    listing.title = "CITY: Market day (TBC)"
    func strip(_ corrections: inout Corrections) {
      corrections.titlePrefixes = ["City:"]
      corrections.titleSuffixes = ["(tbc)"]
    }
    #expect(try corrected(listing, strip).title == "Market day")
    listing.title = "City:"
    #expect(try corrected(listing, strip).title == "City:")
  }

  @Test("A venue is replaced if it has that text, or always")
  func replacesVenues() throws {
    var listing = try listing("2026-03-02")
    listing.venue = "Main-Street"
    #expect(try corrected(listing) { $0.venues = ["main street": "Old Inn"] }.venue == "Old Inn")
    #expect(try corrected(listing) { $0.venues = ["other": "Old Inn"] }.venue == "Main-Street")
    #expect(try corrected(listing) { $0.venues = ["*": "Hall"] }.venue == "Hall")
  }

  @Test("Each correction changes only its own field")
  func repairs() throws {
    let day = try corrected(
      listing("2026-03-02T00:00:00Z", end: "2026-03-04T00:00:00Z")
    ) { $0.repairs = [.midnightIsDay] }
    #expect(day.start.description == "2026-03-02" && day.end?.description == "2026-03-04")
    let minute = try corrected(
      listing("2026-03-02T00:00:00Z", end: "2026-03-02T23:59:00Z")
    ) { $0.repairs = [.midnightIsDay] }
    #expect(minute.end?.description == "2026-03-03")
    let party = try listing("2026-03-02T00:00:00Z", end: "2026-03-02T04:00:00Z")
    #expect(try corrected(party) { $0.repairs = [.midnightIsDay] } == party)
    let fair = try corrected(listing("2026-03-02", end: "2026-03-03")) {
      $0.repairs = [.inclusiveEnd]
    }
    #expect(fair.end?.description == "2026-03-04")
    let point = try listing("2026-03-02T10:00:00Z", end: "2026-03-02T10:00:00Z")
    #expect(try corrected(point) { $0.repairs = [.emptyLength] }.end == nil)
    var titled = try listing("2026-03-02")
    titled.title = "JAZZ NIGHT AGAIN @ Blue Room"
    let split = try corrected(titled) { $0.repairs = [.venueInTitle, .shoutedTitle] }
    #expect(split.title == "Jazz Night Again" && split.venue == "Blue Room")
    titled.title = "NASA @ MIT"
    #expect(try corrected(titled) { $0.repairs = [.shoutedTitle] }.title == titled.title)
  }
}
