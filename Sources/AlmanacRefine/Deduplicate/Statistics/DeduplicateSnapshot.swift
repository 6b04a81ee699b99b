/// What one run of `deduplicate` hands to the next besides events: the statistics of a campus.
///
/// It belongs to the workspace. Its bytes are a function of the stage's input, for any order of the
/// listings and any number of workers. Bytes that can't be read count as none: the statistics are
/// learned again.
public struct DeduplicateSnapshot: Hashable, Sendable {
  /// Word counts, habits of sources, names of venues: see `LearnedStatistics`.
  public var statistics: [UInt8]

  public init(statistics: [UInt8]) {
    self.statistics = statistics
  }
}
