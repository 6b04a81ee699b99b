import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import AlmanacTime
import Foundation
import GRDB
import Testing

/// Small data sets of their own persons, places and hours, which share the log of one campus.
private struct PresenceData {
  static let placesEach = 4
  /// Minutes before the run: in each of three hours that are over.
  private static let minutes = [200, 140, 80]
  static let hours = minutes.map { Instant(secondsSinceEpoch: 1_772_452_800 - Int64($0) * 60) }
    .map { $0.secondsSinceEpoch - $0.secondsSinceEpoch % 3_600 }

  /// Lines of the log.
  private(set) var lines: [String] = []
  /// The lines of one person of each data set.
  private(set) var linesOfOne: Set<String> = []
  /// Places and hours of these persons.
  private(set) var cellsOfOne: Set<String> = []
  /// Distinct persons by place and hour.
  private(set) var counts: [String: Int] = [:]

  init(_ sets: Range<Int>, seed: UInt64) {
    var random = RecordSamples.Random(seed: seed)
    for set in sets {
      for person in 0..<Int.random(in: 1...70, using: &random) {
        for (hour, start) in Self.hours.enumerated() where Int.random(in: 0..<4, using: &random) > 0
        {
          let place = "s\(set)p\(Int.random(in: 0..<Self.placesEach, using: &random))"
          let at = Instant(secondsSinceEpoch: 1_772_452_800 - Int64(Self.minutes[hour]) * 60)
          let line = #"{"person":"s\#(set)q\#(person)","at":"\#(at.rfc3339)","place":"\#(place)"}"#
          let cell = Self.cell(place, start)
          lines.append(line)
          counts[cell, default: 0] += 1
          guard person == 0 else { continue }
          linesOfOne.insert(line)
          cellsOfOne.insert(cell)
        }
      }
    }
    lines.shuffle(using: &random)
  }

  static func cell(_ place: String, _ hour: Int64) -> String { "hill/\(place) \(hour)" }

  static func gazetteer(_ sets: Range<Int>) -> String {
    let places = sets.flatMap { set in
      (0..<placesEach).map { place in
        """
        {"type":"Feature","id":"s\(set)p\(place)",
        "properties":{"name":"\(set + place == 0 ? "Great Hall" : "Room \(set) \(place)")"},
        "geometry":{"type":"Point","coordinates":[\(103 + Double(set) / 1_000),\(1 + Double(place) / 100)]}}
        """
      }
    }
    return #"{"type":"FeatureCollection","features":[\#(places.joined(separator: ","))]}"#
  }
}

/// What docs/explanation.md promises of the noise, computed here on its own.
private enum PromisedNoise {
  static let limit = 10

  /// The probability of an addend: 0.6 / 4^|k|, and at the limit the rest of the tail.
  static func probability(_ addend: Int) -> Double {
    let share = pow(4, -Double(abs(addend)))
    return abs(addend) == limit ? 0.8 * share : 0.6 * share
  }

  /// The probability that a count is published as a range, or not at all.
  static func probability(of range: ClosedRange<Int>?, count: Int) -> Double {
    (-limit...limit).reduce(0) { sum, addend in
      let isPublished = range.map { $0.contains(count + addend) } ?? (count + addend < 20)
      return sum + (isPublished ? probability(addend) : 0)
    }
  }
}

@Suite("Editions with and without a person") struct PresenceDifferenceTests {
  /// Data sets in one edition.
  private static let together = 100

  private static let count =
    ProcessInfo.processInfo.environment["ALMANAC_PRESENCE_SETS"].flatMap { Int($0) } ?? 400

  private typealias Edition = [String: [UInt8]]

  private func fixture(_ sets: Range<Int>, key: Int) throws -> CampusFixture {
    let fixture = try CampusFixture.empty()
    try fixture.folder.write(PresenceData.gazetteer(sets), to: "config/hill.geojson")
    try fixture.add("choir", CampusFixture.calendar(), file: "choir.ics")
    try fixture.folder.write("key \(key) of 1,000 keys", to: "config/feeds/people/presence.key")
    try fixture.add(
      "people", nil, file: "log.ndjson",
      definition: """
        kind: presence
        presence:
          key: {file: presence.key}
          capacity: {\(sets.map { "s\($0)p0: 40" }.joined(separator: ", "))}
        """)
    return fixture
  }

  /// Publishes the log; `output` is new, or has an earlier edition.
  private func publish(
    _ lines: [String], of fixture: CampusFixture, to output: String
  ) async throws -> Edition {
    try fixture.folder.write(
      lines.joined(separator: "\n") + "\n", to: "config/feeds/people/log.ndjson")
    let report = try await fixture.run(output: output)
    #expect(report.exitCode == .published)
    return try fixture.edition(output)
  }

  /// The published ranges by place and hour, and all other rows of the database.
  private func tables(
    _ output: String, of fixture: CampusFixture
  ) throws -> (cells: [String: ClosedRange<Int>], rest: [String]) {
    let path = fixture.folder.url.appending(path: "\(output)/latest/almanac.sqlite").path
    return try DatabaseQueue(path: path).read { database in
      var cells: [String: ClosedRange<Int>] = [:]
      for row in try Row.fetchAll(database, sql: "SELECT * FROM presence") {
        let cell = "\(row["place"] as String) \(row["hour"] as Int64)"
        cells[cell] = (row["people_min"] as Int)...(row["people_max"] as Int)
      }
      // The planner's statistics have the number of rows that everybody can count.
      let names = try String.fetchAll(
        database,
        sql: """
          SELECT name FROM sqlite_schema WHERE type = 'table'
            AND name NOT IN ('presence', 'sqlite_stat1', 'sqlite_stat4') ORDER BY name
          """)
      let rest = try names.flatMap { name in
        try Row.fetchAll(database, sql: "SELECT * FROM \"\(name)\"").map { "\(name) \($0)" }
      }
      return (cells, rest)
    }
  }

  /// A text without the cells of presence, which are objects without others inside.
  private static func withoutCells(_ bytes: [UInt8]?) -> String {
    String(decoding: bytes ?? [], as: UTF8.self)
      .replacing(/\{"(hour|peopleMin)":[^{}]*\}/, with: "{}")
      .replacing(/,"(usual|presence)":\{("[0-9]+":\{\},?)*\}/, with: "")
  }

  /// What may differ between two editions: cells where one person was, if both results are about as
  /// probable with the person as without, and the files that have cells.
  private func compare(
    _ with: Edition, _ without: Edition, _ data: PresenceData, of fixture: CampusFixture
  ) throws {
    let (known, unknown) = (
      try tables("with", of: fixture), try tables("without", of: fixture)
    )
    #expect(known.rest == unknown.rest)
    for cell in Set(known.cells.keys).union(unknown.cells.keys) {
      #expect(data.counts[cell, default: 0] >= 10, "\(cell)")
      let isSame = known.cells[cell] == unknown.cells[cell]
      #expect(isSame || data.cellsOfOne.contains(cell), "\(cell)")
    }
    for cell in data.cellsOfOne {
      let count = data.counts[cell, default: 0]
      for range in [known.cells[cell], unknown.cells[cell]] {
        let ratio =
          PromisedNoise.probability(of: range, count: count)
          / PromisedNoise.probability(of: range, count: count - 1)
        #expect((0.2499...4.001).contains(ratio), "\(cell): \(count), ratio \(ratio)")
      }
    }
    #expect(with.keys.sorted() == without.keys.sorted())
    let differing = with.keys.filter { with[$0] != without[$0] }
    guard known.cells != unknown.cells else {
      #expect(differing == [])
      return
    }
    let made: Set = [
      "almanac.sqlite", "geojson/places.geojson", "site/data.js", "manifest.json",
      "datapackage.json",
    ]
    #expect(made.isSuperset(of: differing), "\(differing)")
    for path in ["geojson/places.geojson", "site/data.js"] {
      #expect(Self.withoutCells(with[path]) == Self.withoutCells(without[path]), "\(path)")
    }
  }

  @Test("No difference between two editions, with and without a person, finds the person")
  func hidesPersons() async throws {
    var differences = 0
    for batch in 0..<max(1, Self.count / Self.together) {
      let sets = 0..<Self.together
      let data = PresenceData(sets, seed: UInt64(batch))
      let fixture = try fixture(sets, key: batch)
      let others = data.lines.filter { !data.linesOfOne.contains($0) }
      let with = try await publish(data.lines, of: fixture, to: "with")
      let without = try await publish(others, of: fixture, to: "without")
      try compare(with, without, data, of: fixture)
      differences += with["almanac.sqlite"] == without["almanac.sqlite"] ? 0 : 1
      // An hour that was published once is final, with the person or without.
      #expect(try await publish(others, of: fixture, to: "with") == with)
      #expect(try await publish(data.lines, of: fixture, to: "without") == without)
    }
    // Else the data sets would show nothing.
    #expect(differences > 0)
  }
}
