import AlmanacModel
import AlmanacRefine
import Foundation

/// Learns the weights of deduplication from labeled records.
///
/// Beside the labeled pairs, records of campuses that have no source in common are compared as if they
/// were of one campus: all these pairs are two occurrences, with titles that many campuses have, such as
/// story times and holidays.
struct LinkageTraining: Sendable {
  private struct Example {
    let bins: [Int]
    let isSame: Bool
    let weight: Double
    let campuses: Set<String>
  }

  private var examples: [Example] = []

  /// Labeled pairs of one occurrence whose titles or times differ are few; each counts as so many.
  private static let rarePairs = 8.0
  /// Kinds of pairs of one occurrence that most are of.
  private static let plainKinds: Set = ["same"]

  /// - Parameter sets: Labeled records, and how much each pair of them counts.
  init(_ sets: [(records: LabeledRecords, weight: Double)], workers: Int) async {
    for (records, weight) in sets {
      await add(records, weight, workers: workers)
      if !records.pairs.isEmpty { await addUnrelated(records, weight, workers: workers) }
    }
  }

  private mutating func add(_ records: LabeledRecords, _ weight: Double, workers: Int) async {
    var labels: [Set<String>: (isSame: Bool, kind: String)] = [:]
    for pair in records.pairs { labels[[pair.first, pair.second]] = (pair.isSame, pair.kind) }
    func label(_ first: String, _ second: String) -> (isSame: Bool, weight: Double)? {
      if let first = records.clusters[first], let second = records.clusters[second] {
        return (first == second, weight)
      }
      return labels[[first, second]].map { label in
        let isRare = label.isSame && !Self.plainKinds.contains(label.kind)
        return (label.isSame, weight * (isRare ? Self.rarePairs : 1))
      }
    }
    for (campus, lines) in records.lines.sorted(by: { $0.key < $1.key }) {
      let blocks = await RecordBlock.read(lines, workers: workers)
      for pair in await LinkageExamples.examples(in: blocks, workers: workers) {
        guard !pair.isOneSource, let label = label(pair.first, pair.second) else { continue }
        examples.append(
          Example(
            bins: pair.bins, isSame: label.isSame, weight: label.weight, campuses: [campus]))
      }
    }
  }

  private mutating func addUnrelated(
    _ records: LabeledRecords, _ weight: Double, workers: Int
  ) async {
    let blocks = await RecordBlock.read(records.joined, workers: workers)
    for pair in await LinkageExamples.examples(in: blocks, workers: workers) {
      // The same sentences are those of one event online, or of one organization.
      guard !pair.isOneSource, !pair.hasCommonText,
        let first = records.records[pair.first]?.campus,
        let second = records.records[pair.second]?.campus, !records.areNeighbors(first, second)
      else { continue }
      examples.append(
        Example(
          bins: pair.bins, isSame: false, weight: weight,
          campuses: [first, second]))
    }
  }

  /// Arrays of bits by kind of evidence of pairs of two sources.
  ///
  /// Few pairs of one source are labeled, all of the same few series: their weights stay as they are.
  ///
  /// - Parameter campus: Its pairs are left out.
  func weights(without campus: String? = nil) -> JSONValue {
    var rows: [[Int]: LogisticRegression.Row] = [:]
    for example in examples {
      if let campus, example.campuses.contains(campus) { continue }
      var row = rows[example.bins] ?? LogisticRegression.Row(bins: example.bins)
      if example.isSame { row.positive += example.weight } else { row.negative += example.weight }
      rows[example.bins] = row
    }
    let kinds = LinkageExamples.kinds
    let fit = LogisticRegression(
      rows.values.sorted { $0.bins.lexicographicallyPrecedes($1.bins) },
      count: kinds.reduce(0) { $0 + $1.count })
    let weights = LinkageExamples.completed(fit.weights, rarity: Self.rarePairs)
    var bits: [String: JSONValue] = ["bias": Self.array([fit.bias])]
    var start = 0
    for (name, count) in kinds {
      bits[name] = Self.array(Array(weights[start..<start + count]))
      start += count
    }
    return .object(bits)
  }

  private static func array(_ values: [Double]) -> JSONValue {
    .array(values.map { .number(($0 / log(2.0) * 100).rounded() / 100) })
  }
}
