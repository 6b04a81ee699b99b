import AlmanacModel
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPublish

/// Tests that third-party programs read the published files. Skips tests of missing programs.
@Suite struct PeerTests {
  private let edition: PublishedEdition

  init() throws { edition = try EditionFixture.edition() }

  @Test(
    "Icalendar (PyPI) reads every calendar and finds all required properties",
    .enabled(if: Peer.python != nil, "ALMANAC_PEERS names no Python environment"))
  func readsCalendars() async throws {
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
    let result = try await Peer.run(python, ["-c", script] + paths)
    #expect(result.status == 0, "\(result.text)")
    #expect(result.text.split(separator: "\n").first == "10")
  }

  @Test(
    "Icalendar and dateutil (PyPI) expand to the occurrences of the database",
    .enabled(if: Peer.python != nil, "ALMANAC_PEERS names no Python environment"))
  func expandsSeries() async throws {
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
    let result = try await Peer.run(python, ["-c", script, edition.folder.path])
    #expect(result.status == 0, "\(result.text)")
    #expect(result.text == "14\n")
  }

  @Test(
    "Recurring-ical-events (PyPI) finds the database's occurrences in a time range",
    .enabled(if: Peer.has("recurring_ical_events"), "recurring-ical-events is not installed"))
  func seesWindow() async throws {
    let python = try #require(Peer.python)
    let script = """
      import sys, sqlite3, datetime, zoneinfo, icalendar, recurring_ical_events
      folder, zone = sys.argv[1], zoneinfo.ZoneInfo("Asia/Singapore")
      def instant(value):
          if not isinstance(value, datetime.datetime):
              value = datetime.datetime(value.year, value.month, value.day, tzinfo=zone)
          return int(value.timestamp())
      with open(folder + "/calendars/all.ics", "rb") as file:
          events = recurring_ical_events.of(icalendar.Calendar.from_ical(file.read()))
      database = sqlite3.connect("file:" + folder + "/almanac.sqlite?mode=ro", uri=True)
      seen = 0
      for first, last in ((1, 90), (2, 3), (3, 4), (9, 40), (29, 33)):
          start = datetime.datetime(2026, 3, 1, tzinfo=zone) + datetime.timedelta(days=first - 1)
          end = start + datetime.timedelta(days=last - first)
          found = sorted((str(event["SUMMARY"]), instant(event["DTSTART"].dt))
              for event in events.between(start, end))
          wanted = sorted(database.execute(
              "SELECT coalesce(o.title, e.title), o.start FROM occurrence o"
              " JOIN event e ON e.id = o.event"
              " WHERE o.start < ? AND max(o.start + 1, coalesce(o.end, 0)) > ?",
              (instant(end), instant(start))))
          assert found == wanted, (first, last, found, wanted)
          seen += len(found)
      print(seen > 20)
      """
    let result = try await Peer.run(python, ["-c", script, edition.folder.path])
    #expect(result.status == 0 && result.text == "True\n", "\(result.text)")
  }

  @Test(
    "Ics and vobject (PyPI) read every calendar and find each entry",
    .enabled(if: Peer.has("ics") && Peer.has("vobject"), "ics and vobject are not installed"))
  func readsEntries() async throws {
    let python = try #require(Peer.python)
    let script = """
      import sys, glob, ics, vobject
      total = 0
      for path in glob.glob(sys.argv[1] + "/calendars/**/*.ics", recursive=True):
          with open(path, encoding="utf-8", newline="") as file:
              text = file.read()
          count = text.count("BEGIN:VEVENT")
          calendar = vobject.readOne(text)
          assert calendar.validate(raiseException=True), path
          found = len(getattr(calendar, "vevent_list", []))
          assert found == count, (path, "vobject", found, count)
          # It ignores overrides, and reads those of one UID as one event.
          found, uids = ics.Calendar(text).events, set()
          assert {event.uid for event in found} == {
              line[4:] for line in text.replace("\\r\\n ", "").split("\\r\\n")
              if line.startswith("UID:")}, (path, "ics")
          total += count
      print(total > 20)
      """
    let result = try await Peer.run(python, ["-c", script, edition.folder.path])
    #expect(result.status == 0 && result.text == "True\n", "\(result.text)")
  }

  @Test(
    "Libical (Debian) finds no error in any calendar, including withdrawn events",
    .enabled(if: Peer.hasLibical, "gir1.2-ical-3.0 and python3-gi are not installed"))
  func passesLibical() async throws {
    let script = """
      import sys, glob, gi
      gi.require_version("ICalGLib", "3.0")
      from gi.repository import ICalGLib
      def problems(text):
          root = ICalGLib.Component.new_from_string(text)
          if root is None: return ["no component"]
          # It writes what is wrong into the tree, as X-LIC-ERROR.
          restricted = ICalGLib.restriction_check(root)
          lines = root.as_ical_string().replace("\\r\\n ", "").split("\\r\\n")
          found = [line for line in lines if line.startswith("X-LIC-ERROR")]
          if root.count_errors() and not found: found.append("%d errors" % root.count_errors())
          if not restricted and not found: found.append("a restriction of RFC 5546")
          return found
      total = 0
      for path in glob.glob(sys.argv[1] + "/calendars/**/*.ics", recursive=True):
          with open(path, encoding="utf-8", newline="") as file:
              text = file.read()
          assert not problems(text), (path, problems(text))
          total += text.count("BEGIN:VEVENT")
          if "SEQUENCE:" in text:
              for broken in (text.replace("UID:", "UIX:", 1),
                             text.replace("SUMMARY:", "SUMMARY:a\\r\\nSUMMARY:", 1),
                             text.replace("DTSTAMP:2", "DTSTAMP:x", 1)):
                  assert problems(broken), (path, "nothing is found in what is broken")
      print(total > 20)
      """
    var contents = EditionFixture.contents(
      now: EditionFixture.firstRun + 3_600, events: Array(EditionFixture.events.prefix(2)))
    contents.options.keepCancelled = 86_400
    contents.options.address = EditionAddress("https://hill.example/events")
    let output = try TemporaryOutput()
    try output.publish(EditionFixture.contents())
    let next = try output.publish(contents)
    for folder in [edition.folder, next.folder] {
      let result = try await Peer.run(Peer.systemPython, ["-c", script, folder.path])
      #expect(result.status == 0 && result.text == "True\n", "\(result.text)")
    }
  }

  @Test(
    "Geojson-validator (PyPI) finds no error in any collection",
    .enabled(if: Peer.has("geojson_validator"), "geojson-validator is not installed"))
  func validatesGeoJSON() async throws {
    let python = try #require(Peer.python)
    let script = """
      import sys, json, glob, geojson_validator
      from loguru import logger
      logger.remove()
      count = 0
      for path in glob.glob(sys.argv[1] + "/geojson/**/*.geojson", recursive=True):
          with open(path, encoding="utf-8") as file:
              collection = json.load(file)
          assert not geojson_validator.validate_structure(collection), path
          found = geojson_validator.validate_geometries(collection)
          assert not found["invalid"] and not found["problematic"], (path, found)
          count += 1
      print(count > 5)
      """
    let result = try await Peer.run(python, ["-c", script, edition.folder.path])
    #expect(result.status == 0 && result.text == "True\n", "\(result.text)")
  }

  @Test(
    "Datasette (PyPI) serves the tables and views of the database",
    .enabled(if: Peer.has("datasette"), "datasette is not installed"))
  func servesDatabase() async throws {
    let python = try #require(Peer.python)
    let script = """
      import asyncio, json, sys
      from datasette.app import Datasette
      async def answer(database, metadata, paths):
          with open(metadata) as file:
              datasette = Datasette([database], metadata=json.load(file))
          for path in paths:
              response = await datasette.client.get(path)
              assert response.status_code == 200, (path, response.text)
              print(response.text, end="\\0")
      asyncio.run(answer(sys.argv[1], sys.argv[2], sys.argv[3:]))
      """
    let pages = [
      ("/almanac/event.json?_shape=array&_col=title", #""title": "Morning Yoga""#),
      ("/almanac/event_full.json?_shape=array&id=jazz-night", #""category_name": "Arts""#),
      ("/almanac/upcoming.json?_shape=array", "["),
      ("/-/metadata.json", #""title": "Hill Events""#),
      ("/almanac/event", "One row for each event."),
      ("/almanac/occurrence", ">Jazz Night"),
      ("/almanac/facet_count.json?_shape=array&field=place", "hill/great-hall"),
      (
        "/almanac.json?_shape=array&sql=select+rowid+from+occurrence_search"
          + "+where+occurrence_search+match+'jazz'", "rowid"
      ),
    ]
    let files = ["almanac.sqlite", DatasetteMetadata.path].map {
      edition.folder.appending(path: $0).path
    }
    let result = try await Peer.run(python, ["-c", script] + files + pages.map(\.0))
    let answers = result.text.split(separator: "\0")
    try #require(result.status == 0 && answers.count == pages.count, "\(result.text)")
    for ((path, text), answer) in zip(pages, answers) {
      #expect(answer.contains(text), "\(path): \(answer)")
    }
  }

  @Test(
    "GDAL opens every GeoJSON file and finds each feature",
    .enabled(if: Peer.find("ogrinfo") != nil, "ogrinfo (Debian gdal-bin) is not installed"))
  func readsGeoJSON() async throws {
    let ogrinfo = try #require(Peer.find("ogrinfo"))
    for (path, count) in [("events", 7), ("map", 3), ("places", 3), ("days/2026-03-03", 3)] {
      let file = edition.folder.appending(path: "geojson/\(path).geojson").path
      let result = try await Peer.run(ogrinfo, ["-ro", "-al", "-so", file])
      #expect(result.status == 0, "\(result.text)")
      #expect(result.text.contains("Feature Count: \(count)"), "\(result.text)")
      #expect(result.text.contains("Geometry: Point"), "\(result.text)")
    }
  }

  @Test(
    "GDAL opens the database as a GeoPackage and finds each layer with its points",
    .enabled(if: Peer.find("ogrinfo") != nil, "ogrinfo (Debian gdal-bin) is not installed"))
  func readsGeoPackage() async throws {
    let ogrinfo = try #require(Peer.find("ogrinfo"))
    let file = edition.folder.appending(path: "almanac.sqlite").path
    for (layer, count, point) in [
      ("place", 3, "POINT (103.7764 1.2966001)"), ("occurrence", 14, "POINT (103.78 1.2975)"),
      ("upcoming", nil, nil),
    ] as [(String, Int?, String?)] {
      let result = try await Peer.run(ogrinfo, ["-ro", file, layer])
      #expect(result.status == 0 && result.text.contains("driver `GPKG'"), "\(result.text)")
      #expect(result.text.contains("Geometry: Point"), "\(result.text)")
      if let count { #expect(result.text.contains("Feature Count: \(count)"), "\(result.text)") }
      if let point { #expect(result.text.contains(point), "\(result.text)") }
    }
  }

  @Test(
    "SQLite 3.36, which has no STRICT tables, reads every table and view and searches",
    .enabled(if: Peer.oldSQLite != nil, "the library of pysqlite3-binary 0.4.6 is not installed"))
  func readsWithOldSQLite() async throws {
    let library = try #require(Peer.oldSQLite)
    let script = """
      import sys, sqlite3
      assert sqlite3.sqlite_version_info < (3, 37), sqlite3.sqlite_version
      database = sqlite3.connect("file:" + sys.argv[1] + "?mode=ro", uri=True)
      names = database.execute(
          "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY 1").fetchall()
      for (name,) in names:
          database.execute('SELECT * FROM "%s" LIMIT 5' % name).fetchall()
      assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
      print(database.execute(
          "SELECT count(*) FROM occurrence_search WHERE occurrence_search MATCH 'yoga'").fetchall())
      """
    let result = try await Peer.run(
      "/usr/bin/env",
      [
        "LD_PRELOAD=\(library)", Peer.systemPython, "-c", script,
        edition.folder.appending(path: "almanac.sqlite").path,
      ])
    #expect(result.status == 0 && result.text == "[(5,)]\n", "\(result.text)")
  }

  @Test(
    "The sqlite3 shell opens the database and searches it",
    .enabled(if: Peer.find("sqlite3") != nil, "sqlite3 is not installed"))
  func readsDatabase() async throws {
    let sqlite = try #require(Peer.find("sqlite3"))
    let result = try await Peer.run(
      sqlite,
      [
        "-readonly", edition.folder.appending(path: "almanac.sqlite").path,
        """
        PRAGMA integrity_check;
        SELECT count(*) FROM occurrence_search WHERE occurrence_search MATCH 'jazz'
        """,
      ])
    #expect(result.text == "ok\n1\n")
  }
}
