import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct SeriesGrouperTests {
  private func assemble(_ entries: [Entry], _ source: Source = .fixture())
    -> SeriesGrouper.Assembly
  {
    SeriesGrouper.assemble(entries, .fixture(source))
  }

  private func master(_ change: (inout Entry) -> Void = { _ in }) -> Entry {
    .fixture(
      start: "2026-01-05T19:00:00+08:00[Asia/Singapore]",
      end: "2026-01-05T20:00:00+08:00[Asia/Singapore]"
    ) {
      $0.venue = "Hall"
      $0.summary = "Weekly"
      if let rule = try? RecurrenceRule(parsing: "FREQ=WEEKLY;COUNT=10") {
        $0.recurrence.rules = [rule]
      }
      change(&$0)
    }
  }

  private func override(
    of id: String, start: String, end: String? = nil, _ change: (inout Entry) -> Void = { _ in }
  ) -> Entry {
    .fixture(start: start, end: end) {
      $0.recurrence.recurrenceID = CalendarTime(id)
      $0.venue = "Hall"
      $0.summary = "Weekly"
      change(&$0)
    }
  }

  @Test("A rejected item keeps its previous listing, unless the item is private now")
  func rejectedAndPrivate() {
    let assembly = assemble([
      .fixture(id: "undated") { $0.start = nil },
      .fixture(id: "secret") {
        $0.start = nil
        $0.visibility = .private
      },
    ])
    #expect(assembly.rejected == 2)
    #expect(assembly.retained == ["undated"] && assembly.hidden == ["secret"])
  }

  @Test("Findings contain no text of an item that is not public")
  func privateFindings() {
    func texts(_ visibility: Visibility?) -> [String] {
      let entries: [Entry] = [
        .fixture(id: "Salary talks") {
          $0.markUnreadable("start", "Salary day")
          $0.start = nil
          $0.visibility = visibility
          $0.note("Q_COORD", "GEO 'Salary' is no point on Earth")
        },
        .fixture(id: "../Salary") { $0.visibility = visibility },
        .fixture(id: "Salary") { $0.visibility = visibility },
        .fixture(id: "Salary") {
          $0.title = "Salary again"
          $0.visibility = visibility
        },
      ]
      return assemble(entries).findings.flatMap { [$0.subject, $0.message].compactMap(\.self) }
    }
    #expect(texts(.public).contains { $0.contains("Salary") })
    for visibility in [Visibility.private, .confidential] {
      #expect(texts(visibility).count >= 4)
      #expect(!texts(visibility).contains { $0.contains("Salary") })
    }
  }

  @Test("A series and its changed instances become one listing that contains only changed fields")
  func series() throws {
    let moved = override(
      of: "2026-01-12T19:00:00+08:00[Asia/Singapore]",
      start: "2026-01-13T20:00:00+08:00[Asia/Singapore]",
      end: "2026-01-13T21:00:00+08:00[Asia/Singapore]"
    ) { $0.venue = "Library" }
    let cancelled = override(of: "2026-01-19T11:00:00Z", start: "2026-01-19T11:00:00Z") {
      $0.status = .cancelled
      $0.title = "Talk: off"
    }
    let assembly = assemble([moved, master(), cancelled])
    #expect(assembly.listings.count == 1)
    #expect(assembly.rejected == 0)
    let listing = try #require(assembly.listings.first)
    #expect(listing.recurrence?.rules.count == 1)
    #expect(listing.overrides.count == 2)
    let first = try #require(listing.overrides.first)
    #expect(first.start.description == "2026-01-13T20:00:00+08:00[Asia/Singapore]")
    #expect(first.title == nil && first.text == nil && first.venue == "Library")
    let second = try #require(listing.overrides.last)
    #expect(second.recurrenceID.description == "2026-01-19T19:00:00+08:00[Asia/Singapore]")
    #expect(second.status == .cancelled && second.title == "Talk: off" && second.venue == nil)
  }

  @Test("An override with a date means the instance of that day")
  func dayForTime() throws {
    let entry = override(of: "2026-01-12", start: "2026-01-12T21:00:00+08:00[Asia/Singapore]")
    let listing = try #require(assemble([master(), entry]).listings.first)
    #expect(
      listing.overrides.map(\.recurrenceID.description)
        == ["2026-01-12T19:00:00+08:00[Asia/Singapore]"])
  }

  @Test("An override with a time means the day of a whole-day series")
  func timeForDay() throws {
    let series = master {
      $0.start = CalendarTime("2026-01-05")
      $0.end = nil
    }
    let entry = override(of: "2026-01-12T00:00:00", start: "2026-01-13")
    let listing = try #require(assemble([series, entry]).listings.first)
    #expect(listing.overrides.map(\.recurrenceID.description) == ["2026-01-12"])
  }

  @Test(
    "The newer of two overrides of one instance counts, or else the first",
    arguments: [(1, 2, "Second"), (2, 1, "First"), (0, 0, "First")])
  func overriddenTwice(first: Int, second: Int, title: String) throws {
    let overrides = [("First", first), ("Second", second)].map { title, sequence in
      override(of: "2026-01-12T11:00:00Z", start: "2026-01-12T12:00:00Z") {
        $0.title = title
        $0.sequence = sequence
      }
    }
    let listing = try #require(assemble([master()] + overrides).listings.first)
    #expect(listing.overrides.map(\.title) == [title])
  }

  @Test("Starts with a doubtful zone are reported once, unless the source has a zone")
  func doubtfulZones() {
    func found(_ conflict: ZoneConflict, in zone: String?) -> [Int?] {
      var source = Source.fixture()
      source.timezone = zone
      let entries = (1...2).map { day in
        Entry.fixture(id: "\(day)", start: "2026-10-0\(day)T19:00:00") {
          $0.zoneConflict = conflict
        }
      }
      return SeriesGrouper.assemble(entries, .fixture(source)).findings
        .filter { $0.code == "W_TZ_CONFLICT" }.map(\.count)
    }
    let floating = ZoneConflict(readIn: "Asia/Singapore", but: "its end is in UTC")
    #expect(found(floating, in: nil) == [2])
    #expect(found(floating, in: "Asia/Singapore") == [])
    #expect(found(ZoneConflict("is in UTC"), in: "Asia/Singapore") == [2])
  }

  @Test("A rule without an instance is reported but accepted")
  func withoutInstance() throws {
    let ended = master {
      $0.recurrence.rules = [try? RecurrenceRule(parsing: "FREQ=WEEKLY;UNTIL=20250101T000000Z")]
        .compactMap { $0 }
    }
    let assembly = assemble([ended])
    #expect(assembly.listings.count == 1)
    #expect(assembly.rejected == 0)
    #expect(assembly.findings.map(\.code) == ["Q_RRULE_INVALID"])
  }

  @Test("An instance without its series becomes an event of its own")
  func orphans() {
    let entries = [
      override(of: "2026-01-12T11:00:00Z", start: "2026-01-12T11:00:00Z"),
      override(of: "2026-01-19T11:00:00Z", start: "2026-01-19T12:00:00Z"),
    ]
    let assembly = assemble(entries)
    #expect(
      assembly.listings.map(\.key) == [
        "one@example.edu#2026-01-12T11:00:00Z", "one@example.edu#2026-01-19T11:00:00Z",
      ])
    #expect(assembly.listings.allSatisfy { $0.uid == "one@example.edu" && $0.recurrence == nil })
  }

  @Test("An override of an event without a rule replaces its only instance")
  func onlyInstance() {
    let single = Entry.fixture(start: "2026-01-12T11:00:00Z")
    let changed = override(of: "2026-01-12T11:00:00Z", start: "2026-01-12T13:00:00Z")
    let listings = assemble([single, changed]).listings
    #expect(listings.map(\.start.description) == ["2026-01-12T13:00:00Z"])
    #expect(listings.map(\.key) == ["one@example.edu"])
  }

  @Test(
    "The newer of two revisions of one item counts, with a finding",
    arguments: [
      (1, 2, nil, nil, "Second"), (2, 1, nil, nil, "First"),
      (0, 0, "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", "Second"),
      (0, 0, "2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z", "First"),
    ] as [(Int, Int, String?, String?, String)])
  func duplicates(
    first: Int, second: Int, changed: String?, changedLater: String?, title: String
  ) {
    let assembly = assemble([
      .fixture(title: "First") {
        $0.sequence = first
        $0.updated = changed.flatMap { CalendarTime($0) }
      },
      .fixture(title: "Second") {
        $0.sequence = second
        $0.updated = changedLater.flatMap { CalendarTime($0) }
      },
    ])
    #expect(assembly.listings.map(\.title) == [title])
    #expect(assembly.findings.map(\.code) == ["Q_DUP_KEY"])
    #expect(assembly.rejected == 1)
  }

  @Test("Items with one id on different dates are both accepted, and a higher SEQUENCE replaces")
  func sharedIdentifiers() {
    let later = Entry.fixture(title: "Second", start: "2026-10-12T19:00:00Z")
    let both = assemble([.fixture(title: "First"), later])
    #expect(both.listings.map(\.title) == ["First", "Second"])
    #expect(
      both.listings.map(\.key) == [
        "one@example.edu#2026-10-05T19:00:00Z", "one@example.edu#2026-10-12T19:00:00Z",
      ])
    #expect(both.findings.map(\.code) == ["W_SHARED_UID"])
    var revised = later
    revised.sequence = 1
    #expect(assemble([.fixture(title: "First"), revised]).listings.count == 2)
    revised.title = "First"
    #expect(
      assemble([.fixture(title: "First"), revised]).listings.map(\.start.description)
        == ["2026-10-12T19:00:00Z"])
  }

  @Test("Dates that share an id keep their keys when the first leaves the feed")
  func sharedIdentity() {
    func item(_ day: Int, _ change: (inout Entry) -> Void = { _ in }) -> Entry {
      .fixture(start: "2026-10-\(day)T19:00:00Z", change)
    }
    let all = assemble([item(12), item(13), item(14)]).listings
    let later = assemble([item(13), item(14)]).listings
    #expect(later.map(\.key) == all.dropFirst().map(\.key))
    let revised = assemble([item(12), item(13), item(13) { $0.sequence = 1 }, item(14)])
    #expect(revised.listings.map(\.key) == all.map(\.key))
    #expect(revised.listings.map(\.sequence) == [0, 1, 0])
    #expect(revised.rejected == 1)
  }

  @Test(
    "A private instance is removed from a public series",
    arguments: [
      (Visibility.private, false, ["5", "19", "26"]), (.confidential, true, ["5"]),
      (.public, false, ["5", "12", "19", "26"]),
    ])
  func privateInstance(visibility: Visibility, isRange: Bool, days: [String]) throws {
    let secret = override(
      of: "2026-01-12T11:00:00Z", start: "2026-01-12T11:00:00Z", end: "2026-01-12T10:00:00Z"
    ) {
      $0.title = "Hiring"
      $0.venue = "Room 4"
      $0.visibility = visibility
      $0.recurrence.thisAndFuture = isRange
      if visibility == .public { $0.end = nil }
    }
    let series = master {
      $0.recurrence.additions = [CalendarTime("2026-01-26T11:00:00Z")].compactMap { $0 }
      $0.recurrence.rules = [try? RecurrenceRule(parsing: "FREQ=WEEKLY;COUNT=3")]
        .compactMap { $0 }
    }
    let assembly = assemble([series, secret])
    let listing = try #require(assembly.listings.first)
    #expect(assembly.listings.count == 1)
    let isPublic = visibility == .public
    #expect(listing.overrides.map(\.title) == (isPublic ? ["Hiring"] : []))
    #expect(assembly.findings.map(\.code) == (isPublic ? [] : ["W_OVERRIDE_PRIVATE"]))
    #expect(assembly.findings.allSatisfy { $0.subject == "one@example.edu" })
    let from = try #require(CalendarTime("2026-01-01T00:00:00Z")).instant(in: .utc)
    let expander = ListingExpander(
      window: Window(from: from, to: from + 60 * 86_400), zone: .utc, zones: .system)
    #expect(expander.expand(listing).occurrences.map { "\($0.start.date.day)" } == days)
  }

  @Test(
    "A private range ends the rule before it and never extends it",
    arguments: [
      ("FREQ=WEEKLY", "2026-01-12T10:59:59Z"), ("FREQ=WEEKLY;COUNT=9", "2026-01-12T10:59:59Z"),
      ("FREQ=WEEKLY;UNTIL=20260301T000000Z", "2026-01-12T10:59:59Z"),
      ("FREQ=WEEKLY;UNTIL=20260112", "2026-01-12T10:59:59Z"),
      ("FREQ=WEEKLY;UNTIL=20260111", "2026-01-11"),
      ("FREQ=WEEKLY;UNTIL=20260110T000000Z", "2026-01-10T00:00:00Z"),
    ])
  func privateRange(rule: String, until: String) throws {
    let series = master {
      $0.recurrence.rules = [try? RecurrenceRule(parsing: rule)].compactMap { $0 }
    }
    let secret = override(of: "2026-01-12T11:00:00Z", start: "2026-01-12T11:00:00Z") {
      $0.visibility = .private
      $0.recurrence.thisAndFuture = true
    }
    let listing = try #require(assemble([series, secret]).listings.first)
    let end = try #require(listing.recurrence?.rules.first?.until)
    let expected = try #require(CalendarTime(until))
    #expect(end.instant(in: .utc) == expected.instant(in: .utc))
    #expect(end.isDay == expected.isDay)
  }

  @Test("A private series keeps its private instances")
  func privateSeries() {
    let changed = override(of: "2026-01-12T11:00:00Z", start: "2026-01-12T13:00:00Z") {
      $0.visibility = .private
    }
    let listings = assemble([master { $0.visibility = .private }, changed]).listings
    #expect(listings.map(\.overrides.count) == [1])
    #expect(listings.map(\.visibility) == [.private])
  }

  @Test("An excluded instance stays excluded even if it is changed")
  func excludedOverride() {
    let series = master {
      $0.recurrence.exclusions = [CalendarTime("2026-01-12")].compactMap { $0 }
    }
    let changed = override(of: "2026-01-12T11:00:00Z", start: "2026-01-12T13:00:00Z")
    let assembly = assemble([series, changed])
    #expect(assembly.listings.map(\.overrides.count) == [0])
    #expect(assembly.findings.map(\.code) == ["W_OVERRIDE_EXCLUDED"])
  }

  @Test("An invalid item is rejected alone with its line")
  func oneBad() throws {
    let assembly = assemble([
      .fixture(id: "a"), .fixture(id: "b", title: "No date", start: nil), .fixture(id: "c"),
    ])
    #expect(assembly.listings.map(\.key) == ["a", "c"])
    #expect(assembly.rejected == 1)
    let finding = try #require(assembly.findings.first)
    #expect(finding.code == "Q_DATE_PARSE")
    #expect(finding.severity == .warning)
    #expect(finding.source == "feed")
    #expect(finding.subject == "No date")
    #expect(finding.line == 7)
  }

  @Test("An added period keeps its own length")
  func periods() throws {
    let entry = master {
      guard let start = CalendarTime("2026-03-01T10:00:00Z"),
        let end = CalendarTime("2026-03-01T14:00:00Z")
      else { return }
      $0.recurrence.additions = [start]
      $0.recurrence.additionEnds = [start: end]
    }
    let listing = try #require(assemble([entry]).listings.first)
    #expect(listing.overrides.map(\.end?.description) == ["2026-03-01T14:00:00Z"])
    let moved = override(of: "2026-01-12T11:00:00Z", start: "2026-01-12T12:00:00Z")
    let both = try #require(assemble([entry, moved]).listings.first)
    #expect(Set(both.overrides.map(\.end?.description)) == [nil, "2026-03-01T14:00:00Z"])
  }

  @Test("Findings of an entry get the source's id")
  func problems() {
    let entry = Entry.fixture {
      $0.problems = [Finding("S_ZW", subject: "one@example.edu", message: "removed")]
    }
    let assembly = assemble([entry])
    #expect(assembly.listings.count == 1)
    #expect(assembly.findings.map(\.code) == ["S_ZW"])
    #expect(assembly.findings.allSatisfy { $0.source == "feed" })
  }
}
