/// How long what `deduplicate` learned over all listings holds: how rare words are, how sources spell and
/// repeat, which of them slip by whole hours. Each time it is learned anew every pair is compared again.
public struct LearningCadence: Hashable, Codable, Sendable {
  /// It is learned again once it is so many days old; 0: every night.
  public var days: Int
  /// It is learned again once more than this share of the listings came or changed since, 0 to 100.
  public var percent: Int

  public init(days: Int = 7, percent: Int = 10) {
    self.days = days
    self.percent = percent
  }
}
