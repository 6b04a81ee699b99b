public import AlmanacTime

/// The weather services whose responses `parse` reads.
public enum WeatherProvider: String, Hashable, Sendable, Codable, CaseIterable {
  case openMeteo = "open-meteo"
  /// MET Norway, Locationforecast 2.0.
  case metNorway = "met-norway"
  /// The National Weather Service of the United States, api.weather.gov.
  case nws
  /// OpenWeather, 2.5 and 3.0.
  case openWeather = "openweather"
  /// WeatherAPI.com, and its predecessor APIXU.
  case weatherAPI = "weatherapi"
  /// Singapore's NEA through data.gov.sg, versions 1 and 2.
  case dataGovSG = "data-gov-sg"

  /// The attribution that its license requires.
  public var attribution: String {
    switch self {
    case .openMeteo: "Weather data by Open-Meteo.com (CC BY 4.0)"
    case .metNorway: "Weather data from MET Norway (CC BY 4.0)"
    case .nws: "Weather data by the US National Weather Service"
    case .openWeather: "Weather data provided by OpenWeather (openweathermap.org)"
    case .weatherAPI: "Powered by WeatherAPI.com"
    case .dataGovSG:
      "Contains information from the National Environment Agency accessed through data.gov.sg "
        + "(Singapore Open Data Licence 1.0)"
    }
  }

  /// The link of the attribution.
  public var website: String {
    switch self {
    case .openMeteo: "https://open-meteo.com/"
    case .metNorway: "https://api.met.no/"
    case .nws: "https://www.weather.gov/"
    case .openWeather: "https://openweathermap.org/"
    case .weatherAPI: "https://www.weatherapi.com/"
    case .dataGovSG: "https://data.gov.sg/"
    }
  }
}

/// The weather condition, common to all providers.
public enum WeatherCondition: String, Hashable, Sendable, Codable, CaseIterable {
  case clear
  case mostlyClear = "mostly_clear"
  case partlyCloudy = "partly_cloudy"
  case overcast, haze, fog, dust, windy, drizzle
  case rainLight = "rain_light"
  case rain
  case rainHeavy = "rain_heavy"
  case freezingRain = "freezing_rain"
  case sleet
  case snowLight = "snow_light"
  case snow
  case snowHeavy = "snow_heavy"
  case thunder, hail, storm, unknown
}

/// One step of a forecast for a point. A value is nil if the provider does not give it; nil never
/// means zero.
///
/// The instant of temperature and wind is separate from the interval of precipitation, because
/// providers disagree whether the interval begins or ends at the timestamp.
public struct Forecast: Hashable, Sendable, Codable {
  public var source: String
  public var provider: WeatherProvider
  public var point: Coordinate
  /// The configured city that the provider found at the point; nil if a point was requested.
  public var city: String?
  /// The nearest point of the provider's grid.
  public var grid: Coordinate?
  /// Meters above sea level.
  public var elevation: Double?
  /// The time at which the provider computed it, if known.
  public var issuedAt: Instant?
  public var fetchedAt: Instant
  /// The instant of all values that are not sums over the interval.
  public var at: Instant
  /// Half-open interval over which precipitation and snowfall are summed.
  public var accumulatedFrom: Instant?
  public var accumulatedTo: Instant?
  /// Length of the step in seconds from `at`; 0 if the values hold at `at` only.
  public var resolution: Int

  /// Whether it is the provider's current weather; nil: a step of the forecast.
  public var isCurrent: Bool?

  /// Degrees Celsius.
  public var temperature: Double?
  /// Minimum and maximum of the step, if the provider gives them. Those of a day or a half-day are
  /// not the temperature of any hour.
  public var temperatureMin: Double?
  public var temperatureMax: Double?
  public var apparentTemperature: Double?
  public var dewPoint: Double?
  /// Percent, 0 ... 100.
  public var relativeHumidity: Double?
  /// Hectopascal at mean sea level.
  public var pressure: Double?
  /// Meters per second; the upper end if the provider gives a range.
  public var windSpeed: Double?
  public var windGust: Double?
  /// Degrees clockwise from north from which the wind blows.
  public var windDirection: Double?
  /// Percent, 0 ... 100.
  public var cloudCover: Double?
  /// Millimeters over the interval.
  public var precipitation: Double?
  /// Centimeters over the interval.
  public var snowfall: Double?
  /// 0 ... 1 over the interval.
  public var precipitationProbability: Double?
  /// Meters.
  public var visibility: Double?
  public var uvIndex: Double?
  public var isDay: Bool?
  public var condition: WeatherCondition
  /// The provider's own code and words.
  public var rawCode: String?
  public var rawText: String?
  public var attribution: String?

  public init(
    source: String, provider: WeatherProvider, point: Coordinate, grid: Coordinate? = nil,
    fetchedAt: Instant, at: Instant, resolution: Int = 3_600,
    condition: WeatherCondition = .unknown
  ) {
    self.source = source
    self.provider = provider
    self.point = point
    self.grid = grid
    self.fetchedAt = fetchedAt
    self.at = at
    self.resolution = resolution
    self.condition = condition
  }
}

/// The weather during one occurrence, as `enrich` adds it.
public struct OccurrenceWeather: Hashable, Sendable, Codable {
  /// A value that a further source provided because the first one lacked it.
  public struct Supplement: Hashable, Sendable, Codable {
    public enum Field: String, Hashable, Sendable, Codable, CaseIterable {
      case condition, temperature, wind, precipitation
      case precipitationProbability = "precipitation_probability"
    }

    public var field: Field
    public var source: String
    public var provider: WeatherProvider

    public init(field: Field, source: String, provider: WeatherProvider) {
      self.field = field
      self.source = source
      self.provider = provider
    }
  }

  public var source: String
  public var provider: WeatherProvider
  /// The most severe condition of its hours.
  public var condition: WeatherCondition
  /// Degrees Celsius over its hours.
  public var temperatureMin: Double?
  public var temperatureMax: Double?
  /// Total millimeters.
  public var precipitation: Double?
  /// 0 ... 1, the highest of its hours.
  public var precipitationProbability: Double?
  /// Meters per second, the highest of its hours.
  public var windSpeed: Double?
  /// For people: the condition, the temperatures and the chance of rain.
  public var text: String
  public var issuedAt: Instant?
  public var fetchedAt: Instant
  /// Meters from the place to the forecast's point.
  public var distance: Double
  /// The attributions of all sources that provided a value.
  public var attribution: String?
  /// At most one per field; nil if all values are from `source`.
  public var supplements: [Supplement]?
  /// Advisories of the operator's rules, in the order of the rules; nil: none.
  public var advisories: [WeatherAdvisory]?
  /// nil unless it is during the occurrence.
  public var sunrise: Instant?
  public var sunset: Instant?
  /// Whether the sun is up halfway through the occurrence; nil for whole days and for occurrences
  /// longer than half a day.
  public var isDay: Bool?

  public init(
    source: String, provider: WeatherProvider, condition: WeatherCondition,
    temperatureMin: Double? = nil, temperatureMax: Double? = nil, precipitation: Double? = nil,
    precipitationProbability: Double? = nil, windSpeed: Double? = nil, text: String,
    issuedAt: Instant? = nil, fetchedAt: Instant, distance: Double, attribution: String? = nil,
    supplements: [Supplement]? = nil, sunrise: Instant? = nil, sunset: Instant? = nil
  ) {
    self.source = source
    self.provider = provider
    self.condition = condition
    self.temperatureMin = temperatureMin
    self.temperatureMax = temperatureMax
    self.precipitation = precipitation
    self.precipitationProbability = precipitationProbability
    self.windSpeed = windSpeed
    self.text = text
    self.issuedAt = issuedAt
    self.fetchedAt = fetchedAt
    self.distance = distance
    self.attribution = attribution
    self.supplements = supplements
    self.sunrise = sunrise
    self.sunset = sunset
  }

  /// All sources that provided a value, `source` first.
  public var sources: [String] { [source] + (supplements ?? []).map(\.source) }
}
