import AlmanacIngest
import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import AlmanacTransit
import Foundation
import Testing

@testable import almanac_lab

/// Tests the journeys of the shared feeds, and the notices about their tables.
@Suite struct TransitEvaluationTests {
  private static let folder = "corpora/transit"
  private static let feeds = [
    "anaheim-2022-09-15", "cairns-2014-06-02", "google_sample-2008-01-02",
    "nus_shuttle_estimated-2026-11-25", "spo_frequencies-2019-05-13",
  ]

  private static func zip(_ feed: String) throws -> [UInt8] {
    try SharedFiles.bytes("\(folder)/gtfs/\(feed.prefix { $0 != "-" }).zip")
  }

  @Test(
    "Every known answer of a feed is found",
    .enabled(if: SharedFiles.exists(folder), Comment(rawValue: SharedFiles.absent)),
    arguments: feeds)
  func findsKnownAnswers(feed: String) throws {
    let lines = try #require(
      try UnlabeledCompression.decompressed(
        try SharedFiles.bytes("\(Self.folder)/oracle/\(feed).ndjson.gz"), limit: 1 << 26))
    let report = try TransitEvaluation.evaluate(lines, zip: try Self.zip(feed)).report
    #expect(report.answers == report.equal, "\(report)")
    #expect(report.answers > 100)
  }

  @Test(
    "The errors in a feed's tables are those that both validators report",
    .enabled(if: SharedFiles.exists(folder), Comment(rawValue: SharedFiles.absent)),
    arguments: feeds)
  func findsKnownNotices(feed: String) throws {
    let name = String(feed.prefix { $0 != "-" })
    let known = try JSONValue(
      parsing: try SharedFiles.bytes("\(Self.folder)/validator-notices-by-feed.json"))
    let tables = try TransitTables.read(zip: try Self.zip(feed))
    let date = try #require(CivilDate(iso8601: String(feed.suffix(10))))
    let notices = TransitFeedReader.read(tables, today: date).notices
    var found: [String: Double] = [:]
    for notice in notices { found[notice.code, default: 0] += Double(notice.count) }
    let one = known[name]?["canonical_port"]?.object ?? [:]
    let other = known[name]?["gtfs_guru"]?.object ?? [:]
    for code in Set(one.keys).union(other.keys).union(notices.map(\.code)) {
      let isError = [one, other].contains { $0[code]?["severity"]?.string == "ERROR" }
      let count = one[code]?["count"]?.double
      guard isError || notices.contains(where: { $0.code == code && $0.severity == .error }),
        count == other[code]?["count"]?.double
      else { continue }
      #expect(found[code] == count, "\(code)")
    }
  }
}
