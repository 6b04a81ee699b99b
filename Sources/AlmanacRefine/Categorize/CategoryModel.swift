import AlmanacModel
import Foundation

/// A linear model of event categories, trained by `almanac-lab train categories`.
///
/// Its file is one line of JSON, and one signed byte for every bucket and category, bucket by bucket.
public struct CategoryModel: Hashable, Sendable {
  /// The fewest buckets a file may have.
  static let smallestTable = 16
  /// The most bytes that the weights of all classifiers may take.
  static let weightBytes = 720_000

  /// Ids, in the order of the taxonomy it was trained for; the last is for what fits no other.
  public let categories: [String]
  /// Below this confidence the model abstains, 0 ... 1.
  public let threshold: Double
  let classifiers: LinearClassifiers
  let calibration: CategoryCalibration

  /// How many buckets fit for so many categories.
  static func bucketCount(categories: Int) -> Int {
    max(smallestTable, weightBytes / max(categories, 1))
  }
}
