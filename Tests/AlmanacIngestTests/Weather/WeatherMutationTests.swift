import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Testing

@testable import AlmanacIngest

/// Tests that damaged answers neither crash the reader nor give invented numbers.
@Suite(.enabled(if: SharedFiles.exists("corpora"), "\(SharedFiles.absent)"))
struct WeatherMutationTests {
  private static let files = Set(ExpectedReading.table.map(\.file)).sorted()

  private func read(
    _ bytes: [UInt8], of points: [Coordinate] = [], from provider: WeatherProvider?
  ) -> WeatherReading? {
    let context = WeatherContext(
      source: "weather", points: points, fetchedAt: Instant(secondsSinceEpoch: 0), units: "metric")
    return try? WeatherReader.read(bytes, from: provider, context)
  }

  /// The mutations of one generation, the same in every run.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  private func bytes(_ file: String) throws -> [UInt8] {
    try SharedFiles.bytes("corpora/weather/" + file)
  }

  private func provider(_ file: String) throws -> WeatherProvider {
    try #require(ExpectedReading.table.first { $0.file == file }).provider
  }

  @Test("A truncated answer is rejected", arguments: files)
  func truncated(file: String) throws {
    let whole = try bytes(file)
    for share in 1...16 {
      let cut = Array(whole.prefix(whole.count * share / 17))
      #expect(read(cut, of: ExpectedReading.points(file), from: try provider(file)) == nil)
    }
  }

  @Test("HTML pages are rejected", arguments: WeatherProvider.allCases)
  func pages(provider: WeatherProvider) {
    for page in ["<!DOCTYPE html><html><head><title>403 Forbidden</title>", "<html>", " \n", "x"] {
      #expect(read(Array(page.utf8), from: provider) == nil)
    }
  }

  @Test("A page's title is the provider's message")
  func title() {
    let page = "<html>\n<head><TITLE>422: Outside area</TITLE></head></html>"
    let context = WeatherContext(
      source: "weather", points: [], fetchedAt: Instant(secondsSinceEpoch: 0))
    let error = #expect(throws: WeatherError.self) {
      try WeatherReader.read(Array(page.utf8), from: .metNorway, context)
    }
    #expect(error == .provider(reason: "422: Outside area"))
  }

  @Test("An answer of nulls gives no forecast", arguments: files)
  func nulls(file: String) throws {
    let document = try JSONValue(parsing: bytes(file))
    let emptied = document.mapLeaves { _ in .null }
    #expect(
      read(text(of: emptied), of: ExpectedReading.points(file), from: try provider(file)) == nil)
  }

  @Test("Nulls, words, lists and markers in place of numbers are no values", arguments: files)
  func wrongTypes(file: String) throws {
    let document = try JSONValue(parsing: bytes(file))
    let provider = try provider(file)
    let stated = numbers(of: document)
    let replacements: [JSONValue] = [
      .null, .string("n/a"), .string(""), .bool(true), .array([]), .object([:]),
      .number(-9_999), .number(1e300), .integer(.max), .integer(.min),
    ]
    var generator = Generator(state: 7)
    var forecasts = 0
    for round in 0..<16 {
      let mutant = document.mapLeaves { leaf in
        // Some answers are rejected completely if one of their times is damaged.
        guard Int.random(in: 0..<(round < 8 ? 10 : 1_000), using: &generator) < 2 else {
          return leaf
        }
        return replacements[(round + Int.random(in: 0..<10, using: &generator)) % 10]
      }
      let reading = read(text(of: mutant), of: ExpectedReading.points(file), from: provider)
      for forecast in reading?.forecasts ?? [] {
        forecasts += 1
        for value in forecast.values {
          // Each value is a number of the answer in one of the units that providers use.
          #expect(
            value.isFinite && stated.contains(Self.millionths(value)),
            "\(value) came from nowhere")
        }
      }
    }
    #expect(forecasts > 0, "nothing was read of it")
  }

  @Test("Missing or malformed members never stop the reader", arguments: files)
  func missingMembers(file: String) throws {
    let document = try JSONValue(parsing: bytes(file))
    var generator = Generator(state: 11)
    for _ in 0..<6 {
      let mutant = document.mapMembers { value in
        switch Int.random(in: 0..<40, using: &generator) {
        case 0: nil
        case 1: .array([value])
        case 2: .string("?")
        case 3: .object(["value": value])
        default: value
        }
      }
      let bytes = text(of: mutant)
      _ = read(bytes, of: ExpectedReading.points(file), from: try provider(file))
      _ = read(bytes, from: nil)
    }
  }

  private func text(of value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.value(value)
    return Array(writer.text.utf8)
  }

  private static func millionths(_ value: Double) -> Int {
    Int(max(-1e12, min(1e12, value * 1e6)).rounded())
  }

  /// All numbers of the answer, in each unit that one of them may have to be converted from.
  private func numbers(of document: JSONValue) -> Set<Int> {
    var found: Set<Int> = []
    func note(_ value: Double) {
      // The rounded value.
      for step in -1...1 { found.insert(Self.millionths(value) + step) }
    }
    note(0)
    note(1)
    _ = document.mapLeaves { leaf in
      let words = leaf.string?.split(separator: " ").compactMap { Double($0) } ?? []
      for number in words + [leaf.double].compactMap(\.self) {
        for value in [
          number, number - 273.15, (number - 32) / 1.8, number / 3.6, number * 0.447_04,
          number / 100, number * 1_000, number / 10, number * 25.4,
        ] { note(value) }
      }
      return leaf
    }
    // OpenWeather's rain and snow are added.
    for step in document["list"]?.array ?? [] {
      guard let rain = step["rain"]?["3h"]?.double, let snow = step["snow"]?["3h"]?.double else {
        continue
      }
      note(rain + snow)
    }
    return found
  }
}

extension Forecast {
  /// The numbers of a forecast. Directions in words are no numbers of the answer.
  fileprivate var values: [Double] {
    [
      temperature, temperatureMin, temperatureMax, apparentTemperature, dewPoint,
      relativeHumidity, pressure, windSpeed, windGust, cloudCover, precipitation, snowfall,
      precipitationProbability, visibility, uvIndex,
    ].compactMap(\.self)
  }
}

extension JSONValue {
  fileprivate func mapLeaves(_ change: (JSONValue) -> JSONValue) -> JSONValue {
    switch self {
    case .array(let values): .array(values.map { $0.mapLeaves(change) })
    case .object(let members):
      .object(
        Dictionary(
          uniqueKeysWithValues: members.sorted { $0.key < $1.key }.map {
            ($0.key, $0.value.mapLeaves(change))
          }))
    default: change(self)
    }
  }

  fileprivate func mapMembers(_ change: (JSONValue) -> JSONValue?) -> JSONValue {
    switch self {
    case .array(let values): return .array(values.map { $0.mapMembers(change) })
    case .object(let members):
      var changed: [String: JSONValue] = [:]
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        changed[name] = change(value.mapMembers(change))
      }
      return .object(changed)
    default: return self
    }
  }
}
