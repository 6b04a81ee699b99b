import AlmanacModel
import AlmanacTime

/// The statistics of a campus with what decides how long they are used.
///
/// They are learned again
/// - by other code: the versions of the stage and of the statistics are part of the bytes;
/// - once a source lists something that they know nothing of;
/// - after the days of the cadence;
/// - once more than the cadence's share of the records came after them.
///
/// The day counts among the stage's inputs: see `DeduplicateSnapshot.day`.
struct LearnedStatistics: Hashable, Sendable {
  private(set) var statistics: CorpusStatistics
  /// Day number of the campus's day on which they were learned.
  private(set) var day: Int32
  /// Records that came or changed since, in all runs.
  private(set) var changes: Int64 = 0
  /// Fingerprints of the last run's records, ascending.
  private var records: [UInt64] = []

  private static let mark: UInt64 = 0x414C_4D53_5441_5431

  private init(_ statistics: CorpusStatistics, day: Int32) {
    self.statistics = statistics
    self.day = day
  }

  /// Takes the statistics of the last run, or learns new ones.
  ///
  /// - Parameters:
  ///   - table: With the times that the sources provide.
  ///   - items: By item, the hash of its id.
  init(of table: RecordTable, items: [UInt64], _ input: DeduplicateInput) {
    let day = Int32(clamping: input.zone.civil(at: input.now).date.dayNumber)
    let records = RecordFingerprints(table, items: items).values.sorted()
    var kept = input.snapshot.flatMap { LearnedStatistics($0.statistics) }
    if let known = kept {
      let changes = records.count - SortedSets.common(records, known.records)
      if known.holds(
        for: table.sourceHashes, records: records.count, day: day, changes: changes, input.cadence)
      {
        kept?.changes += Int64(changes)
      } else {
        kept = nil
      }
    }
    self = kept ?? LearnedStatistics(CorpusStatistics(table), day: day)
    self.records = records
  }

  private func holds(
    for sources: [UInt64], records: Int, day: Int32, changes: Int, _ cadence: LearningCadence
  ) -> Bool {
    guard isCurrent(on: day, cadence) else { return false }
    guard sources.allSatisfy(statistics.knownSources.contains) else { return false }
    return (self.changes + Int64(changes)) * 100 <= Int64(records) * Int64(cadence.percent)
  }

  func isCurrent(on day: Int32, _ cadence: LearningCadence) -> Bool {
    day >= self.day && Int(day - self.day) < cadence.days
  }

  var bytes: [UInt8] {
    var writer = FlatWriter()
    writer.write(Self.mark)
    writer.write(Int32(CorpusStatistics.version))
    writer.write(Int32(StageName.deduplicate.version))
    writer.write(day)
    writer.write(changes)
    writer.write(records)
    statistics.write(to: &writer)
    return writer.sealed
  }

  /// nil for bytes of other code, and for damaged ones.
  init?(_ bytes: [UInt8]) {
    guard var reader = FlatReader(bytes), reader.read() == Self.mark,
      reader.read() == Int32(CorpusStatistics.version),
      reader.read() == Int32(StageName.deduplicate.version), let day = reader.read(Int32.self),
      let changes = reader.read(Int64.self), let records = reader.readAll(UInt64.self),
      let statistics = CorpusStatistics(&reader), reader.isAtEnd
    else { return nil }
    self.init(statistics, day: day)
    self.changes = changes
    self.records = records
  }
}
