import AlmanacModel

/// Reads `categories.yaml`.
enum TaxonomyLoader {
  static func load(_ root: ConfigurationNode) throws(ConfigurationError) -> Taxonomy {
    try root.allow(["categories", "publisher", "keywords"])
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
