import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPublish

/// Tests submissions, reports, crowding and pictures on the page, in headless Chromium.
@Suite(.enabled(if: BrowserPage.isHere, BrowserPage.isAbsent))
struct CommunityPageTests {
  private struct Report: Decodable {
    struct Submit: Decodable {
      var address, note: String
      var isVisible: Bool
    }

    struct Picture: Decodable {
      var width, indent: Int
      var name, words: String
    }

    var errors, others, reports, busy, pictureLinks, pale, barriers: [String]
    var submit: Submit
    var picture: Picture
    var overflow: Int
  }

  /// An image of one pixel.
  private static let gif = Array(
    Data(base64Encoded: "R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==") ?? Data())

  private static func contents(report: String) -> EditionContents {
    var contents = EditionFixture.contents()
    contents.sources[0].kind = .submissions
    contents.options.site.submit =
      "mailto:board@hill.example?subject=New%20event&body=Title:%0AStart:"
    contents.options.site.report = report
    func cell(_ hour: String, _ people: ClosedRange<Int>, _ word: PresenceCell.Word) -> PresenceCell
    {
      PresenceCell(
        place: "great-hall", hour: EditionFixture.instant(hour), people: people, word: word)
    }
    // Two Tuesdays at 19:00 in Singapore, the time of the concert, and the hour of the run.
    contents.presence["hill"] = CampusPresence(
      until: contents.now,
      cells: [
        cell("2026-02-17T11:00:00Z", 50...69, .busy), cell("2026-02-24T11:00:00Z", 50...69, .busy),
        cell("2026-03-02T16:00:00Z", 70...99, .crowded),
      ])
    contents.images = [
      PlaceImage(
        campus: "hill", place: "great-hall", source: "hall",
        content: .file(sha256: String(repeating: "c", count: 64), ending: "gif"),
        attribution: "Photo Club, CC BY"),
      PlaceImage(
        campus: "hill", place: "great-hall", source: "hall",
        content: .link("https://photos.example/hall.jpg"), attribution: "Hall office"),
    ]
    contents.imageBody = { _ in gif }
    return contents
  }

  private func play(
    report: String, language: String = "en-GB", isNarrow: Bool = false
  ) async throws -> Report {
    let output = try TemporaryOutput()
    let edition = try output.publish(Self.contents(report: report))
    // The page is a copy, so its images must be beside it.
    try FileManager.default.copyItem(
      at: edition.folder.appending(path: "images"), to: output.folder.appending(path: "images"))
    return try await BrowserPage(edition, scenario: "community", in: output).play(
      Report.self, clock: "2026-03-02T18:10:00Z", language: language, isNarrow: isNarrow)
  }

  @Test(
    "The page shows how to submit and report, how busy a place is, and its pictures",
    arguments: [
      (false, "https://hill.example/report?event={id}"),
      (true, "mailto:board@hill.example?subject=Report%20{id}"),
    ])
  func shows(isNarrow: Bool, report: String) async throws {
    let seen = try await play(report: report, isNarrow: isNarrow)
    #expect(seen.errors == [] && seen.pale == [] && seen.barriers == [] && seen.overflow == 0)
    #expect(
      seen.submit.address == "mailto:board@hill.example?subject=New%20event&body=Title:%0AStart:")
    #expect(seen.submit.isVisible)
    #expect(seen.submit.note.contains("until then only their owner sees them as pending"))
    #expect(seen.reports == [report.replacing("{id}", with: "jazz")])
    #expect(seen.others == [], "events of other sources can't be reported")
    #expect(seen.busy == ["Usually busy, 50 to 69 people", "Lately crowded, 70 to 99 people"])
    #expect(seen.picture.width == 1 && seen.picture.indent == 0)
    #expect(seen.picture.name == "Great Hall" && seen.picture.words == "Photo Club, CC BY")
    #expect(seen.pictureLinks == ["https://photos.example/hall.jpg"])
  }

  @Test("The words for how busy a place is are in the reader's language")
  func translates() async throws {
    let seen = try await play(report: "https://hill.example/report", language: "de-DE")
    #expect(seen.errors == [])
    #expect(seen.busy.count == 2)
    #expect(seen.busy.first?.hasPrefix("Meist ") == true)
    #expect(!seen.busy.contains { $0.contains("people") || $0.contains("busy") }, "\(seen.busy)")
  }
}
