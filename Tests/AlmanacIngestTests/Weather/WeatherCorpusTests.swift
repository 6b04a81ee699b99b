import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacIngest

/// Compares every captured answer with values read by a person and with the numbers in the answer.
@Suite(.enabled(if: SharedFiles.exists("corpora"), "\(SharedFiles.absent)"))
struct WeatherCorpusTests {
  private func read(_ file: String, from provider: WeatherProvider?) throws -> WeatherReading {
    let context = WeatherContext(
      source: "weather",
      points: ExpectedReading.points(file),
      fetchedAt: Instant(secondsSinceEpoch: 0),
      units: file.contains("onecall") ? "metric" : nil)
    return try WeatherReader.read(
      try SharedFiles.bytes("corpora/weather/" + file), from: provider, context)
  }

  /// The value at a path such as `list.14.rain.3h`, read with Foundation.
  private func value(_ path: String, in file: String) throws -> Any? {
    let bytes = try SharedFiles.bytes("corpora/weather/" + file)
    var value: Any? = try JSONSerialization.jsonObject(with: Data(bytes))
    for step in path.split(separator: ".") {
      if let list = value as? [Any], let index = Int(step) {
        value = list.indices.contains(index) ? list[index] : nil
      } else {
        value = (value as? [String: Any])?[String(step)]
      }
    }
    return value
  }

  /// A number, or the last one in a text such as `0 to 5 mph`.
  private func number(_ path: String, in file: String) throws -> Double? {
    switch try value(path, in: file) {
    case let number as NSNumber: number.doubleValue
    case let text as String: text.split(separator: " ").compactMap { Double($0) }.last
    default: nil
    }
  }

  private func check(
    _ found: Double?, _ expected: ExpectedReading.Number?, _ what: String, of file: String
  ) throws {
    guard let expected else { return }
    let stated = try #require(try number(expected.path, in: file), "\(what): \(expected.path)")
    #expect(abs(expected.scale.apply(stated) - expected.value) < 1e-6, "\(what), second reading")
    #expect(abs(try #require(found, "\(what)") - expected.value) < 1e-6, "\(what)")
  }

  @Test("Records contain the values of the answer", arguments: ExpectedReading.table)
  func record(expected: ExpectedReading) throws {
    let reading = try read(expected.file, from: nil)
    if expected.count > 0 { #expect(reading.forecasts.count == expected.count) }
    let at = try #require(Instant(rfc3339: expected.at))
    let found = try #require(
      reading.forecasts.first {
        $0.at == at && ($0.isCurrent ?? false) == expected.isCurrent
          && $0.resolution == expected.resolution
      })
    #expect(found.provider == expected.provider)
    #expect(found.attribution?.isEmpty == false)
    try check(found.temperature, expected.temperature, "temperature", of: expected.file)
    try check(found.temperatureMin, expected.lowest, "lowest", of: expected.file)
    try check(found.temperatureMax, expected.highest, "highest", of: expected.file)
    try check(found.precipitation, expected.rain.amount, "rain", of: expected.file)
    try check(found.precipitationProbability, expected.rain.chance, "chance", of: expected.file)
    try check(found.windSpeed, expected.wind, "wind", of: expected.file)
    if let from = expected.rain.from {
      #expect(found.accumulatedFrom?.rfc3339 == from)
      #expect(found.accumulatedTo?.rfc3339 == expected.rain.to)
    }
    if expected.temperature == nil { #expect(found.temperature == nil) }
    if expected.rain.amount == nil { #expect(found.precipitation == nil) }
    #expect(found.condition == expected.condition)
    if let raw = expected.raw {
      let stated = try #require(try value(raw.path, in: expected.file))
      #expect("\(stated)" == raw.text)
      let words = raw.text.replacing("_", with: " ")
      #expect(found.rawCode == raw.text || found.rawText?.hasSuffix(words) == true)
    }
  }

  @Test("A document without forecasts gives the right error", arguments: ExpectedRefusal.table)
  func refusal(expected: ExpectedRefusal) throws {
    let error = #expect(throws: WeatherError.self) {
      try read(expected.file, from: expected.provider)
    }
    #expect(error?.code == expected.code)
    #expect(error?.description.contains(expected.words) == true, "\(error?.description ?? "")")
  }

  @Test("Every answer of the corpus is in one of the two tables of expected results")
  func complete() {
    let known = Set(
      ExpectedReading.table.map(\.file) + ExpectedRefusal.table.map(\.file))
    let files = SharedFiles.files(in: "corpora/weather", ending: ".json").map {
      String($0.dropFirst("corpora/weather/".count))
    }
    #expect(files.count > 50)
    #expect(files.filter { !known.contains($0) } == [])
  }

  @Test("The raw grid gives precipitation over its own intervals")
  func gridSums() throws {
    let sums = try read("nws/detailed_forecast.json", from: nil).forecasts.filter {
      $0.resolution == 0
    }
    let rain = try #require(
      sums.first {
        $0.accumulatedFrom?.rfc3339 == "2022-02-04T12:00:00Z" && $0.precipitation != nil
      })
    #expect(rain.accumulatedTo?.rfc3339 == "2022-02-04T18:00:00Z")
    #expect(rain.precipitation == 4.826 && rain.precipitationProbability == nil)
    let chance = try #require(
      sums.first {
        $0.accumulatedFrom?.rfc3339 == "2022-02-04T12:00:00Z" && $0.precipitation == nil
      })
    #expect(chance.accumulatedTo?.rfc3339 == "2022-02-04T15:00:00Z")
    #expect(chance.precipitationProbability == 0.68 && chance.temperature == nil)
  }

  @Test("An answer of another provider than declared gives no values")
  func declaredOtherwise() throws {
    for file in Set(ExpectedReading.table.map(\.file)) {
      let own = try #require(ExpectedReading.table.first { $0.file == file }).provider
      for provider in WeatherProvider.allCases where provider != own {
        #expect(throws: WeatherError.self, "\(file) as \(provider)") {
          try read(file, from: provider)
        }
      }
    }
  }
}
