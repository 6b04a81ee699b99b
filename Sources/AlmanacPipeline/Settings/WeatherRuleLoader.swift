import AlmanacModel
import AlmanacRefine

extension WeatherRule: ConfigurationValue {
  /// An advisory of `weather.yaml`.
  init(_ node: ConfigurationNode) throws {
    self.init(
      advisory: try node.decoded(), isOutdoorOnly: node["where"]?.text == "outdoor",
      conditions: try node.decoded("conditions"), temperature: node["temperature"]?.number,
      temperatureAtMost: node["temperatureAtMost"]?.number, wind: node["wind"]?.number,
      precipitation: node["rain"]?.number, probability: node["chance"]?.number)
  }
}
