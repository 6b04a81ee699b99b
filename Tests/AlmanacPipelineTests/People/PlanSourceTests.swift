import AlmanacModel
import AlmanacPipeline
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

/// Plans with what sources of a campus give beside events.
@Suite("Sources of plans") struct PlanSourceTests {
  private let fixture: CampusFixture

  init() throws {
    fixture = try CampusFixture.empty()
    try fixture.append("people: ../people")
    try fixture.add("choir", CampusFixture.calendar(), file: "choir.ics")
  }

  private func write(_ text: String) throws {
    try fixture.folder.write(text, to: "people/ada/person.yaml")
  }

  private func agenda() throws -> String {
    try String(
      contentsOf: fixture.folder.url.appending(path: "output/people/ada/agenda.json"),
      encoding: .utf8)
  }

  @Test("Quotes of a source of kind 'rides' are offered; unusable ones are a finding")
  func readsRides() async throws {
    try fixture.add(
      "taxi",
      """
      {"rides": [{"event": "exam", "prices": [
        {"product": "Van", "low_estimate": 12, "high_estimate": 14.5, "currency_code": "SGD",
         "duration": 660, "distance": 3.1},
        {"product": "Bike"}]}]}
      """, file: "quotes.json", definition: "kind: rides")
    try write(
      """
      home: library
      means: {ride: {}}
      events:
        - {id: exam, title: Exam, start: "2026-03-02T20:30", end: "2026-03-02T22:00", place: great-hall}
      """)
    let report = try await fixture.run()
    let finding = try #require(report.findings.first { $0.source == "taxi" })
    #expect(finding.code == "W_RIDES")
    #expect(finding.message.contains("rides[0].prices[1]"))
    #expect(report.sources.first { $0.id == "taxi" }?.accepted == 1)
    let json = try agenda()
    #expect(
      json.contains(#""quotes":[{"product":"Van","price":{"low":12,"high":14.5,"currency":"SGD"}"#))
    #expect(json.contains(#""mean":"ride","seconds":660,"meters":3100"#))

    try fixture.folder.write("<html></html>", to: "config/feeds/taxi/quotes.json")
    let second = try await fixture.run(after: 24)
    #expect(second.findings.contains { $0.code == "E_RIDES" || $0.code == "E_NOT_A_FEED" })
  }

  @Test("A document without usable quotes is rejected, and the last quotes stay")
  func keepsLastRides() async throws {
    try fixture.add(
      "taxi",
      #"{"rides": [{"event": "exam", "prices": [{"product": "Van", "duration": 660, "distance": 3.1}]}]}"#,
      file: "quotes.json", definition: "kind: rides")
    try write(
      """
      home: library
      means: {ride: {}}
      events:
        - {id: exam, title: Exam, start: "2026-03-05T20:30", end: "2026-03-05T22:00", place: great-hall}
      """)
    try await fixture.run()
    try fixture.folder.write(#"{"fares": []}"#, to: "config/feeds/taxi/quotes.json")
    let report = try await fixture.run(after: 24)
    #expect(report.findings.contains { $0.code == "E_RIDES" && $0.source == "taxi" })
    #expect(try agenda().contains(#""product":"Van""#))
  }

  @Test("The journey between two own events is from the stored network")
  func readsNetwork() async throws {
    let days = ["monday", "tuesday", "wednesday", "thursday", "friday"]
    for (name, text) in [
      "stops.csv": """
      stop_id,stop_name,stop_lat,stop_lon
      hall,Hall Stop,1.3001,103.7700
      books,Books Stop,1.3101,103.7800
      """,
      "route_stops.csv": """
      route_id,stop_sequence,stop_id,minutes
      Red,0,hall,0
      Red,1,books,7
      """,
      "headways.csv": "route_id,period,day,from,to,headway_min_minutes,headway_max_minutes\n"
        + days.map { "Red,term,\($0),07:00,22:00,5,10" }.joined(separator: "\n"),
      "periods.csv": "period,start_date,end_date\nterm,20260112,20260509",
    ] {
      try fixture.folder.write(text, to: "config/feeds/tram/tables/\(name)")
    }
    try fixture.add("tram", nil, file: "tables", definition: "kind: transit")
    try write(
      """
      means: {transit: {}}
      events:
        - {id: one, title: One, start: "2026-03-03T10:00", end: "2026-03-03T11:00", place: great-hall}
        - {id: two, title: Two, start: "2026-03-03T12:00", end: "2026-03-03T13:00", place: library}
        - {id: three, title: Three, start: "2026-03-03T15:00", end: "2026-03-03T16:00", place: great-hall}
      """)
    try await fixture.run()
    let json = try agenda()
    #expect(json.contains(#""note":"Red Hall Stop to Books Stop""#))
    // Nothing runs back: the way is no option and the events are named.
    #expect(!json.contains("Books Stop to Hall Stop"))
    #expect(json.contains(#"{"event":"three","causes":[{"cause":"Preferences not satisfied""#))
  }
}
