import AlmanacModel
import Foundation

/// A model of what texts of each category say, as `almanac-lab train categories` makes it: linear machines,
/// and a memory of labeled events that is asked where they are of two minds.
///
/// Its file is one line of JSON, one signed byte for every bucket and category, bucket by bucket, and
/// then the memory.
public struct CategoryModel: Hashable, Sendable {
  /// The fewest buckets a file may have.
  static let smallestTable = 16
  /// How many bytes the weights of all machines take at the most.
  static let weightBytes = 720_000
  /// What the memory's shares count against the scores of the machines.
  private static let memoryShare: Float = 1.5

  /// Ids, in the order of the taxonomy it was trained for; the last is for what fits no other.
  public let categories: [String]
  /// Below this confidence the model abstains, 0 ... 1.
  public let threshold: Double
  let machines: CategoryMachines
  let memory: CategoryMemory
  /// The memory is asked where the best score of the machines is not so much above the next.
  let doubt: Float
  let calibration: CategoryCalibration

  /// How many buckets fit for so many categories.
  static func bucketCount(categories: Int) -> Int {
    max(smallestTable, weightBytes / max(categories, 1))
  }

  /// The scores of machines with what the memory says.
  static func joining(_ scores: [Float], _ recalled: [Float]) -> [Float] {
    var scores = scores
    for category in scores.indices { scores[category] += memoryShare * recalled[category] }
    return scores
  }
}
