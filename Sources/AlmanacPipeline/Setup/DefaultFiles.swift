import AlmanacModel
import AlmanacRefine
import CDefaults

/// The taxonomy, its model and the weather rules of configurations that name none, the platforms, and
/// the schemas.
enum DefaultFiles {
  static func categories() throws(ConfigurationError) -> CategorySettings {
    let root = try ConfigurationNode.load(
      .categories, file: "categories.yaml", bytes: bytes(AlmanacDefaultCategories))
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
    try .load(.weather, file: "weather.yaml", bytes: bytes(AlmanacDefaultWeather))
  }

  static func schema(of kind: ConfigurationSchema.Kind) -> [UInt8] {
    switch kind {
    case .almanac: bytes(AlmanacDefaultAlmanacSchema)
    case .feed: bytes(AlmanacDefaultFeedSchema)
    case .categories: bytes(AlmanacDefaultCategoriesSchema)
    case .decisions: bytes(AlmanacDefaultDecisionsSchema)
    case .weather: bytes(AlmanacDefaultWeatherSchema)
    case .person: bytes(AlmanacDefaultPersonSchema)
    case .platform: bytes(AlmanacDefaultPlatformSchema)
    case .views: bytes(AlmanacDefaultViewsSchema)
    case .events: bytes(AlmanacDefaultEventsSchema)
    }
  }

  /// The schemas of what Almanac writes, by their names; editions have them.
  static var editionSchemas: [(name: String, bytes: [UInt8])] {
    [
      ("event", bytes(AlmanacEditionEventSchema)), ("match", bytes(AlmanacEditionMatchSchema)),
      ("project", bytes(AlmanacEditionProjectSchema)), ("user", bytes(AlmanacEditionUserSchema)),
    ]
  }

  /// The ready definitions of platforms, by their ids.
  static func platforms() -> [String: [UInt8]] {
    var platforms: [String: [UInt8]] = [:]
    while let name = almanac_platform_name(Int32(platforms.count)) {
      var count = 0
      let start = almanac_platform(Int32(platforms.count), &count)
      platforms[String(cString: name)] = Array(UnsafeBufferPointer(start: start, count: count))
    }
    return platforms
  }

  private static func bytes(_ file: AlmanacDefaultFile) -> [UInt8] {
    var count = 0
    guard let start = almanac_default_file(file, &count) else { return [] }
    return Array(UnsafeBufferPointer(start: start, count: count))
  }
}
