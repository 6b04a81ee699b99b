import AlmanacModel
import AlmanacRefine
import Foundation

/// Reads `categories.yaml`.
enum TaxonomyLoader {
  /// A taxonomy that is named on the command line.
  static func root(of file: URL) throws(ConfigurationError) -> ConfigurationNode {
    let bytes: [UInt8]
    do {
      bytes = [UInt8](try Data(contentsOf: file))
    } catch {
      throw ConfigurationError(
        file: file.path,
        "can't be read (\(error.localizedDescription)); name it with --categories FILE")
    }
    return try .load(file: file.path, bytes: bytes)
  }

  static func load(_ root: ConfigurationNode) throws(ConfigurationError) -> Taxonomy {
    try root.allow(["categories", "model", "publisher", "keywords"])
    var taxonomy = Taxonomy(categories: [])
    for node in try root.required("categories").list() {
      try node.allow(["id", "name", "aliases"])
      let category = Taxonomy.Category(
        id: try node.required("id").slug(), name: try node.required("name").string(),
        aliases: try node.child("aliases")?.strings() ?? [])
      guard !taxonomy.categories.contains(where: { $0.id == category.id }) else {
        throw node.error("the category '\(category.id)' is there twice")
      }
      taxonomy.categories.append(category)
    }
    guard !taxonomy.categories.isEmpty else { throw root.error("'categories' is empty") }
    for (word, category) in try root.child("publisher")?.members() ?? [] {
      taxonomy.publisher[word.lowercased()] = try id(category, in: taxonomy)
    }
    for (category, words) in try root.child("keywords")?.members() ?? [] {
      guard let known = taxonomy.category(named: category) else {
        throw words.error("there is no category '\(category)'")
      }
      taxonomy.keywords[known.id] = try weights(words)
    }
    return taxonomy
  }

  /// The model that the taxonomy names, and the digest of its file; nil where it names none.
  static func model(_ root: ConfigurationNode, folder: URL, for taxonomy: Taxonomy)
    throws(ConfigurationError) -> (model: CategoryModel, digest: String)?
  {
    guard let node = try root.child("model") else { return nil }
    let file = try node.resolved(in: folder)
    let bytes: [UInt8]
    do {
      bytes = [UInt8](try Data(contentsOf: file))
    } catch {
      throw ConfigurationError(
        file: file.path,
        "can't be read (\(error.localizedDescription)); make it with "
          + "'almanac train categories LABELS', or take 'model' out of categories.yaml")
    }
    let model: CategoryModel
    do throws(CategoryModelError) {
      model = try CategoryModel(bytes: bytes)
    } catch {
      throw ConfigurationError(file: file.path, error.description)
    }
    guard model.categories == taxonomy.categories.map(\.id) else {
      throw ConfigurationError(
        file: file.path,
        "was trained for other categories than those of categories.yaml; make it again with "
          + "'almanac train categories LABELS'")
    }
    return (model, Fingerprint.digest(of: bytes))
  }

  /// The category that a node names.
  static func id(_ node: ConfigurationNode, in taxonomy: Taxonomy) throws(ConfigurationError)
    -> String
  {
    let text = try node.string()
    guard let category = taxonomy.category(named: text) else {
      throw node.error("there is no category '\(text)'")
    }
    return category.id
  }

  /// Words of weight 1, or words with their weights, in any mixture.
  private static func weights(_ node: ConfigurationNode) throws(ConfigurationError)
    -> [String: Double]
  {
    var weights: [String: Double] = [:]
    for element in try node.list() {
      guard element.isMapping else {
        weights[try element.string().lowercased()] = 1
        continue
      }
      for (word, weight) in try element.members() {
        weights[word.lowercased()] = try weight.number()
      }
    }
    return weights
  }
}
