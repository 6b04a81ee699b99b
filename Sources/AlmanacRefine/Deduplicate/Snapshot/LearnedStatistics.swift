import AlmanacModel
import AlmanacTime

/// The statistics of a campus with what says how long they hold.
///
/// They are learned again
/// - by other code: the versions of the stage and of the statistics are part of the bytes;
/// - once a source lists something that they know nothing of;
/// - in the next period of the cadence's days;
/// - once more than the cadence's share of what is stated came after them.
///
/// The stage's fingerprint has the period too, so that a run that skips the stage would not have learned.
struct LearnedStatistics: Sendable {
  var statistics: CampusStatistics
  /// Number of the campus's day on which they were learned.
  private(set) var day: Int32
  /// Statements that came or changed since, however often.
  private(set) var changes: Int64 = 0

  private static let mark: UInt64 = 0x414C_4D53_5441_5431

  init(_ statistics: CampusStatistics, day: Int32) {
    self.statistics = statistics
    self.day = day
  }

  /// - Parameters:
  ///   - sources: Hashes of the names of the night's sources, at least of those that it may not know.
  ///   - statements: How many the night has.
  ///   - changes: How many of them are not those of the night before.
  func holds(
    for sources: [UInt64], statements: Int, day: Int32, changes: Int, _ cadence: LearningCadence
  ) -> Bool {
    guard cadence.days > 0, cadence.period(ofDay: Int(day)) == cadence.period(ofDay: Int(self.day))
    else { return false }
    guard sources.allSatisfy(statistics.knownSources.contains) else { return false }
    return (self.changes + Int64(changes)) * 100 <= Int64(statements) * Int64(cadence.percent)
  }

  mutating func count(changes: Int) { self.changes += Int64(changes) }

  /// Tells them from others, whatever came since.
  var name: UInt64 {
    var writer = FlatWriter()
    statistics.write(to: &writer)
    writer.write(day)
    return StableHash.bytes(writer.sealed)
  }

  var bytes: [UInt8] {
    var writer = FlatWriter()
    writer.write(Self.mark)
    writer.write(Int32(CampusStatistics.version))
    writer.write(Int32(StageName.deduplicate.version))
    writer.write(day)
    writer.write(changes)
    statistics.write(to: &writer)
    return writer.sealed
  }

  /// nil for bytes of other code, and for damaged ones.
  init?(_ bytes: [UInt8]) {
    guard var reader = FlatReader(bytes), reader.read() == Self.mark,
      reader.read() == Int32(CampusStatistics.version),
      reader.read() == Int32(StageName.deduplicate.version), let day = reader.read(Int32.self),
      let changes = reader.read(Int64.self), let statistics = CampusStatistics(&reader),
      reader.isAtEnd
    else { return nil }
    self.init(statistics, day: day)
    self.changes = changes
  }
}
