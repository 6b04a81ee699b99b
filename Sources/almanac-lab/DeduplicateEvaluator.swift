import AlmanacIngest
import AlmanacModel
import AlmanacPipeline
import AlmanacRefine
import Foundation

/// `almanac-lab evaluate deduplicate`: what deduplication makes of labeled records.
struct DeduplicateEvaluator: Sendable {
  private let blocks: [RecordBlock]
  private let matches: RecordMatches

  /// - Parameter records: NDJSON, released once it is read.
  init(_ records: consuming [UInt8], workers: Int) async {
    blocks = await RecordBlock.read(records, workers: workers)
    matches = await RecordMatches(of: blocks, workers: workers, explains: false)
  }

  /// One JSON object.
  ///
  /// - Parameters:
  ///   - truth: CSV with the columns id, cluster.
  ///   - hardNegatives: CSV with the columns id, id, type, of pairs that are two happenings.
  ///   - pairs: CSV with the columns id, id, label (1 for one happening), kind.
  func report(truth: String?, hardNegatives: String?, pairs: String?) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.key("records")
    json.integer(blocks.reduce(0) { $0 + $1.lines.count })
    json.key("badLines")
    json.integer(blocks.reduce(0) { $0 + $1.badLines.count })
    json.key("happenings")
    json.integer(matches.occurrenceCount)
    if truth != nil || hardNegatives != nil || pairs != nil {
      writeQuality(truth: truth, hardNegatives: hardNegatives, pairs: pairs, to: &json)
    }
    json.endObject()
    json.endLine()
    return json.bytes
  }

  private func writeQuality(
    truth: String?, hardNegatives: String?, pairs: String?, to json: inout JSONWriter
  ) {
    let evaluation = DuplicateEvaluation(found: matches.occurrences(of: blocks))
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
      write("hardNegativesMerged", evaluation.merged(pairs), to: &json)
    }
    if let pairs {
      let labeled = Self.rows(pairs, columns: 4).map {
        DuplicateEvaluation.Pair($0[0], $0[1], isSame: $0[2] == "1", kind: $0[3])
      }
      write("labeledPairs", evaluation.onPairs(labeled), to: &json)
      write("samePairsMerged", evaluation.merged(labeled.filter(\.isSame)), to: &json)
      write("differentPairsMerged", evaluation.merged(labeled.filter { !$0.isSame }), to: &json)
    }
  }

  /// Without the line of column names; lines with fewer columns are left out.
  private static func rows(_ csv: String, columns: Int) -> [[String]] {
    CSVTable.rows(Array(csv.utf8)).dropFirst().filter { $0.count >= columns }
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
    _ name: String, _ byKind: [String: (share: Double, of: Int)], to json: inout JSONWriter
  ) {
    json.key(name)
    json.beginObject()
    for (kind, merged) in byKind.sorted(by: { $0.key < $1.key }) {
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
