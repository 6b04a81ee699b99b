import Foundation
import Testing

@testable import AlmanacPublish

/// Other people's programs read what we publish. Each test is skipped where its program is absent.
@Suite struct PeerTests {
  private let output: TemporaryOutput
  private let edition: PublishedEdition

  init() throws {
    output = try TemporaryOutput()
    edition = try output.publish(EditionFixture.contents())
  }

  @Test(
    "icalendar (PyPI) reads every calendar, with all the properties it demands",
    .enabled(if: Peer.python != nil, "ALMANAC_PEERS names no Python environment"))
  func readsCalendars() throws {
    let python = try #require(Peer.python)
    let script = """
      import sys, icalendar
      for path in sys.argv[1:]:
          with open(path, "rb") as file:
              calendar = icalendar.Calendar.from_ical(file.read())
          assert not calendar.errors, (path, calendar.errors)
          for event in calendar.walk("VEVENT"):
              assert not event.errors, (path, event.errors)
              for name in ("UID", "DTSTAMP", "DTSTART", "SUMMARY", "SEQUENCE"):
                  assert name in event, (path, name)
          print(len(calendar.walk("VEVENT")))
      """
    let calendars = try TemporaryOutput.files(in: edition.folder).filter { $0.hasSuffix(".ics") }
    let paths = calendars.map { edition.folder.appending(path: $0).path }
    let result = try Peer.run(python, ["-c", script] + paths)
    #expect(result.status == 0, "\(result.text)")
    #expect(result.text.split(separator: "\n").first == "10")
  }

  @Test(
    "icalendar and dateutil (PyPI) see the occurrences that the database holds",
    .enabled(if: Peer.python != nil, "ALMANAC_PEERS names no Python environment"))
  func expandsSeries() throws {
    let python = try #require(Peer.python)
    let script = """
      import sys, sqlite3, datetime, zoneinfo, icalendar
      from dateutil.rrule import rrulestr
      folder, utc = sys.argv[1], datetime.timezone.utc
      campus = zoneinfo.ZoneInfo("Asia/Singapore")
      def instant(value):
          if not isinstance(value, datetime.datetime):
              value = datetime.datetime(value.year, value.month, value.day, tzinfo=campus)
          return int(value.timestamp())
      def times(event, name):
          lists = event.get(name, [])
          lists = lists if isinstance(lists, list) else [lists]
          return [instant(time.dt) for entry in lists for time in entry.dts]
      with open(folder + "/calendars/all.ics", "rb") as file:
          events = icalendar.Calendar.from_ical(file.read()).walk("VEVENT")
      found = {}
      for event in events:
          if "RECURRENCE-ID" in event: continue
          start = event["DTSTART"].dt
          starts = [instant(start)]
          if "RRULE" in event:
              rule = rrulestr(event["RRULE"].to_ical().decode(), dtstart=start)
              starts = [instant(time) for time in rule] + times(event, "RDATE")
          for time in set(starts) - set(times(event, "EXDATE")):
              found[str(event["UID"]), time] = (str(event["SUMMARY"]), time, str(event["STATUS"]))
      for event in events:
          if "RECURRENCE-ID" not in event: continue
          key = str(event["UID"]), instant(event["RECURRENCE-ID"].dt)
          assert key in found, key
          found[key] = (str(event["SUMMARY"]), instant(event["DTSTART"].dt), str(event["STATUS"]))
      rows = sqlite3.connect("file:" + folder + "/almanac.sqlite?mode=ro", uri=True).execute(
          "SELECT coalesce(occurrence.title, event.title), occurrence.start,"
          " CASE occurrence.status WHEN 'postponed' THEN 'CANCELLED'"
          " ELSE upper(occurrence.status) END"
          " FROM occurrence JOIN event ON event.id = occurrence.event")
      wanted = sorted(rows)
      assert sorted(found.values()) == wanted, (sorted(found.values()), wanted)
      print(len(wanted))
      """
    let result = try Peer.run(python, ["-c", script, edition.folder.path])
    #expect(result.status == 0, "\(result.text)")
    #expect(result.text == "14\n")
  }

  @Test(
    "GDAL opens every GeoJSON file and finds each feature",
    .enabled(if: Peer.find("ogrinfo") != nil, "ogrinfo (Debian gdal-bin) is not installed"))
  func readsGeoJSON() throws {
    let ogrinfo = try #require(Peer.find("ogrinfo"))
    for (path, count) in [("events", 7), ("places", 3), ("days/2026-03-03", 3)] {
      let file = edition.folder.appending(path: "geojson/\(path).geojson").path
      let result = try Peer.run(ogrinfo, ["-ro", "-al", "-so", file])
      #expect(result.status == 0, "\(result.text)")
      #expect(result.text.contains("Feature Count: \(count)"), "\(result.text)")
      #expect(result.text.contains("Geometry: Point"), "\(result.text)")
    }
  }

  @Test(
    "the sqlite3 shell opens the database and searches it",
    .enabled(if: Peer.find("sqlite3") != nil, "sqlite3 is not installed"))
  func readsDatabase() throws {
    let sqlite = try #require(Peer.find("sqlite3"))
    let result = try Peer.run(
      sqlite,
      [
        "-readonly", edition.folder.appending(path: "almanac.sqlite").path,
        "PRAGMA integrity_check; SELECT count(*) FROM event_search WHERE event_search MATCH 'jazz'",
      ])
    #expect(result.text == "ok\n1\n")
  }
}

/// A program that is not ours.
enum Peer {
  static var python: String? {
    let folder = ProcessInfo.processInfo.environment["ALMANAC_PEERS"]
    return folder.map { $0 + "/bin/python" }.flatMap {
      FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil
    }
  }

  static func find(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
  }

  /// What a program prints, on both outputs, and how it ends.
  static func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, text: String)
  {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
