import AlmanacTestSupport
import Foundation

/// The keys that the loaders know, by the section of `docs/configuration.md` that describes them.
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

  /// The lists of keys of each loader, in the order in which they stand in it.
  static let sections: [String: [Section]] = [
    "SettingsLoader.swift": [
      Section("almanac.yaml", "The file"),
      Section("almanac.yaml", "`campuses`", definition: "campuses"),
      Section("almanac.yaml", "`window`", definition: "window"),
      Section("almanac.yaml", "`samples`", definition: "samples"),
      Section("almanac.yaml", "`shrink`", definition: "shrink"),
      Section("almanac.yaml", "`learn`", definition: "learn"),
      Section("almanac.yaml", "`fetch`", definition: "fetch"),
    ],
    "PublishLoader.swift": [
      Section("almanac.yaml", "`publish`", definition: "publish"),
      Section("almanac.yaml", "`publish.calendars`", definition: "calendars"),
      Section("almanac.yaml", "`publish.tiles`", definition: "tiles"),
    ],
    "PingLoader.swift": [Section("almanac.yaml", "`ping`", definition: "ping")],
    "SourceLoader.swift": [Section("feed.yaml", "The definition")],
    "VenueStrategyLoader.swift": [Section("feed.yaml", "`venue`", definition: "venue")],
    "MappingLoader.swift": [
      Section("feed.yaml", "`mapping`", definition: "mapping"),
      Section("feed.yaml", "`lookup`", definition: "lookup"),
      Section("feed.yaml", "`repeat`", definition: "repeat"),
      Section("feed.yaml", "A mapped field", definition: "fieldObject"),
      Section("feed.yaml", "`start` and `end`", definition: "timeObject"),
    ],
    "WeatherRequestLoader.swift": [
      Section("feed.yaml", "`weather`", definition: "weather"),
      Section("feed.yaml", "`weather.events`", definition: "weatherEvents"),
    ],
    "CredentialsLoader.swift": [
      Section("feed.yaml", "`auth`", definition: "auth"),
      Section("feed.yaml", "A secret", definition: "secret"),
    ],
    "TaxonomyLoader.swift": [
      Section("categories.yaml", "The taxonomy"),
      Section("categories.yaml", "`categories`", definition: "categories"),
    ],
    "DecisionsLoader.swift": [
      Section("decisions.yaml", "The decisions"),
      Section("decisions.yaml", "`hide`", definition: "hide"),
      Section("decisions.yaml", "`pin-place`", definition: "pin-place"),
      Section("decisions.yaml", "`set`", definition: "set"),
      Section("decisions.yaml", "`same` and `different`", definition: "listings"),
    ],
    "WeatherRuleLoader.swift": [
      Section("weather.yaml", "`advisories`", definition: "advisories"),
      Section("weather.yaml", "The rules"),
    ],
  ]

  /// Each list of keys in the text of a loader: what `allow` is given, what `keys` is, and what the
  /// entries of a list may have.
  static func lists(in text: String) -> [Set<String>] {
    let list = /(?:allow\(|keys = |entries\(root, (?:"[a-z-]+"|name), )\s*\[([^\]]*)\]/
    return text.matches(of: list).map { match in
      Set(match.1.matches(of: /"([A-Za-z-]+)"/).map { String($0.1) })
    }
  }

  /// The known keys of each section, and the loaders whose lists the table above does not fit.
  static func known() throws -> (keys: [Section: Set<String>], strangers: [String]) {
    var keys: [Section: Set<String>] = [:]
    var strangers: [String] = []
    let folder = "Sources/AlmanacPipeline/Settings"
    let files = try FileManager.default.contentsOfDirectory(atPath: ProjectFiles.url(folder).path)
    for file in files.sorted() {
      let lists = lists(in: try ProjectFiles.text("\(folder)/\(file)"))
      let sections = sections[file, default: []]
      if lists.count != sections.count { strangers.append(file) }
      for (section, list) in zip(sections, lists) { keys[section] = list }
    }
    let mapping = Section("feed.yaml", "`mapping`", definition: "mapping")
    keys[mapping]?.formUnion(try mappedFields())
    return (keys, strangers)
  }

  /// The cases of `FeedMapping.Field`.
  private static func mappedFields() throws -> Set<String> {
    let text = try ProjectFiles.text("Sources/AlmanacModel/Records/FeedMapping.swift")
    let body = text.components(separatedBy: "enum Field").dropFirst().first ?? ""
    let cases = (body.components(separatedBy: "}").first ?? "").matches(of: /case ([a-zA-Z, ]+)/)
    return Set(
      cases.flatMap { $0.1.split(separator: ",") }.map { $0.trimmingCharacters(in: .whitespaces) })
  }
}
