public import AlmanacTime

/// What one run of `deduplicate` hands to the next in addition to events: the statistics of a campus.
///
/// It belongs to the workspace. Its bytes are a function of the stage's input, for any order of the
/// listings and any number of workers. Bytes that can't be read count as none: the statistics are
/// learned again.
public struct DeduplicateSnapshot: Hashable, Sendable {
  /// Word counts, boilerplate of sources, names of venues: see `LearnedStatistics`.
  public var statistics: [UInt8]

  public init(statistics: [UInt8]) {
    self.statistics = statistics
  }

  /// Day number of the day on which the statistics of a run are learned: that of the last run's if
  /// these are still used, else that of the run.
  ///
  /// - Parameter snapshot: The last run's.
  public static func day(
    after snapshot: DeduplicateSnapshot?, now: Instant, zone: Zone, _ cadence: LearningCadence
  ) -> Int {
    let today = zone.civil(at: now).date.dayNumber
    guard let learned = snapshot.flatMap({ LearnedStatistics($0.statistics) }),
      learned.isCurrent(on: Int32(clamping: today), cadence)
    else { return today }
    return Int(learned.day)
  }
}
