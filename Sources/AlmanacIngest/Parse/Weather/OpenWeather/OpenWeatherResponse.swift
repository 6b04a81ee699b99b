import AlmanacModel
import AlmanacTime

/// An answer of OpenWeather's current, forecast, find (2.5) and One Call (2.5, 3.0) services.
struct OpenWeatherResponse {
  /// One condition of several; the first is the primary one.
  struct Condition {
    var id: Int?
    var description: String?
    var icon: String?

    init(_ json: JSONValue) {
      id = json["id"]?.looseInteger
      description = json["description"]?.filledString ?? json["main"]?.filledString
      icon = json["icon"]?.filledString
    }
  }

  /// What fell, by the hours that are summed; absent when dry.
  struct Fall {
    var oneHour: Double?
    var threeHours: Double?
    /// One Call's days have a bare number.
    var day: Double?

    init?(_ json: JSONValue?) {
      oneHour = json?["1h"]?.looseNumber
      threeHours = json?["3h"]?.looseNumber
      day = json?.double
      if oneHour == nil, threeHours == nil, day == nil { return nil }
    }
  }

  /// One instant, hour, three hours or day.
  struct Step {
    var at: Instant?
    var latitude: Double?
    var longitude: Double?
    var temperature: Double?
    var temperatureMin: Double?
    var temperatureMax: Double?
    var feelsLike: Double?
    var dewPoint: Double?
    var humidity: Double?
    var pressure: Double?
    var windSpeed: Double?
    var windGust: Double?
    var windDirection: Double?
    var clouds: Double?
    var visibility: Double?
    var uvIndex: Double?
    var probability: Double?
    var rain: Fall?
    var snow: Fall?
    var conditions: [Condition] = []
  }

  /// What a list of steps covers, which decides to which side rain falls.
  enum Kind { case current, hour, threeHours, day }

  var latitude: Double?
  var longitude: Double?
  /// Seconds that local time is ahead of UTC.
  var offset = 0
  var series: [(kind: Kind, steps: [Step])] = []

  init(_ json: JSONValue) {
    let place = json["coord"] ?? json["city"]?["coord"]
    latitude = (place?["lat"] ?? json["lat"])?.looseNumber
    longitude = (place?["lon"] ?? json["lon"])?.looseNumber
    let offset = json["timezone_offset"] ?? json["timezone"] ?? json["city"]?["timezone"]
    self.offset = offset?.double.flatMap { Int(exactly: $0) } ?? 0
    if !(-86_399...86_399).contains(self.offset) { self.offset = 0 }
    if let list = json["list"]?.array {
      // What 'find' lists are places, each with its current weather.
      let kind: Kind = list.contains { $0["coord"] != nil } ? .current : .threeHours
      series.append((kind, list.map(Step.init)))
    }
    if let current = json["current"], current.object != nil {
      series.append((.current, [Step(current)]))
    }
    if let hourly = json["hourly"]?.array { series.append((.hour, hourly.map(Step.init))) }
    if let daily = json["daily"]?.array { series.append((.day, daily.map(Step.init))) }
    if series.isEmpty, json["dt"] != nil { series.append((Self.kind(of: json), [Step(json)])) }
  }

  /// A step that stands alone: 2.5's current weather is one.
  private static func kind(of json: JSONValue) -> Kind {
    guard json["pop"] != nil else { return .current }
    return json["main"] == nil ? .hour : .threeHours
  }
}

extension OpenWeatherResponse.Step {
  /// 2.5 has members in groups, One Call side by side.
  fileprivate init(_ json: JSONValue) {
    let main = json["main"] ?? json
    let wind = json["wind"]
    at = json["dt"]?.unixTime
    latitude = json["coord"]?["lat"]?.looseNumber
    longitude = json["coord"]?["lon"]?.looseNumber
    temperature = main["temp"]?.looseNumber
    temperatureMin = (main["temp_min"] ?? json["temp"]?["min"])?.looseNumber
    temperatureMax = (main["temp_max"] ?? json["temp"]?["max"])?.looseNumber
    feelsLike = main["feels_like"]?.looseNumber
    dewPoint = json["dew_point"]?.looseNumber
    humidity = main["humidity"]?.looseNumber
    // On old answers 'pressure' is that of the ground.
    pressure = (main["sea_level"] ?? main["pressure"])?.looseNumber
    windSpeed = (wind?["speed"] ?? json["wind_speed"])?.looseNumber
    windGust = (wind?["gust"] ?? json["wind_gust"])?.looseNumber
    windDirection = (wind?["deg"] ?? json["wind_deg"])?.looseNumber
    clouds = (json["clouds"]?["all"] ?? json["clouds"])?.looseNumber
    visibility = json["visibility"]?.looseNumber
    uvIndex = json["uvi"]?.looseNumber
    probability = json["pop"]?.looseNumber
    rain = OpenWeatherResponse.Fall(json["rain"])
    snow = OpenWeatherResponse.Fall(json["snow"])
    conditions = (json["weather"]?.array ?? []).map(OpenWeatherResponse.Condition.init)
  }
}
