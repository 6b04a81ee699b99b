/// Pairs of records that share a block and have no veto, as bins of their evidence. Labeled pairs
/// train the weights.
public enum LinkageExamples {
  public struct Example: Sendable {
    /// Ids of the records.
    public let first: String
    public let second: String
    /// By kind of evidence, the place of its bin among the bins of all kinds.
    public let bins: [Int]
    public let isOneSource: Bool
    /// Whether most sentences of the shorter description are in the other.
    public let hasCommonText: Bool
  }

  /// The kinds of evidence, and how many bins each has, in the order of the bins.
  public static var kinds: [(name: String, count: Int)] {
    EvidenceKind.allCases.map { ($0.rawValue, $0.count) }
  }

  public static func examples(in blocks: [RecordBlock], workers: Int) async -> [Example] {
    var examples: [Example] = []
    for campus in CampusRecords.campuses(of: blocks) {
      let prepared = campus.prepared(from: blocks, .learned)
      let pairs = BlockingIndex(prepared.comparer)
      let clusterer = await OccurrenceClusterer(prepared.comparer, pairs, workers: workers)
      let ids = prepared.places.map {
        let place = prepared.ordered[$0]
        return blocks[place.block].records[place.record].id
      }
      var memory = BlockingIndex.Memory(pairs)
      var found: [Int32] = []
      for index in prepared.places.indices {
        pairs.neighbors(of: index, &memory, into: &found)
        for other in found.map(Int.init) {
          let pair = clusterer.compare(index, other)
          guard PairScorer.permittedScore(pair, .learned) != nil else { continue }
          examples.append(
            Example(
              first: ids[index], second: ids[other], bins: FeatureBins(pair).places(pair.competing),
              isOneSource: pair.isSameSource, hasCommonText: (pair.text ?? 0) >= 0.5))
        }
      }
    }
    return examples
  }
}
