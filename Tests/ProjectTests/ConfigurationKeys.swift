import AlmanacTestSupport
import Foundation

/// The keys that the schemas declare, by the section of `docs/configuration.md` that describes them.
enum ConfigurationKeys {
  struct Section: Hashable {
    /// Heading of the second level.
    var file: String
    /// Heading of the third level.
    var name: String
    /// Where its properties stand in the file's schema; nil: at the top.
    var definition: String?

    init(_ file: String, _ name: String, definition: String? = nil) {
      self.file = file
      self.name = name
      self.definition = definition
    }
  }

  /// The sections of the page, and where each has its keys in the schemas.
  static let sections: [Section] = [
    Section("almanac.yaml", "The file"),
    Section("almanac.yaml", "`campuses`", definition: "campuses"),
    Section("almanac.yaml", "`window`", definition: "window"),
    Section("almanac.yaml", "`samples`", definition: "samples"),
    Section("almanac.yaml", "`shrink`", definition: "shrink"),
    Section("almanac.yaml", "`learn`", definition: "learn"),
    Section("almanac.yaml", "`fetch`", definition: "fetch"),
    Section("almanac.yaml", "`publish`", definition: "publish"),
    Section("almanac.yaml", "`publish.calendars`", definition: "calendars"),
    Section("almanac.yaml", "`publish.tiles`", definition: "tiles"),
    Section("almanac.yaml", "`ping`", definition: "ping"),
    Section("feed.yaml", "The definition"),
    Section("feed.yaml", "`venue`", definition: "venue"),
    Section("feed.yaml", "`mapping`", definition: "mapping"),
    Section("feed.yaml", "`lookup`", definition: "lookup"),
    Section("feed.yaml", "`repeat`", definition: "repeat"),
    Section("feed.yaml", "A mapped field", definition: "fieldObject"),
    Section("feed.yaml", "`start` and `end`", definition: "timeObject"),
    Section("feed.yaml", "`weather`", definition: "weather"),
    Section("feed.yaml", "`weather.events`", definition: "weatherEvents"),
    Section("feed.yaml", "`auth`", definition: "auth"),
    Section("feed.yaml", "A secret", definition: "secret"),
    Section("categories.yaml", "The taxonomy"),
    Section("categories.yaml", "`categories`", definition: "categories"),
    Section("decisions.yaml", "The decisions"),
    Section("decisions.yaml", "`hide`", definition: "hide"),
    Section("decisions.yaml", "`pin-place`", definition: "pin-place"),
    Section("decisions.yaml", "`set`", definition: "set"),
    Section("decisions.yaml", "`same` and `different`", definition: "listings"),
    Section("weather.yaml", "`advisories`", definition: "advisories"),
    Section("weather.yaml", "The rules"),
  ]

  /// The description of each key of a section, as the file's schema has it.
  static func properties(of section: Section) throws -> [String: [String: Any]] {
    var schema = try schema(of: section.file)
    if let definition = section.definition {
      schema = (schema["$defs"] as? [String: Any])?[definition] as? [String: Any] ?? [:]
    }
    return schema["properties"] as? [String: [String: Any]] ?? [:]
  }

  /// The definitions of a file's schema that have keys.
  static func definitions(of file: String) throws -> Set<String> {
    let definitions = try schema(of: file)["$defs"] as? [String: [String: Any]] ?? [:]
    return Set(definitions.filter { $0.value["properties"] != nil }.keys)
  }

  private static func schema(of file: String) throws -> [String: Any] {
    let name = file.replacing(".yaml", with: ".schema.json")
    let bytes = try Data(contentsOf: ProjectFiles.url("config/schema/\(name)"))
    return try JSONSerialization.jsonObject(with: bytes) as? [String: Any] ?? [:]
  }
}
