import AlmanacIngest
import AlmanacModel

/// Reads the `weather:` section of `feed.yaml`.
enum WeatherRequestLoader {
  /// - Parameter url: The source's, whose places for points must fit what is asked for.
  static func load(
    _ node: ConfigurationNode, url: ConfigurationNode?
  ) throws(ConfigurationError) -> WeatherRequest {
    var request = WeatherRequest(
      provider: try node.child("provider")?.word(WeatherProvider.self), points: [])
    for point in try node.child("points")?.list() ?? [] {
      request.points.append(try coordinate(point))
    }
    for (name, value) in try node.child("cities")?.members() ?? [] {
      let city = try city(name, value)
      request.cities.append(city)
      if let point = city.coordinate, !request.points.contains(point) {
        request.points.append(point)
      }
    }
    request.events = try node.child("events").flatMap(events)
    if let count = try node.child("perRequest") {
      request.sharing = try count.integer(in: 1...1_000)
    }
    request.follow = try node.child("follow")?.string()
    request.key = try node.child("key").map(CredentialsLoader.secret)
    guard !request.points.isEmpty || !request.cities.isEmpty || request.events != nil else {
      throw node.error("give 'points', 'cities' or 'events'")
    }
    if let url { try check(url, against: request) }
    return request
  }

  private static func check(
    _ url: ConfigurationNode, against request: WeatherRequest
  ) throws(ConfigurationError) {
    guard let template = WeatherTemplate(try url.string()) else {
      throw url.error(
        "one of {latitude} and {longitude}, {latitudes} and {longitudes}, or {place} says what is "
          + "asked for")
    }
    if request.cities.contains(where: { $0.words != nil }), template.reach != .onePlace {
      throw url.error("cities that the provider is to find by name need {place}")
    }
    if request.events != nil, template.reach == .everything {
      throw url.error("'events' needs {latitude} and {longitude}, or another place for points")
    }
  }

  /// `true`, or what of it is otherwise than usual.
  private static func events(_ node: ConfigurationNode) throws(ConfigurationError)
    -> WeatherRequest.EventPoints?
  {
    guard node.isMapping else {
      return try node.bool() ? WeatherRequest.EventPoints() : nil
    }
    var events = WeatherRequest.EventPoints()
    if let meters = try node.child("spacing") {
      events.spacing = Double(try meters.integer(in: 100...50_000))
    }
    if let ahead = try node.child("ahead") { events.ahead = try ahead.duration() }
    if let most = try node.child("most") { events.most = try most.integer(in: 1...1_000) }
    return events
  }

  /// A point, or the words by which the provider finds it; nothing: its name.
  private static func city(_ name: String, _ node: ConfigurationNode) throws(ConfigurationError)
    -> WeatherRequest.City
  {
    if node.isNull { return WeatherRequest.City(name: name, words: name) }
    let isPoint = try node.list().count > 1
    return isPoint
      ? WeatherRequest.City(name: name, coordinate: try coordinate(node))
      : WeatherRequest.City(name: name, words: try node.string())
  }

  private static func coordinate(_ node: ConfigurationNode) throws(ConfigurationError)
    -> Coordinate
  {
    let numbers = try node.list()
    guard numbers.count == 2,
      let coordinate = Coordinate(
        latitude: try numbers[0].number(), longitude: try numbers[1].number())
    else { throw node.error("expected [latitude, longitude]") }
    return coordinate
  }
}
