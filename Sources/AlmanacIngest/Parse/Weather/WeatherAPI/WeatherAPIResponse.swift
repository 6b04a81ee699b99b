import AlmanacModel
import AlmanacTime

/// An answer of WeatherAPI's `current.json` and `forecast.json`, and of APIXU's.
struct WeatherAPIResponse {
  /// The current weather or one hour. Of each pair of units the metric member is read.
  struct Hour {
    var at: Instant?
    var temperature: Double?
    var feelsLike: Double?
    var dewPoint: Double?
    var humidity: Double?
    var pressure: Double?
    var windKPH: Double?
    var gustKPH: Double?
    var windDirection: Double?
    var cloud: Double?
    var visibilityKM: Double?
    var uvIndex: Double?
    var isDay: Bool?
    var precipitation: Double?
    var snowCM: Double?
    /// Percent; strings with APIXU.
    var chanceOfRain: Double?
    var chanceOfSnow: Double?
    var condition: Condition
  }

  struct Day {
    /// A date of the place's own zone.
    var date: CivilDate?
    var temperatureMin: Double?
    var temperatureMax: Double?
    var windKPH: Double?
    var precipitation: Double?
    var snowCM: Double?
    var chanceOfRain: Double?
    var chanceOfSnow: Double?
    var uvIndex: Double?
    var condition: Condition
    /// Empty where the plan does not hold them.
    var hours: [Hour] = []
  }

  struct Condition {
    var code: Int?
    var text: String?

    fileprivate init(_ json: JSONValue?) {
      code = json?["code"]?.looseInteger
      text = json?["text"]?.filledString
    }
  }

  var latitude: Double?
  var longitude: Double?
  /// IANA name.
  var zone: String?
  var current: Hour?
  var days: [Day] = []

  init(_ json: JSONValue) {
    let location = json["location"]
    latitude = location?["lat"]?.looseNumber
    longitude = location?["lon"]?.looseNumber
    zone = location?["tz_id"]?.filledString
    current = json["current"].flatMap { $0.object == nil ? nil : Hour($0) }
    days = (json["forecast"]?["forecastday"]?.array ?? []).map(Day.init)
  }
}

extension WeatherAPIResponse.Hour {
  fileprivate init(_ json: JSONValue) {
    at = (json["time_epoch"] ?? json["last_updated_epoch"])?.unixTime
    temperature = json["temp_c"]?.looseNumber
    feelsLike = json["feelslike_c"]?.looseNumber
    dewPoint = json["dewpoint_c"]?.looseNumber
    humidity = json["humidity"]?.looseNumber
    pressure = json["pressure_mb"]?.looseNumber
    windKPH = json["wind_kph"]?.looseNumber
    gustKPH = json["gust_kph"]?.looseNumber
    windDirection = json["wind_degree"]?.looseNumber
    cloud = json["cloud"]?.looseNumber
    visibilityKM = json["vis_km"]?.looseNumber
    uvIndex = json["uv"]?.looseNumber
    isDay = json["is_day"]?.looseInteger.map { $0 != 0 }
    precipitation = json["precip_mm"]?.looseNumber
    snowCM = json["snow_cm"]?.looseNumber
    chanceOfRain = json["chance_of_rain"]?.looseNumber
    chanceOfSnow = json["chance_of_snow"]?.looseNumber
    condition = WeatherAPIResponse.Condition(json["condition"])
  }
}

extension WeatherAPIResponse.Day {
  fileprivate init(_ json: JSONValue) {
    let day = json["day"]
    // 'date_epoch' is midnight in UTC of the local date, and so no instant of it.
    date = json["date"]?.string.flatMap { CivilDate(iso8601: $0) }
    temperatureMin = day?["mintemp_c"]?.looseNumber
    temperatureMax = day?["maxtemp_c"]?.looseNumber
    windKPH = day?["maxwind_kph"]?.looseNumber
    precipitation = day?["totalprecip_mm"]?.looseNumber
    snowCM = day?["totalsnow_cm"]?.looseNumber
    chanceOfRain = day?["daily_chance_of_rain"]?.looseNumber
    chanceOfSnow = day?["daily_chance_of_snow"]?.looseNumber
    uvIndex = day?["uv"]?.looseNumber
    condition = WeatherAPIResponse.Condition(day?["condition"])
    hours = (json["hour"]?.array ?? []).map(WeatherAPIResponse.Hour.init)
  }
}
