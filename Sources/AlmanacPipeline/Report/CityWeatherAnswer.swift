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
    var answer = CityForecast(city: found?.name ?? city, message: message)
    guard let found else { return answer }
    let isDay = found.isDay ?? found.coordinate.map { Daylight.isDay(at: found.at, in: $0) }
    answer.at = found.at
    answer.current = found.isCurrent
    answer.condition = found.condition
    answer.icon = found.condition.icon(isDay: isDay)
    answer.text = found.text
    answer.temperature = found.temperature
    answer.relativeHumidity = found.relativeHumidity
    answer.windSpeed = found.windSpeed
    answer.precipitationProbability = found.precipitationProbability
    answer.issuedAt = found.issuedAt
    answer.forecastAge = found.issuedAt.map { max(0, now.seconds(since: $0)) }
    answer.source = found.source
    answer.attribution = found.attribution
    return answer
  }
}

/// The weather of a city. Units: °C, m/s, shares from 0 to 1; `forecastAge` in seconds.
public struct CityForecast: Answer {
  public static let schema = "almanac.weather/2"

  var city: String
  var message: String?
  var at: Instant?
  var current: Bool?
  var condition: WeatherCondition?
  var icon: String?
  var text: String?
  var temperature: Double?
  var relativeHumidity: Double?
  var windSpeed: Double?
  var precipitationProbability: Double?
  var issuedAt: Instant?
  var forecastAge: Int?
  var source: String?
  var attribution: String?

  /// One line for people: `Melbourne: Light rain, 14.2 °C (Weather data by …)`.
  public var line: String {
    if let message { return message }
    var parts = [text ?? "Weather"]
    if let temperature { parts.append(String(format: "%.1f °C", temperature)) }
    if let chance = precipitationProbability {
      parts.append("rain \(Int((chance * 100).rounded())) %")
    }
    if let windSpeed { parts.append(String(format: "wind %.1f m/s", windSpeed)) }
    let line = "\(city): \(parts.joined(separator: ", "))"
    return TerminalText.safe(attribution.map { "\(line) (\($0))" } ?? line)
  }
}
