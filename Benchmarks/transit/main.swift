import AlmanacIngest
import AlmanacModel
import AlmanacTime
import AlmanacTransit
import Foundation

// Measures one transit feed on one core. Usage: TransitBenchmark FEED.zip ANSWERS.ndjson ROUNDS
//
// Prints the minimum processor time in milliseconds of all rounds, for each of:
//
// - reading the archive and preparing a day,
// - a search from one stop at one time to all stops, for the queries of ANSWERS, and its reverse,
// - a profile of the 60 minutes after each query's time, its longest, and the reverse of the 60
//   minutes before,
// - joining 10,000 occurrences at 400 places within eight weeks to five origins.

let arguments = CommandLine.arguments
guard arguments.count == 4, let rounds = Int(arguments[3]) else {
  print("usage: TransitBenchmark FEED.zip ANSWERS.ndjson ROUNDS")
  exit(64)
}
let zip = [UInt8](try Data(contentsOf: URL(filePath: arguments[1])))
let lines = [UInt8](try Data(contentsOf: URL(filePath: arguments[2]))).split(separator: 0x0a)

/// Milliseconds of processor time, which other processes don't affect.
func milliseconds(_ work: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
  let start = now()
  try work()
  return now() - start
}

/// The minimum time of all rounds.
@MainActor
func best(_ work: () throws -> Void) rethrows -> Double {
  var least = Double.infinity
  for _ in 0..<rounds { least = min(least, try milliseconds(work)) }
  return least
}

struct Query: Hashable {
  var stop: String
  var minute: Int
}

var queries: [Query] = []
for line in lines {
  let answer = try JSONValue(parsing: Array(line))
  guard let stop = answer["from"]?.string, let minute = answer["depart"]?.double else { continue }
  let query = Query(stop: stop, minute: Int(minute))
  if queries.last != query { queries.append(query) }
}
guard let first = queries.first else {
  print("\(arguments[2]) has no answers")
  exit(65)
}

var loaded: (days: TravelDays, entry: TravelDays.Entry)?
let load = try best {
  let feed = TransitFeedReader.read(try TransitTables.read(zip: zip), today: .min)
  guard let network = feed.network else { return }
  var days = TravelDays(network, footpaths: [])
  let date = CivilDate(dayNumber: network.day(ofMinute: first.minute))
  loaded = (days, days.entry(for: date))
}
guard let loaded else {
  print("\(arguments[1]) has no trips that can be used")
  exit(65)
}
let network = loaded.days.network
let entry = loaded.entry

let numbers = Dictionary(
  network.stops.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
let searches = queries.compactMap { query in
  numbers[query.stop].map { (access: [AccessStop(stop: $0)], minute: query.minute - entry.base) }
}

/// The mean and the maximum of each search's minimum time.
@MainActor
func search(_ day: TravelDay, _ starts: (Int) -> [Int]) -> (mean: Double, longest: Double) {
  var rules = JourneyRules()
  rules.maximumBoardings = 7
  rules.usesFootpaths = false
  var least = Array(repeating: Double.infinity, count: searches.count)
  for _ in 0..<rounds {
    for (number, query) in searches.enumerated() {
      let time = milliseconds {
        _ = JourneySearch(in: day, rules: rules).profile(from: query.access, starts: starts(number))
      }
      least[number] = min(least[number], time)
    }
  }
  return (least.reduce(0, +) / Double(least.count), least.max() ?? 0)
}
let forward = search(entry.day) { [searches[$0].minute] }.mean
let backward = search(entry.reversed) { [-searches[$0].minute] }.mean
let profile = search(entry.day) { number in
  let (access, minute) = searches[number]
  return entry.day.starts(from: access, in: minute..<minute + 60)
}
let backwardProfile = search(entry.reversed) { number in
  let (access, minute) = searches[number]
  return entry.reversed.starts(from: access, in: -minute..<60 - minute)
}.mean

/// Places about 100 m from stops, as on a campus.
let positions = network.stops.compactMap(\.coordinate)
let places = (0..<400).compactMap { number -> Place? in
  let position = positions[number * 7_919 % positions.count]
  return Coordinate(latitude: position.latitude + 0.000_9, longitude: position.longitude).map {
    Place(id: "p\(number)", name: "Place \(number)", coordinate: $0)
  }
}
var joined = 0
let join = best {
  var planner = TravelPlanner(network, origins: Array(places.prefix(5)), buffer: 5)
  for number in 0..<10_000 {
    let hour = 8 + number % 13
    let start = entry.base + number / 13 % 56 * 1_440 + hour * 60
    joined +=
      planner.access(
        to: places[number % places.count], start: Instant(secondsSinceEpoch: Int64(start) * 60)
      ).count
  }
}

guard joined > 0 else { exit(70) }
print(
  [load, forward, backward, profile.mean, profile.longest, backwardProfile, join]
    .map { String(format: "%.4f", $0) }.joined(separator: " "))
