import AlmanacModel
import AlmanacRefine
import CDefaults

/// The taxonomy, its model and the weather rules of configurations that name none, and the schemas.
enum DefaultFiles {
  /// The taxonomy with its model.
  static func categories() throws(ConfigurationError) -> CategorySettings {
    let root = try ConfigurationNode.load(
      file: "categories.yaml", bytes: bytes(AlmanacDefaultCategories))
    let (model, digest) = try categoryModel()
    return CategorySettings(
      taxonomy: try TaxonomyLoader.load(root), model: model, modelDigest: digest)
  }

  /// The model of that taxonomy, and the digest of its bytes.
  static func categoryModel() throws(ConfigurationError) -> (model: CategoryModel, digest: String) {
    let bytes = bytes(AlmanacDefaultModel)
    do throws(CategoryModelError) {
      return (try CategoryModel(bytes: bytes), Fingerprint.digest(of: bytes))
    } catch {
      throw ConfigurationError(file: "categories.model", "\(error)")
    }
  }

  static func weather() throws(ConfigurationError) -> ConfigurationNode {
    try .load(file: "weather.yaml", bytes: bytes(AlmanacDefaultWeather))
  }

  static func schema(of kind: ConfigurationSchema.Kind) -> [UInt8] {
    switch kind {
    case .almanac: bytes(AlmanacDefaultAlmanacSchema)
    case .feed: bytes(AlmanacDefaultFeedSchema)
    case .categories: bytes(AlmanacDefaultCategoriesSchema)
    case .decisions: bytes(AlmanacDefaultDecisionsSchema)
    case .weather: bytes(AlmanacDefaultWeatherSchema)
    case .person: bytes(AlmanacDefaultPersonSchema)
    case .views: bytes(AlmanacDefaultViewsSchema)
    case .events: bytes(AlmanacDefaultEventsSchema)
    }
  }

  private static func bytes(_ file: AlmanacDefaultFile) -> [UInt8] {
    var count = 0
    guard let start = almanac_default_file(file, &count) else { return [] }
    return Array(UnsafeBufferPointer(start: start, count: count))
  }
}
