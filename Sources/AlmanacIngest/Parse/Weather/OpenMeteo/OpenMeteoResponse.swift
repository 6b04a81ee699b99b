import AlmanacModel

/// The answer of Open-Meteo's forecast API for one point, as it stands on the wire.
struct OpenMeteoResponse: Decodable {
  /// Values by variable, a row each step; null where the model has none.
  struct Table: Decodable {
    /// Every column, `time` among them.
    var columns: [String: [JSONValue]] = [:]

    init(columns: [String: [JSONValue]]) { self.columns = columns }

    /// A column that is no list is left out; `current` has single values instead of lists.
    init(from decoder: any Decoder) throws {
      let values = try decoder.singleValueContainer().decode([String: JSONValue].self)
      for (name, value) in values {
        switch value {
        case .array(let rows): columns[name] = rows
        case .object: continue
        default: columns[name] = [value]
        }
      }
    }
  }

  var latitude: Double?
  var longitude: Double?
  /// Meters.
  var elevation: Double?
  /// What the naive times are ahead of UTC, in seconds.
  var utcOffset: Int?
  var hourly: Table?
  var hourlyUnits: [String: String]?
  var current: Table?
  var currentUnits: [String: String]?
  var isError: Bool?
  var reason: String?

  private enum CodingKeys: String, CodingKey {
    case latitude, longitude, elevation, hourly, current, reason
    case utcOffset = "utc_offset_seconds"
    case hourlyUnits = "hourly_units"
    case currentUnits = "current_units"
    case currentWeather = "current_weather"
    case currentWeatherUnits = "current_weather_units"
    case isError = "error"
  }

  /// Members of another type than documented count as absent: what is needed is checked by the
  /// mapper, and nothing else may fail the document.
  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    func value<Value: Decodable>(_ type: Value.Type, _ key: CodingKeys) -> Value? {
      try? members.decodeIfPresent(type, forKey: key)
    }
    latitude = value(Double.self, .latitude)
    longitude = value(Double.self, .longitude)
    elevation = value(Double.self, .elevation)
    utcOffset = value(Int.self, .utcOffset)
    hourly = value(Table.self, .hourly)
    hourlyUnits = value([String: String].self, .hourlyUnits)
    current = value(Table.self, .current) ?? value(Table.self, .currentWeather)
    currentUnits =
      value([String: String].self, .currentUnits)
      ?? value([String: String].self, .currentWeatherUnits)
    isError = value(Bool.self, .isError)
    reason = value(String.self, .reason)
  }
}
