import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacRefine

/// The stage and the filter of NDJSON go one way: what is evaluated is what runs.
@Suite struct OnePathTests {
  private static let words = ["heron", "mosaic", "thimble", "cobalt", "fennel", "harbor", "lichen"]
  private static let venues = ["Kiln House", "North Hall", "Garden Pavilion"]

  /// Random listings, some of several whole days, some of a day or hour beside another's.
  private static func listings(seed: UInt64) throws -> [Listing] {
    var random = RecordSamples.Random(seed: seed)
    func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    var listings: [Listing] = []
    for number in 0..<120 {
      let title = "\(words[below(7)]) \(words[below(7)]) gathering of guild \(number / 2)"
      let day = 10 + below(4)
      let isRun = below(6) == 0
      let start = isRun ? "2026-03-\(day)" : "2026-03-\(day)T\(10 + below(3)):00"
      for source in ["a", "b", "c"] where below(2) == 0 {
        listings.append(
          try .listed(
            by: source, "k\(number)", below(5) == 0 ? title + " again" : title, start,
            end: isRun ? "2026-03-\(day + 3)" : nil,
            at: below(4) == 0 ? "" : venues[number % venues.count],
            link: below(3) == 0 ? "https://\(source).example/e/\(number)" : nil
          ) {
            $0.text = below(2) == 0 ? "All about \(title), with tea and a talk afterwards." : nil
          })
      }
    }
    return listings
  }

  private static func line(_ listing: Listing) -> String {
    var members: [String: JSONValue] = [
      "id": .string(listing.key), "source": .string(listing.source), "campus": .string("nus"),
      "title": .string(listing.title), "start": .string(listing.start.publicText),
    ]
    members["end"] = listing.end.map { .string($0.publicText) }
    members["venue"] = listing.venue.map { .string($0) }
    members["url"] = listing.link.map { .string($0) }
    members["description"] = listing.text.map { .string($0) }
    var json = JSONWriter()
    json.value(.object(members))
    return json.text
  }

  @Test("A campus of listings and the same as NDJSON are the same events", arguments: 1..<6)
  func equalsStage(seed: UInt64) async throws {
    var fixture = CampusRun()
    fixture.listings = try Self.listings(seed: seed)
    let events = try await fixture.run().events.partition
    let lines = fixture.listings.map(Self.line)
    let blocks = [RecordBlock(Array((lines.joined(separator: "\n") + "\n").utf8))]
    let matches = await RecordMatches(of: blocks, workers: 1)
    var found: [String: [String]] = [:]
    for (index, listing) in fixture.listings.enumerated() {
      let members = try JSONValue(
        parsing: Array("{".utf8) + matches.members(block: 0, record: index) + Array("}".utf8))
      found[try #require(members.text("event")), default: []].append(listing.id)
    }
    let partition = found.values.map { $0.sorted() }.sorted { $0.lexicographicallyPrecedes($1) }
    #expect(partition == events)
    #expect(events.count < fixture.listings.count)
  }
}
