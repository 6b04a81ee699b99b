import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

/// Every real capture at hand as one configuration: iCalendar and RSS of many platforms, JSON and
/// XML through a mapping, pages, and files that are no feed at all.
@Suite(.enabled(if: SharedFiles.exists("corpora/feeds"), "\(SharedFiles.absent)"))
struct SharedFeedsRunTests {
  /// What an operator declares for a platform whose documents are of no format of their own.
  private static let definitions = [
    "localist json": """
    format: json
    mapping:
      item: events
      id: event.id
      title: event.title
      link: event.localist_url
      description: event.description_text
      venue: {join: [event.location_name, event.room_number], separator: ", "}
      start: event.event_instances[0].event_instance.start
      end: event.event_instances[0].event_instance.end
    """,
    "legistar json": """
    format: json
    timezone: America/Chicago
    mapping:
      item: ""
      order: mdy
      title: {join: [Name, Name.label]}
      venue: Meeting Location
      start: {date: Meeting Date, time: Meeting Time}
    """,
    "eventon-wordpress json": """
    format: json
    timezone: America/Chicago
    mapping: {item: eventList, id: event_id, title: event_title,
      start: event_start_unix, end: event_end_unix}
    """,
    "webuild-sg json": """
    format: json
    timezone: Asia/Singapore
    mapping: {item: events, id: id, title: name, description: description, link: url,
      venue: location, organizer: group_name, start: start_time, end: end_time}
    """,
    "boarddocs xml": """
    format: xml
    timezone: America/Chicago
    mapping: {item: meeting, id: "@id", title: name, link: link, start: start/date}
    """,
    "uiuc-webtools xml": """
    format: xml
    timezone: America/Chicago
    mapping:
      item: publicEventWS
      order: mdy
      id: eventId
      title: title
      venue: location
      start: {date: startDate, time: startTime}
      end: {date: endDate, time: endTime}
    """,
  ]

  /// Those that state no events: pages and messages served in a feed's place, a list of venues,
  /// and YAML, which is no format of feeds.
  private static func isNoFeed(_ file: String) -> Bool {
    file.hasPrefix("error-bodies/") || file == "hk-lcsd/venues.xml" || file.hasSuffix(".yml")
  }

  @Test("The shared feeds become an edition, and each that is no feed is named with its reason")
  func allFiles() async throws {
    var fixture = try CampusFixture.empty(timezone: "America/New_York")
    fixture.now = try #require(Instant(rfc3339: "2026-03-01T00:00:00Z"))
    var files: [String: String] = [:]
    for file in SharedFiles.files(in: "corpora/feeds", ending: "").sorted() {
      let name = String(file.dropFirst("corpora/feeds/".count))
      guard name.contains("/"), name.contains(".") else { continue }
      let id = name.lowercased().map { $0.isLetter || $0.isNumber ? "\($0)" : "-" }.joined()
      files[id] = name
      let platform = name.prefix { $0 != "/" } + " " + (name.split(separator: ".").last ?? "")
      try fixture.folder.write(
        "campus: hill\npath: \(SharedFiles.url(file).path)\n"
          + (Self.definitions[String(platform)] ?? ""),
        to: "config/feeds/\(id)/feed.yaml")
    }

    let report = try await fixture.run()

    #expect(report.sources.map(\.id) == files.keys.sorted())
    for source in report.sources {
      let file = try #require(files[source.id])
      if Self.isNoFeed(file) {
        #expect(source.status == .failed, "\(file)")
        #expect(source.finding?.code == "E_NOT_A_FEED", "\(file)")
      } else {
        #expect(source.status == .ok, "\(file): \(source.finding?.message ?? "")")
        #expect(source.accepted > 0, "\(file)")
        #expect(
          source.rejected * 10 <= source.read,
          "\(file): \(source.rejected) of \(source.read) rejected")
      }
    }
    #expect(report.edition != nil)
    #expect(report.exitCode == .published)
    #expect(report.counts.contains { $0.name == "events" && $0.count > 6_000 })
    #expect(try fixture.text("calendars/all.ics").hasSuffix("END:VCALENDAR\r\n"))
  }
}
