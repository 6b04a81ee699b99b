import AlmanacTime
import AlmanacTransit
import Testing

/// Compares searches in random networks with a scan of all connections.
@Suite struct RandomNetworkTests {
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 31)
    }
  }

  private struct Connection {
    var from: Int
    var to: Int
    var departure: Int
    var arrival: Int
    var trip: Int
  }

  private static let stops = 9

  /// A feed of random trips. Some overtake others, call twice at a stop or wait at one.
  private static func feed(_ generator: inout Generator) -> (TransitFeed, [Connection]) {
    var trips = "route_id,service_id,trip_id\n"
    var times = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
    var connections: [Connection] = []
    for trip in 0..<40 {
      trips += "north,week,t\(trip)\n"
      var minute = Int.random(in: 300..<600, using: &generator)
      // Use few stop sequences, so that several trips share one.
      let base = trip % 6
      var last: (stop: Int, departure: Int)?
      for place in 0..<5 {
        let stop = (base * 5 + place * (base + 2)) % stops
        let arrival = minute
        minute += Int.random(in: 0...3, using: &generator)
        if let last {
          connections.append(
            Connection(
              from: last.stop, to: stop, departure: last.departure, arrival: arrival, trip: trip))
        }
        last = (stop, minute)
        times += "t\(trip),\(clock(arrival)),\(clock(minute)),s\(stop),\(place)\n"
        minute += Int.random(in: 1...30, using: &generator)
      }
    }
    let rows = (0..<stops).map { "s\($0),Stop \($0),48.\(100 + $0),11.5" }
    let feed = FeedText.read([
      "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\n" + rows.joined(separator: "\n"),
      "trips.txt": trips, "stop_times.txt": times, "frequencies.txt": nil,
    ])
    return (feed, connections)
  }

  private static func clock(_ minute: Int) -> String {
    "\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60):00"
  }

  /// The Pareto set of changes and arrival for each stop, by rounds over all connections.
  private static func answers(_ connections: [Connection], from: Int, at start: Int) -> [[[Int]]] {
    let sorted = connections.enumerated().sorted {
      ($0.element.departure, $0.offset) < ($1.element.departure, $1.offset)
    }.map(\.element)
    var best = Array(repeating: Int.max, count: stops)
    var found: [[[Int]]] = Array(repeating: [], count: stops)
    var previous = [from: start]
    for round in 0..<5 {
      var current: [Int: Int] = [:]
      var riding: Set<Int> = []
      for connection in sorted {
        let ready = previous[connection.from].map { $0 + (round == 0 ? 0 : 2) } ?? .max
        guard riding.contains(connection.trip) || ready <= connection.departure else { continue }
        riding.insert(connection.trip)
        guard connection.arrival < best[connection.to] else { continue }
        best[connection.to] = connection.arrival
        current[connection.to] = connection.arrival
      }
      for (stop, arrival) in current { found[stop].append([round, arrival]) }
      previous = current
    }
    return found
  }

  @Test("A search finds what a scan of all connections finds", arguments: 1...20)
  func equalsScan(seed: Int) throws {
    var generator = Generator(state: UInt64(seed))
    let (feed, connections) = Self.feed(&generator)
    var days = TravelDays(try #require(feed.network), footpaths: [])
    // Use one service day: adjacent days would add trips that the scan lacks.
    let day = days.entry(for: try #require(CivilDate(iso8601: "2026-03-07"))).day
    let search = JourneySearch(in: day)
    for from in 0..<Self.stops {
      let start = Int.random(in: 300..<500, using: &generator)
      let profile = search.profile(from: [AccessStop(stop: from)], starts: [start])
      let expected = Self.answers(connections, from: from, at: start)
      for stop in 0..<Self.stops where stop != from {
        #expect(
          profile.options(at: stop).map { [$0.changes, $0.arrival] } == expected[stop],
          "\(from) to \(stop) at \(start)")
      }
    }
  }

  @Test("Each option of a profile is optimal for its own departure", arguments: 1...10)
  func profileEqualsSingles(seed: Int) throws {
    var generator = Generator(state: UInt64(seed + 100))
    var days = TravelDays(try #require(Self.feed(&generator).0.network), footpaths: [])
    let entry = days.entry(for: try #require(CivilDate(iso8601: "2026-03-07")))
    let search = JourneySearch(in: entry.day)
    let access = [AccessStop(stop: 0, minutes: 2), AccessStop(stop: 3, minutes: 5)]
    let starts = entry.day.starts(from: access, in: 0..<1_440)
    let profile = search.profile(from: access, starts: starts)
    for stop in 0..<Self.stops {
      for option in profile.options(at: stop) {
        let single = search.profile(from: access, starts: [option.departure]).options(at: stop)
        #expect(single.contains { $0.arrival == option.arrival && $0.changes <= option.changes })
        let legs = profile.legs(of: option)
        #expect(legs.count == option.changes + 1 && legs.last?.arrival == option.arrival)
      }
      // The earliest arrival by any departure is the latest departure for that arrival.
      for option in profile.options(at: stop) where option.changes == 0 {
        let back = JourneySearch(in: entry.reversed).profile(
          from: [AccessStop(stop: stop)], starts: [-option.arrival])
        let latest = access.flatMap { first in
          back.options(at: first.stop).map { $0.departure - first.minutes }
        }.max()
        #expect(try #require(latest) >= option.departure)
      }
    }
  }

  @Test(
    "A forward profile has the latest departures that backward searches find", arguments: 1...10)
  func forwardEqualsBackward(seed: Int) throws {
    var generator = Generator(state: UInt64(seed + 200))
    var days = TravelDays(try #require(Self.feed(&generator).0.network), footpaths: [])
    let entry = days.entry(for: try #require(CivilDate(iso8601: "2026-03-07")))
    let origin = [AccessStop(stop: 0)]
    let profile = JourneySearch(in: entry.day).profile(
      from: origin, starts: entry.day.starts(from: origin, in: -1_440..<1_440))
    var found = 0
    for stop in 1..<Self.stops {
      for limit in stride(from: 320, to: 700, by: 19) {
        let forward = profile.options(at: stop).filter { $0.arrival <= limit }.map(\.departure)
          .max()
        let backward = JourneySearch(in: entry.reversed).profile(
          from: [AccessStop(stop: stop)], starts: [-limit])
        #expect(forward == backward.options(at: 0).map(\.departure).max(), "\(stop) by \(limit)")
        found += forward == nil ? 0 : 1
      }
    }
    #expect(found > 20)
  }
}
