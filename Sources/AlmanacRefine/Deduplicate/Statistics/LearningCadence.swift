/// How long what `deduplicate` learned over all listings holds: how rare words are, how sources spell and
/// repeat, which of them slip by whole hours. Each time it is learned anew every pair is compared again.
public struct LearningCadence: Hashable, Codable, Sendable {
  /// It is learned again once in so many days, counted from a Monday; 0: in every run.
  public var days: Int
  /// It is learned again once more than this share of the listings came or changed since, 0 to 100.
  public var percent: Int

  public init(days: Int = 7, percent: Int = 10) {
    self.days = days
    self.percent = percent
  }

  /// The number of the period of ``days`` days that a day is in; 0 for all days if they are 0. Periods of
  /// seven days begin on Mondays.
  ///
  /// - Parameter day: Days since 1970-01-01, a Thursday.
  public func period(ofDay day: Int) -> Int {
    days > 0 ? Int((Double(day + 3) / Double(days)).rounded(.down)) : 0
  }
}
