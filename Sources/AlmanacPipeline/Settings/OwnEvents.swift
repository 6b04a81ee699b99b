import AlmanacModel
import Foundation

/// `events.yaml` in a folder of the sources, in place of a `feed.yaml`: the operator's own events. It is a
/// source like any other, whose document is read as the JSON that it means.
enum OwnEvents {
  static let file = "events.yaml"

  /// The definition that the file stands for.
  ///
  /// - Parameters:
  ///   - root: The file's content, valid by its schema.
  ///   - campuses: Ids of all campuses.
  static func definition(_ root: ConfigurationNode, campuses: [String])
    throws(ConfigurationError) -> ConfigurationNode
  {
    guard let campus = root["campus"]?.text ?? (campuses.count == 1 ? campuses.first : nil) else {
      throw root.error(
        "'campus' is missing; known are \(campuses.sorted().joined(separator: ", "))")
    }
    let text = """
      campus: \(campus)
      name: \(root["name"]?.text ?? "Own events")
      path: \(file)
      format: json
      completeness: full
      mapping:
        {item: events, id: id, title: title, start: start, end: end, venue: venue, content: description,
         link: url, image: image, price: price, organizer: organizer, audience: audience,
         categories: category, tags: tag, online: online, status: status}
      """
    return try .load(file: root.file, bytes: Array(text.utf8))
  }

  /// The document that parsers read; what is no YAML is left to them to refuse.
  static func document(_ bytes: [UInt8], of source: Source) -> [UInt8] {
    guard case .file(let path) = source.location, path.hasSuffix("/\(file)"),
      let root = try? ConfigurationNode.load(file: path, bytes: bytes)
    else { return bytes }
    var json = JSONWriter()
    root.write(to: &json)
    return json.bytes
  }
}

extension ConfigurationNode {
  /// Appends the part as JSON, with all values as texts.
  fileprivate func write(to json: inout JSONWriter) {
    if isMapping {
      json.beginObject()
      for (name, value) in members {
        json.key(name)
        value.write(to: &json)
      }
      json.endObject()
    } else if isList {
      json.beginArray()
      for element in elements { element.write(to: &json) }
      json.endArray()
    } else if let text {
      json.string(text)
    } else {
      json.null()
    }
  }
}
