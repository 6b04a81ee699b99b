import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import AlmanacTime
import Foundation
import GRDB
import Testing

/// Runs of a campus with a shuttle.
@Suite("a transit source") struct TravelNightTests {
  private let night: Night

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
    night = try Night.empty()
    try night.folder.write(
      """
      campuses:
        - id: hill
          timezone: Asia/Singapore
          gazetteer: hill.geojson
          travel: {origins: [great-hall], default: great-hall, buffer: 10m}
      sources: feeds
      categories: categories.yaml
      """, to: "config/almanac.yaml")
    try night.add(
      "events",
      Night.calendar(title: "Reading").replacing(
        "LOCATION:Great Hall", with: "LOCATION:Hill Library"),
      file: "feed.ics")
    try night.add(
      "shuttle", nil, file: "tables",
      definition: "kind: transit\nname: Hill Shuttle\nattribution: Times by Hill Shuttle")
    try write(Self.tables)
  }

  private func write(_ tables: [String: String]) throws {
    for (name, text) in tables {
      try night.folder.write(text, to: "config/feeds/shuttle/tables/\(name)")
    }
  }

  private func rows(_ sql: String) throws -> [Row] {
    let path = night.folder.url.appending(path: "output/latest/almanac.sqlite").path
    return try DatabaseQueue(path: path).read { try Row.fetchAll($0, sql: sql) }
  }

  @Test("stops, routes, stops of places and the way to an event are published")
  func publishes() async throws {
    let report = try await night.run()
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
    #expect(try night.text("geojson/stops.geojson").contains("Elm Gate"))
    #expect(try night.text("geojson/routes.geojson").contains("MultiLineString"))
    #expect(try night.text("geojson/stops.geojson").contains("Times by Hill Shuttle"))
    #expect(try night.text("site/data.js").contains("\"ways\":[{\"from\":\"great-hall\""))
    let minutes: Int = access["minutes_p90"]
    #expect(
      try night.text("calendars/all.ics").contains(
        "X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT\(minutes)M"))
  }

  @Test("an unchanged feed is not read again, and forced results are the same")
  func skipsUnchanged() async throws {
    try await night.run()
    let before = try night.edition()
    let report = try await night.run()
    #expect(report.stages.first { $0.name == .enrich }?.skipped == 1)
    try await night.run(force: true)
    let after = try night.edition()
    #expect(before["geojson/stops.geojson"] == after["geojson/stops.geojson"])
    #expect(before["calendars/all.ics"] == after["calendars/all.ics"])
  }

  @Test("a feed that can't be used is a finding, and the last good network stays")
  func keepsLastGood() async throws {
    try await night.run()
    try write(["periods.csv": "nothing\n"])
    let report = try await night.run(after: 25)
    #expect(report.findings.contains { $0.code == "E_TRANSIT" && $0.source == "shuttle" })
    #expect(try rows("SELECT id FROM stop").count == 2)
  }

  @Test("a way is found between places, stops and points, or there is a reason")
  func findsRoutes() async throws {
    try await night.run()
    let report = try RouteReport(
      configuration: night.configuration, output: night.folder.url.appending(path: "output"),
      now: night.now, isClockStated: true)
    func answer(_ from: String, _ to: String, at time: String? = "12:00") throws -> JSONValue {
      try JSONValue(
        parsing: try report.answer(from: from, to: to, time: time, isArrival: false, json: true))
    }
    let found = try answer("The Great Hall", "1.3103,103.7800")
    #expect(found["reason"] == nil || found["reason"] == .null)
    #expect(found["simplest"]?["changes"]?.double == 0)
    #expect(found["fastest"]?["legs"]?.array?.first?["headwayMax"]?.double == 15)
    #expect(found["fastest"]?["departure"]?.string == nil)
    #expect(try answer("oak", "elm", at: "2026-03-07T12:00")["reason"]?.string == "no-service")
    #expect(try answer("oak", "elm", at: "2026-06-07T12:00")["reason"]?.string == "feed-ended")
    #expect(try answer("oak", "1.5,103.9")["reason"]?.string == "too-far")
    #expect(try answer("oak", "oak")["reason"]?.string == "same-place")
    #expect(throws: RouteReport.Failure.unknown("Moon Base")) { try answer("Moon Base", "elm") }
    let text = String(
      decoding: try report.answer(
        from: "Great Hall", to: "Hill Library", time: "18:00", isArrival: true, json: false),
      as: UTF8.self)
    #expect(text.contains("Blue: Oak Gate → Elm Gate, every 9–15 min"))
  }
}
