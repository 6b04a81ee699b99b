import AlmanacModel
public import AlmanacRefine
import Foundation

/// `almanac evaluate deduplicate`: what deduplication makes of labeled records.
public struct DeduplicateEvaluator: Sendable {
  private let evaluation: DuplicateEvaluation
  private let records: Int
  private let badLines: Int
  private let happenings: Int

  /// - Parameter blocks: As `RecordBlocks` read them.
  public init(_ blocks: [RecordBlock], workers: Int) async {
    let matches = await RecordDeduplicator(workers: workers, explains: false).run(blocks)
    let found = matches.happenings(of: blocks)
    evaluation = DuplicateEvaluation(found: found)
    records = blocks.reduce(0) { $0 + $1.lines.count }
    badLines = blocks.reduce(0) { $0 + $1.badLines.count }
    happenings = Set(found.values).count
  }

  /// One JSON object.
  ///
  /// - Parameters:
  ///   - truth: CSV with the columns id, cluster.
  ///   - hardNegatives: CSV with the columns id, id, type, of pairs that are two happenings.
  ///   - pairs: CSV with the columns id, id, label (1 for one happening), kind.
  public func report(truth: String?, hardNegatives: String?, pairs: String?) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.key("records")
    json.integer(records)
    json.key("badLines")
    json.integer(badLines)
    json.key("happenings")
    json.integer(happenings)
    if let truth {
      let clusters = Self.rows(truth, columns: 2).reduce(into: [String: String]()) {
        $0[$1[0]] = $1[1]
      }
      write("pairwise", evaluation.pairwise(clusters), to: &json)
      write("bCubed", evaluation.bCubed(clusters), to: &json)
    }
    if let hardNegatives {
      let pairs = Self.rows(hardNegatives, columns: 3).map {
        DuplicateEvaluation.Pair($0[0], $0[1], isSame: false, kind: $0[2])
      }
      write("hardNegativesMerged", pairs, to: &json)
    }
    if let pairs {
      let labeled = Self.rows(pairs, columns: 4).map {
        DuplicateEvaluation.Pair($0[0], $0[1], isSame: $0[2] == "1", kind: $0[3])
      }
      write("labeledPairs", evaluation.onPairs(labeled), to: &json)
      write("samePairsMerged", labeled.filter(\.isSame), to: &json)
      write("differentPairsMerged", labeled.filter { !$0.isSame }, to: &json)
    }
    json.endObject()
    json.endLine()
    return json.bytes
  }

  /// Without the line of column names; lines with fewer columns are left out.
  private static func rows(_ csv: String, columns: Int) -> [[String]] {
    csv.split(whereSeparator: \.isNewline).dropFirst()
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
      .filter { $0.count >= columns }
  }

  private func write(
    _ name: String, _ quality: DuplicateEvaluation.Quality, to json: inout JSONWriter
  ) {
    json.key(name)
    json.beginObject()
    for (name, value) in [
      ("precision", quality.precision), ("recall", quality.recall), ("f1", quality.f1),
    ] {
      json.key(name)
      json.number(Self.rounded(value))
    }
    json.endObject()
  }

  private func write(
    _ name: String, _ pairs: [DuplicateEvaluation.Pair], to json: inout JSONWriter
  ) {
    json.key(name)
    json.beginObject()
    for (kind, merged) in evaluation.merged(pairs).sorted(by: { $0.key < $1.key }) {
      json.key(kind)
      json.beginObject()
      json.key("share")
      json.number(Self.rounded(merged.share))
      json.key("of")
      json.integer(merged.of)
      json.endObject()
    }
    json.endObject()
  }

  private static func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}
