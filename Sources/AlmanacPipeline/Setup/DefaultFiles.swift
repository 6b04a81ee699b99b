import AlmanacModel
import AlmanacRefine
import CDefaults

/// The taxonomy, its model and the weather rules that a new configuration begins with.
enum DefaultFiles {
  static var categories: [UInt8] { bytes(AlmanacDefaultCategories) }
  static var model: [UInt8] { bytes(AlmanacDefaultModel) }
  static var modelFacts: [UInt8] { bytes(AlmanacDefaultModelFacts) }
  static var weather: [UInt8] { bytes(AlmanacDefaultWeather) }

  /// For editors: what each kind of file may hold, by the kind's name.
  static var schemas: [(name: String, bytes: [UInt8])] {
    [
      ("almanac", bytes(AlmanacDefaultAlmanacSchema)), ("feed", bytes(AlmanacDefaultFeedSchema)),
      ("categories", bytes(AlmanacDefaultCategoriesSchema)),
      ("decisions", bytes(AlmanacDefaultDecisionsSchema)),
      ("weather", bytes(AlmanacDefaultWeatherSchema)),
    ]
  }

  /// The taxonomy with its model, for work without a configuration.
  static func taxonomy() throws -> (Taxonomy, CategoryModel) {
    let root = try ConfigurationNode.load(file: "categories.yaml", bytes: categories)
    return (try TaxonomyLoader.load(root), try CategoryModel(bytes: model))
  }

  private static func bytes(_ file: AlmanacDefaultFile) -> [UInt8] {
    var count = 0
    guard let start = almanac_default_file(file, &count) else { return [] }
    return Array(UnsafeBufferPointer(start: start, count: count))
  }
}
