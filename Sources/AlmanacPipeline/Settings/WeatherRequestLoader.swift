import AlmanacIngest
import AlmanacModel

extension WeatherRequest: ConfigurationValue {
  /// The value of `weather` of `feed.yaml`.
  init(_ node: ConfigurationNode) throws {
    self.init(
      provider: try node.decoded("provider"), points: try node.decoded("points"),
      sharing: try node.decoded("perRequest"))
    for (name, value) in node["cities"]?.members ?? [] {
      // A point, or the words by which the provider finds the city; nothing: its name.
      let city =
        value.isList
        ? City(name: name, coordinate: try value.decoded())
        : City(name: name, words: value.text ?? name)
      cities.append(city)
      if let point = city.coordinate, !points.contains(point) { points.append(point) }
    }
    if node["events"]?["active"]?.bool ?? true { events = try node.decoded("events") }
    follow = try node.decoded("follow")
    key = try node.decoded("key")
    guard !points.isEmpty || !cities.isEmpty || events != nil else {
      throw node.error("give 'points', 'cities' or 'events'")
    }
  }
}

extension ConfigurationNode {
  /// Checks the placeholders of a weather source's URL.
  func checkPlaceholders(for request: WeatherRequest) throws(ConfigurationError) {
    guard let template = WeatherTemplate(text ?? "") else {
      throw error(
        "needs placeholders for the points: {latitude} and {longitude}, {latitudes} and "
          + "{longitudes}, or {place}")
    }
    if request.cities.contains(where: { $0.words != nil }), template.reach != .onePlace {
      throw error("cities that the provider is to find by name need {place}")
    }
    if request.events != nil, template.reach == .everything {
      throw error("'events' needs {latitude} and {longitude}, or another place for points")
    }
  }
}
