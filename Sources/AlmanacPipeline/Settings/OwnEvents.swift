import AlmanacModel

/// `events.yaml` in a folder of the sources, in place of a `feed.yaml`: the operator's own events. It is a
/// source like any other, whose document is YAML.
enum OwnEvents {
  static let file = "events.yaml"

  private static let definition = """
    path: \(file)
    format: yaml
    completeness: full
    mapping:
      {item: events, id: id, title: title, start: start, end: end, venue: venue, content: description,
       link: url, image: image, price: price, organizer: organizer, audience: audience,
       categories: category, tags: tag, online: online, status: status}
    """

  /// The definition that replaces the file.
  ///
  /// - Parameters:
  ///   - root: The file's content, valid by its schema.
  ///   - campuses: Ids of all campuses.
  static func definition(_ root: ConfigurationNode, campuses: [String])
    throws(ConfigurationError) -> ConfigurationNode
  {
    let root = try ConfigurationSchema.completed(root, .events)
    guard let campus = root["campus"]?.text ?? (campuses.count == 1 ? campuses.first : nil) else {
      throw root.error(
        "'campus' is missing; known are \(campuses.sorted().joined(separator: ", "))")
    }
    return try ConfigurationNode.load(file: root.file, bytes: Array(definition.utf8))
      .adding("campus", campus).adding("name", root.decoded("name"))
  }
}
