import AlmanacTestSupport
import Foundation

/// The keys that the schemas of the configuration declare, as `docs/configuration.md` shows them.
///
/// A table belongs to a mark: the name of a schema and, for all but the keys at its top, the name of the
/// definition that has them, as in `feed venue`.
enum SchemaTables {
  struct Key {
    var name: String
    var type: String
    /// nil: the key is required.
    var standard: String?
    var meaning: String
  }

  private static let kinds = ["almanac", "feed", "categories", "decisions", "weather", "person"]

  /// The marks of all parts of the schemas that have keys.
  static func marks() throws -> [String] {
    try kinds.flatMap { kind in
      let definitions = try schema(kind)["$defs"] as? [String: [String: Any]] ?? [:]
      return [kind]
        + definitions.filter { $0.value["properties"] != nil }.keys.map { "\(kind) \($0)" }
    }
  }

  /// In the order of the schema.
  static func keys(of mark: String) throws -> [Key] {
    let words = mark.split(separator: " ").map(String.init)
    var part = try schema(words[0])
    if words.count > 1 {
      part = (part["$defs"] as? [String: Any])?[words[1]] as? [String: Any] ?? [:]
    }
    let required = part["required"] as? [String] ?? []
    let properties = part["properties"] as? [String: [String: Any]] ?? [:]
    return try names(of: words).compactMap { name in
      guard let property = properties[name] else { return nil }
      func text(_ member: String) -> String { property[member] as? String ?? "" }
      return Key(
        name: name, type: text("x-type"),
        standard: required.contains(name) ? nil : text("x-default"), meaning: text("description"))
    }
  }

  static func table(_ mark: String) throws -> String {
    let rows = try keys(of: mark).map {
      "| `\($0.name)` | \($0.type) | \($0.standard ?? "required") | \($0.meaning) |\n"
    }
    return "| key | type | default | meaning |\n| --- | --- | --- | --- |\n" + rows.joined()
  }

  private static func schema(_ kind: String) throws -> [String: Any] {
    let bytes = try Data(contentsOf: ProjectFiles.url("config/schema/\(kind).schema.json"))
    return try JSONSerialization.jsonObject(with: bytes) as? [String: Any] ?? [:]
  }

  /// Foundation forgets the order of members; the files are indented by two.
  private static func names(of words: [String]) throws -> [String] {
    let lines = try ProjectFiles.text("config/schema/\(words[0]).schema.json")
      .split(separator: "\n")
    var depth = 2
    var found = lines[...]
    if words.count > 1 {
      depth = 6
      found = lines.drop { $0 != "  \"$defs\": {" }.drop { $0 != "    \"\(words[1])\": {" }
    }
    let indent = String(repeating: " ", count: depth)
    found = found.drop { $0 != "\(indent)\"properties\": {" }.dropFirst()
      .prefix { !$0.hasPrefix("\(indent)}") }
    return found.compactMap {
      $0.wholeMatch(of: /( +)"([^"]+)": \{/).flatMap {
        $0.1.count == depth + 2 ? String($0.2) : nil
      }
    }
  }
}
