/// What one night of `deduplicate` hands to the next besides events: what was learned over all
/// statements of a campus, and what its statements' comparisons came to.
///
/// It belongs to the workspace. Its bytes are a function of what the stage was given, in any order and
/// for any number of workers. Bytes that can't be read are as none: everything is learned again.
public struct DeduplicateSnapshot: Hashable, Sendable {
  /// Word counts, habits of sources, names of venues: see `CampusStatistics`.
  public var statistics: [UInt8]
  /// See `KeptComparisons`; only good for these statistics.
  public var comparisons: [UInt8]
  /// By source, what its listings may have in common with others: see `CampusOutline`. Only good for
  /// these comparisons; none where a night can't be found its way with them.
  public var outlines: [String: [UInt8]]
  /// See `IdentityOutline`.
  public var identities: [UInt8]

  public init(
    statistics: [UInt8], comparisons: [UInt8], outlines: [String: [UInt8]] = [:],
    identities: [UInt8] = []
  ) {
    self.statistics = statistics
    self.comparisons = comparisons
    self.outlines = outlines
    self.identities = identities
  }
}
