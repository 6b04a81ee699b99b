import AlmanacModel
import AlmanacRefine

/// Reads the advisory rules of `weather.yaml`.
enum WeatherRuleLoader {
  static func load(_ root: ConfigurationNode) throws(ConfigurationError) -> [WeatherRule] {
    try (root["advisories"]?.elements ?? []).map(rule)
  }

  private static func rule(_ node: ConfigurationNode) throws(ConfigurationError) -> WeatherRule {
    var rule = WeatherRule(
      advisory: WeatherAdvisory(id: node["id"]?.text ?? "", text: node["text"]?.text ?? ""))
    rule.isOutdoorOnly = node["where"]?.text == "outdoor"
    rule.conditions =
      node["conditions"]?.elements.compactMap { $0.word(WeatherCondition.self) } ?? []
    rule.temperature = node["temperature"]?.number
    rule.temperatureAtMost = node["temperatureAtMost"]?.number
    rule.wind = node["wind"]?.number
    rule.precipitation = node["rain"]?.number
    rule.probability = node["chance"]?.number
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
