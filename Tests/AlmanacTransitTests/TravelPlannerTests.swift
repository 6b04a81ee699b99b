import AlmanacModel
import AlmanacTime
import AlmanacTransit
import Testing

@Suite("ways to places") struct TravelPlannerTests {
  private static func place(_ id: String, _ latitude: Double, _ longitude: Double) -> Place {
    Place(id: id, name: id, coordinate: Coordinate(latitude: latitude, longitude: longitude))
  }

  private static let home = place("home", 48.1003, 11.5000)
  private static let hall = place("hall", 48.1053, 11.5100)
  private static let shore = place("shore", 48.1103, 11.5000)
  private static let cabin = place("cabin", 48.2000, 11.6000)

  private static func planner(origins: [Place] = [home]) throws -> TravelPlanner {
    let network = try #require(FeedText.read().network)
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

  @Test("the latest departure arrives a buffer before the start, walking included")
  func findsLatestDeparture() throws {
    // The bus at 8:00 arrives at the lake at 8:10; a minute on foot at each end.
    let access = try Self.access(to: Self.shore, at: "02T08:16")
    #expect(access.departure == Instant(rfc3339: "2026-03-02T07:59:00+01:00"))
    #expect(access.legs.map(\.route) == ["bus/north"])
    #expect(access.changes == 0 && access.walking == 2)
    #expect(access.reason == nil)
  }

  @Test("walking all the way is offered if it is as fast")
  func offersWalking() throws {
    let access = try Self.access(to: Self.shore, at: "02T12:00")
    #expect(access.legs == [] && access.walking == 21)
    #expect(access.departure == Instant(rfc3339: "2026-03-02T11:34:00+01:00"))
  }

  @Test("a service by headway has no times, but how often it runs")
  func saysHeadway() throws {
    let access = try Self.access(to: Self.home, at: "02T10:00", origins: [Self.hall])
    #expect(access.legs.map(\.headway) == [15...15])
    #expect(access.legs.first?.departure == nil && access.departure == nil)
    #expect(try #require(access.median) <= #require(access.percentile90))
  }

  @Test("without a journey there is a reason")
  func givesReasons() throws {
    #expect(try Self.access(to: Self.cabin, at: "02T08:16").reason == .tooFar)
    let west = Self.place("west", 48.1003, 11.4905)
    let far = Self.place("far", 48.1053, 11.5205)
    #expect(try Self.access(to: far, at: "03T12:00", origins: [west]).reason == .noService)
    var planner = try Self.planner(origins: [west])
    let late = try #require(Instant(rfc3339: "2027-03-02T08:16:00+01:00"))
    #expect(planner.access(to: far, start: late).map(\.reason) == [.feedEnded])
  }

  @Test("the last way back is the last departure of the service day")
  func findsLastWayBack() throws {
    let access = try Self.access(to: Self.home, at: "02T12:00", origins: [Self.shore])
    // Monday's bus at 25:00 from the gate.
    #expect(access.lastBack == Instant(rfc3339: "2026-03-03T00:59:00+01:00"))
    #expect(access.backUntil == nil)
  }

  @Test("a place has its stops on foot, and routes their stops and lines")
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

  @Test("of two ways the simplest has fewer changes and the fastest is earlier")
  func routesBetweenStops() throws {
    var planner = try Self.planner()
    let time = try #require(Instant(rfc3339: "2026-03-02T07:50:00+01:00"))
    let answer = planner.route(
      from: [Access(stop: 0)], to: [Access(stop: 3)], time: time, isArrival: false)
    #expect(answer.simplest?.changes == 1 && answer.simplest?.stopCount == 2)
    #expect(answer.fastest?.arrival == Instant(rfc3339: "2026-03-02T08:22:00+01:00"))
    let late = planner.route(
      from: [Access(stop: 0)], to: [Access(stop: 3)],
      time: try #require(Instant(rfc3339: "2026-03-02T08:30:00+01:00")), isArrival: true)
    #expect(late.fastest?.departure == Instant(rfc3339: "2026-03-02T08:00:00+01:00"))
    #expect(late.simplest?.departure == Instant(rfc3339: "2026-03-02T08:00:00+01:00"))
    let none = planner.route(from: [], to: [Access(stop: 3)], time: time, isArrival: false)
    #expect(none.reason == .tooFar)
  }

  @Test("of ways with one number of changes the simplest has the fewest stops, also on foot")
  func changesOnFoot() throws {
    // From the lake a bus takes three stops to the isle; a boat takes one from the pier, 111 m away.
    func table(_ name: String, _ rows: String) throws -> String {
      try #require(FeedText.tables[name]) + "\n" + rows
    }
    let network = FeedText.read([
      "stops.txt": try table(
        "stops.txt",
        """
        pier,Pier,48.1100,11.5015
        isle,Isle,48.1300,11.5015
        mill,Mill,48.1200,11.5300
        barn,Barn,48.1250,11.5300
        """),
      "routes.txt": try table("routes.txt", "boat,a,F,4\nbus,a,B,3"),
      "trips.txt": try table("trips.txt", "boat,week,f1,0\nbus,week,b1,0"),
      "stop_times.txt": try table(
        "stop_times.txt",
        """
        f1,08:30:00,08:30:00,pier,1
        f1,08:50:00,08:50:00,isle,2
        b1,08:20:00,08:20:00,lake,1
        b1,08:25:00,08:25:00,mill,2
        b1,08:30:00,08:30:00,barn,3
        b1,08:40:00,08:40:00,isle,4
        """),
    ]).network
    var planner = TravelPlanner(TransitNetwork(joining: [("bus", try #require(network))]))
    for (time, isArrival) in [("07:50", false), ("08:55", true)] {
      let answer = planner.route(
        from: [Access(stop: 0)], to: [Access(stop: 5)],
        time: try #require(Instant(rfc3339: "2026-03-02T\(time):00+01:00")), isArrival: isArrival)
      #expect(answer.simplest?.legs.map(\.route) == ["bus/north", "bus/boat"])
      #expect(answer.simplest?.stopCount == 3)
      #expect(answer.simplest?.departure == Instant(rfc3339: "2026-03-02T08:00:00+01:00"))
    }
  }

  /// A boat from a pier 45 m from the lake's stop, by a clock that is an hour behind the buses'.
  private static let boat: [String: String] = [
    "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\n"
      + "b,Boats,https://boat.example.org,Europe/London",
    "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\n"
      + "pier,Pier,48.1104,11.5000\nisle,Isle,48.1300,11.5200",
    "routes.txt": "route_id,agency_id,route_short_name,route_type\nferry,b,Ferry,4",
    "calendar.txt": FeedText.tables["calendar.txt"] ?? "",
    "trips.txt": "route_id,service_id,trip_id\nferry,week,f",
    "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
      + "f,07:30:00,07:30:00,pier,1\nf,07:45:00,07:45:00,isle,2",
  ]

  @Test("a journey may use the networks of two sources, each by its own zone")
  func joinsNetworks() throws {
    let boat = TransitFeedReader.read(
      Self.boat.mapValues { [UInt8]($0.utf8) }, today: try #require(FeedText.monday))
    let network = TransitNetwork(joining: [
      ("bus", try #require(FeedText.read().network)), ("boat", try #require(boat.network)),
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
    let answer = planner.route(
      from: [Access(stop: 0)], to: [Access(stop: 5)],
      time: try #require(Instant(rfc3339: "2026-03-02T07:55:00+01:00")), isArrival: false)
    #expect(answer.simplest?.changes == 1)
  }
}
