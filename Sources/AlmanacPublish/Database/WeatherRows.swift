import AlmanacModel
import AlmanacTime
import GRDB

/// Inserts the weather of occurrences.
struct WeatherRows {
  private let weather: RowInserter
  private let supplement: RowInserter
  private let advisory: RowInserter

  init(_ database: Database) throws {
    weather = try RowInserter("occurrence_weather", in: database)
    supplement = try RowInserter("occurrence_weather_supplement", in: database)
    advisory = try RowInserter("occurrence_advisory", rule: "OR IGNORE", in: database)
  }

  func insert(_ entry: OccurrenceWeather, of occurrence: Int64) throws {
    try weather.insert([
      occurrence, entry.source, entry.provider.rawValue, entry.condition.rawValue, entry.text,
      entry.temperatureMin, entry.temperatureMax, entry.precipitation,
      entry.precipitationProbability, entry.windSpeed, entry.issuedAt?.secondsSinceEpoch,
      entry.distance, entry.attribution, entry.sunrise?.secondsSinceEpoch,
      entry.sunset?.secondsSinceEpoch, entry.isDay,
    ])
    for other in entry.supplements ?? [] {
      try supplement.insert([
        occurrence, other.field.rawValue, other.source, other.provider.rawValue,
      ])
    }
    for (position, rule) in (entry.advisories ?? []).enumerated() {
      try advisory.insert([occurrence, rule.id, rule.text, position])
    }
  }
}
