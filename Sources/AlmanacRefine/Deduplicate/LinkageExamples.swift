import Foundation

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
        blocks[prepared.ordered[$0].place].id
      }
      var memory = BlockingIndex.Memory(pairs)
      var found: [Int32] = []
      for index in prepared.places.indices {
        pairs.neighbors(of: index, &memory, into: &found)
        for other in found.map(Int.init) {
          let pair = clusterer.compare(index, other)
          guard !PairScorer.isForbidden(pair) else { continue }
          examples.append(
            Example(
              first: ids[index], second: ids[other], bins: FeatureBins(pair).places(pair.competing),
              isOneSource: pair.isSameSource, hasCommonText: (pair.text ?? 0) >= 0.5))
        }
      }
    }
    return examples
  }

  /// Completes fitted weights, by bin, in natural units.
  ///
  /// Relations of places that no example has get the weight of the one that is most like them, because
  /// labeled records have no gazetteer. Pairs of one occurrence that start hours apart are all rare ones:
  /// their odds are divided by what a rare pair counts (prior correction; King and Zeng, 2001, 4.1).
  ///
  /// - Parameter rarity: How many times a rare pair counts.
  public static func completed(_ weights: [Double], rarity: Double) -> [Double] {
    let likes: [(PlaceRelation, PlaceRelation)] = [
      (.sameRoom, .sameText), (.samePlace, .sameText), (.differentRooms, .otherNumbers),
      (.nearby, .similarText), (.differentPlace, .differentText), (.onlineAndPlace, .distantText),
      (.bothOnline, .unknown),
    ]
    var weights = weights
    for (relation, like) in likes {
      weights[bin(of: .place, relation.rawValue)] = weights[bin(of: .place, like.rawValue)]
    }
    for relation in [PlaceRelation.sameRoom, .samePlace] {
      weights[bin(of: .place, relation.rawValue)] += gazetteerBits * log(2)
    }
    // Two shows of one piece are at one venue: that it is surely one must not make them one.
    weights[bin(of: .time, TimeRelation.hoursApart.rawValue)] -=
      log(rarity) + gazetteerBits * log(2)
    return weights
  }

  /// What an entry of the gazetteer says beyond equal words, which may name houses of two campuses. Set by
  /// hand, so that all pairs of the samples that are one event are merged.
  private static let gazetteerBits = 2.6

  /// The place of a bin among the bins of all kinds.
  private static func bin(of kind: EvidenceKind, _ number: UInt8) -> Int {
    EvidenceKind.starts[EvidenceKind.allCases.firstIndex(of: kind) ?? 0] + Int(number)
  }
}
