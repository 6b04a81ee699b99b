import AlmanacModel

/// The answer of Open-Meteo's forecast API for one point, as it stands on the wire.
///
/// Members of another type than documented count as absent: what is needed is checked by the
/// mapper, and nothing else may fail the document.
struct OpenMeteoResponse {
  /// Values by variable, a row each step; null where the model has none.
  struct Table {
    /// Every column, `time` among them.
    var columns: [String: [JSONValue]] = [:]

    /// A column that is no list is left out; `current` has single values instead of lists.
    init?(_ value: JSONValue?) {
      guard let members = value?.object else { return nil }
      for (name, value) in members {
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

  init(_ json: JSONValue) {
    latitude = json["latitude"]?.double
    longitude = json["longitude"]?.double
    elevation = json["elevation"]?.double
    utcOffset = json["utc_offset_seconds"]?.double.flatMap { Int(exactly: $0) }
    hourly = Table(json["hourly"])
    hourlyUnits = Self.units(json["hourly_units"])
    current = Table(json["current"]) ?? Table(json["current_weather"])
    currentUnits = Self.units(json["current_units"]) ?? Self.units(json["current_weather_units"])
    isError = json["error"]?.bool
    reason = json["reason"]?.filledString
  }

  private static func units(_ json: JSONValue?) -> [String: String]? {
    json?.object.map { $0.compactMapValues(\.string) }
  }
}
