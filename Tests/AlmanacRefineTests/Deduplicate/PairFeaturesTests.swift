import AlmanacTestSupport
import Foundation
import Testing

@testable import AlmanacRefine

/// Writes what `Benchmarks/deduplicate/fit.py` learns from:
///
///     ALMANAC_PAIR_FEATURES=synthetic.csv ALMANAC_PAIR_RECORDS=../shared/corpora/duplicates/synthetic \
///       swift test --filter PairFeaturesTests
///
/// The folder has `records.jsonl` and either `truth.csv` (id, cluster), of which all candidate pairs are
/// written, or `pairs.csv` (id, id, label, kind), of which those are written that are candidates.
@Suite struct PairFeaturesTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let file = environment["ALMANAC_PAIR_FEATURES"]
  private static let folder = environment["ALMANAC_PAIR_RECORDS"]

  @Test(
    "features of pairs are written", .enabled(if: file != nil && folder != nil, "not asked for"))
  func writes() async throws {
    let folder = URL(filePath: try #require(Self.folder))
    let blocks = [
      RecordBlock([UInt8](try Data(contentsOf: folder.appending(path: "records.jsonl"))))
    ]
    let labels = try Labels(folder)
    var text =
      "id1,id2,label,kind,city,time,place,text,shared,less,more,conflict,equal,link,same,usual,rivals,veto\n"
    for campus in CampusRecords.campuses(of: blocks) {
      text += await Self.lines(campus, blocks, labels)
    }
    try Data(text.utf8).write(to: URL(filePath: try #require(Self.file)))
  }

  private static func lines(
    _ campus: CampusRecords, _ blocks: [RecordBlock], _ labels: Labels
  ) async -> String {
    let prepared = campus.prepared(from: blocks)
    let pairs = BlockingIndex(prepared.comparer)
    let clusterer = await OccurrenceClusterer(prepared.comparer, pairs, workers: 2)
    var text = ""
    var memory = BlockingIndex.Memory(pairs)
    var found: [Int32] = []
    for index in prepared.places.indices {
      pairs.neighbors(of: index, &memory, into: &found)
      for other in found {
        let ids = [index, Int(other)].map { candidate in
          let place = prepared.ordered[prepared.places[candidate]]
          return blocks[place.block].records[place.record].id
        }
        guard let label = labels.label(ids[0], ids[1]) else { continue }
        let pair = clusterer.compare(index, Int(other))
        let first = blocks[0].records[prepared.ordered[0].record]
        let city = blocks[0].campuses.names[Int(first.campus)]
        let title = pair.title
        let numbers: [any CustomStringConvertible] = [
          pair.time.rawValue, pair.place.rawValue, pair.text ?? -1, title.shared, title.less,
          title.more, title.conflict.rawValue, title.isEqual ? 1 : 0, pair.link.rawValue,
          pair.isSameSource ? 1 : 0, pair.isUsualShift ? 1 : 0, pair.rivals.rawValue,
          PairScorer.permittedDraft(pair) == nil ? 2 : 0,
        ]
        text +=
          ([ids[0], ids[1], label.isSame ? "1" : "0", label.kind, city]
          + numbers.map(\.description)).joined(separator: ",") + "\n"
      }
    }
    return text
  }

  private struct Labels {
    private var clusters: [String: String] = [:]
    private var pairs: [[String]: (isSame: Bool, kind: String)] = [:]

    init(_ folder: URL) throws {
      func rows(_ name: String) throws -> [[String]] {
        let file = folder.appending(path: name)
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        return try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline)
          .dropFirst().map { $0.split(separator: ",").map(String.init) }
      }
      for row in try rows("truth.csv") { clusters[row[0]] = row[1] }
      for row in try rows("pairs.csv") {
        pairs[[row[0], row[1]].sorted()] = (row[2] == "1", row[3])
      }
    }

    func label(_ first: String, _ second: String) -> (isSame: Bool, kind: String)? {
      if let one = clusters[first], let other = clusters[second] { return (one == other, "all") }
      return pairs[[first, second].sorted()]
    }
  }
}
