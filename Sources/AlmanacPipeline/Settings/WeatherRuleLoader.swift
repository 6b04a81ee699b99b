import AlmanacModel

/// Reads the advisory rules of `config/weather.yaml`.
enum WeatherRuleLoader {
  private static let keys = [
    "id", "text", "where", "conditions", "temperature", "temperatureAtMost", "wind", "rain",
    "chance",
  ]

  private enum Location: String, CaseIterable { case outdoor, anywhere }

  static func load(_ root: ConfigurationNode) throws(ConfigurationError) -> [WeatherRule] {
    try root.allow(["advisories"])
    var rules: [WeatherRule] = []
    for node in try root.child("advisories")?.list() ?? [] { rules.append(try rule(node)) }
    return rules
  }

  private static func rule(_ node: ConfigurationNode) throws(ConfigurationError) -> WeatherRule {
    try node.allow(keys)
    var rule = WeatherRule(
      advisory: WeatherAdvisory(
        id: try node.required("id").slug(), text: try node.required("text").string()))
    rule.isOutdoorOnly = try node.child("where")?.word(Location.self) == .outdoor
    for condition in try node.child("conditions")?.list() ?? [] {
      rule.conditions.append(try condition.word(WeatherCondition.self))
    }
    rule.temperature = try node.child("temperature")?.number()
    rule.temperatureAtMost = try node.child("temperatureAtMost")?.number()
    rule.wind = try node.child("wind")?.number()
    rule.precipitation = try node.child("rain")?.number()
    rule.probability = try node.child("chance")?.number()
    if let probability = rule.probability, !(0...1).contains(probability) {
      throw node.error("'chance' is a share from 0 to 1")
    }
    let isEmpty =
      rule.conditions.isEmpty && rule.temperature == nil && rule.temperatureAtMost == nil
      && rule.wind == nil && rule.precipitation == nil && rule.probability == nil
    guard !isEmpty else {
      throw node.error(
        "the rule would always hold; give conditions, temperature, temperatureAtMost, wind, rain "
          + "or chance")
    }
    return rule
  }
}
