import AlmanacModel
import AlmanacTime

/// Compares a night's statements by what was learned before, as long as that holds, and takes what the
/// night before found out of those that are as they were.
///
/// The result is the same as if all were compared again by the same statistics.
struct NightComparison: Sendable {
  /// Before which what is asked is decided; its links are those above the line.
  let clusterer: HappeningClusterer
  /// For the night after.
  let snapshot: DeduplicateSnapshot
  /// By candidate, whether it or what was compared with it is not what it was the night before; nil where
  /// nothing could be taken from that.
  let changes: [Bool]?

  /// - Parameters:
  ///   - stated: With the times that the sources state.
  ///   - line: Bits that the clusterer's links will be asked for at least.
  init(
    _ stated: CandidateTable, of prepared: ListingPreparation, _ input: DeduplicateInput,
    line: Float, workers: Int, areApart: @escaping @Sendable (_ item: Int, _ other: Int) -> Bool
  ) async {
    let prints = StatementPrints(stated, items: prepared.outlined.filter(\.isItem).map(\.id))
    let day = Int32(clamping: input.zone.civil(at: input.now).date.dayNumber)
    var (learned, known) = Self.before(input.snapshot, prints)
    let changes = known?.changes ?? stated.candidates.count
    if learned?.holds(
      for: stated.sourceHashes, statements: stated.candidates.count, day: day, changes: changes,
      input.cadence) != true
    {
      (learned, known) = (nil, nil)
    } else {
      learned?.count(changes: changes)
    }
    let statistics = learned ?? LearnedStatistics(CampusStatistics(stated), day: day)
    let offsets = statistics.statistics.sources.offsets
    let comparer = PairComparer(stated.subtracting(offsets), statistics.statistics)
    let usable = line == 0 && input.takesKnownPairs ? known : nil
    let pairs = CandidatePairs(
      comparer, joinsNewWords: true, prints: prints.values,
      formerlyLarge: usable?.comparisons.largeBlocks ?? [])
    clusterer = await HappeningClusterer(
      comparer, pairs, line: line, known: usable, workers: workers, areApart: areApart)
    self.changes = usable?.changes(
      prints.values, open: clusterer.open, rivals: clusterer.rivalPairs)
    snapshot = DeduplicateSnapshot(
      statistics: statistics.bytes,
      comparisons: clusterer.kept(prints, statistics: statistics.name, pairs).bytes,
      outlines: line == 0 ? CampusOutline.bytes(of: prepared, comparer.table, pairs) : [:])
  }

  private static func before(
    _ snapshot: DeduplicateSnapshot?, _ prints: StatementPrints
  ) -> (LearnedStatistics?, KnownPairs?) {
    guard let snapshot, let learned = LearnedStatistics(snapshot.statistics) else {
      return (nil, nil)
    }
    guard let kept = KeptComparisons(snapshot.comparisons), kept.statistics == learned.name else {
      return (learned, nil)
    }
    return (learned, KnownPairs(kept, prints))
  }
}
