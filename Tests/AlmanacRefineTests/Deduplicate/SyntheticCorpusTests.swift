import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacRefine

/// Measures the pair scorer and the clusterer on the synthetic corpus of duplicates.
@Suite struct SyntheticCorpusTests {
  static let folder = "corpora/duplicates/synthetic"

  @Test(
    "few different events are merged, most equal ones are",
    .enabled(if: SharedFiles.exists(folder), "\(SharedFiles.absent)"))
  func quality() throws {
    let corpus = try DuplicateCorpus(folder: SharedFiles.url(Self.folder))
    let quality = corpus.quality(of: corpus.clusters())
    print("synthetic duplicates: \(quality)")
    #expect(quality.precision >= 0.965)
    #expect(quality.recall >= 0.85)
    #expect((quality.falseMerges["all"] ?? 1) <= 0.008)
    #expect((quality.falseMerges["campus"] ?? 1) <= 0.055)
  }
}

/// Records, their true clusters and pairs that must not meet.
struct DuplicateCorpus {
  struct Record: Decodable {
    let id: String
    let source: String
    let title: String
    let start: String
    let end: String?
    let allday: Bool?
    let venue: String?
    let description: String?
    let url: String?

    var campus: String { source.split(separator: "/").last.map(String.init) ?? "" }
  }

  struct Quality: CustomStringConvertible {
    var precision: Double
    var recall: Double
    /// Share of the typed hard negatives that are in one cluster.
    var falseMerges: [String: Double]

    var f1: Double { 2 * precision * recall / (precision + recall) }

    var description: String {
      "P \(precision) R \(recall) F1 \(f1) false merges \(falseMerges.sorted { $0.key < $1.key })"
    }
  }

  let records: [Record]
  private let truth: [String: String]
  private let negatives: [(String, String, String)]

  init(folder: URL) throws {
    let decoder = JSONDecoder()
    records = try Data(contentsOf: folder.appending(path: "records.jsonl"))
      .split(separator: UInt8(ascii: "\n")).map { try decoder.decode(Record.self, from: $0) }
    truth = Dictionary(
      try Self.rows(folder.appending(path: "truth.csv")).map { ($0[0], $0[1]) },
      uniquingKeysWith: { first, _ in first })
    negatives = try Self.rows(folder.appending(path: "hardneg.csv")).map { ($0[0], $0[1], $0[2]) }
  }

  private static func rows(_ url: URL) throws -> [[String]] {
    try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline).dropFirst()
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }

  /// One campus at a time: cluster of each record.
  func clusters() -> [String: String] {
    var found: [String: String] = [:]
    for (_, records) in Dictionary(grouping: records, by: \.campus) {
      let candidates = Self.candidates(records.sorted { $0.id < $1.id })
      let statistics = CampusStatistics(candidates)
      let clusterer = HappeningClusterer(
        candidates: candidates, scorer: PairScorer(statistics),
        areApart: { _, _ in false })
      let sorted = records.sorted { $0.id < $1.id }
      let pairs = CandidatePairs.pairs(among: candidates, statistics: statistics)
      for cluster in clusterer.clusters(pairs: pairs, forced: []).clusters {
        for member in cluster { found[sorted[member].id] = sorted[cluster[0]].id }
      }
    }
    return found
  }

  static func candidates(_ records: [Record]) -> [Candidate] {
    let sources = Set(records.map(\.source)).sorted()
    let links = Dictionary(
      grouping: records.compactMap { record in
        LinkText(record.url).map { (record.source + " " + $0.text, $0.hash) }
      }, by: \.0)
    let shared = Set(links.filter { $0.value.count > 1 }.flatMap { $0.value.map(\.1) })
    return records.enumerated().compactMap { index, record in
      guard let start = CalendarTime(record.start) else { return nil }
      let clock = start.civil
      let isDay = record.allday == true || start.isDay
      let link = LinkText(record.url)?.hash
      return Candidate(
        item: index, source: sources.firstIndex(of: record.source) ?? 0, isSeries: false,
        title: TitleText(record.title),
        moment: Moment(
          start: clock.localSeconds, end: nil, day: clock.date.dayNumber,
          secondOfDay: clock.hour * 3_600 + clock.minute * 60, isDay: isDay,
          numbers: Moment.numbers(of: clock, isDay: isDay)),
        venue: CandidateVenue(record.venue, placement: nil), uid: nil,
        link: link.flatMap { shared.contains($0) ? nil : $0 },
        text: TextSketch(record.description ?? ""))
    }
  }

  func quality(of clusters: [String: String]) -> Quality {
    func pairs(_ sizes: some Sequence<Int>) -> Double {
      sizes.reduce(0) { $0 + Double($1 * ($1 - 1) / 2) }
    }
    let ids = records.map(\.id)
    let both = Dictionary(grouping: ids) { (truth[$0] ?? $0) + " " + (clusters[$0] ?? $0) }
    let right = pairs(both.values.map(\.count))
    let found = pairs(Dictionary(grouping: ids) { clusters[$0] ?? $0 }.values.map(\.count))
    let all = pairs(Dictionary(grouping: ids) { truth[$0] ?? $0 }.values.map(\.count))
    var merged: [String: (Double, Double)] = [:]
    for (first, second, type) in negatives {
      let isMerged = clusters[first] != nil && clusters[first] == clusters[second]
      for key in [type, "all"] {
        let before = merged[key] ?? (0, 0)
        merged[key] = (before.0 + (isMerged ? 1 : 0), before.1 + 1)
      }
    }
    return Quality(
      precision: found > 0 ? right / found : 1, recall: right / max(1, all),
      falseMerges: merged.mapValues { $0.0 / $0.1 })
  }
}
