import AlmanacTime
import Testing

@Suite struct RecurrenceSetTests {
  private func time(_ text: String) throws -> CalendarTime {
    try #require(CalendarTime(text))
  }

  private func instant(_ text: String) throws -> Instant {
    try #require(Instant(rfc3339: text))
  }

  private func newYork() throws -> Zone {
    try #require(ZoneDatabase.system.zone(named: "America/New_York"))
  }

  private func expand(
    _ set: RecurrenceSet, from: String = "0001-01-01T00:00:00Z",
    to: String = "9999-12-31T00:00:00Z", zone: Zone = .utc, limit: Int = 100
  ) throws -> RecurrenceExpansion {
    set.occurrences(
      from: try instant(from), to: try instant(to), zone: zone, zones: .system, limit: limit)
  }

  private func set(_ start: String, _ rules: String...) throws -> RecurrenceSet {
    RecurrenceSet(
      start: try time(start), rules: try rules.map { try RecurrenceRule(parsing: $0) })
  }

  @Test("Instances keep their time of day across a change of offset")
  func daylight() throws {
    let set = try set("2026-10-30T09:00:00-04:00[America/New_York]", "FREQ=DAILY;COUNT=3")
    #expect(
      try expand(set).starts.map(\.description) == [
        "2026-10-30T09:00:00-04:00[America/New_York]",
        "2026-10-31T09:00:00-04:00[America/New_York]",
        "2026-11-01T09:00:00-05:00[America/New_York]",
      ])
  }

  @Test("A skipped instance moves by the length of the gap, in order and without duplicates")
  func gap() throws {
    let set = try set("2026-03-08T01:30:00-05:00[America/New_York]", "FREQ=HOURLY;COUNT=4")
    #expect(
      try expand(set).starts.map(\.publicText) == [
        "2026-03-08T01:30:00-05:00", "2026-03-08T03:30:00-04:00", "2026-03-08T04:30:00-04:00",
      ])
    let halves = try self.set(
      "2026-03-08T01:45:00-05:00[America/New_York]", "FREQ=MINUTELY;INTERVAL=45;COUNT=3")
    #expect(
      try expand(halves).starts.map(\.publicText) == [
        "2026-03-08T01:45:00-05:00", "2026-03-08T03:15:00-04:00", "2026-03-08T03:30:00-04:00",
      ])
  }

  @Test(
    "SKIP replaces days that a month lacks, once each",
    arguments: [
      ("2026-01-30", "FREQ=MONTHLY;COUNT=3;SKIP=BACKWARD", "01-30 02-28 03-30"),
      ("2026-01-30", "FREQ=MONTHLY;COUNT=3;SKIP=FORWARD", "01-30 03-01 03-30"),
      ("2026-05-31", "FREQ=MONTHLY;INTERVAL=3;COUNT=3;SKIP=FORWARD", "05-31 08-31 12-01"),
      (
        "2026-03-01", "FREQ=MONTHLY;BYMONTHDAY=1,31;UNTIL=20260601;SKIP=FORWARD",
        "03-01 03-31 04-01 05-01 05-31 06-01"
      ),
      ("2026-04-01", "FREQ=MONTHLY;BYMONTHDAY=30,31;COUNT=3;SKIP=BACKWARD", "04-30 05-30 05-31"),
      ("2026-04-01", "FREQ=MONTHLY;BYMONTHDAY=31;BYDAY=FR;COUNT=1;SKIP=FORWARD", "05-01"),
      ("2026-02-01", "FREQ=YEARLY;BYMONTH=2,4;BYMONTHDAY=31;COUNT=2;SKIP=FORWARD", "03-01 05-01"),
      ("2026-06-01", "FREQ=DAILY;BYMONTHDAY=31;COUNT=1;SKIP=BACKWARD", "07-31"),
    ])
  func skip(start: String, rule: String, days: String) throws {
    let set = try set(start, "RSCALE=GREGORIAN;" + rule)
    #expect(
      try expand(set).starts.map(\.description) == days.split(separator: " ").map { "2026-\($0)" })
    let text = set.rules[0].description
    #expect(try RecurrenceRule(parsing: text) == set.rules[0])
  }

  @Test("A window finds the first of a month that replaces a day of the month before")
  func skipIntoWindow() throws {
    let set = try set("2024-02-29", "FREQ=YEARLY;SKIP=FORWARD")
    let found = try expand(set, from: "2027-02-28T00:00:00Z", to: "2029-01-01T00:00:00Z")
    #expect(found.starts.map(\.description) == ["2027-03-01", "2028-02-29"])
    let monthly = try self.set("2026-01-31", "FREQ=MONTHLY;SKIP=FORWARD")
    let october = try expand(monthly, from: "2026-10-01T00:00:00Z", to: "2026-10-02T00:00:00Z")
    #expect(october.starts.map(\.description) == ["2026-10-01"])
  }

  @Test(
    "UNTIL is inclusive in each of its forms",
    arguments: [
      ("2026-03-03T19:00:00+08:00[Asia/Singapore]", "20260305T110000Z", 3),
      ("2026-03-03T19:00:00+08:00[Asia/Singapore]", "20260305T105959Z", 2),
      ("2026-03-03T19:00:00+08:00[Asia/Singapore]", "20260305T190000", 3),
      ("2026-03-03T19:00:00+08:00[Asia/Singapore]", "20260305", 3),
      ("2026-03-03T19:00:00+08:00[Asia/Singapore]", "20260303", 1),
      ("2026-03-03T19:00:00+08:00[Asia/Singapore]", "20260302", 0),
      ("2026-03-03T19:00:00", "20260305", 3),
      ("2026-03-03T19:00:00", "20260305T110000Z", 3),
      ("2026-03-03", "20260305", 3),
      ("2026-03-03", "20260305T000000Z", 3),
      ("2026-03-03", "20260305T235959Z", 3),
      ("2026-03-03", "20260304T160000Z", 3),
      ("2026-03-03", "20260305T155959Z", 3),
      ("2026-03-03", "20260305T000000", 3),
      ("2026-03-03", "99991231", 100),
    ])
  func until(start: String, until: String, count: Int) throws {
    let singapore = try #require(ZoneDatabase.system.zone(named: "Asia/Singapore"))
    let set = try set(start, "FREQ=DAILY;UNTIL=\(until)")
    #expect(try expand(set, zone: singapore).starts.count == count)
  }

  @Test("Dates are added and excluded by instant, in any notation")
  func dates() throws {
    var set = try set("2026-03-02T10:00:00-05:00[America/New_York]", "FREQ=WEEKLY;COUNT=6")
    set.additions = [
      try time("2026-03-04T15:00:00Z"), try time("2026-03-09T14:00:00Z"),
      try time("2026-03-05T10:00:00"),
    ]
    set.exclusions = [
      try time("2026-03-16T14:00:00Z"), try time("2026-03-23T10:00:00"), try time("2026-03-30"),
      try time("2026-03-05T10:00:00-05:00"),
    ]
    #expect(
      try expand(set, zone: newYork()).starts.map(\.publicText) == [
        "2026-03-02T10:00:00-05:00", "2026-03-04T10:00:00-05:00", "2026-03-09T10:00:00-04:00",
        "2026-04-06T10:00:00-04:00",
      ])
  }

  @Test("Rules are merged, exclusion rules remove instances, and COUNT counts before exclusions")
  func rules() throws {
    var set = try set(
      "2026-03-02", "FREQ=DAILY;COUNT=5", "FREQ=WEEKLY;BYDAY=MO,TU;COUNT=4")
    set.exclusionRules = [try RecurrenceRule(parsing: "FREQ=DAILY;INTERVAL=2")]
    #expect(
      try expand(set).starts.map(\.description) == ["2026-03-03", "2026-03-05", "2026-03-09"])
  }

  @Test("A start that its rule does not generate is no instance, and COUNT does not count it")
  func unmatchedStart() throws {
    let set = try set("2026-03-03T10:00:00", "FREQ=WEEKLY;BYDAY=WE;COUNT=2")
    #expect(try expand(set).starts.map(\.date.day) == [4, 11])
  }

  @Test("Without rules, the instances are the start and the added dates")
  func noRules() throws {
    var set = try set("2026-03-03T10:00:00Z")
    set.additions = [try time("2026-03-01T10:00:00Z"), try time("2026-03-03T18:00:00+08:00")]
    #expect(
      try expand(set).starts.map(\.description) == ["2026-03-01T10:00:00Z", "2026-03-03T10:00:00Z"])
  }

  @Test("The window is half-open, and days count by their midnights in the given zone")
  func window() throws {
    let timed = try set("2026-03-01T10:00:00Z", "FREQ=DAILY")
    let found = try expand(timed, from: "2026-03-05T10:00:00Z", to: "2026-03-07T10:00:00Z")
    #expect(found.starts.map(\.date.day) == [5, 6])
    #expect(found.end == .complete)
    let days = try set("2026-03-01", "FREQ=DAILY")
    let from = "2026-03-05T05:00:00Z"
    let local = try expand(days, from: from, to: "2026-03-07T05:00:00Z", zone: newYork())
    #expect(local.starts.map(\.date.day) == [5, 6])
    #expect(try expand(days, from: from, to: from).starts.isEmpty)
  }

  @Test("An expansion reports whether the limit cut it off")
  func limit() throws {
    let set = try set("2026-03-01", "FREQ=DAILY;COUNT=3")
    #expect(try expand(set, limit: 3).end == .complete)
    #expect(try expand(set, limit: 2).end == .limited)
    #expect(try expand(set, limit: 0).starts.isEmpty)
    #expect(try expand(set, limit: -1).end == .limited)
  }

  @Test(
    "A window far from the start is reached without walking there",
    arguments: [
      "FREQ=SECONDLY;INTERVAL=30", "FREQ=SECONDLY;COUNT=2147483647", "FREQ=DAILY;COUNT=1000000",
      "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=0,6;COUNT=1000000", "FREQ=MINUTELY",
      "FREQ=HOURLY;BYHOUR=0,1;COUNT=1000000",
    ])
  func jumps(rule: String) throws {
    let set = try set("1970-01-01T00:00:00Z", rule)
    let found = try expand(set, from: "2026-03-05T00:00:00Z", limit: 1)
    #expect(found.starts.map(\.description) == ["2026-03-05T00:00:00Z"])
    #expect(found.end == .limited)
  }

  @Test(
    "Hostile rules end within the budget, with a reason",
    arguments: [
      ("FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", RecurrenceExpansion.Reason.yieldsNothing),
      ("FREQ=SECONDLY;INTERVAL=86400;BYHOUR=3", .yieldsNothing),
      ("FREQ=SECONDLY", .tooMuchWork),
      (
        "FREQ=SECONDLY;BYSETPOS=" + (1...366).map(String.init).joined(separator: ","),
        .tooMuchWork
      ),
      ("FREQ=MINUTELY;INTERVAL=2;BYMINUTE=1", .yieldsNothing),
    ])
  func burdens(rule: String, reason: RecurrenceExpansion.Reason) throws {
    let set = try set("1970-01-01T00:00:00Z", rule)
    #expect(try expand(set, limit: .max).end == .exhausted(reason))
  }

  @Test("Many rules share one budget")
  func manyRules() throws {
    let list = { (count: Int) in (0..<count).map(String.init).joined(separator: ",") }
    let rule = try RecurrenceRule(
      parsing: "FREQ=YEARLY;BYMONTHDAY=1,-1;BYSETPOS=366;BYHOUR=\(list(24));BYMINUTE=\(list(60));"
        + "BYSECOND=\(list(60))")
    let set = RecurrenceSet(
      start: try time("1970-01-01T00:00:00Z"), rules: Array(repeating: rule, count: 10_000))
    let found = try expand(set, limit: .max)
    #expect(found.end == .exhausted(.tooMuchWork) || found.end == .exhausted(.yieldsNothing))
  }

  @Test("A rule without instances ends at the end of the calendar if the budget allows")
  func yieldsNothing() throws {
    let set = try set("1970-01-01", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")
    #expect(try expand(set).end == .complete)
    #expect(try expand(set).starts.isEmpty)
  }

  @Test("A rule finer than a day is reported for a series of days, and the start stays")
  func finerThanDay() throws {
    let set = try set("2026-03-03", "FREQ=HOURLY;COUNT=3")
    let found = try expand(set)
    #expect(found.starts.map(\.description) == ["2026-03-03"])
    #expect(found.end == .exhausted(.finerThanDay))
  }

  @Test("Series extend to both ends of the calendar")
  func ends() throws {
    let last = try set("9999-12-30", "FREQ=DAILY")
    let everything = last.occurrences(
      from: Instant(secondsSinceEpoch: .min), to: Instant(secondsSinceEpoch: .max),
      zone: .fixed(offset: -43_200), zones: .system, limit: 100)
    #expect(everything.starts.map(\.description) == ["9999-12-30", "9999-12-31"])
    for rule in ["FREQ=WEEKLY;BYDAY=MO,SU", "FREQ=HOURLY;INTERVAL=2147483647", "FREQ=YEARLY"] {
      let first = try set("0001-01-01T00:00:00Z", rule)
      #expect(try expand(first, limit: 1).starts.first?.description == "0001-01-01T00:00:00Z")
    }
  }

  @Test("A start in an unknown zone keeps its offset")
  func unknownZone() throws {
    let set = try set("2026-03-07T20:00:00+01:00[Campus]", "FREQ=DAILY;COUNT=2")
    #expect(try expand(set).starts.map(\.publicText).last == "2026-03-08T20:00:00+01:00")
  }
}
