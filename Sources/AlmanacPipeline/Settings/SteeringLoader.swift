import AlmanacModel
import AlmanacRefine
import AlmanacTime

// The rules for the listings of a source, in its definition.

extension ConfigurationNode {
  /// The values of `only`, `except`, `correct`, `aliases` and `collapse`.
  func steering(_ gazetteer: Gazetteer) throws(ConfigurationError) -> Steering {
    var steering = Steering()
    steering.rules = try listingRules()
    steering.collapses = try value("collapse", \.bool)
    if let node = self["correct"] { steering.corrections = try node.corrections() }
    for (text, place) in self["aliases"]?.members ?? [] {
      steering.aliases[text] = try place.place(in: [gazetteer])
    }
    return steering
  }

  /// The values of `only` and `except`, also of `almanac.yaml`.
  func listingRules() throws(ConfigurationError) -> ListingRules {
    ListingRules(
      only: try self["only"]?.ruleList() ?? [], except: try self["except"]?.ruleList() ?? [])
  }

  private func ruleList() throws(ConfigurationError) -> [ListingRule] {
    var rules: [ListingRule] = []
    for node in elements { rules.append(try node.listingRule()) }
    return rules
  }

  private func listingRule() throws(ConfigurationError) -> ListingRule {
    var rule = ListingRule(name: summary, conditions: [])
    for (key, value) in members where !value.isNull {
      if let condition = try condition(key, value) { rule.conditions.append(condition) }
    }
    guard !rule.conditions.isEmpty else { throw error("has no condition, such as 'title'") }
    return rule
  }

  private func condition(
    _ key: String, _ value: ConfigurationNode
  ) throws(ConfigurationError) -> ListingRule.Condition? {
    if let field = ListingRule.Field(rawValue: key) { return .text(field, try value.patterns()) }
    switch key {
    case "near": return .near(try value.coordinate(), meters: self["radius"]?.number ?? 500)
    case "radius":
      guard self["near"] != nil else { throw value.error("belongs to 'near'") }
      return nil
    case "duration":
      return .duration(over: value["over"]?.seconds, under: value["under"]?.seconds)
    case "ahead": return .ahead(over: value["over"]?.seconds, under: value["under"]?.seconds)
    case "time": return .time(from: try value.minute("from"), to: try value.minute("to"))
    case "weekday": return .weekday(value.texts.compactMap { Weekday(name: $0) })
    case "online": return .online(value.bool ?? true)
    case "any": return .any(try value.ruleList())
    case "all": return .all(try value.ruleList())
    default: return nil
    }
  }

  private func patterns() throws(ConfigurationError) -> [String] {
    for element in elements {
      do throws(TextPatternError) {
        _ = try TextPattern(element.text ?? "")
      } catch {
        throw element.error(error.description)
      }
    }
    return texts
  }

  /// Of `HH:MM`; minutes after midnight.
  private func minute(_ key: String) throws(ConfigurationError) -> Int {
    let value = try required(key)
    guard let minutes = ConfigurationNode.minutes(ofTime: value.text ?? "") else {
      throw value.error("expected a time of day such as \"22:00\"")
    }
    return minutes
  }

  /// A rule in one line, for findings.
  private var summary: String {
    if let text { return text }
    if isList { return elements.map(\.summary).joined(separator: ", ") }
    return members.map { "\($0.name): \($0.value.summary)" }.joined(separator: ", ")
  }

  private func corrections() throws(ConfigurationError) -> Corrections {
    var corrections = Corrections()
    read("shift", \.signedSeconds, into: &corrections.shift)
    corrections.areUTC = self["times"]?.text == "utc"
    corrections.ignored = words("ignore")
    corrections.titlePrefixes = self["title"]?["stripPrefix"]?.texts ?? []
    corrections.titleSuffixes = self["title"]?["stripSuffix"]?.texts ?? []
    if let venue = self["venue"] {
      let pairs =
        venue.text.map { [("*", $0)] } ?? venue.members.map { ($0.name, $0.value.text ?? "") }
      corrections.venues = Dictionary(pairs) { $1 }
    }
    corrections.repairs = words("repair")
    if corrections.areUTC, !corrections.ignored.isEmpty {
      throw error("'times: utc' and 'ignore' exclude each other")
    }
    return corrections
  }

  /// The words of a list, in the order of their declaration.
  private func words<Word: RawRepresentable & CaseIterable>(
    _ key: String
  ) -> [Word] where Word.RawValue == String {
    let found = self[key]?.texts ?? []
    return Word.allCases.filter { found.contains($0.rawValue) }
  }
}
