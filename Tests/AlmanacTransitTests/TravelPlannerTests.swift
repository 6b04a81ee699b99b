import AlmanacModel
import AlmanacTime
import AlmanacTransit
import Testing

@Suite("Journeys to places") struct TravelPlannerTests {
  private static func place(_ id: String, _ latitude: Double, _ longitude: Double) -> Place {
    Place(id: id, name: id, coordinate: Coordinate(latitude: latitude, longitude: longitude))
  }

  private static let home = place("home", 48.1003, 11.5000)
  private static let hall = place("hall", 48.1053, 11.5100)
  private static let shore = place("shore", 48.1103, 11.5000)
  /// A point within walking distance of the gate and one of the lab, far from each other.
  private static let west = place("west", 48.1003, 11.4905)
  private static let east = place("east", 48.1053, 11.5205)
  private static let cabin = place("cabin", 48.2000, 11.6000)

  /// - Parameter rows: Rows to add to tables, or whole tables that ``FeedText`` lacks.
  private static func planner(
    _ rows: [String: String] = [:], origins: [Place] = [home]
  ) throws -> TravelPlanner {
    let changes = rows.reduce(into: [String: String?]()) { changes, table in
      changes[table.key] = (FeedText.tables[table.key].map { $0 + "\n" } ?? "") + table.value
    }
    let network = try #require(FeedText.read(changes).network)
    return TravelPlanner(
      TransitNetwork(joining: [("bus", network)]), origins: origins, buffer: 5)
  }

  private static func access(
    to place: Place, at time: String, origins: [Place] = [home]
  ) throws -> CampusTravel.Access {
    var planner = try planner(origins: origins)
    let start = try #require(Instant(rfc3339: "2026-03-\(time):00+01:00"))
    return try #require(planner.access(to: place, start: start).first)
  }

  @Test("A journey departs as late as possible and arrives the buffer before the start")
  func findsLatestDeparture() throws {
    // The bus at 8:00 arrives at the lake at 8:10; a minute on foot at each end.
    let access = try Self.access(to: Self.shore, at: "02T08:16")
    #expect(access.departure == Instant(rfc3339: "2026-03-02T07:59:00+01:00"))
    #expect(access.legs.map(\.route) == ["bus/north"])
    #expect(access.changes == 0 && access.walking == 2)
    #expect(access.reason == nil)
  }

  @Test("The last walk of a journey ends by the deadline")
  func includesLastWalk() throws {
    // The bus arrives at 8:10 and the walk takes a minute, but the deadline is 8:10.
    let access = try Self.access(to: Self.shore, at: "02T08:15")
    #expect(access.legs == [] && access.walking == 21)
    #expect(access.departure == Instant(rfc3339: "2026-03-02T07:49:00+01:00"))
  }

  @Test("Stops at high latitudes, where degrees of longitude are short, are found as far away")
  func findsStopsInTheNorth() throws {
    let stops = try #require(FeedText.tables["stops.txt"]).replacing("48.1", with: "65.1")
    let network = try #require(FeedText.read(["stops.txt": stops]).network)
    // 620 m from the lab and 750 m from the gate.
    let point = try #require(Coordinate(latitude: 65.1, longitude: 11.516))
    #expect(TravelPlanner(network).access(near: point).map(\.stop) == [3, 0])
  }

  @Test("All stops near a point are tried, nearest first")
  func findsStops() throws {
    let point = try #require(Self.home.coordinate)
    #expect(try Self.planner().access(near: point).map(\.stop) == [0, 1])
  }

  @Test("Of journeys that depart together, the one with the fewest changes is chosen")
  func prefersFewerChanges() throws {
    // A slow bus also departs at 8:00 and goes to the lab without a change.
    var planner = try Self.planner(
      [
        "routes.txt": "slow,a,S,3", "trips.txt": "slow,week,s1,0",
        "stop_times.txt": "s1,08:00:00,08:00:00,gate,1\ns1,08:30:00,08:30:00,lab,2",
      ], origins: [Self.west])
    let start = try #require(Instant(rfc3339: "2026-03-02T09:00:00+01:00"))
    let access = try #require(planner.access(to: Self.east, start: start).first)
    #expect(access.changes == 0 && access.legs.map(\.route) == ["bus/slow"])
  }

  @Test("On the day of a change to daylight saving time, buses keep their local times")
  func keepsTimesOnChangeDay() throws {
    let network = try #require(
      FeedText.read([
        "calendar.txt": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,"
          + "start_date,end_date\nweek,0,0,0,0,0,0,1,20260101,20261231"
      ]).network)
    var planner = TravelPlanner(network, origins: [Self.home], buffer: 5)
    for (day, offset) in [("2026-03-29", "+02:00"), ("2026-10-25", "+01:00")] {
      let start = try #require(Instant(rfc3339: "\(day)T08:16:00\(offset)"))
      let access = try #require(planner.access(to: Self.shore, start: start).first)
      #expect(access.departure == Instant(rfc3339: "\(day)T07:59:00\(offset)"))
    }
  }

  @Test("A journey is on foot if that is as fast as transit")
  func offersWalking() throws {
    let access = try Self.access(to: Self.shore, at: "02T12:00")
    #expect(access.legs == [] && access.walking == 21)
    #expect(access.departure == Instant(rfc3339: "2026-03-02T11:34:00+01:00"))
  }

  @Test("A leg with headways has the minutes between departures and no times")
  func containsHeadway() throws {
    let access = try Self.access(to: Self.home, at: "02T10:00", origins: [Self.hall])
    #expect(access.legs.map(\.headway) == [15...15])
    #expect(access.legs.first?.departure == nil && access.departure == nil)
    #expect(try #require(access.median) <= #require(access.percentile90))
  }

  @Test("A frequency with exact times is published as a timetable")
  func publishesExactTimes() throws {
    let network = try #require(
      FeedText.read([
        "frequencies.txt": "trip_id,start_time,end_time,headway_secs,exact_times\n"
          + "l,09:00:00,09:59:59,900,1"
      ]).network)
    var planner = TravelPlanner(network, origins: [Self.hall], buffer: 5)
    let start = try #require(Instant(rfc3339: "2026-03-02T10:00:00+01:00"))
    let access = try #require(planner.access(to: Self.home, start: start).first)
    #expect(access.legs.map(\.headway) == [nil])
    #expect(access.legs.first?.departure == Instant(rfc3339: "2026-03-02T09:45:00+01:00"))
  }

  @Test("A place without a journey has a reason")
  func givesReasons() throws {
    #expect(try Self.access(to: Self.cabin, at: "02T08:16").reason == .tooFar)
    #expect(
      try Self.access(to: Self.east, at: "03T12:00", origins: [Self.west]).reason == .noService)
    var planner = try Self.planner(origins: [Self.west])
    let late = try #require(Instant(rfc3339: "2027-03-02T08:16:00+01:00"))
    #expect(planner.access(to: Self.east, start: late).map(\.reason) == [.feedEnded])
    // The last day of the feed still counts.
    let last = try #require(Instant(rfc3339: "2026-12-31T05:00:00+01:00"))
    #expect(planner.access(to: Self.east, start: last).map(\.reason) == [.noService])
  }

  @Test("The last journey back has the last departure of the service day")
  func findsLastWayBack() throws {
    let access = try Self.access(to: Self.home, at: "02T12:00", origins: [Self.shore])
    // Monday's bus at 25:00 from the gate.
    #expect(access.lastBack == Instant(rfc3339: "2026-03-03T00:59:00+01:00"))
    #expect(access.backUntil == nil)
    // After midnight it is still the same night, until 3:00.
    let nights = [("03T00:20", "03T00:59"), ("03T02:59", "03T00:59"), ("05T03:00", "06T00:59")]
    for (time, last) in nights {
      let access = try Self.access(to: Self.home, at: time, origins: [Self.shore])
      #expect(access.lastBack == Instant(rfc3339: "2026-03-\(last):00+01:00"), "\(time)")
    }
  }

  @Test("A journey that arrives more than three hours early is no service")
  func ignoresEarlyArrivals() throws {
    // The buses arrive at 8:22 at the lab, and the walk from there takes a quarter of an hour.
    for (time, isServed) in [("02T11:31", true), ("02T11:50", false)] {
      let access = try Self.access(to: Self.east, at: time, origins: [Self.west])
      #expect((access.reason == nil) == isServed, "\(time)")
      #expect((access.median == nil) == !isServed, "\(time)")
    }
  }

  @Test("A journey back with headways is possible until the end of service or the last connection")
  func findsEndOfService() throws {
    // 225 m from the lab, and too far from other stops.
    let dock = Self.place("dock", 48.1053, 11.5130)
    let access = try Self.access(to: dock, at: "02T12:00")
    #expect(access.lastBack == nil)
    #expect(access.backUntil == Instant(rfc3339: "2026-03-02T09:59:00+01:00"))
    // The loop's departure at 9:15 is the last one in time for the bus at 9:25 to the lake.
    let times = try #require(FeedText.tables["stop_times.txt"])
      .replacing("25:00:00", with: "09:25:00").replacing("25:05:00", with: "09:30:00")
      .replacing("25:10:00", with: "09:35:00")
    let network = try #require(FeedText.read(["stop_times.txt": times]).network)
    var planner = TravelPlanner(network, origins: [Self.shore], buffer: 5)
    let start = try #require(Instant(rfc3339: "2026-03-02T12:00:00+01:00"))
    let other = try #require(planner.access(to: dock, start: start).first)
    #expect(other.backUntil == Instant(rfc3339: "2026-03-02T09:15:00+01:00"))
  }

  @Test("A summary contains the stops near places, and the stops and lines of routes")
  func summarizes() throws {
    let summary = try Self.planner().summary(of: [Self.home, Self.cabin])
    #expect(summary.placeStops.map(\.stop) == ["bus/gate", "bus/library"])
    #expect(summary.placeStops.map(\.minutes) == [1, 10])
    #expect(summary.routes.map(\.label) == ["N", "E", "L"])
    #expect(summary.routes.map(\.headway) == [nil, nil, 15...15])
    #expect(
      summary.routeStops.filter { $0.route == "bus/north" }.map(\.stop)
        == ["bus/gate", "bus/library", "bus/lake"])
    #expect(summary.routes.first?.lines.first?.count == 3)
    #expect(summary.stops.first { $0.id == "bus/library" }?.routes == ["E", "N"])
  }

  @Test("The opposite stop is the nearest one that no route has next to it")
  func findsOpposites() throws {
    // The kiosk is 56 m from the gate and is its next stop on a bus route; the curb is 111 m away.
    let planner = try Self.planner([
      "stops.txt": "kiosk,Kiosk,48.1005,11.5000\ncurb,Curb,48.1000,11.5015",
      "trips.txt": "north,week,k,0\neast,week,c,0",
      "stop_times.txt": "k,07:00:00,07:00:00,gate,1\nk,07:02:00,07:02:00,kiosk,2\n"
        + "c,07:00:00,07:00:00,curb,1\nc,07:09:00,07:09:00,lab,2",
    ])
    let summary = planner.summary(of: [Self.home])
    #expect(summary.placeStops.first { $0.stop == "bus/gate" }?.opposite == "bus/curb")
  }

  @Test(
    "A route is published with the stop sequence of most departures, with each departure of a frequency"
  )
  func publishesMostUsedPattern() throws {
    // Two buses go from the lab to the lake, and four departures of the loop go to the gate.
    let planner = try Self.planner([
      "trips.txt": "loop,week,x1,0\nloop,week,x2,0",
      "stop_times.txt": "x1,07:00:00,07:00:00,lab,1\nx1,07:09:00,07:09:00,lake,2\n"
        + "x2,08:00:00,08:00:00,lab,1\nx2,08:09:00,08:09:00,lake,2",
    ])
    let stops = planner.summary(of: []).routeStops.filter { $0.route == "bus/loop" }
    #expect(stops.map(\.stop) == ["bus/lab", "bus/gate"])
  }

  @Test("Of two journeys, the simplest has fewer changes and the fastest arrives earlier")
  func routesBetweenStops() throws {
    var planner = try Self.planner()
    let time = try #require(Instant(rfc3339: "2026-03-02T07:50:00+01:00"))
    let answer = planner.route(
      from: [AccessStop(stop: 0)], to: [AccessStop(stop: 3)], time: time, isArrival: false)
    #expect(answer.simplest?.changes == 1 && answer.simplest?.stopCount == 2)
    #expect(answer.fastest?.arrival == Instant(rfc3339: "2026-03-02T08:22:00+01:00"))
    // One minute is too short for the change to the bus at 8:06.
    #expect(answer.simplest?.arrival == Instant(rfc3339: "2026-03-02T08:22:00+01:00"))
    let late = planner.route(
      from: [AccessStop(stop: 0)], to: [AccessStop(stop: 3)],
      time: try #require(Instant(rfc3339: "2026-03-02T08:30:00+01:00")), isArrival: true)
    #expect(late.fastest?.departure == Instant(rfc3339: "2026-03-02T08:00:00+01:00"))
    #expect(late.simplest?.departure == Instant(rfc3339: "2026-03-02T08:00:00+01:00"))
    let none = planner.route(from: [], to: [AccessStop(stop: 3)], time: time, isArrival: false)
    #expect(none.reason == .tooFar)
  }

  @Test("A route that runs at another time of day is not the simplest")
  func ignoresOtherTimes() throws {
    var planner = try Self.planner([
      "routes.txt": "dawn,a,D,3", "trips.txt": "dawn,week,d1,0",
      "stop_times.txt": "d1,05:00:00,05:00:00,gate,1\nd1,05:20:00,05:20:00,lab,2",
    ])
    let answer = planner.route(
      from: [AccessStop(stop: 0)], to: [AccessStop(stop: 3)],
      time: try #require(Instant(rfc3339: "2026-03-04T07:50:00+01:00")), isArrival: false)
    #expect(answer.simplest?.changes == 1)
  }

  /// From the lake, a bus goes to the isle in three stops. A boat from the pier, 111 m away, in
  /// one.
  private static let isle: [String: String] = [
    "stops.txt": """
    pier,Pier,48.1100,11.5015
    isle,Isle,48.1300,11.5015
    mill,Mill,48.1200,11.5300
    barn,Barn,48.1250,11.5300
    """,
    "routes.txt": "boat,a,F,4\nbus,a,B,3",
    "trips.txt": "boat,week,f1,0\nbus,week,b1,0",
    "stop_times.txt": """
    f1,08:30:00,08:30:00,pier,1
    f1,08:50:00,08:50:00,isle,2
    b1,08:20:00,08:20:00,lake,1
    b1,08:25:00,08:25:00,mill,2
    b1,08:30:00,08:30:00,barn,3
    b1,08:40:00,08:40:00,isle,4
    """,
  ]

  @Test("A journey has no change between nearby stops if the feed forbids it")
  func respectsForbiddenChanges() throws {
    for (row, route) in [
      ("lake,pier,3,", "bus/bus"), ("lake,pier,3,north", "bus/boat"),
    ] {
      var planner = try Self.planner(
        Self.isle.merging([
          "transfers.txt": "from_stop_id,to_stop_id,transfer_type,from_route_id\n\(row)"
        ]) { $1 })
      let answer = planner.route(
        from: [AccessStop(stop: 0)], to: [AccessStop(stop: 5)],
        time: try #require(Instant(rfc3339: "2026-03-02T07:50:00+01:00")), isArrival: false)
      #expect(answer.simplest?.legs.map(\.route) == ["bus/north", route])
    }
  }

  @Test(
    "A change at one stop takes the feed's time, and is impossible if the feed forbids it",
    arguments: [("2,120,", true), ("2,121,", false), ("3,,", false), ("3,,north", true)])
  func respectsChangesAtStop(rule: String, isPossible: Bool) throws {
    // From the bus that arrives at 8:05 to the last bus east at 8:07. The boat is far away.
    let network = try #require(
      FeedText.read([
        "transfers.txt": "from_stop_id,to_stop_id,transfer_type,min_transfer_time,from_route_id\n"
          + "library,library,\(rule)"
      ]).network)
    let boat = TransitFeedReader.read(
      Self.boat.mapValues { [UInt8]($0.utf8) }, today: try #require(FeedText.monday))
    var planner = TravelPlanner(
      TransitNetwork(joining: [("boat", try #require(boat.network)), ("bus", network)]))
    for (time, isArrival) in [("07:50", false), ("08:30", true)] {
      let answer = planner.route(
        from: [AccessStop(stop: 2)], to: [AccessStop(stop: 5)],
        time: try #require(Instant(rfc3339: "2026-03-02T\(time):00+01:00")), isArrival: isArrival)
      #expect(
        (answer.fastest?.departure == Instant(rfc3339: "2026-03-02T08:00:00+01:00")) == isPossible)
      #expect(
        (answer.simplest?.arrival == Instant(rfc3339: "2026-03-02T08:22:00+01:00")) == isPossible)
      #expect(answer.fastest?.legs.count == (isPossible ? 2 : nil))
    }
  }

  @Test("Of journeys with equal changes, the simplest has the fewest stops, also with a walk")
  func changesOnFoot() throws {
    var planner = try Self.planner(Self.isle)
    for (time, isArrival) in [("07:50", false), ("08:55", true)] {
      let answer = planner.route(
        from: [AccessStop(stop: 0)], to: [AccessStop(stop: 5)],
        time: try #require(Instant(rfc3339: "2026-03-02T\(time):00+01:00")), isArrival: isArrival)
      #expect(answer.simplest?.legs.map(\.route) == ["bus/north", "bus/boat"])
      #expect(answer.simplest?.stopCount == 3)
      #expect(answer.simplest?.departure == Instant(rfc3339: "2026-03-02T08:00:00+01:00"))
    }
  }

  /// A boat from a pier 45 m from the lake's stop, in a time zone one hour behind the buses'.
  private static let boat: [String: String] = [
    "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\n"
      + "b,Boats,https://boat.example.org,Europe/London",
    "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\n"
      + "pier,Pier,48.1104,11.5000\nisle,Isle,48.1300,11.5200",
    "routes.txt": "route_id,agency_id,route_short_name,route_type\nferry,b,Ferry,4",
    "calendar.txt": FeedText.tables["calendar.txt"] ?? "",
    "trips.txt": "route_id,service_id,trip_id,shape_id\nferry,week,f,course",
    "shapes.txt": "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n"
      + "course,48.1103,11.5,1\ncourse,48.13,11.52,2",
    "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
      + "f,07:30:00,07:30:00,pier,1\nf,07:45:00,07:45:00,isle,2",
  ]

  @Test("Joined networks are valid from the earliest first day to the latest last day")
  func joinsValidity() throws {
    func network(_ start: String, _ end: String) throws -> TransitNetwork {
      let info = "feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date\n"
      return try #require(
        FeedText.read([
          "feed_info.txt": info + "Hill Bus,https://bus.example.org,en,\(start),\(end)"
        ]).network)
    }
    let joined = TransitNetwork(joining: [
      ("a", try network("20260101", "20260701")), ("b", try network("20260301", "20270101")),
    ])
    #expect(joined.validity?.count == 366)
  }

  @Test("A journey may use the networks of two sources, each in its own time zone")
  func joinsNetworks() throws {
    let boat = TransitFeedReader.read(
      Self.boat.mapValues { [UInt8]($0.utf8) }, today: try #require(FeedText.monday))
    let trips = try #require(FeedText.tables["trips.txt"]).replacing("loop,week,l,", with: "")
    let bus = FeedText.read([
      "trips.txt": trips.replacing("direction_id", with: "direction_id,shape_id")
        + "loop,week,l,,bend",
      "shapes.txt": "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n"
        + "bend,48.2,11.5,1\nbend,48.1,11.5,2",
    ])
    let network = TransitNetwork(joining: [
      ("bus", try #require(bus.network)), ("boat", try #require(boat.network)),
    ])
    let isle = Self.place("isle", 48.1303, 11.5200)
    var planner = TravelPlanner(network, origins: [Self.home], buffer: 5)
    let start = try #require(Instant(rfc3339: "2026-03-02T09:00:00+01:00"))
    let access = try #require(planner.access(to: isle, start: start).first)
    #expect(access.legs.map(\.route) == ["bus/north", "boat/ferry"])
    #expect(access.legs.map(\.from) == ["bus/gate", "boat/pier"])
    #expect(access.legs.last?.departure == Instant(rfc3339: "2026-03-02T08:30:00+01:00"))
    #expect(access.departure == Instant(rfc3339: "2026-03-02T07:59:00+01:00"))
    let summary = planner.summary(of: [isle])
    #expect(summary.routes.map(\.source) == ["bus", "bus", "bus", "boat"])
    #expect(summary.placeStops.map(\.stop) == ["boat/isle"])
    // Each source has its own shapes.
    #expect(
      summary.routes.map { $0.lines.first?.first?.latitude } == [48.1, 48.105, 48.2, 48.1103])
    let answer = planner.route(
      from: [AccessStop(stop: 0)], to: [AccessStop(stop: 5)],
      time: try #require(Instant(rfc3339: "2026-03-02T07:55:00+01:00")), isArrival: false)
    #expect(answer.simplest?.changes == 1)
  }
}
