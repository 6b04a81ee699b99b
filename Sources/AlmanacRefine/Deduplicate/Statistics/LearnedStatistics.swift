import AlmanacModel
import AlmanacTime

/// The statistics of a campus with what decides how long they are used.
///
/// They are learned again
/// - by other code: the versions of the stage and of the statistics are part of the bytes;
/// - once a source lists something that they know nothing of;
/// - after the days of the cadence;
/// - once more than the cadence's share of the listings came or changed after them.
///
/// The day counts among the stage's inputs: see `DeduplicateSnapshot.day`.
struct LearnedStatistics: Hashable, Sendable {
  private(set) var statistics: CorpusStatistics
  /// Day number of the campus's day on which they were learned.
  private(set) var day: Int32
  /// Listings that came or changed since, in all runs.
  private(set) var changes: Int64 = 0
  /// Fingerprints of the last run's listings, ascending.
  private var listings: [UInt64] = []

  private init(_ statistics: CorpusStatistics, day: Int32) {
    self.statistics = statistics
    self.day = day
  }

  /// Takes the statistics of the last run, or learns new ones.
  ///
  /// - Parameter table: With the times that the sources provide.
  init(of table: RecordTable, _ items: [DatedListing], _ input: DeduplicateInput) {
    let day = Int32(clamping: input.zone.civil(at: input.now).date.dayNumber)
    let listings = items.map(Self.fingerprint).sorted()
    var kept = input.snapshot.flatMap { LearnedStatistics($0.statistics) }
    if let known = kept {
      let changes = Int64(listings.count - SortedSets.common(listings, known.listings))
      let isFamiliar = table.sourceHashes.allSatisfy(known.statistics.knownSources.contains)
      let isSmall =
        (known.changes + changes) * 100 <= Int64(listings.count) * Int64(input.cadence.percent)
      kept?.changes += changes
      if !isFamiliar || !isSmall || !known.isCurrent(on: day, input.cadence) { kept = nil }
    }
    self = kept ?? LearnedStatistics(CorpusStatistics(table), day: day)
    self.listings = listings
  }

  /// Hashes what statistics are learned from.
  private static func fingerprint(of item: DatedListing) -> UInt64 {
    var hash = StableHash(item.id)
    for text in [item.listing.title, item.listing.venue ?? "", item.placement?.place ?? ""] {
      hash.combine(text)
      hash.combine(0)
    }
    hash.combine(item.listing.start.description)
    return hash.value
  }

  func isCurrent(on day: Int32, _ cadence: LearningCadence) -> Bool {
    day >= self.day && Int(day - self.day) < cadence.days
  }

  private static var versions: [UInt64] {
    [UInt64(CorpusStatistics.version), UInt64(StageName.deduplicate.version)]
  }

  var bytes: [UInt8] {
    let numbers = [UInt64(bitPattern: Int64(day)), UInt64(bitPattern: changes)]
    return SnapshotBytes.bytes(of: [Self.versions, numbers, listings] + statistics.arrays)
  }

  /// Returns nil for bytes of other code, and for damaged ones.
  init?(_ bytes: [UInt8]) {
    guard let arrays = SnapshotBytes.arrays(of: bytes), arrays.count > 3,
      arrays[0] == Self.versions, arrays[1].count == 2,
      let statistics = CorpusStatistics(arrays[3...])
    else { return nil }
    self.init(statistics, day: Int32(truncatingIfNeeded: arrays[1][0]))
    changes = Int64(bitPattern: arrays[1][1])
    listings = arrays[2]
  }
}
