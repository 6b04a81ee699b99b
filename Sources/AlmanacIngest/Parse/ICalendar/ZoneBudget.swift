import AlmanacTime

/// Bounds what the VTIMEZONEs of one document may cost, however many it has.
struct ZoneBudget {
  /// Changes of offset that may still be kept; a zone with two yearly rules has about 400.
  private(set) var onsets = ZoneBudget.onsetLimit
  /// What may still be spent on rules, in units of `RecurrenceExpansion.effort`.
  private(set) var effort = RecurrenceSet.standardEffort

  static let onsetLimit = 20_000

  var isSpent: Bool { onsets <= 0 || effort <= 0 }

  mutating func spend(onsets: Int = 0, effort: Int = 0) {
    self.onsets -= onsets
    self.effort -= effort
  }
}
