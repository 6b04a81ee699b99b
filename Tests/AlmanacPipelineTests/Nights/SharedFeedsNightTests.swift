import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

/// Real captures of four platforms through all stages.
@Suite(.enabled(if: SharedFiles.exists("corpora/feeds"), "\(SharedFiles.absent)"))
struct SharedFeedsNightTests {
  private static let localist = """
    format: json
    mapping:
      item: events
      id: event.id
      title: event.title
      link: event.localist_url
      description: event.description_text
      venue: event.location_name
      start: event.event_instances[0].event_instance.start
      end: event.event_instances[0].event_instance.end
    """

  @Test(
    "become an edition in which most items are events",
    arguments: [
      ("localist", "America/New_York", "2026-03-01T00:00:00Z"),
      ("livewhale", "America/Indiana/Indianapolis", "2026-03-01T00:00:00Z"),
      ("bedework", "America/New_York", "2026-03-01T00:00:00Z"),
      ("trumba", "America/New_York", "2026-03-01T00:00:00Z"),
    ])
  func platform(name: String, timezone: String, now: String) async throws {
    var night = try Night.empty(timezone: timezone)
    night.now = try #require(Instant(rfc3339: now))
    let folder = SharedFiles.url("corpora/feeds/\(name)")
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let definition = file.hasSuffix(".json") ? Self.localist : ""
      let id = file.replacingOccurrences(of: ".", with: "-")
      try night.folder.write(
        "campus: hill\npath: \(folder.appending(path: file).path)\n\(definition)\n",
        to: "config/feeds/\(id)/feed.yaml")
    }
    let report = try await night.run()
    #expect(report.sources.allSatisfy { $0.outcome != .failed })
    for source in report.sources {
      #expect(source.seen > 0, "\(source.id)")
      #expect(
        source.kept * 100 >= source.seen * 80, "\(source.id): \(source.kept) of \(source.seen)")
    }
    #expect(try night.text("calendars/all.ics").contains("END:VCALENDAR"))
    #expect(report.edition != nil)
  }
}
