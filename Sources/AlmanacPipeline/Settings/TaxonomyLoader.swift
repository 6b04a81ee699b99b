public import AlmanacModel
import AlmanacRefine
public import Foundation

/// A taxonomy with the model that categorizes texts.
struct CategorySettings {
  var taxonomy: Taxonomy
  /// nil: texts are read by the taxonomy's keywords.
  var model: CategoryModel?
  /// Hex SHA-256 of the model's bytes; empty without one.
  var modelDigest = ""
  /// Why a named model is not used.
  var findings: [Finding] = []
}

/// Reads `categories.yaml`.
public enum TaxonomyLoader {
  /// The taxonomy of a file.
  ///
  /// - Throws: the first mistake of the file.
  public static func taxonomy(of file: URL) throws(ConfigurationError) -> Taxonomy {
    try load(.load(.categories, file))
  }

  static func load(_ root: ConfigurationNode) throws(ConfigurationError) -> Taxonomy {
    var taxonomy = Taxonomy(categories: try root.decoded("categories"))
    for (index, node) in root.child("categories").elements.enumerated() {
      let id = taxonomy.categories[index].id
      guard !taxonomy.categories[..<index].contains(where: { $0.id == id }) else {
        throw node.error("the category '\(id)' is there twice")
      }
    }
    for (word, category) in root["publisher"]?.members ?? [] {
      taxonomy.publisher[word.lowercased()] = try id(category, in: taxonomy)
    }
    for (category, words) in root["keywords"]?.members ?? [] {
      taxonomy.keywords[try id(category, of: words, in: taxonomy)] = weights(words)
    }
    for (category, phrases) in root["phrases"]?.members ?? [] {
      taxonomy.phrases[try id(category, of: phrases, in: taxonomy)] = phrases.text
    }
    return taxonomy
  }

  /// A taxonomy and the model for it: the one that the file names, else the built-in one where it was
  /// trained for these categories, else none.
  ///
  /// A model that can't be used is a finding: it is often a copy that another version made.
  static func settings(of file: URL) throws(ConfigurationError) -> CategorySettings {
    let root = try ConfigurationNode.load(.categories, file)
    var settings = CategorySettings(taxonomy: try load(root))
    if let file: URL = try root.decoded("model") {
      do throws(ConfigurationError) {
        (settings.model, settings.modelDigest) = try model(file, for: settings.taxonomy)
        return settings
      } catch {
        settings.findings.append(
          Finding("W_CATEGORY_MODEL", severity: .warning, subject: "model", message: "\(error)"))
      }
    }
    let builtIn = try DefaultFiles.categoryModel()
    if builtIn.model.categories == settings.taxonomy.categories.map(\.id) {
      (settings.model, settings.modelDigest) = builtIn
    }
    return settings
  }

  private static func model(_ file: URL, for taxonomy: Taxonomy) throws(ConfigurationError)
    -> (model: CategoryModel, digest: String)
  {
    let remedy = "or take 'model' out of categories.yaml"
    let bytes = try ConfigurationNode.bytes(
      of: file, remedy: "make it with 'almanac-lab train categories LABELS', \(remedy)")
    let model: CategoryModel
    do throws(CategoryModelError) {
      model = try CategoryModel(bytes: bytes)
    } catch {
      throw ConfigurationError(file: file.path, "\(error.description), \(remedy)")
    }
    guard model.categories == taxonomy.categories.map(\.id) else {
      throw ConfigurationError(
        file: file.path,
        "was trained for other categories than those of categories.yaml; make it again with "
          + "'almanac-lab train categories LABELS', \(remedy)")
    }
    return (model, Fingerprint.digest(of: bytes))
  }

  /// The category that a node names.
  static func id(_ node: ConfigurationNode, in taxonomy: Taxonomy) throws(ConfigurationError)
    -> String
  {
    try id(node.text ?? "", of: node, in: taxonomy)
  }

  private static func id(
    _ name: String, of node: ConfigurationNode, in taxonomy: Taxonomy
  ) throws(ConfigurationError) -> String {
    guard let category = taxonomy.category(named: name) else {
      throw node.error("there is no category '\(name)'")
    }
    return category.id
  }

  /// Words of weight 1, or words with their weights, in any mixture.
  private static func weights(_ node: ConfigurationNode) -> [String: Double] {
    var weights: [String: Double] = [:]
    for element in node.elements {
      if let word = element.text { weights[word.lowercased()] = 1 }
      for (word, weight) in element.members { weights[word.lowercased()] = weight.number }
    }
    return weights
  }
}
