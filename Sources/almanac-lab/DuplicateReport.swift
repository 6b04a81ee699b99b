import AlmanacRefine

/// How well the occurrences found among labeled records agree with the labels.
struct DuplicateReport: Encodable, Sendable {
  /// Shares between 0 and 1.
  struct Quality: Encodable, Sendable {
    let precision: Double
    let recall: Double
    /// The harmonic mean of both.
    let f1: Double

    init(precision: Double, recall: Double) {
      self.precision = precision.rounded(to: 4)
      self.recall = recall.rounded(to: 4)
      let sum = precision + recall
      f1 = sum > 0 ? (2 * precision * recall / sum).rounded(to: 4) : 0
    }
  }

  /// The share of the pairs of a kind that were merged.
  struct Share: Encodable, Sendable {
    let share: Double
    let of: Int
  }

  struct Mistake: Encodable, Sendable {
    let first, second, kind: String
  }

  /// nil for all campuses.
  let campus: String?
  let records, occurrences: Int
  /// Over all pairs of records that are in one cluster by truth or by finding.
  private(set) var pairwise: Quality?
  /// B-cubed: the mean over records of the precision and recall of their clusters.
  private(set) var bCubed: Quality?
  private(set) var labeledPairs: Quality?
  /// By kind of pair.
  private(set) var samePairsMerged, differentPairsMerged: [String: Share]?
  private(set) var mistakes: [Mistake]?
  /// Occurrences that unrelated campuses were found to have in common.
  private(set) var mergedWithOtherCampuses: Int?
  /// The worst first.
  private(set) var campuses: [DuplicateReport]?

  private init(campus: String? = nil, _ found: FoundOccurrences, _ labels: LabeledRecords) {
    self.campus = campus
    records = found.byRecord.count
    occurrences = found.count
    if !labels.clusters.isEmpty { compare(found, with: labels.clusters) }
    if !labels.pairs.isEmpty { compare(found, with: labels.pairs) }
  }

  /// - Parameter training: Each campus is judged with weights of pairs of two sources that are learned from
  ///   the other campuses; nil for the weights that the program is built with.
  init(
    of records: LabeledRecords, training: LinkageTraining? = nil, workers: Int
  ) async {
    let joined =
      records.pairs.isEmpty ? nil : await RecordBlock.read(records.joined, workers: workers)
    var all = FoundOccurrences()
    var merged: FoundOccurrences?
    var campuses: [DuplicateReport] = []
    for (campus, lines) in records.lines.sorted(by: { $0.key < $1.key }) {
      let linkage =
        training.flatMap { LinkageWeights(twoSources: $0.weights(without: campus)) } ?? .learned
      var found = await FoundOccurrences(
        in: await RecordBlock.read(lines, workers: workers), linkage, workers: workers)
      if let joined {
        // With one set of weights, what is found among all records is the same for each campus.
        if merged == nil || training != nil {
          merged = await FoundOccurrences(in: joined, linkage, workers: workers)
        }
        found.falseMerges = merged?.falseMerges(of: campus, records) ?? 0
      }
      campuses.append(DuplicateReport(campus: campus, found, records.labels(of: campus)))
      all.formUnion(found)
    }
    self.init(all, records)
    self.campuses = campuses.sorted { $0.f1 < $1.f1 }
  }

  private var f1: Double { (labeledPairs ?? pairwise)?.f1 ?? 1 }

  private mutating func compare(_ found: FoundOccurrences, with clusters: [String: String]) {
    struct Cell: Hashable {
      let truth, found: String
    }
    func sizes<Key: Hashable>(_ keys: [Key]) -> [Key: Int] {
      Dictionary(keys.map { ($0, 1) }, uniquingKeysWith: +)
    }
    func pairs(_ sizes: some Sequence<Int>) -> Double {
      sizes.reduce(0) { $0 + Double($1 * ($1 - 1) / 2) }
    }
    let cells = clusters.map { id, cluster in
      Cell(truth: cluster, found: found.byRecord[id].map { "\($0)" } ?? "alone \(id)")
    }
    let (both, found, truth) = (
      sizes(cells), sizes(cells.map(\.found)), sizes(cells.map(\.truth))
    )
    let right = pairs(both.values)
    pairwise = Quality(
      precision: right / max(1, pairs(found.values)),
      recall: right / max(1, pairs(truth.values)))
    /// The mean over records of the share that the cell has of its cluster.
    func mean(_ clusterSize: (Cell) -> Int?) -> Double {
      let shares = both.map { cell, count in
        Double(count * count) / Double(clusterSize(cell) ?? count)
      }
      // Summed in a fixed order: floating-point sums depend on it.
      return shares.sorted().reduce(0, +) / Double(max(1, cells.count))
    }
    bCubed = Quality(precision: mean { found[$0.found] }, recall: mean { truth[$0.truth] })
  }

  private mutating func compare(_ found: FoundOccurrences, with pairs: [LabeledRecords.Pair]) {
    func shares(_ pairs: [LabeledRecords.Pair]) -> [String: Share] {
      Dictionary(grouping: pairs, by: \.kind).mapValues { pairs in
        let merged = Double(pairs.count(where: found.isMerged))
        return Share(share: (merged / Double(pairs.count)).rounded(to: 4), of: pairs.count)
      }
    }
    let (same, different) = (pairs.filter(\.isSame), pairs.filter { !$0.isSame })
    let right = Double(same.count(where: found.isMerged))
    let merged = Double(pairs.count(where: found.isMerged))
    labeledPairs = Quality(
      precision: merged == 0 ? 1 : right / merged, recall: right / Double(max(1, same.count)))
    samePairsMerged = shares(same)
    differentPairsMerged = shares(different)
    mistakes = pairs.filter { found.isMerged($0) != $0.isSame }.map {
      Mistake(first: $0.first, second: $0.second, kind: $0.kind)
    }
    mergedWithOtherCampuses = found.falseMerges
  }
}

/// Occurrences found among records.
struct FoundOccurrences: Sendable {
  /// Equal for records of one occurrence.
  private(set) var byRecord: [String: UInt64] = [:]
  private(set) var count = 0
  /// Occurrences that unrelated campuses were found to have in common.
  var falseMerges = 0

  init() {}

  init(in blocks: [RecordBlock], _ linkage: LinkageWeights, workers: Int) async {
    let matches = await RecordMatches(
      of: blocks, linkage: linkage, workers: workers, explains: false)
    byRecord = matches.occurrences.mapValues { $0 & UInt64(UInt32.max) }
    count = matches.occurrenceCount
  }

  mutating func formUnion(_ other: FoundOccurrences) {
    let first = UInt64(count)
    for (id, occurrence) in other.byRecord { byRecord[id] = occurrence + first }
    count += other.count
    falseMerges += other.falseMerges
  }

  func isMerged(_ pair: LabeledRecords.Pair) -> Bool {
    guard pair.first != pair.second else { return true }
    guard let first = byRecord[pair.first], let second = byRecord[pair.second] else { return false }
    return first == second
  }

  /// How many occurrences of the campus are merged with some of other campuses, if the records of all
  /// were of one campus.
  func falseMerges(of campus: String, _ records: LabeledRecords) -> Int {
    Dictionary(grouping: byRecord.keys) { byRecord[$0] }.values.count { ids in
      let campuses = Set(ids.compactMap { records.records[$0]?.campus })
      return campuses.contains(campus)
        && campuses.contains { !records.areNeighbors($0, campus) }
    }
  }
}
