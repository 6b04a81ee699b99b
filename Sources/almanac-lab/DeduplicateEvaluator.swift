import AlmanacModel
import AlmanacRefine

/// `almanac-lab evaluate deduplicate`: what deduplication makes of labeled records.
struct DeduplicateEvaluator: Sendable {
  private let records: LabeledRecords
  private let workers: Int

  init(_ records: LabeledRecords, workers: Int) {
    self.records = records
    self.workers = workers
  }

  /// How many records, and occurrences among them, without labels.
  ///
  /// - Parameter records: NDJSON, released once it is read.
  static func counts(_ records: consuming [UInt8], workers: Int) async -> JSONValue {
    let blocks = await RecordBlock.read(records, workers: workers)
    let matches = await RecordMatches(of: blocks, workers: workers, explains: false)
    return .object([
      "records": .integer(blocks.reduce(0) { $0 + Int64($1.lines.count) }),
      "badLines": .integer(blocks.reduce(0) { $0 + Int64($1.badLines.count) }),
      "occurrences": .integer(Int64(matches.occurrenceCount)),
    ])
  }

  /// One JSON object: of all records, and of those of each campus, the worst first.
  ///
  /// - Parameter training: Each campus is judged with weights of pairs of two sources that are learned from
  ///   the other campuses; nil for the weights that the program is built with.
  func report(training: LinkageTraining? = nil) async -> JSONValue {
    var found: [(campus: String, found: Found)] = []
    let joined = records.pairs.isEmpty ? nil : await read(records.joined)
    // With one set of weights, what is found among all records is the same for each campus.
    var common: Found?
    for campus in records.lines.keys.sorted() {
      let linkage =
        training.flatMap { LinkageWeights(twoSources: $0.weights(without: campus)) } ?? .learned
      var result = await find(read(records.lines[campus] ?? []), linkage)
      if let joined {
        let merged = if let common { common } else { await find(joined, linkage) }
        if training == nil { common = merged }
        result.falseMerges = falseMerges(campus, merged)
      }
      found.append((campus, result))
    }
    let all = found.reduce(into: Found()) { $0.formUnion($1.found) }
    var report = members(of: all, records.clusters, records.pairs, records.hardNegatives)
    report["records"] = .integer(Int64(records.records.count))
    report["occurrences"] = .integer(Int64(all.count))
    report["campuses"] = .array(
      found.map { campus, found in
        func isHere(_ pair: DuplicateEvaluation.Pair) -> Bool {
          records.records[pair.first]?.campus == campus
        }
        var members = members(
          of: found, records.clusters.filter { records.records[$0.key]?.campus == campus },
          records.pairs.filter(isHere), records.hardNegatives.filter(isHere))
        members["campus"] = .string(campus)
        return members
      }.sorted { Self.f1($0) < Self.f1($1) }.map { .object($0) })
    return .object(report)
  }

  private static func f1(_ members: [String: JSONValue]) -> Double {
    (members["labeledPairs"] ?? members["pairwise"])?["f1"]?.double ?? 1
  }

  /// Occurrences found, by record id.
  private struct Found {
    var occurrences: [String: UInt64] = [:]
    var count = 0
    /// Occurrences that unrelated campuses were found to have in common.
    var falseMerges = 0

    mutating func formUnion(_ other: Found) {
      let first = UInt64(count)
      for (id, occurrence) in other.occurrences { occurrences[id] = occurrence + first }
      count += other.count
      falseMerges += other.falseMerges
    }
  }

  private func read(_ lines: [UInt8]) async -> [RecordBlock] {
    await RecordBlock.read(lines, workers: workers)
  }

  private func find(_ blocks: [RecordBlock], _ linkage: LinkageWeights) async -> Found {
    let matches = await RecordMatches(
      of: blocks, linkage: linkage, workers: workers, explains: false)
    return Found(
      occurrences: matches.occurrences.mapValues { $0 & UInt64(UInt32.max) },
      count: matches.occurrenceCount)
  }

  /// How many occurrences of the campus are merged with some of other campuses, if the records of all
  /// were of one campus.
  private func falseMerges(_ campus: String, _ found: Found) -> Int {
    let areNeighbors = records.areNeighbors()
    let campuses = Dictionary(grouping: found.occurrences.keys) { found.occurrences[$0] }
      .mapValues { ids in Set(ids.compactMap { records.records[$0]?.campus }) }
    return campuses.values.count { set in
      set.contains(campus) && set.contains { !areNeighbors($0, campus) }
    }
  }

  private func members(
    of found: Found, _ clusters: [String: String], _ pairs: [DuplicateEvaluation.Pair],
    _ hardNegatives: [DuplicateEvaluation.Pair]
  ) -> [String: JSONValue] {
    let evaluation = DuplicateEvaluation(found: found.occurrences)
    var members: [String: JSONValue] = [:]
    if !clusters.isEmpty {
      members["pairwise"] = Self.quality(evaluation.pairwise(clusters))
      members["bCubed"] = Self.quality(evaluation.bCubed(clusters))
    }
    if !hardNegatives.isEmpty {
      members["hardNegativesMerged"] = Self.shares(evaluation.merged(hardNegatives))
    }
    if !pairs.isEmpty {
      members["labeledPairs"] = Self.quality(evaluation.onPairs(pairs))
      members["samePairsMerged"] = Self.shares(evaluation.merged(pairs.filter(\.isSame)))
      members["differentPairsMerged"] = Self.shares(
        evaluation.merged(pairs.filter { !$0.isSame }))
      members["mistakes"] = .array(
        pairs.filter { evaluation.isMerged($0) != $0.isSame }.map {
          .object([
            "first": .string($0.first), "second": .string($0.second), "kind": .string($0.kind),
          ])
        })
      members["mergedWithOtherCampuses"] = .integer(Int64(found.falseMerges))
    }
    return members
  }

  private static func quality(_ quality: DuplicateEvaluation.Quality) -> JSONValue {
    .object([
      "precision": rounded(quality.precision), "recall": rounded(quality.recall),
      "f1": rounded(quality.f1),
    ])
  }

  private static func shares(_ byKind: [String: (share: Double, of: Int)]) -> JSONValue {
    .object(
      byKind.mapValues { .object(["share": rounded($0.share), "of": .integer(Int64($0.of))]) })
  }

  private static func rounded(_ value: Double) -> JSONValue {
    .number((value * 10_000).rounded() / 10_000)
  }
}
