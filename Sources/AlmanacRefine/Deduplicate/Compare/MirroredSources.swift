import AlmanacTime

/// Pairs of sources of which one lists most of what the other lists, such as two addresses of one calendar,
/// or a city's calendar that takes over a library's.
///
/// What both list alone at one start and venue is one event, although one has an edited title.
struct MirroredSources: Sendable {
  /// As of `VenueAliases.pair`, of the hashes of two sources.
  private(set) var hashes: Set<UInt64> = []

  /// Fewer common titles may be chance.
  private static let leastCommon = 10
  /// What more sources list at one start is a holiday or a label.
  private static let mostSources = 16

  /// A title at a start in a source.
  private typealias Listed = (title: UInt64, start: Int64, source: Int32)

  /// - Complexity: O(*n* log *n*) in the records of the table.
  init(_ table: RecordTable, _ weights: TermWeights) {
    let listed = Self.listed(table, weights)
    var starts = [[Int64]](repeating: [], count: table.sourceHashes.count)
    for one in listed { starts[Int(one.source)].append(one.start) }
    for source in starts.indices { starts[source].sort() }
    var common: [BlockingIndex.Pair: Int] = [:]
    var first = 0
    while first < listed.count {
      let same = listed[first...].prefix {
        $0.title == listed[first].title && $0.start == listed[first].start
      }
      first = same.endIndex
      guard same.count > 1, same.count <= Self.mostSources else { continue }
      for one in same {
        for other in same where other.source > one.source {
          common[BlockingIndex.Pair(Int(one.source), Int(other.source)), default: 0] += 1
        }
      }
    }
    for (pair, count) in common where count >= Self.leastCommon {
      let (left, right) = (starts[pair.first], starts[pair.second])
      // Items before the other source begins or after it ends are no evidence.
      let first = max(left[0], right[0])
      let last = min(left[left.count - 1], right[right.count - 1])
      let fewer = min(Self.count(left, first, last), Self.count(right, first, last))
      guard count * 2 > fewer else { continue }
      hashes.insert(
        VenueAliases.pair(table.sourceHashes[pair.first], table.sourceHashes[pair.second]))
    }
  }

  /// Each title at each start once for each source, ascending.
  private static func listed(_ table: RecordTable, _ weights: TermWeights) -> [Listed] {
    let listed = table.candidates.map {
      (weights.cores[Int($0.titleVariant)], $0.moment.start, $0.source)
    }.sorted { $0 < $1 }
    return zip([nil] + listed, listed).filter { before, one in before.map { $0 != one } ?? true }
      .map(\.1)
  }

  /// How many of the ascending starts are in the range.
  private static func count(_ starts: [Int64], _ first: Int64, _ last: Int64) -> Int {
    starts.partitioningIndex { $0 > last } - starts.partitioningIndex { $0 >= first }
  }
}
