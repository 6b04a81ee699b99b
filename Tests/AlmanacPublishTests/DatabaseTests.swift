import AlmanacModel
import AlmanacTime
import GRDB
import Testing

@testable import AlmanacPublish

@Suite struct DatabaseTests {
  private let edition: PublishedEdition

  init() throws { edition = try EditionFixture.edition() }

  private func strings(_ sql: String, _ arguments: StatementArguments = []) throws -> [String] {
    try edition.read { try String.fetchAll($0, sql: sql, arguments: arguments) }
  }

  @Test("The file passes SQLite's integrity check and identifies itself")
  func isSound() throws {
    #expect(try strings("PRAGMA integrity_check") == ["ok"])
    #expect(try strings("PRAGMA foreign_key_check").isEmpty)
    #expect(try strings("PRAGMA journal_mode") == ["delete"])
    #expect(try strings("SELECT value FROM edition WHERE name = 'schema'") == ["3"])
    #expect(try strings("PRAGMA page_size") == ["4096"])
    // GeoPackage version 1.3.
    #expect(try strings("PRAGMA application_id") == ["1196444487"])
    #expect(try strings("PRAGMA user_version") == ["10300"])
    #expect(try strings("PRAGMA freelist_count") == ["0"])
  }

  @Test(
    "Text search finds words by prefix and ignores accents",
    arguments: [
      ("jazz", ["jazz-night"]), ("leopold", ["lectures", "morning-yoga"]),
      ("Schon", ["jazz-night"]), ("foy*", ["jazz-night", "morning-yoga"]),
      ("yog*", ["morning-yoga"]), ("club", ["jazz-night"]), ("live", ["jazz-night"]),
      ("\"東 京\"", ["jazz-night"]),
    ])
  func searches(text: String, expected: [String]) throws {
    let found = try strings(
      """
      SELECT DISTINCT o.event FROM occurrence_search s JOIN occurrence o ON o.id = s.rowid
      WHERE occurrence_search MATCH ? ORDER BY o.event
      """, [text])
    #expect(found == expected)
  }

  @Test("The search table passes FTS5's integrity check and has a row for every occurrence")
  func searchTableIsSound() throws {
    let output = try TemporaryOutput()
    let edition = try output.publish(EditionFixture.contents())
    try edition.change { database in
      for rank in [0, 1] {
        try database.execute(
          sql: """
            INSERT INTO occurrence_search (occurrence_search, rank) VALUES ('integrity-check', ?)
            """, arguments: [rank])
      }
      let rows = try Int64.fetchAll(database, sql: "SELECT id FROM occurrence_search_docsize")
      #expect(try rows == Int64.fetchAll(database, sql: "SELECT id FROM occurrence ORDER BY id"))
    }
  }

  @Test("A facet's count equals the number of occurrences with its token")
  func countsFacets() throws {
    try edition.read { database in
      let facets = try Row.fetchAll(database, sql: "SELECT * FROM facet_count")
      #expect(Set(facets.map { $0["field"] as String }).count == Facet.allCases.count)
      for facet in facets {
        let found = try Int.fetchOne(
          database,
          sql: "SELECT count(*) FROM occurrence_search WHERE occurrence_search MATCH ?",
          arguments: ["facets : \(facet["token"] as String)"])
        #expect(found == facet["occurrences"] && found ?? 0 > 0, "\(facet)")
      }
    }
  }

  @Test("Ids of occurrences are sorted by start and equal in the next edition")
  func keepsIDs() throws {
    func ids(_ edition: PublishedEdition) throws -> [String: Int64] {
      try edition.read { database in
        let rows = try Row.fetchAll(
          database, sql: "SELECT event || start_text, id FROM occurrence ORDER BY id")
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
      }
    }
    #expect(
      try strings("SELECT start / 60 FROM occurrence ORDER BY start")
        == strings("SELECT start / 60 FROM occurrence ORDER BY id"))
    let output = try TemporaryOutput()
    let known = try ids(output.publish(EditionFixture.contents()))
    let others = EditionFixture.events.filter { $0.id != "jazz-night" }
    let next = try output.publish(
      EditionFixture.contents(now: EditionFixture.firstRun + 86_400, events: others))
    for (name, id) in try ids(next) { #expect(known[name] == id, "\(name)") }
  }

  @Test("Occurrences with the same hash have different ids in the same minute")
  func resolvesCollisions() {
    var ids = OccurrenceIDs()
    let index = EditionIndex(EditionFixture.contents(), zones: .system)
    let occurrence = index.published(EditionFixture.jazz).occurrences[0]
    let found = (0..<3).map { _ in ids.id(of: occurrence, event: "jazz-night") }
    #expect(Set(found).count == 3)
    #expect(Set(found.map { $0 >> OccurrenceIDs.hashBits }) == Set<Int64>([29_542_260]))
  }

  @Test(
    "An occurrence of more than 25 hours has the class of its duration",
    arguments: [
      (90_000, nil), (90_001, "8"), (691_200, "8"), (691_201, "64"), (5_529_600, "64"),
      (5_529_601, "more"),
    ] as [(Int, String?)])
  func marksLong(seconds: Int, value: String?) throws {
    let output = try TemporaryOutput()
    var event = EditionFixture.moved
    let start = EditionFixture.firstRun + 86_400
    event.occurrences = [
      Occurrence(
        start: .zoned(ZonedTime(start, in: .utc)), end: .zoned(ZonedTime(start + seconds, in: .utc))
      )
    ]
    let edition = try output.publish(EditionFixture.contents(events: [event]))
    try edition.read { database in
      let long = try String.fetchOne(
        database, sql: "SELECT value FROM facet_count WHERE field = 'long'")
      #expect(long == value)
    }
  }

  @Test("The R*Tree finds the places in a box")
  func findsNearby() throws {
    let found = try strings(
      """
      SELECT p.id FROM place_rtree r JOIN place p ON p.number = r.number
      WHERE r.min_latitude >= 1.2970 AND r.max_latitude <= 1.2980 ORDER BY 1
      """)
    #expect(found == ["hill/library"])
  }

  @Test("Every value has its source, or the text from which it was derived")
  func namesSources() throws {
    var event = EditionFixture.jazz
    event.provenance = [
      "title": "hall/7", "url": "hall/7", "text": "clubs/jazz", "placement": "clubs/jazz",
      "price": "text: twelve fifty", "tag music": "title: jazz",
    ]
    event.occurrences[0].listings = ["clubs/jazz"]
    event.placement?.floor = 2
    let output = try TemporaryOutput()
    let edition = try output.publish(EditionFixture.contents(events: [event]))
    try edition.read { database in
      let row = try #require(
        try Row.fetchOne(
          database,
          sql: """
            SELECT title_source, time_source, place_source, link_source, text_source, price_source,
              price_reason FROM event_provenance
            """))
      #expect(
        row.databaseValues.map { String.fromDatabaseValue($0) } == [
          "hall", "clubs", "clubs", "hall", "clubs", nil, "text: twelve fifty",
        ])
      #expect(
        try String.fetchAll(
          database, sql: "SELECT coalesce(reason, '-') FROM event_tag ORDER BY position")
          == ["title: jazz", "-"])
      #expect(
        try Int.fetchAll(
          database, sql: "SELECT floor FROM event UNION SELECT floor FROM occurrence")
          == [2])
    }
  }

  @Test("A source that isn't configured is published without a kind")
  func knowsNoKind() throws {
    let output = try TemporaryOutput()
    var contents = EditionFixture.contents()
    contents.sources.removeAll { $0.id == "clubs" }
    try output.publish(contents).read { database in
      let row = try #require(
        try Row.fetchOne(database, sql: "SELECT * FROM source WHERE id = 'clubs'"))
      for column in ["kind", "publisher_kind", "campus", "url"] {
        #expect((row[column] as DatabaseValue).isNull, "\(column)")
      }
      #expect(row["name"] == "clubs")
    }
  }

  @Test("A replaced place has its successor, and its rooms have their floors")
  func namesReplacements() throws {
    let output = try TemporaryOutput()
    var contents = EditionFixture.contents()
    var old = Place(id: "old-hall", name: "Old Hall", within: "nowhere")
    old.replacedBy = "great-hall"
    old.rooms = [.init(code: "OH-02-01", name: "Loft", floor: 2)]
    contents.gazetteers["hill"]?.places.append(old)
    try output.publish(contents).read { database in
      let row = try #require(
        try Row.fetchOne(database, sql: "SELECT * FROM place WHERE id = 'hill/old-hall'"))
      #expect(row["replaced_by"] == "hill/great-hall" && row["parent"] as String? == nil)
      let room = try Row.fetchOne(database, sql: "SELECT * FROM room WHERE place = 'hill/old-hall'")
      #expect(room?["floor"] == 2 && room?["name"] == "Loft")
    }
  }

  @Test("No statement of the schema requires a version after SQLite 3.28")
  func isOld() throws {
    let schema = try strings("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL").joined()
    for feature in ["STRICT", "GENERATED", "trigram", "unixepoch()", "->", "FULL JOIN"] {
      #expect(!schema.contains(feature), "\(feature)")
    }
  }

  @Test("Values outside a vocabulary violate a CHECK constraint")
  func checksWords() throws {
    let output = try TemporaryOutput()
    let edition = try output.publish(EditionFixture.contents())
    try edition.change { database in
      for sql in [
        "UPDATE event SET kind = 'odd'", "UPDATE event SET status = 'odd'",
        "UPDATE occurrence SET all_day = 2", "UPDATE source SET kind = 'odd'",
        "UPDATE event_provenance SET placement_method = 'odd'",
        "UPDATE event_change SET change = 'odd'", "UPDATE facet_count SET field = 'odd'",
        "UPDATE occurrence_weather SET condition = 'odd'",
        "UPDATE forecast SET provider = 'odd'", "UPDATE forecast SET condition = 'odd'",
      ] {
        #expect(throws: DatabaseError.self, "\(sql)") { try database.execute(sql: sql) }
      }
    }
  }

  @Test("A whole day is from midnight to midnight of the campus")
  func storesWholeDays() throws {
    let days = try strings(
      """
      SELECT datetime(start, 'unixepoch') || ' ' || datetime(end, 'unixepoch') || ' ' || all_day
      FROM occurrence WHERE event = 'open-day'
      """)
    #expect(days == ["2026-03-06 16:00:00 2026-03-08 16:00:00 1"])
  }

  @Test(
    "The queries use their indexes",
    arguments: [
      ("SELECT id FROM event WHERE first_start >= 1 ORDER BY first_start", "event_by_start"),
      (
        "SELECT id FROM event WHERE category = 'arts' ORDER BY first_start", "event_by_category"
      ),
      ("SELECT id FROM event WHERE place = 'x' ORDER BY first_start", "event_by_place"),
      ("SELECT event FROM event_tag WHERE tag = 'x'", "event_tag_by_tag"),
      (
        "SELECT event FROM occurrence WHERE start BETWEEN 1 AND 2 ORDER BY start",
        "occurrence_by_start"
      ),
      ("SELECT id FROM listing WHERE source = 'x'", "listing_by_source"),
      ("SELECT id FROM occurrence WHERE event = 'x' ORDER BY id", "occurrence_by_event"),
    ])
  func usesIndexes(query: String, index: String) throws {
    let plan = try edition.read { database in
      try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + query).map { "\($0)" }.joined()
    }
    #expect(plan.contains(index), "\(plan)")
    #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
  }

  @Test(
    "The views read only a range of occurrences",
    arguments: [("upcoming", "(rowid>?)"), ("today", "(rowid>? AND rowid<?)")])
  func limitsViews(view: String, range: String) throws {
    let plan = try edition.read { database in
      try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN SELECT * FROM \(view)")
        .map { "\($0)" }.joined()
    }
    #expect(plan.contains("SEARCH o USING INTEGER PRIMARY KEY \(range)"), "\(plan)")
    #expect(!plan.contains("AUTOMATIC"), "\(plan)")
  }

  @Test("An event has its first date, and the zone of that date or of the campus")
  func storesEventTimes() throws {
    let rows = try strings(
      """
      SELECT id || ' ' || datetime(first_start, 'unixepoch') || ' '
        || ((last_end - first_start) / 60) || ' ' || all_day || ' ' || timezone
      FROM event WHERE id <> 'lectures' AND id <> 'exhibition' ORDER BY id
      """)
    #expect(
      rows == [
        "jazz-night 2026-03-03 11:00:00 120 0 Asia/Singapore",
        "morning-yoga 2026-02-23 23:30:00 50460 0 Asia/Singapore",
        "moved-seminar 2026-03-04 02:00:00 60 0 UTC",
        "open-day 2026-03-06 16:00:00 2880 1 Asia/Singapore",
        "webinar 2026-03-20 09:00:00 20160 0 Europe/London",
      ])
  }

  @Test("An event has its names and lists")
  func showsAll() throws {
    let row = try edition.read { database in
      try Row.fetchOne(database, sql: "SELECT * FROM event_full WHERE id = 'jazz-night'")
    }
    let event = try #require(row)
    #expect(event["campus_name"] == "Hill University" && event["category_name"] == "Arts")
    #expect(event["place_name"] == "Great Hall" && event["occurrences"] == 1)
    #expect(event["categories"] == #"["arts","others"]"#)
    #expect(event["tags"] == #"["music","jazz, live"]"#)
    #expect(event["sources"] == #"["hall","clubs"]"#)
  }

  @Test("The days of the window have no gap and begin at the campus's midnight")
  func listsDays() throws {
    #expect(try strings("SELECT count(*) FROM day") == ["431"])
    #expect(
      try strings("SELECT start || ' ' || end FROM day WHERE date = '2026-03-07'")
        == ["1772812800 1772899200"])
    let gaps = try strings(
      "SELECT date FROM day d WHERE NOT EXISTS (SELECT 1 FROM day n WHERE n.start = d.end)")
    #expect(gaps.count == 1)
  }

  @Test("A source's URL is published without user and password")
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

  @Test("Unknown places, categories and sources violate no foreign key")
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
