import AlmanacModel
import AlmanacRefine
import AlmanacTime
import Foundation

// Measures the join of the weather on one core: 10,000 occurrences in 72 hours, 50 points, hourly
// forecasts.
//
// The floor is reading the hours of each occurrence from known positions. Usage: WeatherBenchmark
// [ROUNDS]

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 20

/// Milliseconds of processor time, which other processes don't affect.
func milliseconds(_ work: () async throws -> Void) async rethrows -> Double {
  let start = clock()
  try await work()
  return Double(clock() - start) * 1_000 / Double(CLOCKS_PER_SEC)
}

let start = Instant(secondsSinceEpoch: 1_772_323_200)
guard let zone = ZoneDatabase.system.zone(named: "Asia/Singapore") else {
  print("no zone Asia/Singapore; install tzdata")
  exit(78)
}

/// 50 points at a distance of 2 km.
let points = (0..<50).compactMap {
  Coordinate(latitude: 1.25 + Double($0 / 10) * 0.018, longitude: 103.7 + Double($0 % 10) * 0.018)
}
let conditions: [WeatherCondition] = [.clear, .partlyCloudy, .overcast, .rainLight, .thunder]
let forecasts = points.flatMap { point in
  (0..<72).map { hour in
    var forecast = Forecast(
      source: "weather", provider: .openMeteo, point: point, fetchedAt: start,
      at: start + hour * 3_600, condition: conditions[(hour / 3) % 5])
    forecast.attribution = forecast.provider.attribution
    forecast.temperature = 24 + Double((hour + 6) % 24) / 3
    forecast.windSpeed = Double(hour % 7)
    forecast.precipitation = hour % 5 == 0 ? 1.5 : 0
    forecast.precipitationProbability = Double(hour % 10) / 10
    forecast.accumulatedFrom = forecast.at - 3_600
    forecast.accumulatedTo = forecast.at
    return forecast
  }
}
let events = (0..<10_000).map { number in
  var placement = Placement(
    place: "p\(number % 400)", name: "Place", confidence: 1, method: .alias)
  placement.coordinate = Coordinate(
    latitude: 1.25 + Double(number % 400) * 0.0002, longitude: 103.7 + Double(number % 377) * 0.0004
  )
  let from = start + (number % 68) * 3_600 + 1_800
  let length = 3_600 * (1 + number % 3)
  return Event(
    id: "e\(number)", campus: "c", title: "Event \(number)", placement: placement,
    occurrences: [
      Occurrence(
        start: .zoned(ZonedTime(from, in: zone)), end: .zoned(ZonedTime(from + length, in: zone)))
    ], listings: [])
}

var index = ForecastIndex([])
let building = await milliseconds { index = ForecastIndex(forecasts) }
let enricher = WeatherEnricher(forecasts: index, zone: zone, now: start)
var joined = 0
var best = Double.infinity
for _ in 0..<rounds {
  let time = try await milliseconds {
    let batch = try await enricher.run(events)
    joined = batch.records.reduce(0) { $0 + $1.weathers.count }
  }
  best = min(best, time)
}

/// The floor: the same hours from known rows of a table, without formatting.
let table = forecasts.map { $0.temperature ?? 0 }
var sum = 0.0
var floor = Double.infinity
for _ in 0..<rounds {
  let time = await milliseconds {
    for number in 0..<10_000 {
      let row = (number % 50) * 72 + number % 68
      var highest = -Double.infinity
      for hour in row..<(row + 2 + number % 3) { highest = max(highest, table[hour]) }
      sum += highest
    }
  }
  floor = min(floor, time)
}
func shown(_ value: Double) -> String { String(format: "%.2f", value) }
print("forecasts \(forecasts.count), occurrences \(events.count), joined \(joined)")
print("index \(shown(building)) ms, join \(shown(best)) ms, floor \(shown(floor)) ms (\(sum > 0))")
