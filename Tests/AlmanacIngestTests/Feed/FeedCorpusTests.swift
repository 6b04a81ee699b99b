import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacIngest

/// Reads real feeds and compares the number of entries with their manifest.
@Suite(.enabled(if: SharedFiles.exists("corpora"), "\(SharedFiles.absent)"))
struct FeedCorpusTests {
  /// The manifest's entry for a file.
  private struct Capture: Decodable {
    let file: String
    let items: Int
  }

  private static func items(in file: String) throws -> Int {
    let manifest = try SharedFiles.bytes("corpora/feeds/manifest.json")
    let captures = try JSONDecoder().decode([Capture].self, from: Data(manifest))
    return try #require(captures.first { $0.file == file }).items
  }

  private func read(_ file: String, zone: String, mapping: FeedMapping? = nil) throws -> ParsedFeed
  {
    let context = ReadingContext(
      zone: ZoneDatabase.system.zone(named: zone), mapping: mapping)
    return try FeedReader.read(SharedFiles.bytes("corpora/feeds/" + file), context: context)
  }

  private static func field(_ paths: String...) -> FieldMapping { FieldMapping(paths: paths) }

  private func expectComplete(_ feed: ParsedFeed, _ file: String) throws {
    #expect(try feed.entries.count == Self.items(in: file))
    #expect(feed.document.entryCount == feed.entries.count)
    #expect(feed.entries.allSatisfy { $0.title?.isEmpty == false })
    #expect(!feed.document.isRefused)
  }

  @Test(
    "Every RSS item has a title, a start and a link",
    arguments: [
      ("localist/oregon-state-academic-calendar.rss", "America/Los_Angeles"),
      ("campuslabs-engage/brock-experiencebu.rss", "America/Toronto"),
      ("community-calendar-rss/davis-full.xml", "America/Los_Angeles"),
    ])
  func rss(file: String, zone: String) throws {
    let feed = try read(file, zone: zone)
    try expectComplete(feed, file)
    #expect(feed.entries.count { $0.start == nil } == 0)
    #expect(feed.entries.count { $0.link == nil } == 0)
  }

  @Test("Localist's midnight pubDates are whole days")
  func localistDays() throws {
    let feed = try read(
      "localist/oregon-state-academic-calendar.rss", zone: "America/Los_Angeles")
    #expect(feed.entries.first?.start?.description == "2019-06-17")
    #expect(feed.codes == ["W_START_FROM_PUBDATE"])
  }

  @Test("Engage's event times are read beside its pubDate")
  func engage() throws {
    let feed = try read("campuslabs-engage/brock-experiencebu.rss", zone: "America/Toronto")
    let entry = try #require(feed.entries.first)
    #expect(entry.title == "Writing Exams")
    #expect(entry.start?.description == "2025-04-04T17:00:00Z")
    #expect(entry.end?.description == "2025-04-04T18:00:00Z")
    #expect(entry.onlineURL?.hasPrefix("https://teams.microsoft.com/") == true)
    #expect(entry.status == .confirmed)
  }

  @Test(
    "Localist JSON is read through a mapping",
    arguments: [
      "localist/oregon-state-events-bend.json", "localist/cornell-testdata.json",
      "localist/oberlin-college.json",
    ])
  func localistJSON(file: String) throws {
    let instance = "event.event_instances[0].event_instance."
    let mapping = FeedMapping(
      item: "events",
      fields: [
        .id: Self.field("event.id"), .title: Self.field("event.title"),
        .link: Self.field("event.localist_url"), .summary: Self.field("event.description"),
        .venue: Self.field("event.location_name", "event.room_number"),
        .latitude: Self.field("event.geo.latitude"),
        .longitude: Self.field("event.geo.longitude"),
        .categories: Self.field("event.filters.event_types.name"),
      ],
      start: TimeMapping(date: Self.field(instance + "start")),
      end: TimeMapping(date: Self.field(instance + "end")))
    let feed = try read(file, zone: "America/New_York", mapping: mapping)
    try expectComplete(feed, file)
    #expect(feed.entries.allSatisfy { $0.start != nil && $0.link != nil })
    #expect(feed.entries.contains { $0.coordinate != nil })
    #expect(feed.entries.contains { $0.html != nil })
  }

  @Test("UIUC webtools has dates with a declared order and times in another element")
  func webtools() throws {
    let file = "uiuc-webtools/uiuc-webtools-events.xml"
    let mapping = FeedMapping(
      item: "publicEventWS",
      fields: [
        .id: Self.field("eventId"), .title: Self.field("title"), .venue: Self.field("location"),
        .categories: Self.field("eventType"), .organizer: Self.field("sponsor"),
      ],
      start: TimeMapping(date: Self.field("startDate"), time: Self.field("startTime")),
      end: TimeMapping(date: Self.field("endDate"), time: Self.field("endTime")),
      dateOrder: .monthDayYear)
    let feed = try read(file, zone: "America/Chicago", mapping: mapping)
    try expectComplete(feed, file)
    #expect(feed.entries.count { $0.start == nil } == 0)
    #expect(feed.entries.first?.start?.publicText == "2019-05-08T12:00:00-05:00")
    #expect(feed.entries.first?.end == nil)
  }

  @Test(
    "Legistar's day, time and place are read from their own fields",
    arguments: ["legistar/chicago-park-district.json", "legistar/cook-county-board.json"])
  func legistar(file: String) throws {
    let mapping = FeedMapping(
      item: "",
      fields: [
        .title: Self.field("Name"), .venue: Self.field("Meeting Location"),
        .link: Self.field("iCalendar.url"),
      ],
      start: TimeMapping(date: Self.field("Meeting Date"), time: Self.field("Meeting Time")),
      dateOrder: .monthDayYear)
    let feed = try read(file, zone: "America/Chicago", mapping: mapping)
    #expect(try feed.entries.count == Self.items(in: file))
    #expect(feed.entries.count { $0.start == nil } == 0)
  }

  @Test("EventON has seconds since 1970")
  func eventON() throws {
    let mapping = FeedMapping(
      item: "eventList", fields: [.title: Self.field("event_title")],
      start: TimeMapping(date: Self.field("event_start_unix")),
      end: TimeMapping(date: Self.field("event_end_unix")))
    let feed = try read(
      "eventon-wordpress/cook-landbank.json", zone: "America/Chicago", mapping: mapping)
    #expect(feed.entries.map { $0.start?.description } == ["2019-09-13T10:00:00Z"])
  }

  @Test("A page with two hCalendar events has exclusive last days")
  func hCalendar() throws {
    let feed = try read("hcalendar/calagator-hcal_multiple.xml", zone: "America/Los_Angeles")
    #expect(feed.document.format == .html)
    #expect(feed.entries.map { $0.start?.publicText } == ["2008-01-19", "2008-02-02"])
    #expect(feed.entries.map { $0.end?.publicText } == ["2008-01-20", "2008-02-03"])
    #expect(feed.entries.first?.venue == "Cubespace, 622 SE Grand Ave. Portland, OR 97214")
    #expect(feed.entries.first?.summary == "Check it out!")
  }

  @Test("Error bodies are rejected with a description")
  func errorBodies() throws {
    for file in SharedFiles.files(in: "corpora/feeds/error-bodies", ending: "") {
      let feed = FeedReader.read(
        try SharedFiles.bytes(file), context: ReadingContext(format: .icalendar))
      #expect(feed.document.isRefused, "\(file)")
      #expect(["E_NOT_A_FEED", "E_EMPTY"].contains(feed.codes.first), "\(file)")
    }
  }
}
