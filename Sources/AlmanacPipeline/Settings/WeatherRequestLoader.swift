import AlmanacIngest
import AlmanacModel

/// Reads the `weather:` section of `feed.yaml`.
enum WeatherRequestLoader {
  /// - Parameter url: The source's, whose placeholders must fit the points that are requested.
  static func load(
    _ node: ConfigurationNode, url: ConfigurationNode?
  ) throws(ConfigurationError) -> WeatherRequest {
    var request = WeatherRequest(
      provider: node["provider"]?.word(WeatherProvider.self), points: [])
    for point in node["points"]?.elements ?? [] {
      request.points.append(try point.coordinate())
    }
    for (name, value) in node["cities"]?.members ?? [] {
      let city = try city(name, value)
      request.cities.append(city)
      if let point = city.coordinate, !request.points.contains(point) {
        request.points.append(point)
      }
    }
    request.events = node["events"].flatMap(events)
    node.read("perRequest", \.integer, into: &request.sharing)
    request.follow = node["follow"]?.text
    request.key = node["key"].map(CredentialsLoader.secret)
    guard !request.points.isEmpty || !request.cities.isEmpty || request.events != nil else {
      throw node.error("give 'points', 'cities' or 'events'")
    }
    if let url { try check(url, against: request) }
    return request
  }

  private static func check(
    _ url: ConfigurationNode, against request: WeatherRequest
  ) throws(ConfigurationError) {
    guard let template = WeatherTemplate(url.text ?? "") else {
      throw url.error(
        "needs placeholders for the points: {latitude} and {longitude}, {latitudes} and "
          + "{longitudes}, or {place}")
    }
    if request.cities.contains(where: { $0.words != nil }), template.reach != .onePlace {
      throw url.error("cities that the provider is to find by name need {place}")
    }
    if request.events != nil, template.reach == .everything {
      throw url.error("'events' needs {latitude} and {longitude}, or another place for points")
    }
  }

  /// `true`, or a mapping of the values that differ from the default.
  private static func events(_ node: ConfigurationNode) -> WeatherRequest.EventPoints? {
    guard node.isMapping || node.bool == true else { return nil }
    var events = WeatherRequest.EventPoints()
    node.read("spacing", \.number, into: &events.spacing)
    node.read("ahead", \.seconds, into: &events.ahead)
    node.read("most", \.integer, into: &events.most)
    return events
  }

  /// A point, or the words by which the provider finds it; nothing: its name.
  private static func city(_ name: String, _ node: ConfigurationNode) throws(ConfigurationError)
    -> WeatherRequest.City
  {
    node.isList
      ? WeatherRequest.City(name: name, coordinate: try node.coordinate())
      : WeatherRequest.City(name: name, words: node.text ?? name)
  }
}
