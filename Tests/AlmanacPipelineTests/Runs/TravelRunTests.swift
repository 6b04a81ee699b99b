import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import AlmanacTime
import Foundation
import GRDB
import Testing

/// Runs of a campus with a shuttle.
@Suite("A transit source") struct TravelRunTests {
  private let fixture: CampusFixture

  private static let days = ["monday", "tuesday", "wednesday", "thursday", "friday"]

  private static let tables: [String: String] = [
    "stops.csv": """
    stop_id,stop_name,stop_lat,stop_lon
    oak,Oak Gate,1.3003,103.7700
    elm,Elm Gate,1.3103,103.7800
    """,
    "route_stops.csv": """
    route_id,stop_sequence,stop_id
    Blue,0,oak
    Blue,1,elm
    Blue,2,oak
    """,
    "headways.csv": "route_id,period,day,from,to,headway_min_minutes,headway_max_minutes\n"
      + days.map { "Blue,term,\($0),07:00,22:00,9,15" }.joined(separator: "\n"),
    "periods.csv": "period,start_date,end_date\nterm,20260112,20260509",
  ]

  init() throws {
    fixture = try CampusFixture.empty()
    try fixture.folder.write(
      """
      campuses:
        - id: hill
          timezone: Asia/Singapore
          gazetteer: hill.geojson
          travel: {origins: [great-hall], default: great-hall, buffer: 10m}
      sources: feeds
      categories: categories.yaml
      """, to: "config/almanac.yaml")
    try fixture.add(
      "events",
      CampusFixture.calendar(title: "Reading").replacing(
        "LOCATION:Great Hall", with: "LOCATION:Hill Library"),
      file: "feed.ics")
    try fixture.add(
      "shuttle", nil, file: "tables",
      definition: "kind: transit\nname: Hill Shuttle\nattribution: Times by Hill Shuttle")
    try write(Self.tables)
  }

  private func write(_ tables: [String: String]) throws {
    for (name, text) in tables {
      try fixture.folder.write(text, to: "config/feeds/shuttle/tables/\(name)")
    }
  }

  private func rows(_ sql: String) throws -> [Row] {
    let path = fixture.folder.url.appending(path: "output/latest/almanac.sqlite").path
    return try DatabaseQueue(path: path).read { try Row.fetchAll($0, sql: sql) }
  }

  @Test("Stops, routes, stops of places and the journey to an event are published")
  func publishes() async throws {
    let report = try await fixture.run()
    #expect(report.findings.filter { $0.source == "shuttle" } == [])
    #expect(
      try rows("SELECT id FROM stop ORDER BY id").map { $0[0] as String }
        == ["shuttle/elm", "shuttle/oak"])
    let route = try #require(try rows("SELECT * FROM route").first)
    let numbers = ["headway_min", "headway_max", "estimated"].map { route[$0] as Int? }
    #expect(route["label"] as String == "Blue")
    #expect(numbers == [9, 15, 1])
    #expect(
      try rows("SELECT place, stop FROM place_stop ORDER BY place").map { $0[1] as String }
        == ["shuttle/oak", "shuttle/elm"])
    let access = try #require(try rows("SELECT * FROM occurrence_access").first)
    #expect(access["origin"] as String == "hill/great-hall")
    #expect(access["changes"] as Int? == 0)
    // A service by headway has no times.
    let times = ["leave_by", "last_back"].map { access[$0] as Int64? }
    #expect(times == [nil, nil])
    let until: Int64? = access["back_until"]
    #expect(until != nil)
    let text: String = access["text"]
    #expect(text.contains("Blue Oak Gate to Elm Gate, every 9–15 min"))
    #expect(try fixture.text("geojson/stops.geojson").contains("Elm Gate"))
    #expect(try fixture.text("geojson/routes.geojson").contains("MultiLineString"))
    #expect(try fixture.text("geojson/stops.geojson").contains("Times by Hill Shuttle"))
    #expect(try fixture.text("site/data.js").contains("\"ways\":[{\"from\":\"great-hall\""))
    let minutes: Int = access["minutes_p90"]
    #expect(
      try fixture.text("calendars/all.ics").contains(
        "X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT\(minutes)M"))
  }

  /// Three Mondays in a row, from 18:00 to 19:00.
  private static let series = """
    BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Hill//EN\r\nBEGIN:VEVENT\r\nUID:weekly\r
    DTSTAMP:20260201T000000Z\r\nDTSTART;TZID=Asia/Singapore:20260309T180000\r
    DTEND;TZID=Asia/Singapore:20260309T190000\r\nRRULE:FREQ=WEEKLY;COUNT=3\r
    SUMMARY:Reading\r\nLOCATION:Hill Library\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n
    """

  @Test("A series has one travel time if all of its dates have the same")
  func writesTravelOfSeries() async throws {
    try fixture.folder.write(Self.series, to: "config/feeds/events/feed.ics")
    try await fixture.run()
    #expect(try rows("SELECT * FROM occurrence_access").count == 3)
    var calendar = try fixture.text("calendars/all.ics")
    #expect(calendar.contains("RRULE:FREQ=WEEKLY"))
    #expect(calendar.components(separatedBy: "X-APPLE-TRAVEL-DURATION").count == 2)
    // The shuttle runs less often before the last date.
    var changed = Self.tables
    changed["headways.csv"]? += "\nBlue,late,monday,07:00,22:00,30,40"
    changed["periods.csv"] =
      "period,start_date,end_date\nterm,20260112,20260320\n"
      + "late,20260321,20260509"
    try write(changed)
    try await fixture.run(force: true)
    calendar = try fixture.text("calendars/all.ics")
    #expect(calendar.contains("RRULE:FREQ=WEEKLY"))
    #expect(!calendar.contains("X-APPLE-TRAVEL-DURATION"))
  }

  /// A bus with a fare, and a taxi on request within an area.
  private static let gtfs: [String: String] = [
    "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\n"
      + "h,Hill Bus,https://bus.example.org,Asia/Singapore",
    "stops.txt": "stop_id,stop_name,stop_lat,stop_lon,zone_id\n"
      + "ash,Ash Gate,1.3004,103.7700,1\nfir,Fir Gate,1.3104,103.7800,2",
    "routes.txt": "route_id,agency_id,route_short_name,route_type\n"
      + "red,h,Red,3\ntaxi,h,Taxi,3\nzone,h,Zone,3",
    "calendar.txt":
      "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
      + "all,1,1,1,1,1,1,1,20260101,20261231",
    "trips.txt": "route_id,service_id,trip_id\nred,all,r\ntaxi,all,x\nzone,all,z",
    "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence,location_id,"
      + "start_pickup_drop_off_window,end_pickup_drop_off_window,pickup_booking_rule_id\n"
      + "r,08:00:00,08:00:00,ash,1,,,,\nr,08:10:00,08:10:00,fir,2,,,,\n"
      + "z,09:00:00,09:00:00,ash,1,,,,\nz,09:10:00,09:10:00,fir,2,,,,\n"
      + "x,,,,1,park,20:00:00,23:00:00,call\nx,,,,2,park,20:00:00,23:00:00,call",
    "booking_rules.txt": "booking_rule_id,booking_type,phone_number\ncall,1,+65 1",
    "locations.geojson": """
    {"type":"FeatureCollection","features":[{"type":"Feature","id":"park","properties":{},
    "geometry":{"type":"Polygon","coordinates":[[[103.77,1.3],[103.78,1.3],[103.78,1.31],[103.77,1.3]]]}}]}
    """,
    "fare_attributes.txt": "fare_id,price,currency_type,payment_method,transfers\n"
      + "day,5.00,SGD,0,0\nride,1.75,SGD,0,0\nfar,0.50,SGD,0,0",
    "fare_rules.txt": "fare_id,route_id,origin_id\nday,red,\nride,red,\nfar,zone,1",
  ]

  @Test("Fares and areas of services on request are published, and a network of two sources is one")
  func publishesFares() async throws {
    for (name, text) in Self.gtfs {
      try fixture.folder.write(text, to: "config/feeds/town/tables/\(name)")
    }
    try fixture.folder.write(
      "campus: hill\nkind: transit\nname: PeopleFixture\npath: tables\n",
      to: "config/feeds/town/feed.yaml")
    try await fixture.run()
    let routes = try rows("SELECT id, fare, currency, booking FROM route ORDER BY id")
    #expect(
      routes.map { $0[0] as String } == ["shuttle/Blue", "town/red", "town/taxi", "town/zone"])
    // A fare by zones alone is no price of a ride.
    #expect(routes.map { $0[1] as Double? } == [nil, 1.75, nil, nil])
    #expect(routes.map { $0[2] as String? } == [nil, "SGD", nil, nil])
    #expect(routes.map { $0[3] as String? } == [nil, nil, "+65 1", nil])
    let features = try fixture.text("geojson/routes.geojson")
    #expect(features.contains(#""type":"MultiPolygon","coordinates":[[[[103.77,1.3],"#))
    #expect(features.contains(#""fare":1.75,"currency":"SGD""#))
    let stops = try rows(
      "SELECT stop FROM place_stop WHERE place = 'hill/great-hall' ORDER BY stop")
    #expect(stops.map { $0[0] as String } == ["shuttle/oak", "town/ash"])
    let access = try rows("SELECT legs FROM occurrence_access")
    #expect(!access.contains { ($0[0] as String).contains("town/taxi") })
  }

  @Test("A network without events is published")
  func publishesNetworkAlone() async throws {
    try FileManager.default.removeItem(
      at: fixture.folder.url.appending(path: "config/feeds/events"))
    let report = try await fixture.run()
    #expect(report.exitCode == .published)
    #expect(try rows("SELECT * FROM stop").count == 2)
    #expect(try rows("SELECT * FROM place_stop").count == 2)
    #expect(try fixture.text("geojson/routes.geojson").contains("MultiLineString"))
  }

  @Test("A journey that arrives first but takes longer than the simplest is not called the fastest")
  func namesEarliestArrival() async throws {
    var tables = Self.gtfs
    tables["stops.txt"]? += "\nyew,Yew Gate,1.3054,103.7750,1"
    tables["stop_times.txt"] =
      "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
      + "r,08:00:00,08:00:00,ash,1\nr,08:20:00,08:20:00,yew,2\nr,08:40:00,08:40:00,fir,3\n"
      + "z,09:00:00,09:00:00,ash,1\nz,09:10:00,09:10:00,fir,2"
    for (name, text) in tables {
      try fixture.folder.write(text, to: "config/feeds/town/tables/\(name)")
    }
    try fixture.folder.write(
      "campus: hill\nkind: transit\nname: PeopleFixture\npath: tables\n",
      to: "config/feeds/town/feed.yaml")
    try FileManager.default.removeItem(
      at: fixture.folder.url.appending(path: "config/feeds/shuttle"))
    try await fixture.run()
    let query = try RouteQuery(fixture.lastRun())
    let text = try query.result(from: "ash", to: "fir", time: "07:50", isArrival: false).text
    #expect(text.contains("simplest: about 10 min, no change, 1 stop, 0.50 SGD\n"))
    #expect(text.contains("earliest arrival: about 40 min, no change, 2 stops, 1.75 SGD"))
  }

  @Test("An unchanged feed is not read again, and forced results are the same")
  func skipsUnchanged() async throws {
    try await fixture.run()
    let before = try fixture.edition()
    let report = try await fixture.run()
    #expect(report.stages.first { $0.name == .enrich }?.unchanged == 1)
    try await fixture.run(force: true)
    let after = try fixture.edition()
    #expect(before["geojson/stops.geojson"] == after["geojson/stops.geojson"])
    #expect(before["calendars/all.ics"] == after["calendars/all.ics"])
  }

  @Test("A feed that can't be used is a finding, and the last good network stays")
  func keepsLastGood() async throws {
    try await fixture.run()
    try write(["periods.csv": "nothing\n"])
    let report = try await fixture.run(after: 25)
    #expect(report.findings.contains { $0.code == "E_TRANSIT" && $0.source == "shuttle" })
    #expect(try rows("SELECT id FROM stop").count == 2)
  }

  @Test("A journey is found between places, stops and points, or there is a reason")
  func findsRoutes() async throws {
    try await fixture.run()
    let query = try RouteQuery(fixture.lastRun())
    func answer(_ from: String, _ to: String, at time: String? = "12:00") throws -> JSONValue {
      let result = try query.result(from: from, to: to, time: time, isArrival: false)
      return try JSONValue(parsing: Array(result.json.utf8))
    }
    let found = try answer("The Great Hall", "1.3103,103.7800")
    #expect(found["reason"] == nil || found["reason"] == .null)
    #expect(found["simplest"]?["changes"]?.double == 0)
    #expect(found["fastest"]?["legs"]?.array?.first?["headwayMax"]?.double == 15)
    #expect(found["fastest"]?["departure"]?.string == nil)
    #expect(try answer("oak", "elm", at: "2026-03-07T12:00")["reason"]?.string == "no-service")
    #expect(try answer("oak", "elm", at: "2026-06-07T12:00")["reason"]?.string == "feed-ended")
    let early = try answer("oak", "elm", at: "2026-03-02T03:00")
    #expect(early["reason"]?.string == "no-service")
    #expect(early["nearestService"]?.string?.hasPrefix("2026-03-02T07:00") == true)
    #expect(early["simplest"]?["changes"]?.double == 0)
    #expect(try answer("oak", "1.5,103.9")["reason"]?.string == "too-far")
    #expect(try answer("oak", "oak")["reason"]?.string == "same-place")
    #expect(throws: RouteQuery.Failure.unknown("Moon Base")) { try answer("Moon Base", "elm") }
    let text = try query.result(
      from: "Great Hall", to: "Hill Library", time: "18:00", isArrival: true
    ).text
    #expect(text.contains("Blue: Oak Gate → Elm Gate, every 9–15 min"))
    let later = try query.result(from: "oak", to: "elm", time: "03:00", isArrival: false).text
    #expect(later.contains("no service then; the nearest runs from about 07:00 on 2026-03-"))
  }
}
