import AlmanacTestSupport
import Foundation
import Testing

@testable import AlmanacIngest

@Suite("almanac add and check of transit feeds") struct TransitAddTests {
  private static let tables: [String: String] = [
    "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\n"
      + "h,Hill Bus,https://bus.example.org,Asia/Singapore\n",
    "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\n"
      + "oak,Oak Gate,1.3003,103.7700\nelm,Elm Gate,1.3103,103.7800\n",
    "routes.txt": "route_id,agency_id,route_short_name,route_type\nblue,h,Blue,3\n",
    "calendar.txt":
      "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
      + "all,1,1,1,1,1,1,1,20260101,20260630\n",
    "trips.txt": "route_id,service_id,trip_id\nblue,all,b1\nblue,gone,b2\n",
    "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
      + "b1,08:00:00,08:00:00,oak,1\nb1,08:10:00,08:10:00,elm,2\n",
    "feed_info.txt": "feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,"
      + "feed_end_date,feed_version,feed_contact_email\n"
      + "Hill Bus,https://bus.example.org,en,20260101,20260630,1,bus@example.org\n",
  ]

  private static func zip() throws -> [UInt8] {
    try ZipArchive.archive(of: tables.sorted { $0.key < $1.key }.map { ($0, Array($1.utf8)) })
  }

  /// A campus with a feed of events, for an edition needs some.
  private static func campus() throws -> ProgramFolder {
    let work = try ProgramFolder.campus()
    try work.folder.write(CampusFixture.calendar(), to: "feeds/hall/feed.ics")
    try work.folder.write("campus: hill\npath: feed.ics\n", to: "feeds/hall/feed.yaml")
    return work
  }

  private static func stops(_ work: ProgramFolder) throws -> String {
    try work.text("output/latest/geojson/stops.geojson")
  }

  @Test("An archive is recognized, and its definition needs no edit")
  func addsArchives() throws {
    let work = try Self.campus()
    try Data(try Self.zip()).write(to: work.folder.url.appending(path: "town.zip"))
    let answer = try work.almanac("add", "town.zip", "--json", "--now", ProgramFolder.now)
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(try ProgramFolder.object(answer.output)["id"] as? String == "hill-bus")
    let definition = try work.text("feeds/hill-bus/feed.yaml")
    #expect(definition.contains("\nkind: transit\n"))
    #expect(definition.contains("path: \"../../town.zip\""))
    #expect(!definition.contains("venue:"))
    #expect(try work.almanac("run", "--now", ProgramFolder.now).code == 0)
    #expect(try Self.stops(work).contains("Oak Gate"))
  }

  @Test("A folder of tables is recognized, and the address of an archive")
  func addsFoldersAndAddresses() throws {
    let work = try Self.campus()
    for (name, text) in Self.tables { try work.folder.write(text, to: "tables/\(name)") }
    let folder = try work.almanac("add", "tables", "--id", "town", "--now", ProgramFolder.now)
    #expect(folder.code == 0, "\(folder.errors)")
    #expect(try work.text("feeds/town/feed.yaml").contains("kind: transit"))
    #expect(try work.almanac("run", "--now", ProgramFolder.now).code == 0)
    #expect(try Self.stops(work).contains("\"town/elm\""))
    let zip = try Self.zip()
    let server = try LoopbackServer { _ in
      .init(200, [("Content-Type", "application/zip")], body: zip)
    }
    let address = try work.almanac(
      "add", server.url("/gtfs.zip"), "--allow", "127.0.0.1", "--id", "city", "--now",
      ProgramFolder.now)
    #expect(address.code == 0, "\(address.errors)")
    let definition = try work.text("feeds/city/feed.yaml")
    #expect(definition.contains("kind: transit") && definition.contains("/gtfs.zip"))
    #expect(try work.almanac("run", "--now", ProgramFolder.now).code == 0)
    #expect(try Self.stops(work).contains("\"city/elm\""))
  }

  @Test(
    "'check' counts the contents of a feed, lists its notices by code, and calls an old one stale")
  func checks() throws {
    let work = try ProgramFolder.campus()
    try Data(try Self.zip()).write(to: work.folder.url.appending(path: "town.zip"))
    let fresh = try work.almanac("check", "town.zip", "--now", ProgramFolder.now)
    #expect(fresh.code == 0, "\(fresh.errors)")
    #expect(fresh.output.contains("2 stops, 1 route, 1 trip"))
    #expect(fresh.output.contains("foreign_key_violation: line 3: "))
    #expect(fresh.output.contains("2026-01-01 … 2026-06-30"))
    #expect(!fresh.output.contains("stale"))
    let old = try work.almanac("check", "town.zip", "--now", "2026-09-01T12:00:00Z", "--json")
    #expect(old.code == 0)
    let network = try #require(try ProgramFolder.object(old.output)["network"] as? [String: Any])
    #expect(network["stale"] as? Bool == true)
    let text = try work.almanac("check", "town.zip", "--now", "2026-09-01T12:00:00Z").output
    #expect(text.contains("stale, ask the publisher for a newer feed"))
    #expect(text.contains("feed_expiration_date7_days"))
  }

  @Test("An archive of another kind is no transit feed")
  func leavesOtherArchives() throws {
    let work = try ProgramFolder.campus()
    let zip = try ZipArchive.archive(of: [("xl/workbook.xml", Array("<workbook/>".utf8))])
    try Data(zip).write(to: work.folder.url.appending(path: "events.xlsx"))
    let answer = try work.almanac("add", "events.xlsx", "--now", ProgramFolder.now)
    #expect(answer.code == 65)
    #expect(answer.errors.contains("E_NOT_A_FEED"))
  }
}
