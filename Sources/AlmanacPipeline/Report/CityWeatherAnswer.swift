import AlmanacModel
import AlmanacPublish
public import AlmanacTime
import Foundation

extension QueryAnswer {
  /// What people are told of a city that is not configured, or of which nothing is known; a normal
  /// answer.
  public static let noCity = "No matching city found"

  /// One line for people: `Melbourne: Light rain, 14.2 °C (Weather data by …)`.
  public func weather(of city: String, at now: Instant) throws -> String {
    guard let found = try reader.weather(of: city, at: now) else { return Self.noCity }
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
    if let found = try reader.weather(of: city, at: now) {
      json.member("city", found.name)
      json.member("at", found.at.rfc3339)
      json.member("current", found.isCurrent)
      json.member("condition", found.condition.rawValue)
      json.member("icon", found.condition.rawValue)
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
      json.member("message", Self.noCity)
    }
    json.endObject()
    return json.text
  }
}
