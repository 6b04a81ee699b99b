import AlmanacModel
import AlmanacRefine

extension ConfigurationNode {
  /// The advisory rules of `weather.yaml`.
  func weatherRules() throws(ConfigurationError) -> [WeatherRule] {
    var rules: [WeatherRule] = []
    for node in self["advisories"]?.elements ?? [] { rules.append(try node.weatherRule()) }
    return rules
  }

  private func weatherRule() throws(ConfigurationError) -> WeatherRule {
    let advisory = WeatherAdvisory(id: self["id"]?.text ?? "", text: self["text"]?.text ?? "")
    var rule = WeatherRule(advisory: advisory)
    rule.conditions =
      self["conditions"]?.texts.compactMap(WeatherCondition.init(rawValue:)) ?? []
    rule.temperature = self["temperature"]?.number
    rule.temperatureAtMost = self["temperatureAtMost"]?.number
    rule.wind = self["wind"]?.number
    rule.precipitation = self["rain"]?.number
    rule.probability = self["chance"]?.number
    guard rule != WeatherRule(advisory: advisory) else {
      throw error(
        "the rule would always hold; give conditions, temperature, temperatureAtMost, wind, rain "
          + "or chance")
    }
    rule.isOutdoorOnly = self["where"]?.text == "outdoor"
    return rule
  }
}
