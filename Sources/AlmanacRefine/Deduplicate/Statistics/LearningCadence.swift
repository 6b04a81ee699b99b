/// How long the statistics that `deduplicate` learns of all listings are used: how rare words are, how sources
/// write and repeat, which of them are off by whole hours.
public struct LearningCadence: Hashable, Codable, Sendable {
  /// They are learned again once they are so many days old; 0: every day, and in every run with changes.
  public var days: Int
  /// They are learned again once more than this share of the listings came or changed since, 0 to 100.
  public var percent: Int

  public init(days: Int = 7, percent: Int = 10) {
    self.days = days
    self.percent = percent
  }
}
