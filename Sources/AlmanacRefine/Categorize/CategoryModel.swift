import AlmanacModel
import Foundation

/// A linear model of event categories, trained by `almanac-lab train categories`.
///
/// Its file is one line of JSON, followed by one signed byte for every bucket and category, bucket
/// by bucket.
public struct CategoryModel: Hashable, Sendable {
  /// The minimum number of buckets in a file.
  static let smallestTable = 16
  /// The maximum size in bytes of the weights of all classifiers.
  static let weightBytes = 720_000

  /// Ids, in the order of the taxonomy of the training. The last category is for all other events.
  public let categories: [String]
  /// Below this confidence the model abstains, 0 ... 1.
  public let threshold: Double
  let classifiers: LinearClassifiers
  let calibration: CategoryCalibration

  /// The minimum number of examples to adapt a model.
  static let fewestExamples = 30

  /// The same model with the words of a campus's own events; itself if there are too few.
  ///
  /// - Parameter examples: Events with the id of their category.
  public func adapted(to examples: [(sample: CategorySample, category: String)]) -> CategoryModel {
    let numbers = Dictionary(uniqueKeysWithValues: zip(categories, categories.indices))
    var reader = FeatureReader(bucketCount: classifiers.bucketCount)
    var rows = CategoryTrainer.Rows()
    var answers: [Int] = []
    for (sample, category) in examples {
      guard let number = numbers[category] else { continue }
      reader.read(sample)
      rows.append(reader)
      answers.append(number)
    }
    guard rows.count >= Self.fewestExamples else { return self }
    return CategoryModel(
      categories: categories, threshold: threshold,
      classifiers: classifiers.adapted(to: rows, answers: answers),
      calibration: calibration.adapted)
  }

  /// The maximum number of buckets for a number of categories.
  static func bucketCount(categories: Int) -> Int {
    max(smallestTable, weightBytes / max(categories, 1))
  }
}
