public import AlmanacTime

/// The weather services whose answers `parse` reads.
public enum WeatherProvider: String, Hashable, Sendable, Codable, CaseIterable {
  case openMeteo = "open-meteo"
  /// MET Norway, Locationforecast 2.0.
  case metNorway = "met-norway"
  /// The National Weather Service of the United States, api.weather.gov.
  case nws
  /// OpenWeather, 2.5 and 3.0.
  case openWeather = "openweather"
  /// WeatherAPI.com, and APIXU, which it was.
  case weatherAPI = "weatherapi"
  /// Singapore's NEA through data.gov.sg, versions 1 and 2.
  case dataGovSG = "data-gov-sg"

  /// The words that its licence asks for wherever its data is shown.
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
}

extension WeatherProvider {
  /// What the words of thanks lead to.
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

/// One word for the weather, whatever the provider's codes.
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

/// Weather for a point and an hour, in SI-near units; nil is "not stated", never zero.
///
/// Instants and accumulations are kept apart, because providers disagree on which side of the
/// timestamp rain falls.
public struct Forecast: Hashable, Sendable, Codable {
  public var source: String
  public var provider: WeatherProvider
  /// The point asked for.
  public var point: Coordinate
  /// The name of the configured city that the provider found there; nil where a point was asked for.
  public var city: String?
  /// The point of the provider's grid that answered.
  public var grid: Coordinate?
  public var elevation: Double?
  /// When the provider computed it, where stated.
  public var issuedAt: Instant?
  public var fetchedAt: Instant
  /// The instant for which temperature, wind and the like hold.
  public var at: Instant
  /// Half-open interval over which precipitation and snowfall were summed.
  public var accumulatedFrom: Instant?
  public var accumulatedTo: Instant?
  /// Seconds from `at` that the step covers; 0 where its values hold at no time but `at`.
  public var resolution: Int

  /// Whether it is what the provider states for now, beside its series; nil: a step of the series.
  public var isCurrent: Bool?

  /// Degrees Celsius.
  public var temperature: Double?
  /// The lowest and highest of the step, where the provider states them: those of a day or a night
  /// are no temperature of any hour.
  public var temperatureMin: Double?
  public var temperatureMax: Double?
  public var apparentTemperature: Double?
  public var dewPoint: Double?
  /// Percent, 0 ... 100.
  public var relativeHumidity: Double?
  /// Hectopascal at mean sea level.
  public var pressure: Double?
  /// Meters a second; where the provider gives a range, its upper end.
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

/// The weather over one occurrence: what `enrich` joins.
public struct OccurrenceWeather: Hashable, Sendable, Codable {
  /// A value that another source than the first gave, because the first had none.
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
  /// The worst condition of its hours.
  public var condition: WeatherCondition
  /// Degrees Celsius over its hours.
  public var temperatureMin: Double?
  public var temperatureMax: Double?
  /// Millimeters in all.
  public var precipitation: Double?
  /// 0 ... 1, the highest of its hours.
  public var precipitationProbability: Double?
  /// Meters a second, the highest of its hours.
  public var windSpeed: Double?
  /// For people: the condition, the temperatures and the chance of rain.
  public var text: String
  public var issuedAt: Instant?
  public var fetchedAt: Instant
  /// Meters from the place to the forecast's point.
  public var distance: Double
  /// Of all sources that gave a value.
  public var attribution: String?
  /// By field; nil where all is of `source`.
  public var supplements: [Supplement]?
  /// What the operator's rules say of it, in their order; nil: nothing.
  public var advisories: [WeatherAdvisory]?
  /// The sun's, where they fall into the occurrence.
  public var sunrise: Instant?
  public var sunset: Instant?
  /// Whether the sun is up in its middle; nil of whole days and what lasts longer than half a day.
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

  /// Every source that gave a value, `source` first.
  public var sources: [String] { [source] + (supplements ?? []).map(\.source) }

  /// Seconds since the provider computed the forecast; where it does not say, since it was fetched.
  public func forecastAge(at now: Instant) -> Int {
    max(0, now.seconds(since: issuedAt ?? fetchedAt))
  }
}
