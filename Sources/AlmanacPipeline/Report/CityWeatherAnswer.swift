import AlmanacModel
import AlmanacPublish
import AlmanacRefine
public import AlmanacTime
import Foundation

extension QueryAnswer {
  /// The answer for a city that is not configured, or that its provider doesn't know.
  public static let noCity = "No matching city found"
  static let noWeather = "No weather is known for that time"
  static let outdated = "The forecast is outdated; it is from "

  /// The answer for an edition whose forecasts are too old; nil for a fresh one.
  private func outdated(at now: Instant) throws -> String? {
    let published = try reader.publishedAt()
    let isFresh = WeatherEnricher.isFresh(fetchedAt: now, issuedAt: published, now: now)
    return isFresh ? nil : Self.outdated + published.rfc3339
  }

  /// The weather of a city; of an unknown city its name and the message.
  public func weather(of city: String, at now: Instant) throws -> CityForecast {
    var message = try reader.isCity(city) ? try outdated(at: now) : Self.noCity
    let found = message == nil ? try reader.weather(of: city, at: now) : nil
    if found == nil, message == nil { message = Self.noWeather }
    return CityForecast(city: city, message: message, weather: found, now: now)
  }
}

/// The weather of a city. Units: °C, m/s, shares from 0 to 1; `forecastAge` in seconds.
public struct CityForecast: Answer {
  public static let schema = "almanac.weather/2"

  private enum CodingKeys: CodingKey { case city, message, icon, forecastAge }

  private let city: String
  private let message: String?
  private let weather: CityWeather?
  private let icon: String?
  private let forecastAge: Int?

  fileprivate init(city: String, message: String?, weather: CityWeather?, now: Instant) {
    self.city = weather?.name ?? city
    self.message = message
    self.weather = weather
    icon = weather.flatMap { weather in
      let isDay = weather.isDay ?? weather.coordinate.map { Daylight.isDay(at: weather.at, in: $0) }
      return weather.condition.icon(isDay: isDay)
    }
    forecastAge = weather?.issuedAt.map { max(0, now.seconds(since: $0)) }
  }

  public func encode(to encoder: any Encoder) throws {
    try weather?.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(city, forKey: .city)
    try members.encodeIfPresent(message, forKey: .message)
    try members.encodeIfPresent(icon, forKey: .icon)
    try members.encodeIfPresent(forecastAge, forKey: .forecastAge)
  }

  /// One line for people: `Melbourne: Light rain, 14.2 °C (Weather data by …)`.
  public var line: String {
    if let message { return message }
    var parts = [weather?.text ?? "Weather"]
    if let temperature = weather?.temperature {
      parts.append(String(format: "%.1f °C", temperature))
    }
    if let chance = weather?.precipitationProbability {
      parts.append("rain \(Int((chance * 100).rounded())) %")
    }
    if let windSpeed = weather?.windSpeed {
      parts.append(String(format: "wind %.1f m/s", windSpeed))
    }
    let line = "\(city): \(parts.joined(separator: ", "))"
    return TerminalText.safe(weather?.attribution.map { "\(line) (\($0))" } ?? line)
  }
}
