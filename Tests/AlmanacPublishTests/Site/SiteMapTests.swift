import AlmanacModel
import Testing

@testable import AlmanacPublish

/// Tests the initial view of the map, in headless Chromium.
@Suite(.enabled(if: BrowserPage.isHere, BrowserPage.isAbsent))
struct SiteMapTests {
  /// The report of `Browser/sites.js`.
  private struct Report: Decodable {
    struct View: Decodable {
      /// Southwest and northeast corners.
      var metres: Double
      var pins: [String]?
    }

    var errors: [String]
    var start, all: View
  }

  @Test("For a campus with several sites, the map shows the one with events")
  func sites() async throws {
    var contents = EditionFixture.contents(events: EditionFixture.events)
    contents.options.site = SiteOptions(leaflet: BrowserPage.leaflet)
    // As many buildings on the other side of the city, without events.
    let away = (0..<4).map { number in
      Place(
        id: "away-\(number)", name: "Away \(number)",
        coordinate: Coordinate(latitude: 1.42 + Double(number) * 0.001, longitude: 103.95))
    }
    contents.gazetteers["hill"]?.places += away
    let output = try TemporaryOutput()
    let seen = try await BrowserPage(try output.publish(contents), scenario: "sites", in: output)
      .play(
        Report.self, clock: "2026-03-03T12:00:00+08:00")
    #expect(seen.errors == [])
    #expect(seen.start.metres < 5_000)
    #expect(seen.start.pins?.contains { $0.hasPrefix("Great Hall") } == true)
    #expect(seen.all.metres > 20_000, "the map can show both sites")
  }
}
