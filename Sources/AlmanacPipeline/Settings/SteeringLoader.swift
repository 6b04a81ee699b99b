import AlmanacModel
import AlmanacTime

// The rules for the listings of a source, in its definition.

extension ListingRule: ConfigurationValue {
  init(_ node: ConfigurationNode) throws {
    self.init(name: node.summary, conditions: [])
    for (key, value) in node.members where !value.isNull {
      if let condition = try Self.condition(key, value, in: node) { conditions.append(condition) }
    }
  }

  private static func condition(
    _ key: String, _ value: ConfigurationNode, in rule: ConfigurationNode
  ) throws -> Condition? {
    if let field = Field(rawValue: key) { return .text(field, value.texts) }
    func minute(_ key: String) -> Int {
      value[key]?.text.flatMap { ConfigurationNode.minutes(ofTime: $0) } ?? 0
    }
    return switch key {
    case "near": .near(try value.decoded(), meters: try rule.decoded("radius"))
    case "duration": .duration(over: value["over"]?.seconds, under: value["under"]?.seconds)
    case "ahead": .ahead(over: value["over"]?.seconds, under: value["under"]?.seconds)
    case "time": .time(from: minute("from"), to: minute("to"))
    case "weekday": .weekday(try value.decoded())
    case "online": .online(try value.decoded())
    case "any": .any(try value.decoded())
    case "all": .all(try value.decoded())
    default: nil
    }
  }
}

extension Corrections: ConfigurationValue {
  /// The value of `correct`.
  init(_ node: ConfigurationNode) throws {
    self.init()
    shift = try node.decoded("shift")
    areUTC = node["times"]?.text == "utc"
    ignored = try Self.words("ignore", in: node)
    titlePrefixes = node["title"]?["stripPrefix"]?.texts ?? []
    titleSuffixes = node["title"]?["stripSuffix"]?.texts ?? []
    venues = try node.decoded("venue")
    repairs = try Self.words("repair", in: node)
    if areUTC, !ignored.isEmpty {
      throw node.error("'times: utc' and 'ignore' exclude each other")
    }
  }

  /// The words of a list, in the order of their declaration.
  private static func words<Word: CaseIterable & Equatable & Decodable>(
    _ key: String, in node: ConfigurationNode
  ) throws -> [Word] {
    let found: [Word] = try node.decoded(key)
    return Word.allCases.filter(found.contains)
  }
}

extension ConfigurationNode {
  /// A rule in one line, for findings.
  fileprivate var summary: String {
    if let text { return text }
    if isList { return elements.map(\.summary).joined(separator: ", ") }
    return members.map { "\($0.name): \($0.value.summary)" }.joined(separator: ", ")
  }
}
