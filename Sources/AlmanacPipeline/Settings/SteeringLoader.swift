import AlmanacModel
import AlmanacRefine
import AlmanacTime

/// Reads `only`, `except`, `correct`, `aliases` and `collapse` of a source's definition; the first two
/// also of `almanac.yaml`.
enum SteeringLoader {
  static func load(_ root: ConfigurationNode, gazetteer: Gazetteer) throws(ConfigurationError)
    -> Steering
  {
    var steering = Steering()
    steering.rules = try rules(root)
    steering.collapses = root["collapse"]?.bool ?? false
    if let node = root["correct"] { steering.corrections = try corrections(node) }
    let places = Set(gazetteer.places.map(\.id))
    for (text, place) in root["aliases"]?.members ?? [] {
      steering.aliases[text] = try place.place(among: places)
    }
    return steering
  }

  static func rules(_ root: ConfigurationNode) throws(ConfigurationError) -> ListingRules {
    ListingRules(only: try list(root["only"]), except: try list(root["except"]))
  }

  private static func list(_ node: ConfigurationNode?) throws(ConfigurationError) -> [ListingRule] {
    try (node?.elements ?? []).map(rule)
  }

  private static func rule(_ node: ConfigurationNode) throws(ConfigurationError) -> ListingRule {
    var rule = ListingRule(name: name(of: node), conditions: [])
    for (key, value) in node.members where !value.isNull {
      if let condition = try condition(key, value, in: node) { rule.conditions.append(condition) }
    }
    guard !rule.conditions.isEmpty else { throw node.error("has no condition, such as 'title'") }
    return rule
  }

  private static func condition(
    _ key: String, _ value: ConfigurationNode, in node: ConfigurationNode
  ) throws(ConfigurationError) -> ListingRule.Condition? {
    if let field = ListingRule.Field(rawValue: key) { return .text(field, try patterns(value)) }
    switch key {
    case "near": return .near(try value.coordinate(), meters: node["radius"]?.number ?? 500)
    case "radius":
      guard node["near"] != nil else { throw value.error("belongs to 'near'") }
      return nil
    case "duration":
      return .duration(over: value["over"]?.seconds, under: value["under"]?.seconds)
    case "ahead": return .ahead(over: value["over"]?.seconds, under: value["under"]?.seconds)
    case "time": return .time(from: try minute(value, "from"), to: try minute(value, "to"))
    case "weekday": return .weekday(value.texts.compactMap { Weekday(name: $0) })
    case "online": return .online(value.bool ?? true)
    case "any": return .any(try list(value))
    case "all": return .all(try list(value))
    default: return nil
    }
  }

  private static func patterns(_ node: ConfigurationNode) throws(ConfigurationError) -> [String] {
    for element in node.elements {
      do throws(TextPatternError) {
        _ = try TextPattern(element.text ?? "")
      } catch {
        throw element.error(error.description)
      }
    }
    return node.texts
  }

  /// Of `HH:MM`; minutes after midnight.
  private static func minute(_ node: ConfigurationNode, _ key: String) throws(ConfigurationError)
    -> Int
  {
    let value = try node.required(key)
    guard let minutes = ConfigurationNode.minutes(ofTime: value.text ?? "") else {
      throw value.error("expected a time of day such as \"22:00\"")
    }
    return minutes
  }

  /// The rule in one line, for findings.
  private static func name(of node: ConfigurationNode) -> String {
    if let text = node.text { return text }
    if node.isList { return node.elements.map(name).joined(separator: ", ") }
    return node.members.map { "\($0.name): \(name(of: $0.value))" }.joined(separator: ", ")
  }

  private static func corrections(_ node: ConfigurationNode) throws(ConfigurationError)
    -> Corrections
  {
    var corrections = Corrections()
    node.read("shift", \.signedSeconds, into: &corrections.shift)
    corrections.areUTC = node["times"]?.text == "utc"
    corrections.ignored = words(node["ignore"])
    corrections.titlePrefixes = node["title"]?["stripPrefix"]?.texts ?? []
    corrections.titleSuffixes = node["title"]?["stripSuffix"]?.texts ?? []
    if let venue = node["venue"] {
      let pairs =
        venue.text.map { [("*", $0)] } ?? venue.members.map { ($0.name, $0.value.text ?? "") }
      corrections.venues = Dictionary(pairs) { $1 }
    }
    corrections.repairs = words(node["repair"])
    if corrections.areUTC, !corrections.ignored.isEmpty {
      throw node.error("'times: utc' and 'ignore' exclude each other")
    }
    return corrections
  }

  /// The words of a list, in the order of their declaration.
  private static func words<Word: RawRepresentable & CaseIterable & Equatable>(
    _ node: ConfigurationNode?
  ) -> [Word] where Word.RawValue == String {
    let found = node?.elements.compactMap { $0.word(Word.self) } ?? []
    return Word.allCases.filter(found.contains)
  }
}
