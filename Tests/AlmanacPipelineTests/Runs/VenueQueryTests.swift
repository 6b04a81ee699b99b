import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import Foundation
import Testing

/// Runs in which the venues of a few of many sources changed.
@Suite struct VenueQueryTests {
  private func calendar(of source: Int, at venues: [String]) -> String {
    let events = venues.enumerated().map { number, venue in
      """
      BEGIN:VEVENT
      UID:\(number)@source\(source).example
      DTSTAMP:20260301T000000Z
      DTSTART;TZID=Asia/Singapore:202603\(10 + source)T1\(number)0000
      SUMMARY:Evening \(source) of Part \(number)
      LOCATION:\(venue)
      END:VEVENT

      """
    }
    return """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//Hill//Test//EN
      \(events.joined())END:VCALENDAR

      """
  }

  @Test("The geocoder gets the queries of all listings, also if few sources are read")
  func equalsForced() async throws {
    let fixture = try CampusFixture.empty()
    var venues = (0..<10).map { ["Great Hall", "Somewhere \($0)", "Café \($0 / 2)"] }
    var strategies = [String](repeating: "", count: venues.count)
    func write() throws {
      for (source, venues) in venues.enumerated() where !venues.isEmpty {
        try fixture.add(
          "source\(source)", calendar(of: source, at: venues), file: "feed.ics",
          definition: strategies[source])
      }
    }
    try write()
    #expect(try await fixture.run().geocoded == 16)
    var counts: [Int] = []
    for step in 0..<6 {
      switch step {
      case 0: venues[3][1] = "Library"
      case 1: venues[3][1] = "Great Hall"
      // The same café, with the accent as a character of its own.
      case 2: venues[4][2] = "Cafe\u{301} 2"
      case 3: strategies[5] = "venue: none"
      case 4:
        venues[7] = []
        try FileManager.default.removeItem(
          at: fixture.folder.url.appending(path: "config/feeds/source7"))
      default: venues[1] = ["Hill Library", "Great Hall", "Library", "Annex"]
      }
      try write()
      let other = fixture.folder.url.appending(path: "other")
      try? FileManager.default.removeItem(at: other)
      try FileManager.default.copyItem(at: fixture.folder.url.appending(path: "output"), to: other)
      let some = try await fixture.run(after: 1 + step)
      let all = try await fixture.run(output: "other", force: true, after: 1 + step)
      #expect(some.geocoded == all.geocoded, "step \(step)")
      #expect(some.edition == all.edition, "step \(step)")
      #expect(Set(some.findings) == Set(all.findings), "step \(step)")
      counts.append(some.geocoded)
    }
    #expect(counts == [16, 15, 15, 17, 16, 18])
  }
}

extension RunReport {
  /// The number of queries that the geocoder got.
  fileprivate var geocoded: Int { stages.first { $0.name == .geocode }?.read ?? 0 }
}
