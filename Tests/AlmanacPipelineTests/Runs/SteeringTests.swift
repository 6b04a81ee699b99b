import AlmanacModel
import AlmanacPublish
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPipeline

@Suite("A source with rules of the operator") struct SteeringTests {
  /// A calendar of events, each `uid title start` with an end two hours later in UTC.
  private func calendar(
    _ events: [(uid: String, title: String, start: String)], zone: String? = nil
  )
    -> String
  {
    let parameter = zone.map { ";TZID=\($0)" } ?? ""
    return "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//T//EN\n"
      + events.map { event in
        """
        BEGIN:VEVENT
        UID:\(event.uid)
        DTSTAMP:20260301T000000Z
        DTSTART\(parameter):\(event.start)
        SUMMARY:\(event.title)
        LOCATION:Great Hall
        END:VEVENT

        """
      }.joined() + "END:VCALENDAR\n"
  }

  private func contains(_ text: String, _ fixture: CampusFixture) throws -> [String] {
    let bytes = Array(text.utf8)
    return try fixture.edition().filter { $0.value.firstRange(of: bytes) != nil }.map(\.key)
      .sorted()
  }

  private static let feed = "feed.ics"

  @Test(
    "Listings that rules reject are in no file, under new identifiers and after they were published"
  )
  func hides() async throws {
    let fixture = try CampusFixture.empty()
    let open = ("a@hill", "Open Rehearsal", "20260310T100000Z")
    let secret = ("s1@hill", "Zebra Wedding", "20260311T100000Z")
    try fixture.folder.write("views: [{id: all, name: All}]\n", to: "config/views.yaml")
    try fixture.add("hall", calendar([open, secret]), file: Self.feed)
    try await fixture.run()
    #expect(try contains("Zebra", fixture).contains("feeds/view/all.atom"))
    #expect(try contains("Zebra", fixture).contains("changes.ndjson"))

    let rules = "except:\n  - title: [wedding, /^hold$/]\n"
    // The rule comes with the document that no longer has the listing.
    let renamed = ("s2@hill", "Zebra Wedding", "20260311T100000Z")
    let text = calendar([open, renamed])
    try fixture.add("hall", text, file: Self.feed, definition: rules)
    let report = try await fixture.run(after: 24)
    #expect(try contains("Zebra", fixture).joined(separator: " ") == "")
    #expect(try contains("Open Rehearsal", fixture).contains("calendars/all.ics"))
    let finding = try #require(report.findings.first { $0.code == "I_RULE" })
    #expect(finding.message.contains("1 of 2 listings: Zebra Wedding"))
    #expect(report.sources.first?.rejectedByRule == 1)
    // An unchanged run reports the same.
    let again = try await fixture.run(after: 25)
    #expect(again.sources.first?.rejectedByRule == 1)

    try fixture.add(
      "hall", calendar([open, ("s3@hill", "Zebra wedding", "20260312T100000Z")]), file: Self.feed,
      definition: rules)
    try await fixture.run(after: 48)
    #expect(try contains("ebra", fixture).joined(separator: " ") == "")
    // Without the rule it is published again.
    try fixture.add("hall", text, file: Self.feed)
    try await fixture.run(after: 72)
    #expect(try !contains("Zebra", fixture).isEmpty)
  }

  @Test(
    "A date of a series that is private or rejected is in no file",
    arguments: ["CLASS:PRIVATE", "CLASS:CONFIDENTIAL", "COMMENT:A rule"])
  func hidesDates(property: String) async throws {
    let fixture = try CampusFixture.empty()
    try fixture.folder.write("views: [{id: all, name: All}]\n", to: "config/views.yaml")
    func document(_ property: String) -> String {
      calendar([]).replacing(
        "END:VCALENDAR",
        with: """
          BEGIN:VEVENT
          UID:s@hill
          DTSTAMP:20260301T000000Z
          DTSTART:20260310T100000Z
          DTEND:20260310T110000Z
          RRULE:FREQ=WEEKLY;COUNT=4
          SUMMARY:Open Rehearsal
          LOCATION:Great Hall
          END:VEVENT
          BEGIN:VEVENT
          UID:s@hill
          RECURRENCE-ID:20260317T100000Z
          DTSTAMP:20260301T000000Z
          DTSTART:20260317T123400Z
          DTEND:20260317T130000Z
          SUMMARY:Zqxcanary Wedding
          DESCRIPTION:zqxcanary-text
          LOCATION:zqxcanary-venue
          \(property)
          END:VEVENT
          END:VCALENDAR
          """)
    }
    let rules = property.hasPrefix("CLASS") ? "" : "except: [{title: zqx*}]\n"
    try fixture.add("hall", document(property), file: Self.feed, definition: rules)
    try await fixture.run()
    for canary in ["qxcanary", "T1234", "T2034", "12:34", "20:34"] {
      #expect(try contains(canary, fixture).joined(separator: " ") == "", "\(canary)")
    }
    #expect(try fixture.text("calendars/all.ics").contains("Open Rehearsal"))
    // It was published before it became private, or the rule was written. The log of changes has the
    // time of the date that was taken back.
    try fixture.add("hall", document("COMMENT:none"), file: Self.feed)
    try await fixture.run(after: 12)
    for name in ["calendars/all.ics", "geojson/events.geojson", "almanac.sqlite", "site/data.js"] {
      #expect(try contains("qxcanary", fixture).contains(name), "\(name)")
    }
    try fixture.add("hall", document(property), file: Self.feed, definition: rules)
    let report = try await fixture.run(after: 24)
    #expect(try contains("qxcanary", fixture).joined(separator: " ") == "")
    #expect(try fixture.text("calendars/all.ics").contains("Open Rehearsal"))
    let code: FindingCode = rules.isEmpty ? "W_OVERRIDE_PRIVATE" : "I_RULE"
    #expect(report.findings.contains { $0.code == code })
    // Without the rule it is published again.
    try fixture.add("hall", document("COMMENT:none"), file: Self.feed)
    try await fixture.run(after: 48)
    #expect(try contains("qxcanary", fixture).contains("calendars/all.ics"))
  }

  @Test("A source of invalid YAML is reported with the line, and its last data stays")
  func reportsYAML() async throws {
    let fixture = try CampusFixture.empty()
    let definition = "format: yaml\nmapping: {item: talks, title: topic, start: at}\n"
    let good = "talks:\n  - {topic: Tide Tables, at: 2026-03-10T10:00}\n"
    try fixture.add("hall", good, file: "talks.yml", definition: definition)
    try await fixture.run()
    try fixture.add(
      "hall", good + "  - {topic: \"Open, at: 2026-03-11T10:00}\n", file: "talks.yml",
      definition: definition)
    let report = try await fixture.run(after: 24)
    let finding = try #require(report.findings.first { $0.code == "E_PARSE" })
    #expect(finding.source == "hall" && (finding.line ?? 0) >= 3, "\(finding)")
    #expect(finding.message.contains("not YAML"))
    #expect(try fixture.text("calendars/all.ics").contains("Tide Tables"))
  }

  @Test("An event hidden by a decision is not in the change log either")
  func forgetsHidden() async throws {
    let fixture = try CampusFixture.empty()
    let events = [("a@hill", "Fair", "20260310T100000Z"), ("b@hill", "Zebra", "20260311T100000Z")]
    try fixture.add("hall", calendar(events), file: Self.feed)
    try await fixture.run()
    try fixture.folder.write("hide: [{listing: hall/b@hill}]\n", to: "config/decisions.yaml")
    try await fixture.run(after: 24)
    #expect(try contains("Zebra", fixture).joined(separator: " ") == "")
  }

  @Test("Rules for all sources hold, and rules by the category that Almanac finds")
  func obeysCommonRules() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.append(
      "except: [{title: closed}]\nonly: [{any: [{category: arts}, {title: fair}]}]")
    try fixture.add("one", CampusFixture.calendar(uid: "1@h", title: "Concert"), file: Self.feed)
    try fixture.add(
      "two", CampusFixture.calendar(uid: "2@h", title: "Hall closed"), file: Self.feed)
    try fixture.add(
      "three",
      calendar([("3@h", "Fun Fair", "20260312T100000Z"), ("4@h", "Tax", "20260313T100000Z")]),
      file: Self.feed)
    let report = try await fixture.run()
    let calendar = try fixture.text("calendars/all.ics")
    #expect(calendar.contains("Concert") && calendar.contains("Fun Fair"))
    #expect(!calendar.contains("Hall closed") && !calendar.contains("Tax"))
    #expect(report.findings.filter { $0.code == "I_RULE" }.map(\.source) == ["three", "two"])
  }

  @Test(
    "A source with a mistake in a rule is broken, with the line",
    arguments: [
      "only: [{title: \"/(/\"}]", "only: [{titel: x}]", "except: [{radius: 5}]", "except: [{}]",
      "except: [{any: [{all: [{weekday: mittwoch}]}]}]",
      "except: [{time: {from: noon, to: \"13:00\"}}]",
      "correct: {shift: tomorrow}", "correct: {repair: everything}", "aliases: {Pit: nowhere}",
    ])
  func reportsMistakes(definition: String) async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("hall", CampusFixture.calendar(), file: Self.feed, definition: definition)
    let check = ConfigurationCheck(configuration: fixture.configuration, environment: [:])
    #expect(check.mistakes.map(\.line) == [3], "\(check.mistakes)")
  }

  @Test(
    "A source with shifted times gets the line that corrects it, and the correction applies at once"
  )
  func proposesCorrection() async throws {
    let fixture = try CampusFixture.empty()
    let days = (10...17).map { "202603\($0)" }
    let titles = [
      "Brass Quintet", "Pottery Class", "Chess Open", "Night Walk", "Poetry Slam", "Bird Count",
      "Tango Basics", "Robot Demo",
    ]
    let own = zip(days, titles).map { ("o\($0)@h", $1, "\($0)T110000Z") }
    let late = zip(days, titles).map { ("l\($0)@h", $1, "\($0)T083000Z") }
    try fixture.add("venue", calendar(Array(own.prefix(6))), file: Self.feed)
    try fixture.add(
      "portal", calendar(late), file: Self.feed, definition: "publisherKind: community")
    let report = try await fixture.run()
    let finding = try #require(report.findings.first { $0.code == "W_TIMES_OFF" })
    #expect(finding.source == "portal" && finding.count == 2)
    #expect(finding.message.contains("correct: {shift: 150m}"), "\(finding.message)")
    #expect(try fixture.text("calendars/all.ics").contains("DTSTART:20260317T083000Z"))

    try fixture.add(
      "portal", nil, file: Self.feed,
      definition: "publisherKind: community\ncorrect: {shift: 150m}")
    let corrected = try await fixture.run(after: 1)
    #expect(!corrected.findings.contains { $0.code == "W_TIMES_OFF" })
    let text = try fixture.text("calendars/all.ics")
    #expect(text.contains("DTSTART:20260317T110000Z") && !text.contains("T083000Z"))
    #expect(text.components(separatedBy: "BEGIN:VEVENT").count == 9)
  }

  @Test("A source has its own names of places, which other sources don't have")
  func hasAliases() async throws {
    let fixture = try CampusFixture.empty()
    let text = CampusFixture.calendar().replacing("Great Hall", with: "The Pit, Floor 2")
    try fixture.add("one", text, file: Self.feed, definition: "aliases: {the pit: library}")
    try fixture.add(
      "two", text.replacing("one@", with: "two@").replacing("Spring", with: "Autumn"),
      file: Self.feed)
    try await fixture.run()
    let explained = try fixture.explain("one@hill.example")
    #expect(explained.contains("place     Hill Library, for 'The Pit, Floor 2' (alias, 1.0)"))
    #expect(try fixture.explain("two@hill.example").contains("place     none"))
  }

  @Test("A source that lists each date apart becomes one event, until the operator reverts it")
  func collapses() async throws {
    let fixture = try CampusFixture.empty()
    let dates = ["20260310", "20260320", "20260402"].map {
      ("\($0)@h", "Hamlet", "\($0)T110000Z")
    }
    let text = calendar(dates + [("x@h", "Macbeth", "20260310T140000Z")])
    func events() throws -> Int { try fixture.found().map(\.event).unique }
    try fixture.add("stage", text, file: Self.feed)
    try await fixture.run()
    let apart = try events()
    try fixture.add("stage", text, file: Self.feed, definition: "collapse: true")
    try await fixture.run(after: 1)
    #expect(try events() == 2)
    #expect(try fixture.text("calendars/all.ics").contains("DTSTART:20260402T110000Z"))
    try fixture.add("stage", text, file: Self.feed)
    try await fixture.run(after: 2)
    #expect(try events() == apart)
  }

  @Test("Edits of an operator stay, whatever the source lists later, and 'explain' shows them")
  func keepsEdits() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add("hall", CampusFixture.calendar(), file: Self.feed)
    try await fixture.run()
    let id = try #require(fixture.found().first?.event)
    try fixture.folder.write(
      """
      edit:
        - event: \(id)
          title: Spring Gala
          description: Bring a friend.
          start: 2026-03-10T20:15
          end: 2026-03-10T22:00
          place: library
          status: tentative
          url: https://hill.example/gala
          price: $5
          featured: true
      """, to: "config/decisions.yaml")
    try await fixture.run(after: 1)
    try fixture.add("hall", CampusFixture.calendar(title: "Concert, changed"), file: Self.feed)
    let report = try await fixture.run(after: 24)
    #expect(!report.findings.contains { $0.code.rawValue.hasPrefix("W_DECISION") })
    let found = try #require(fixture.found().first)
    #expect(found.event == id && found.title == "Spring Gala" && found.place == "library")
    #expect(found.startText == "2026-03-10T20:15:00+08:00")
    #expect(found.endText == "2026-03-10T22:00:00+08:00")
    #expect(found.status == "tentative" && found.url == "https://hill.example/gala")
    #expect(found.price == "$5")
    var featured = EventFilter()
    featured.tags = ["featured"]
    #expect(try fixture.found(featured).count == 1)
    let explained = try fixture.explain(id)
    for line in [
      "title     Spring Gala (decision)", "status    tentative (decision)",
      "price     $5 (decision)", "tag       featured (decision)",
      "start     2026-03-10T20:15:00+08:00 (decision)", "text      Bring a friend. (decision)",
    ] {
      #expect(explained.contains(line), "\(explained)")
    }
  }

  @Test("A start that is edited for a series is a finding, and the series keeps its dates")
  func refusesTimesOfSeries() async throws {
    let fixture = try CampusFixture.empty()
    try fixture.add(
      "hall", CampusFixture.calendar(extra: "RRULE:FREQ=DAILY;COUNT=3\n"), file: Self.feed)
    try fixture.folder.write(
      "edit: [{event: one@hill.example, start: 2026-03-10T20:15}]\n", to: "config/decisions.yaml")
    let report = try await fixture.run()
    #expect(report.findings.contains { $0.code == "W_EDIT_TIMES" })
    #expect(try fixture.found().count == 3)
  }

  @Test("The operator's own events need no definition, and are checked like any other")
  func ownEvents() async throws {
    let fixture = try CampusFixture.empty()
    let file = "config/feeds/own/events.yaml"
    try fixture.folder.write(
      """
      events:
        - {id: open-day, title: Open day, start: 2026-03-14T10:00, venue: Great Hall, tag: [family]}
        - {id: week, title: Garden week, start: 2026-03-16, end: 2026-03-21, status: cancelled}
      """, to: file)
    let report = try await fixture.run()
    #expect(report.sources.map(\.id) == ["own"] && !report.isDegraded)
    let found = try fixture.found()
    #expect(found.map(\.title) == ["Open day", "Garden week"])
    #expect(found.first?.place == "great-hall")
    #expect(found.first?.startText == "2026-03-14T10:00:00+08:00")
    #expect(found.last?.isAllDay == true && found.last?.status == "cancelled")

    try fixture.folder.write("events:\n  - {id: a, title: A, strat: 2026-03-14}\n", to: file)
    let check = ConfigurationCheck(configuration: fixture.configuration, environment: [:])
    #expect(check.mistakes.map(\.line) == [2, 2], "\(check.mistakes)")
    #expect(try await fixture.run(after: 24).isDegraded)
    #expect(try fixture.found().count == 2)
  }

  // MARK: - Reported cases

  @Test(
    "The reported hall calendar and the reported county calendar are read as intended",
    .enabled(if: SharedFiles.exists("corpora/reports"), "no ../shared/corpora/reports"))
  func reported() async throws {
    func file(_ path: String) throws -> String {
      try String(contentsOf: SharedFiles.url("corpora/reports/\(path)"), encoding: .utf8)
    }
    let hall = try CampusFixture.empty(timezone: "America/New_York")
    try hall.add(
      "hall", file("44-what-is-no-event/hall.ics"), file: Self.feed,
      definition: "except: [{title: [private, empty slot, hold*, /^closed$/]}]")
    try await hall.run()
    #expect(
      try hall.found().map(\.title)
        == ["Toddler Music", "Closed Door, a play"])

    let county = try CampusFixture.empty(timezone: "America/Indiana/Indianapolis")
    let (folder, community) = ("06-local-label-on-another-clock", "publisherKind: community\n")
    try county.add("county", file("\(folder)/county.ics"), file: Self.feed, definition: community)
    try county.add("venues", file("\(folder)/venues.html"), file: "feed.html")
    let off = try await county.run()
    let finding = try #require(off.findings.first { $0.code == "W_TIMES_OFF" })
    #expect(finding.source == "county" && finding.message.contains("{shift: 4h}"))
    try county.add(
      "county", nil, file: Self.feed, definition: community + "correct: {shift: 4h}")
    try await county.run(after: 1)
    let starts = try county.found().map { $0.startText.prefix(16) }
    #expect(
      starts == [
        "2026-04-05T08:00", "2026-04-10T19:00", "2026-04-11T09:30", "2026-04-18T13:00",
        "2026-04-24T18:30", "2026-05-02T10:00", "2026-05-03T07:00", "2026-05-09T11:00",
      ])
  }
}

extension CampusFixture {
  fileprivate func found(_ filter: EventFilter = EventFilter()) throws -> [FoundOccurrence] {
    try EditionReader(edition: folder.url.appending(path: "output/latest")).occurrences(filter)
  }

  fileprivate func explain(_ name: String) throws -> String {
    try Explanation.all(of: name, output: folder.url.appending(path: "output"))
      .map(\.text).joined(separator: "\n")
  }
}

extension [String] {
  fileprivate var unique: Int { Set(self).count }
}
