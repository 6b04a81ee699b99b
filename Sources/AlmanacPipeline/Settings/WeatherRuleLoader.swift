import AlmanacModel

/// Reads the advisory rules of `weather.yaml`.
enum WeatherRuleLoader {
  /// A rule as it is written.
  private struct Rule: Decodable {
    enum Location: String, Decodable { case outdoor, anywhere }

    let id: SlugText
    let text: String
    let `where`: Location?
    let conditions: OneOrMany<WeatherCondition>?
    let temperature: DecimalNumber?
    let temperatureAtMost: DecimalNumber?
    let wind: DecimalNumber?
    let rain: DecimalNumber?
    let chance: DecimalNumber?
  }

  static func load(_ root: ConfigurationNode) throws(ConfigurationError) -> [WeatherRule] {
    var rules: [WeatherRule] = []
    for node in try root.child("advisories")?.list() ?? [] { rules.append(try rule(node)) }
    return rules
  }

  private static func rule(_ node: ConfigurationNode) throws(ConfigurationError) -> WeatherRule {
    let written = try node.decode(Rule.self)
    var rule = WeatherRule(
      advisory: WeatherAdvisory(id: written.id.value, text: written.text))
    rule.isOutdoorOnly = written.where == .outdoor
    rule.conditions = written.conditions?.elements ?? []
    rule.temperature = written.temperature?.value
    rule.temperatureAtMost = written.temperatureAtMost?.value
    rule.wind = written.wind?.value
    rule.precipitation = written.rain?.value
    rule.probability = written.chance?.value
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
