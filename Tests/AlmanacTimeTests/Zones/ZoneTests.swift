import Testing

@testable import AlmanacTime

@Suite struct ZoneTests {
  private func zone(_ name: String) throws -> Zone {
    try #require(ZoneDatabase.system.zone(named: name))
  }

  private func local(_ text: String) throws -> CivilDateTime {
    try #require(CivilDateTime(iso8601: text))
  }

  private func seconds(_ text: String) throws -> Int64 {
    try #require(Instant(rfc3339: text)).secondsSinceEpoch
  }

  @Test(
    "Offsets match tzdata before, within and after the listed transitions",
    arguments: [
      ("Asia/Singapore", "2026-03-03T11:00:00Z", "2026-03-03T19:00:00", "+08", false),
      ("Europe/Berlin", "2026-07-01T00:00:00Z", "2026-07-01T02:00:00", "CEST", true),
      ("Europe/Berlin", "2050-07-01T00:00:00Z", "2050-07-01T02:00:00", "CEST", true),
      ("Europe/Berlin", "2500-01-01T00:00:00Z", "2500-01-01T01:00:00", "CET", false),
      ("Europe/Berlin", "2500-07-01T00:00:00Z", "2500-07-01T02:00:00", "CEST", true),
      ("Australia/Sydney", "2450-01-01T00:00:00Z", "2450-01-01T11:00:00", "AEDT", true),
      ("America/New_York", "1800-01-01T00:00:00Z", "1799-12-31T19:03:58", "LMT", false),
      ("Asia/Kathmandu", "2026-01-01T00:00:00Z", "2026-01-01T05:45:00", "+0545", false),
      ("Europe/Dublin", "2500-01-15T12:00:00Z", "2500-01-15T12:00:00", "GMT", true),
      ("Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31T00:00:00", "+14", true),
    ])
  func clocks(name: String, utc: String, civil: String, abbreviation: String, daylight: Bool)
    throws
  {
    let zone = try zone(name)
    let instant = try #require(Instant(rfc3339: utc))
    #expect(zone.civil(at: instant).description == civil)
    #expect(zone.abbreviation(at: instant) == abbreviation)
    #expect(zone.isDaylight(at: instant) == daylight)
  }

  @Test("A skipped time is in a gap and moves forward by the length of the gap")
  func gap() throws {
    let newYork = try zone("America/New_York")
    let skipped = try local("2026-03-08T02:30:00")
    let transition = try seconds("2026-03-08T07:00:00Z")
    #expect(
      newYork.resolve(skipped.localSeconds)
        == .gap(transition: transition, before: -18_000, after: -14_400))
    #expect(newYork.instant(of: skipped).rfc3339 == "2026-03-08T07:30:00Z")
  }

  @Test("A repeated time is ambiguous and gives the first of two instants")
  func overlap() throws {
    let newYork = try zone("America/New_York")
    let repeated = try local("2026-11-01T01:30:00")
    let earlier = try seconds("2026-11-01T05:30:00Z")
    #expect(
      newYork.resolve(repeated.localSeconds)
        == .ambiguous(earlier: earlier, later: earlier + 3600))
    #expect(newYork.instant(of: repeated).secondsSinceEpoch == earlier)
    let unique = try local("2026-11-01T02:00:00")
    #expect(newYork.resolve(unique.localSeconds) == .unique(earlier + 5400))
  }

  @Test("Gaps after the table of transitions are found")
  func distantGap() throws {
    let berlin = try zone("Europe/Berlin")
    let skipped = try local("2450-03-27T02:30:00")
    let transition = try seconds("2450-03-27T01:00:00Z")
    #expect(
      berlin.resolve(skipped.localSeconds)
        == .gap(transition: transition, before: 3600, after: 7200))
  }

  @Test(
    "A day starts at its first instant",
    arguments: [
      ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z"),
      ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"),
      ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"),
      ("Asia/Singapore", "2026-03-03", "2026-03-02T16:00:00Z"),
    ])
  func startOfDay(name: String, day: String, utc: String) throws {
    let date = try #require(CivilDate(iso8601: day))
    #expect(try zone(name).startOfDay(date).rfc3339 == utc)
  }

  @Test("Instants and wall-clock times agree every 5 hours around every transition of many zones")
  func roundTrips() throws {
    for name in ["Europe/London", "America/St_Johns", "Africa/Casablanca", "Pacific/Apia"] {
      let zone = try zone(name)
      for year in [1920, 1945, 1985, 2011, 2026, 2090, 2399, 2500] {
        var instant = try #require(Instant(rfc3339: "\(year)-01-01T00:00:00Z"))
        for _ in 0..<1760 {
          let seconds = instant.secondsSinceEpoch
          switch zone.resolve(zone.civil(at: instant).localSeconds) {
          case .unique(let same): #expect(same == seconds)
          case .ambiguous(let earlier, let later): #expect([earlier, later].contains(seconds))
          case .gap: Issue.record("\(instant) is in a gap of \(name)")
          }
          instant = instant + 17_999
        }
      }
    }
  }

  @Test("Transitions of the table and the footer have their offsets and names")
  func transitions() throws {
    let newYork = try zone("America/New_York")
    for year in [2026, 2150, 2399, 2400, 2450] {
      let found = newYork.transitions(
        from: try #require(Instant(rfc3339: "\(year)-01-01T00:00:00Z")),
        to: try #require(Instant(rfc3339: "\(year + 1)-01-01T00:00:00Z")))
      #expect(found.map(\.offsetAfter) == [-14_400, -18_000])
      #expect(found.map(\.abbreviation) == ["EDT", "EST"])
      #expect(found.map(\.isDaylight) == [true, false])
    }
    let march = try #require(Instant(rfc3339: "2026-03-08T07:00:00Z"))
    #expect(newYork.transitions(from: march, to: march + 1).map(\.instant) == [march])
    #expect(newYork.transitions(from: march - 9, to: march).isEmpty)
  }

  @Test("A fixed zone has its offset as its name")
  func fixed() {
    #expect(Zone.fixed(offset: 28_800).identifier == "+08:00")
    #expect(Zone.fixed(offset: -12_600).identifier == "-03:30")
    #expect(Zone.fixed(offset: .max).offset(at: Instant(secondsSinceEpoch: 0)) == 86_399)
    #expect(Zone.utc.civil(at: Instant(secondsSinceEpoch: 0)).description == "1970-01-01T00:00:00")
  }
}
