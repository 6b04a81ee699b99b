import AlmanacModel
import AlmanacTime
import GRDB
import Testing

@testable import AlmanacPublish

@Suite struct DatabaseTests {
  private let output: TemporaryOutput
  private let edition: PublishedEdition

  init() throws {
    output = try TemporaryOutput()
    edition = try output.publish(EditionFixture.contents())
  }

  private func strings(_ sql: String, _ arguments: StatementArguments = []) throws -> [String] {
    try edition.read { try String.fetchAll($0, sql: sql, arguments: arguments) }
  }

  @Test("the file is sound and says what it is")
  func isSound() throws {
    #expect(try strings("PRAGMA integrity_check") == ["ok"])
    #expect(try strings("PRAGMA foreign_key_check").isEmpty)
    #expect(try strings("PRAGMA journal_mode") == ["delete"])
    #expect(try strings("PRAGMA user_version") == ["1"])
    #expect(try strings("PRAGMA page_size") == ["4096"])
    #expect(try strings("PRAGMA application_id") == ["1095519566"])
    #expect(try strings("PRAGMA freelist_count") == ["0"])
  }

  @Test(
    "text search finds words by their beginnings and without their accents",
    arguments: [
      ("jazz", ["jazz-night"]), ("leopold", []), ("Schon", ["jazz-night"]),
      ("foy*", ["jazz-night", "morning-yoga"]),
      ("yog*", ["morning-yoga"]), ("library", ["lectures"]),
    ])
  func searches(text: String, expected: [String]) throws {
    let found = try strings(
      """
      SELECT event.id FROM event_search JOIN event ON event.number = event_search.rowid
      WHERE event_search MATCH ? ORDER BY event.id
      """, [text])
    #expect(found == expected)
  }

  @Test(
    "a date is found by words of its own, with those of its event behind them",
    arguments: [
      ("candle*", 1), ("evening", 1), ("\"evening yoga\"", 1), ("morning", 1), ("mornin*", 1),
      ("library foyer", 1), ("jazz", 0),
    ])
  func searchesDates(text: String, count: Int) throws {
    let found = try strings(
      """
      SELECT t.title || '|' || t.description || '|' || t.venue
      FROM occurrence_search s JOIN occurrence_text t ON t.occurrence = s.rowid
      WHERE occurrence_search MATCH ?
      """, [text])
    let expected =
      "Evening Yoga\nMorning Yoga|By candlelight; bring a mat.|Library\nFoyer"
    #expect(found == Array(repeating: expected, count: count))
  }

  @Test("what the search tables hold is what they say they hold", arguments: SearchTable.allCases)
  func searchTablesAreSound(table: SearchTable) throws {
    var yoga = EditionFixture.yoga
    // At the venue of its event.
    yoga.occurrences[1].title = "Yoga for Beginners, 初心者"
    let output = try TemporaryOutput()
    let edition = try output.publish(
      EditionFixture.contents(events: [EditionFixture.jazz, yoga]))
    try edition.change { database in
      for name in [table.ofEvents, table.ofOccurrences] {
        // 1: also compared with the texts; only some of these are in tables of trigrams.
        try database.execute(
          sql: "INSERT INTO \(name) (\(name), rank) VALUES ('integrity-check', ?)",
          arguments: [table == .words ? 1 : 0])
      }
      let stated = try Int.fetchAll(database, sql: "SELECT occurrence FROM occurrence_text")
      let held = try Int.fetchAll(database, sql: "SELECT id FROM occurrence_search_docsize")
      #expect(stated == held && !held.isEmpty)
    }
  }

  @Test("the R*Tree gives what is in a box")
  func findsNearby() throws {
    let found = try strings(
      """
      SELECT DISTINCT occurrence.event FROM occurrence_rtree
      JOIN occurrence ON occurrence.id = occurrence_rtree.id
      WHERE min_latitude >= 1.2970 AND max_latitude <= 1.2980 ORDER BY 1
      """)
    #expect(found == ["lectures", "morning-yoga"])
  }

  @Test("dates that begin at once are in the order of their ends in the index of starts")
  func indexesTies() throws {
    let output = try TemporaryOutput()
    let events = [nil, 9, 2, nil, 5, 1].enumerated().map { number, hours in
      var event = EditionFixture.moved
      event.id = "event-\(number)"
      event.occurrences[0].end = hours.map {
        .zoned(ZonedTime(EditionFixture.firstNight + 3 * 86_400 + $0 * 3_600, in: .utc))
      }
      event.occurrences[0].start = .zoned(
        ZonedTime(EditionFixture.firstNight + 3 * 86_400, in: .utc))
      return event
    }
    let edition = try output.publish(EditionFixture.contents(events: events))
    try edition.read { database in
      #expect(try String.fetchAll(database, sql: "PRAGMA integrity_check") == ["ok"])
      let found = try String.fetchAll(
        database,
        sql: """
          SELECT event FROM occurrence INDEXED BY occurrence_by_start WHERE start > 0
          ORDER BY start, end, id
          """)
      #expect(found == [0, 3, 5, 2, 4, 1].map { "event-\($0)" })
    }
  }

  @Test(
    "the longest day is a date like others; a second more, and it is one of days",
    arguments: [(90_000, false), (90_001, true)])
  func tellsDays(seconds: Int, lasts: Bool) throws {
    let output = try TemporaryOutput()
    var event = EditionFixture.moved
    let start = EditionFixture.firstNight + 86_400
    event.occurrences = [
      Occurrence(
        start: .zoned(ZonedTime(start, in: .utc)), end: .zoned(ZonedTime(start + seconds, in: .utc))
      )
    ]
    let edition = try output.publish(EditionFixture.contents(events: [event]))
    try edition.read { database in
      let spans = try Int.fetchOne(database, sql: "SELECT count(*) FROM occurrence_span")
      #expect(spans == (lasts ? 1 : 0))
      let number = try Int.fetchOne(database, sql: "SELECT number FROM event")
      #expect(number == (lasts ? EditionOrder.firstSpread : 1))
    }
  }

  @Test("a whole day is midnight to midnight of the campus")
  func storesWholeDays() throws {
    let days = try strings(
      """
      SELECT datetime(start, 'unixepoch') || ' ' || datetime(end, 'unixepoch') || ' ' || all_day
      FROM occurrence WHERE event = 'open-day'
      """)
    #expect(days == ["2026-03-06 16:00:00 2026-03-08 16:00:00 1"])
  }

  @Test(
    "the indexes serve the queries they are for",
    arguments: [
      ("SELECT id FROM event WHERE start >= 1 ORDER BY start", "event_by_start"),
      ("SELECT id FROM event WHERE category = 'arts' ORDER BY start", "event_by_category"),
      ("SELECT id FROM event WHERE kind = 'official' ORDER BY start", "event_by_kind"),
      (
        "SELECT id FROM event WHERE campus = 'hill' AND place = 'x' ORDER BY start",
        "event_by_place"
      ),
      ("SELECT id FROM event WHERE organizer = 'x' ORDER BY start", "event_by_organizer"),
      ("SELECT event FROM tag WHERE tag = 'x'", "tag_by_tag"),
      (
        "SELECT event FROM occurrence WHERE start BETWEEN 1 AND 2 ORDER BY start",
        "occurrence_by_start"
      ),
      ("SELECT id FROM listing WHERE source = 'x'", "listing_by_source"),
      ("SELECT number FROM event WHERE id = 'x'", "event_by_id"),
      ("SELECT id FROM occurrence WHERE event = 'x' ORDER BY ordinal", "occurrence_by_event"),
      ("SELECT id FROM occurrence WHERE event_number = 1", "occurrence_by_event_number"),
      (
        "SELECT occurrence FROM occurrence_facet WHERE facet = 1 ORDER BY occurrence",
        "PRIMARY KEY"
      ),
    ])
  func usesIndexes(query: String, index: String) throws {
    let plan = try edition.read { database in
      try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + query).map { "\($0)" }.joined()
    }
    #expect(plan.contains(index), "\(plan)")
    #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
  }

  @Test("an event is told with its first date, and the zone of that or the campus's")
  func storesEventTimes() throws {
    let told = try strings(
      """
      SELECT id || ' ' || datetime(start, 'unixepoch') || ' ' || ((end - start) / 60) || ' '
        || all_day || ' ' || timezone
      FROM event WHERE id <> 'lectures' AND id <> 'exhibition' ORDER BY id
      """)
    #expect(
      told == [
        "jazz-night 2026-03-03 11:00:00 120 0 Asia/Singapore",
        "morning-yoga 2026-02-23 23:30:00 60 0 Asia/Singapore",
        "moved-seminar 2026-03-04 02:00:00 60 0 UTC",
        "open-day 2026-03-06 16:00:00 2880 1 Asia/Singapore",
        "webinar 2026-03-20 09:00:00 60 0 Europe/London",
      ])
  }

  @Test("an event is there with the names and lists that belong to it")
  func showsAll() throws {
    let row = try edition.read { database in
      try Row.fetchOne(database, sql: "SELECT * FROM event_full WHERE id = 'jazz-night'")
    }
    let event = try #require(row)
    #expect(event["campus_name"] == "Hill University" && event["category_name"] == "Arts")
    #expect(event["place_name"] == "Great Hall" && event["occurrences"] == 1)
    #expect(event["categories"] == #"["arts","others"]"#)
    #expect(event["tags"] == #"["jazz, live","music"]"#)
    #expect(event["sources"] == #"["hall","clubs"]"#)
  }

  @Test("the window's days are there without a gap, from midnight to midnight of the campus")
  func listsDays() throws {
    #expect(try strings("SELECT count(*) FROM day") == ["431"])
    #expect(
      try strings("SELECT start || ' ' || end FROM day WHERE date = '2026-03-07'")
        == ["1772812800 1772899200"])
    let gaps = try strings(
      "SELECT date FROM day d WHERE NOT EXISTS (SELECT 1 FROM day n WHERE n.start = d.end)")
    #expect(gaps.count == 1)
  }

  @Test("occurrences are numbered by their starts, and so are events of one short date")
  func numbersByStart() throws {
    #expect(
      try strings("SELECT id FROM occurrence ORDER BY start, event, ordinal")
        == strings("SELECT id FROM occurrence ORDER BY id"))
    let numbers = try strings("SELECT id || ' ' || number FROM event ORDER BY number")
    #expect(numbers.prefix(2) == ["jazz-night 1", "moved-seminar 2"])
    #expect(numbers.dropFirst(2).first == "exhibition \(1 << 30)")
  }

  @Test("the address of a source is published without its user and password")
  func hidesPasswords() throws {
    var contents = EditionFixture.contents()
    contents.sources[0].location = .url("https://ann:s3cret@hall.example/cal.ics?room=a@b")
    let other = try TemporaryOutput()
    let urls = try other.publish(contents).read { database in
      try String.fetchAll(database, sql: "SELECT url FROM source WHERE url LIKE '%hall.example%'")
    }
    #expect(urls.contains("https://hall.example/cal.ics?room=a@b"))
    #expect(!urls.contains { $0.contains("s3cret") })
  }

  @Test("unknown places, categories and sources break no reference")
  func keepsReferencesSound() throws {
    var contents = EditionFixture.contents()
    var jazz = EditionFixture.jazz
    jazz.categorization?.category = "gone"
    jazz.placement?.place = "gone"
    jazz.listings.append(ListingReference(id: "ghost/1", source: "ghost"))
    contents.events = [jazz]
    let other = try TemporaryOutput()
    let edition = try other.publish(contents)
    let rows = try edition.read { database in
      try String.fetchAll(database, sql: "PRAGMA foreign_key_check")
    }
    #expect(rows.isEmpty)
    #expect(try !edition.text("geojson/events.geojson").contains("gone"))
  }
}
