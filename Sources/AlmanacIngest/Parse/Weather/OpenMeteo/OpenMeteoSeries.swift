import AlmanacModel
import AlmanacTime

/// The columns of one answer, converted to our units.
struct OpenMeteoSeries {
  enum Variable: CaseIterable {
    case temperature, apparentTemperature, dewPoint, relativeHumidity, pressure, windSpeed
    case windGust, windDirection, cloudCover, precipitation, snowfall, precipitationProbability
    case visibility, uvIndex, isDay, code
  }

  /// By row; nil if a time cannot be read.
  let times: [Instant?]
  /// Seconds between two rows.
  let resolution: Int
  /// Skipped variables with their units, in order of name.
  private(set) var unknownUnits: [(name: String, unit: String)] = []
  private var columns: [Variable: [Double?]] = [:]

  /// Reads `hourly`, or `current` with single values instead of arrays; nil if the answer has none.
  ///
  /// Local times use `utc_offset_seconds`, one offset for the whole answer, even across a clock
  /// change. Unix times are in UTC. Members of undocumented types are ignored.
  init?(_ answer: JSONValue, _ name: String) {
    guard let table = answer[name]?.object else { return nil }
    func rows(_ name: String) -> [JSONValue]? {
      switch table[name] {
      case nil, .object: nil
      case .array(let rows): rows
      case let value?: [value]
      }
    }
    let offset = answer["utc_offset_seconds"]?.double.flatMap { Int(exactly: $0) } ?? 0
    let units =
      name == "hourly"
      ? answer["hourly_units"] : answer["current_units"] ?? answer["current_weather_units"]
    times = (rows("time") ?? []).map { Self.instant($0, offset: offset) }
    resolution = Self.resolution(times, interval: rows("interval")?.first?.double)
    for variable in Variable.allCases {
      guard let name = variable.names.first(where: { rows($0) != nil }), let column = rows(name)
      else { continue }
      let unit = units?[name]?.string
      guard
        let conversion = WeatherUnits.conversion(
          variable.quantity, unit: unit, standard: variable.quantity == .speed ? "km/h" : nil)
      else {
        unknownUnits.append((name, unit ?? ""))
        continue
      }
      columns[variable] = column.map { $0.double.map(conversion.apply) }
    }
  }

  func value(_ variable: Variable, _ row: Int) -> Double? {
    guard let column = columns[variable], column.indices.contains(row) else { return nil }
    return column[row]
  }

  private static func instant(_ value: JSONValue, offset: Int) -> Instant? {
    switch value {
    case .integer(let seconds): Instant(secondsSinceEpoch: seconds)
    case .string(let text):
      CivilDateTime(iso8601: text).map {
        Instant(secondsSinceEpoch: $0.localSeconds) - min(max(offset, -86_399), 86_399)
      }
    default: nil
    }
  }

  /// The step between the first two rows in seconds; an hour for a single row.
  private static func resolution(_ times: [Instant?], interval: Double?) -> Int {
    if let interval, let seconds = Int(exactly: interval), 60...86_400 ~= seconds {
      return seconds
    }
    guard times.count > 1, let first = times[0], let second = times[1] else { return 3_600 }
    let step = second.seconds(since: first)
    return 60...86_400 ~= step ? step : 3_600
  }
}

extension OpenMeteoSeries.Variable {
  /// The current name first, then that of 2022, then that in `current_weather`.
  fileprivate var names: [String] {
    switch self {
    case .temperature: ["temperature_2m", "temperature"]
    case .apparentTemperature: ["apparent_temperature"]
    case .dewPoint: ["dew_point_2m", "dewpoint_2m"]
    case .relativeHumidity: ["relative_humidity_2m", "relativehumidity_2m"]
    case .pressure: ["pressure_msl"]
    case .windSpeed: ["wind_speed_10m", "windspeed_10m", "windspeed"]
    case .windGust: ["wind_gusts_10m", "windgusts_10m"]
    case .windDirection: ["wind_direction_10m", "winddirection_10m", "winddirection"]
    case .cloudCover: ["cloud_cover", "cloudcover"]
    case .precipitation: ["precipitation"]
    case .snowfall: ["snowfall"]
    case .precipitationProbability: ["precipitation_probability"]
    case .visibility: ["visibility"]
    case .uvIndex: ["uv_index"]
    case .isDay: ["is_day"]
    case .code: ["weather_code", "weathercode"]
    }
  }

  fileprivate var quantity: WeatherUnits.Quantity {
    switch self {
    case .temperature, .apparentTemperature, .dewPoint: .temperature
    case .windSpeed, .windGust: .speed
    case .precipitation: .precipitation
    case .snowfall: .snow
    case .visibility: .length
    case .relativeHumidity, .cloudCover, .precipitationProbability: .percent
    case .pressure: .pressure
    case .windDirection, .uvIndex, .isDay, .code: .plain
    }
  }
}
