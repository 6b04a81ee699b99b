import AlmanacModel
import AlmanacPublish
import AlmanacRefine
public import AlmanacTime
import Foundation

extension QueryAnswer {
  /// What people are told of a city that is not configured, or that its provider does not know; a
  /// normal answer.
  public static let noCity = "No matching city found"
  static let noWeather = "No weather is known for that time"
  static let outdated = "The forecast is outdated; it is from "

  /// nil where the edition is young enough for its forecasts to be told.
  private func outdated(at now: Instant) throws -> String? {
    let published = try reader.publishedAt()
    let isFresh = WeatherEnricher.isFresh(fetchedAt: now, issuedAt: published, now: now)
    return isFresh ? nil : Self.outdated + published.rfc3339
  }

  /// One line for people: `Melbourne: Light rain, 14.2 °C (Weather data by …)`.
  public func weather(of city: String, at now: Instant) throws -> String {
    guard try reader.isCity(city) else { return Self.noCity }
    if let outdated = try outdated(at: now) { return outdated }
    guard let found = try reader.weather(of: city, at: now) else { return Self.noWeather }
    var parts = [found.text ?? "Weather"]
    if let temperature = found.temperature {
      parts.append(String(format: "%.1f °C", temperature))
    }
    if let chance = found.precipitationProbability {
      parts.append("rain \(Int((chance * 100).rounded())) %")
    }
    if let wind = found.windSpeed { parts.append(String(format: "wind %.1f m/s", wind)) }
    let line = "\(found.name): \(parts.joined(separator: ", "))"
    return TerminalText.safe(found.attribution.map { "\(line) (\($0))" } ?? line)
  }

  /// The same as one JSON object; of an unknown city `{"city":…,"message":…}`.
  public func weatherJSON(of city: String, at now: Instant) throws -> String {
    var json = JSONWriter()
    json.beginObject()
    if try !reader.isCity(city) {
      json.member("city", city)
      json.member("message", Self.noCity)
    } else if let outdated = try outdated(at: now) {
      json.member("city", city)
      json.member("message", outdated)
    } else if let found = try reader.weather(of: city, at: now) {
      json.member("city", found.name)
      json.member("at", found.at.rfc3339)
      json.member("current", found.isCurrent)
      json.member("condition", found.condition.rawValue)
      let isDay =
        found.isDay ?? found.coordinate.map { Daylight.isDay(at: found.at, in: $0) }
      json.member("icon", found.condition.icon(isDay: isDay))
      json.member("text", found.text)
      json.member("temperature", found.temperature)
      json.member("relativeHumidity", found.relativeHumidity)
      json.member("windSpeed", found.windSpeed)
      json.member("precipitationProbability", found.precipitationProbability)
      json.member("issuedAt", found.issuedAt?.rfc3339)
      json.member("forecastAge", found.issuedAt.map { max(0, now.seconds(since: $0)) })
      json.member("source", found.source)
      json.member("attribution", found.attribution)
    } else {
      json.member("city", city)
      json.member("message", Self.noWeather)
    }
    json.endObject()
    return json.text
  }
}
