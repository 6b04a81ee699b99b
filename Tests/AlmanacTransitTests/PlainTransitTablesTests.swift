import AlmanacModel
import AlmanacTime
import AlmanacTransit
import Testing

@Suite("Plain tables") struct PlainTransitTablesTests {
  private static let tables: [String: String] = [
    "stops.csv": """
    stop_id,stop_name,stop_lat,stop_lon
    dorm,Dormitory,1.3000,103.7700
    hub,Hub,1.3040,103.7700
    pool,Pool,1.3080,103.7700
    """,
    "route_stops.csv": """
    route_id,stop_sequence,stop_id
    R,0,dorm
    R,1,hub
    R,2,pool
    """,
    "headways.csv": """
    route_id,period,day,from,to,headway_min_minutes,headway_max_minutes
    R,term,monday,07:00,09:00,9,15
    R,term,monday,09:00,18:00,20,20
    """,
    "periods.csv": """
    period,start_date,end_date
    term,20260112,20260509
    """,
  ]

  private static func read(_ changes: [String: String] = [:]) -> TransitFeed {
    let files = tables.merging(changes) { $1 }.mapValues { [UInt8]($0.utf8) }
    return PlainTransitTables.read(
      files, name: "Shuttle", zone: "Asia/Singapore",
      today: CivilDate(iso8601: "2026-03-02") ?? .min)
  }

  @Test("Headways keep their range, and run times are estimates from straight-line distances")
  func reads() throws {
    let feed = Self.read()
    #expect(feed.notices == [])
    let network = try #require(feed.network)
    let trip = try #require(network.trips.first)
    #expect(network.trips.count == 1 && trip.isEstimated)
    #expect(trip.frequencies.map(\.minutes) == [9...15, 20...20])
    #expect(trip.frequencies.allSatisfy { !$0.isExact })
    var days = TravelDays(network)
    let entry = days.entry(for: try #require(CivilDate(iso8601: "2026-03-02")))
    let option = try #require(
      JourneySearch(in: entry.day).profile(from: [AccessStop(stop: 0)], starts: [420]).options(
        at: 2
      )
      .first)
    // Two legs of 445 m: 145 s each.
    #expect(option.arrival == 425)
  }

  @Test("Outside its periods a shuttle does not run")
  func followsPeriods() throws {
    var days = TravelDays(try #require(Self.read().network))
    let entry = days.entry(for: try #require(CivilDate(iso8601: "2026-06-01")))
    let search = JourneySearch(in: entry.day)
    #expect(search.profile(from: [AccessStop(stop: 0)], starts: [420]).options(at: 2) == [])
  }

  @Test("Listed run times replace the estimates")
  func usesKnownTimes() throws {
    let network = try #require(
      Self.read([
        "route_stops.csv":
          "route_id,stop_sequence,stop_id,minutes\nR,0,dorm,0\nR,1,hub,4\nR,2,pool,11\n"
      ]).network)
    var days = TravelDays(network)
    let entry = days.entry(for: try #require(CivilDate(iso8601: "2026-03-02")))
    let options = JourneySearch(in: entry.day).profile(from: [AccessStop(stop: 0)], starts: [420])
      .options(at: 2)
    #expect(options.map(\.arrival) == [431])
  }

  @Test("A shuttle whose headways are invalid does not run, and has a notice")
  func rejectsInvalidHeadways() {
    for row in ["R,term,monday,07:00,09:00,0,0", "R,term,monday"] {
      let feed = Self.read([
        "headways.csv":
          "route_id,period,day,from,to,headway_min_minutes,headway_max_minutes\n\(row)"
      ])
      #expect(feed.network == nil)
      #expect(feed.notices.contains { $0.file == "frequencies.txt" && $0.severity == .error })
    }
  }

  @Test("A stop that is missing in stops.csv adds a notice")
  func noticesUnknownStops() {
    let feed = Self.read(["route_stops.csv": "route_id,stop_sequence,stop_id\nR,0,dorm\nR,1,moon"])
    #expect(feed.notices.contains { $0.code == "foreign_key_violation" })
  }

  @Test("Too many stop times reject the tables, and absurd numbers add notices")
  func boundsTables() {
    let stops = (0..<3_000).map { "R,\($0),hub" }.joined(separator: "\n")
    let rows = (0..<100).map { "R,p\($0),monday,07:00,09:00,9,15" }.joined(separator: "\n")
    let large = Self.read([
      "route_stops.csv": "route_id,stop_sequence,stop_id\n\(stops)",
      "headways.csv":
        "route_id,period,day,from,to,headway_min_minutes,headway_max_minutes\n\(rows)",
    ])
    #expect(large.network == nil && large.notices.map(\.code) == ["too_many_rows"])
    let most = Int.max
    let absurd = Self.read([
      "headways.csv": "route_id,period,day,from,to,headway_min_minutes,headway_max_minutes\n"
        + "R,term,monday,07:00,09:00,\(most),\(most)\n",
      "route_stops.csv": "route_id,stop_sequence,stop_id,minutes\n"
        + "R,0,dorm,\(most)\nR,1,hub,\(-most)",
    ])
    #expect(absurd.notices.contains { $0.code == "number_out_of_range" })
    #expect(absurd.notices.contains { $0.code == "invalid_time" })
  }
}
