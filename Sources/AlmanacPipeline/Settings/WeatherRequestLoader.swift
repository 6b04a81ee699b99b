import AlmanacIngest
import AlmanacModel

extension ConfigurationNode {
  /// The value of `weather` of `feed.yaml`.
  ///
  /// - Parameter url: The source's, whose placeholders must fit the points that are requested.
  func weatherRequest(url: ConfigurationNode?) throws(ConfigurationError) -> WeatherRequest {
    var request = WeatherRequest(
      provider: self["provider"]?.word(WeatherProvider.self), points: [],
      sharing: try value("perRequest", \.integer))
    for point in self["points"]?.elements ?? [] {
      request.points.append(try point.coordinate())
    }
    for (name, value) in self["cities"]?.members ?? [] {
      let city = try value.city(name)
      request.cities.append(city)
      if let point = city.coordinate, !request.points.contains(point) {
        request.points.append(point)
      }
    }
    request.events = try self["events"]?.eventPoints()
    request.follow = self["follow"]?.text
    request.key = self["key"]?.secretPlace
    guard !request.points.isEmpty || !request.cities.isEmpty || request.events != nil else {
      throw error("give 'points', 'cities' or 'events'")
    }
    try url?.checkPlaceholders(for: request)
    return request
  }

  private func checkPlaceholders(for request: WeatherRequest) throws(ConfigurationError) {
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

  /// `true`, or a mapping of the values that differ from the default.
  private func eventPoints() throws(ConfigurationError) -> WeatherRequest.EventPoints? {
    guard isMapping || bool == true else { return nil }
    let values = isMapping ? self : try .standard(.feed, part: "weatherEvents")
    return WeatherRequest.EventPoints(
      spacing: try values.value("spacing", \.number), ahead: try values.value("ahead", \.seconds),
      most: try values.value("most", \.integer))
  }

  /// A point, or the words by which the provider finds it; nothing: its name.
  private func city(_ name: String) throws(ConfigurationError) -> WeatherRequest.City {
    isList
      ? WeatherRequest.City(name: name, coordinate: try coordinate())
      : WeatherRequest.City(name: name, words: text ?? name)
  }
}
