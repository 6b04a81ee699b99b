import AlmanacModel
import AlmanacTime
import Foundation
import Testing

@Suite struct RecordTests {
  @Test(
    "Coordinates out of range are refused",
    arguments: [(91.0, 0.0), (0, 181), (.nan, 0), (0, .infinity)])
  func refusesCoordinates(latitude: Double, longitude: Double) {
    #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
  }

  @Test("The distance from Singapore to Paris is right within a kilometer")
  func distance() throws {
    let singapore = try #require(Coordinate(latitude: 1.2966, longitude: 103.7764))
    let paris = try #require(Coordinate(latitude: 48.8566, longitude: 2.3522))
    #expect(abs(singapore.distance(to: paris) - 10_723_000) < 10_000)
    #expect(singapore.distance(to: singapore) == 0)
  }

  @Test("A box across the antimeridian contains points on both sides of it")
  func antimeridian() throws {
    let fiji = try #require(BoundingBox(west: 177, south: -20, east: -178, north: -12))
    #expect(fiji.contains(try #require(Coordinate(latitude: -17, longitude: 179))))
    #expect(fiji.contains(try #require(Coordinate(latitude: -17, longitude: -179))))
    #expect(!fiji.contains(try #require(Coordinate(latitude: -17, longitude: 0))))
  }

  @Test("Hashes are equal in every process, and depend on the boundaries of parts")
  func stableHash() {
    #expect(StableHash("almanac").value == 0x7f93_676e_ffbd_9231)
    var first = StableHash()
    first.combine("ab")
    first.combine("c")
    var second = StableHash()
    second.combine("a")
    second.combine("bc")
    #expect(first.value != second.value)
    #expect(first.text(length: 6).count == 6)
    #expect(first.text(length: 6) == String(first.text(length: 10).prefix(6)))
  }

  @Test("Short hashes of similar texts are all different")
  func spreadsHashes() {
    let texts = (0..<20_000).map { StableHash("source/item-\($0)").text(length: 8) }
    #expect(Set(texts).count == texts.count)
  }

  @Test(
    "A range overlaps a window if a part of it is inside",
    arguments: [
      (90, nil, false), (100, nil, true), (199, nil, true), (200, nil, false), (90, 100, false),
      (90, 101, true), (150, 150, true), (50, 300, true),
    ] as [(Int64, Int64?, Bool)])
  func window(start: Int64, end: Int64?, touches: Bool) {
    let window = Window(
      from: Instant(secondsSinceEpoch: 100), to: Instant(secondsSinceEpoch: 200))
    #expect(
      window.overlaps(
        start: Instant(secondsSinceEpoch: start),
        end: end.map { Instant(secondsSinceEpoch: $0) }) == touches)
  }

  @Test("A finding that quotes a character of a million combining marks is short")
  func longMessage() {
    let quoted = "a" + String(repeating: "\u{301}", count: 1_000_000)
    let finding = Finding("Q_TZ", message: "the zone '\(quoted.prefix(60))' is unknown")
    #expect((1_990...2_010).contains(finding.message.utf8.count))
    #expect(finding.message.unicodeScalars.starts(with: "the zone 'a".unicodeScalars))
    #expect(finding.message.unicodeScalars.last == "…")
  }

  @Test("The prefix of a code is its category")
  func findingCodes() {
    #expect(Finding("E_PARSE", message: "").severity == .error)
    #expect(Finding("Q_NO_TITLE", message: "").severity == .warning)
    #expect(Finding("W_TRAILING", message: "").severity == .info)
  }

  @Test("Categories are found by id, name and alias, in any case")
  func taxonomy() {
    let taxonomy = Taxonomy(categories: [
      .init(id: "health-wellness", name: "Health & Wellness", aliases: ["Health"])
    ])
    for name in ["health-wellness", "HEALTH & wellness", "health"] {
      #expect(taxonomy.category(named: name)?.id == "health-wellness")
    }
    #expect(taxonomy.category(named: "arts") == nil)
  }

  @Test("Stages are in the order of a run")
  func stageOrder() {
    #expect(StageName.allCases.sorted() == StageName.allCases)
    #expect(StageName.fetch < .publish)
  }
}
