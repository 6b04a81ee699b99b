import AlmanacModel
import AlmanacTime
import Foundation
import GRDB
import Testing

@testable import AlmanacPublish

@Suite struct QueryTests {
  private let output: TemporaryOutput
  private let zone: Zone

  init() throws {
    output = try TemporaryOutput()
    zone = try #require(ZoneDatabase.system.zone(named: "Asia/Singapore"))
  }

  private func reader(
    _ events: [Event]? = nil, maxTokens: Int = 300
  ) throws -> EditionReader {
    let edition =
      try events.map { try output.publish(EditionFixture.contents(events: $0)) }
      ?? EditionFixture.edition()
    return try EditionReader(edition: edition.folder, maxTokens: maxTokens)
  }

  private func found(_ reader: EditionReader, _ change: (inout EventFilter) -> Void) throws
    -> [String]
  {
    var filter = EventFilter()
    change(&filter)
    return Set(try reader.occurrences(filter).map(\.event)).sorted()
  }

  @Test(
    "Days are limited to the requested range, also for long events",
    arguments: [
      ("2026-03-02T16:00:00Z", "2026-03-03T16:00:00Z", ["2026-03-03"]),
      ("2026-03-02T15:59:59Z", "2026-03-03T16:00:01Z", ["2026-03-02", "2026-03-03", "2026-03-04"]),
      ("2026-03-03T20:00:00Z", nil, ["2026-03-04"]),
      (nil, "2026-03-01T16:00:00Z", ["2026-03-01"]),
      (nil, nil, ["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04"]),
    ] as [(String?, String?, [String])])
  func clampsDays(from: String?, to: String?, expected: [String]) throws {
    var filter = EventFilter()
    filter.from = from.map(EditionFixture.instant)
    filter.to = to.map(EditionFixture.instant)
    let days = try reader([EditionFixture.exhibition]).days(filter, in: zone)
    #expect(days.map(\.description) == expected)
  }

  @Test("A long event is found until it ends, including its last hour")
  func findsLasting() throws {
    var event = EditionFixture.moved
    let end = EditionFixture.firstRun + 3 * 86_400 + 1_800
    event.occurrences = [
      Occurrence(
        start: .zoned(ZonedTime(EditionFixture.firstRun, in: .utc)),
        end: .zoned(ZonedTime(end, in: .utc)))
    ]
    let reader = try reader([event])
    for (seconds, count) in [(-1_801, 1), (-1, 1), (0, 0), (600, 0), (3_600, 0)] {
      var filter = EventFilter()
      filter.from = end + seconds
      #expect(try reader.occurrences(filter).count == count, "\(seconds)")
    }
  }

  @Test("An endless event has only the days of the edition's window")
  func boundsDays() throws {
    var event = EditionFixture.exhibition
    event.occurrences[0].end = EditionFixture.time("9999-12-31")
    let days = try reader([event]).days(EventFilter(), in: zone)
    #expect(days.count < 410)
    #expect(days.first?.description == "2026-03-01")
  }

  @Test(
    "A page beyond the last one is empty, for any number",
    arguments: [(2, 100), (.max, .max), (.max, 50)])
  func pagesFar(page: Int, limit: Int) throws {
    let none = try found(try reader()) { ($0.page, $0.limit) = (page, limit) }
    #expect(none.isEmpty)
  }

  @Test("A page number below 1 means the first page", arguments: [0, -1, .min])
  func pagesBack(page: Int) throws {
    let all = try found(try reader()) { ($0.page, $0.limit) = (page, 100) }
    #expect(all.count == EditionFixture.events.count)
  }

  @Test("A page has at least one result", arguments: [1, 0, .min])
  func pagesOne(limit: Int) throws {
    let reader = try reader()
    for (page, event) in [(1, "morning-yoga"), (2, "exhibition")] {
      #expect(try found(reader) { ($0.page, $0.limit) = (page, limit) } == [event])
    }
  }

  @Test(
    "Names match regardless of case, accents and script",
    arguments: [
      { $0.tags = ["ecole"] }, { $0.tags = ["ÉCOLE"] }, { $0.organizers = ["büro für kunst"] },
      { $0.organizers = ["BURO FUR KUNST"] }, { $0.places = ["leopold \"LEO\" library"] },
      { $0.categories = ["ÜBUNG"] }, { $0.categories = ["Practice"] },
      { $0.categories = ["sante"] }, { $0.tags = ["МУЗЫКА"] },
      { $0.categories = ["A \"B\""] },
    ] as [@Sendable (inout EventFilter) -> Void])
  func folds(change: @Sendable (inout EventFilter) -> Void) throws {
    var event = EditionFixture.jazz
    event.tags = ["École", "музыка"]
    event.organizer = "Büro für Kunst"
    event.placement = EditionFixture.inLibrary
    event.categorization?.category = "practice"
    var contents = EditionFixture.contents(events: [event, EditionFixture.yoga])
    contents.taxonomy.categories.append(
      .init(id: "practice", name: "Übung", aliases: ["Santé", "a \"b\""]))
    let edition = try output.publish(contents)
    let reader = try EditionReader(edition: edition.folder)
    var filter = EventFilter()
    change(&filter)
    filter.to = EditionFixture.instant("2026-03-05T00:00:00Z")
    #expect(try reader.occurrences(filter).map(\.event) == ["jazz-night"])
  }

  @Test("A city's weather is that of its point, in any spelling, while a step is valid")
  func cityWeather() throws {
    let reader = try reader()
    let noon = EditionFixture.instant("2026-03-03T11:20:00Z")
    let found = try #require(try reader.weather(of: "hill stadtchen", at: noon))
    #expect(found.name == "Hill Städtchen" && found.condition == .rainLight)
    #expect(found.temperature == 27.5 && found.precipitationProbability == 0.6)
    #expect(found.text == "Light rain" && !found.isCurrent)
    #expect(try reader.weather(of: "Melbourne", at: noon) == nil)
    #expect(try reader.weather(of: "Hill Städtchen", at: noon + 86_400) == nil)
    #expect(try reader.cities() == ["Hill Städtchen"])
    #expect(try reader.isCity("HILL Stadtchen"))
    #expect(try !reader.isCity("Städtchen"))
  }

  @Test("A day is in the requested time zone")
  func daysOfZones() throws {
    var event = EditionFixture.moved
    event.occurrences = [
      Occurrence(start: .zoned(ZonedTime(Instant(secondsSinceEpoch: 1_514_676_600), in: .utc)))
    ]
    let now = EditionFixture.instant("2017-12-28T00:00:00Z")
    let edition = try output.publish(EditionFixture.contents(now: now, events: [event]))
    let reader = try EditionReader(edition: edition.folder)
    let paris = try #require(ZoneDatabase.system.zone(named: "Europe/Paris"))
    let there = try reader.days(EventFilter(), in: paris)
    #expect(there.map(\.description) == ["2017-12-31"])
    #expect(there.map { paris.startOfDay($0).secondsSinceEpoch } == [1_514_674_800])
    #expect(try reader.days(EventFilter(), in: .utc).map(\.description) == ["2017-12-30"])
  }

  @Test("A week begins as the edition defines, or on Monday")
  func firstWeekday() throws {
    var contents = EditionFixture.contents()
    contents.options.firstWeekday = .sunday
    let edition = try output.publish(contents)
    let reader = try EditionReader(edition: edition.folder)
    #expect(try reader.firstWeekday() == .sunday)
    let text = try edition.text("manifest.json")
    try Data(text.replacing("\"firstWeekday\":\"sunday\",", with: "").utf8)
      .write(to: edition.folder.appending(path: "manifest.json"), options: .atomic)
    #expect(try reader.firstWeekday() == .monday)
    #expect(try reader.publishedAt() == contents.now)
  }

  @Test("Organizers, tags and the gazetteer's place names are searched as words")
  func findsNames() throws {
    let reader = try reader()
    #expect(try found(reader) { $0.text = "jazz club" } == ["jazz-night"])
    #expect(try found(reader) { $0.text = "live" } == ["jazz-night"])
    #expect(try found(reader) { $0.text = "leopold" } == ["lectures", "morning-yoga"])
  }

  @Test("The calendar and features of a query equal those of the published files")
  func exports() throws {
    let edition = try EditionFixture.edition()
    let reader = try EditionReader(edition: edition.folder)
    let calendar = try edition.text("calendars/all.ics")
    let features = try edition.text("geojson/events.geojson")
    for text in ["jazz", "yoga", "webinar", "lectures", "nothing"] {
      var filter = EventFilter()
      filter.text = text
      let found = Set(try reader.occurrences(filter).map(\.event))
      func entries(_ text: String) -> [String] {
        text.components(separatedBy: "BEGIN:VEVENT\r\n").dropFirst()
          .map { $0.components(separatedBy: "END:VEVENT")[0] }
          .filter { entry in found.contains { entry.hasPrefix("UID:\($0)") } }
      }
      let own = String(decoding: try reader.calendar(filter), as: UTF8.self)
      #expect(entries(own) == entries(calendar))
      #expect(own.components(separatedBy: "BEGIN:VEVENT").count == entries(calendar).count + 1)
      #expect(own.hasPrefix("BEGIN:VCALENDAR\r\n") && own.hasSuffix("END:VCALENDAR\r\n"))
      let lines = features.split(separator: "\n").filter { line in
        found.contains { line.hasPrefix("{\"type\":\"Feature\",\"id\":\"\($0)\"") }
      }.map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
      let collection = String(decoding: try reader.geoJSON(filter), as: UTF8.self)
      #expect(
        collection.split(separator: "\n").filter { $0.hasPrefix("{\"type\":\"Feature\",") }
          .map { $0.hasSuffix(",") ? $0.dropLast() : $0 } == lines)
      #expect(try JSONSerialization.jsonObject(with: Data(collection.utf8)) is [String: Any])
    }
  }

  @Test("The error for an unknown place contains similar ones")
  func suggestsPlaces() throws {
    let error = #expect(throws: QueryError.self) {
      try found(try reader()) { $0.places = ["LÉOPOLD"] }
    }
    #expect(error == .unknownPlace("LÉOPOLD", similar: ["library"]))
    // By a part of its id.
    #expect(throws: QueryError.unknownPlace("t-h", similar: ["great-hall"])) {
      try found(try reader()) { $0.places = ["t-h"] }
    }
  }

  @Test("The error for an unknown category or source contains the known ones")
  func suggestsNames() throws {
    let reader = try reader()
    let categories = ["arts", "health-wellness", "others"]
    #expect(throws: QueryError.unknownCategory("Sports", known: categories)) {
      try found(reader) { $0.categories = ["Arts", "Sports"] }
    }
    #expect(throws: QueryError.unknownSource("Hall", known: ["clubs", "hall", "sky"])) {
      try found(reader) { $0.sources = ["hall", "Hall"] }
    }
  }

  @Test(
    "A maximum price is inclusive",
    arguments: [300, 0])
  func boundsPrices(maxTokens: Int) throws {
    let reader = try reader(maxTokens: maxTokens)
    #expect(try found(reader) { $0.maxPrice = 12.5 } == ["jazz-night", "morning-yoga"])
    #expect(try found(reader) { $0.maxPrice = 12.49 } == ["morning-yoga"])
    #expect(try found(reader) { $0.maxPrice = 0 } == ["morning-yoga"])
  }

  @Test("A result has its own title and venue, or else its event's")
  func ownValues() throws {
    let dates = try reader([EditionFixture.yoga]).occurrences(EventFilter())
    let (usual, evening) = ("Morning Yoga, Foyer, Great Hall", "Evening Yoga, Library")
    let values = dates.map {
      [$0.title, $0.venue ?? "", $0.placeName ?? ""].joined(separator: ", ")
    }
    #expect(
      values == [
        usual, usual, "\(evening), Léopold \"Leo\" Library", usual, usual,
      ])
  }

  @Test("Places of two campuses with the same id are distinct, and the id finds both")
  func separatesCampuses() throws {
    var other = EditionFixture.lectures
    (other.id, other.campus) = ("dale-lectures", "dale")
    var contents = EditionFixture.contents(
      events: [other, EditionFixture.lectures],
      campuses: [
        EditionFixture.campus, Campus(id: "dale", name: "Dale", timezone: "Europe/Paris"),
      ])
    contents.gazetteers["dale"] = Gazetteer(
      name: "dale", places: [Place(id: "library", name: "Dale Library")])
    let edition = try output.publish(contents)
    let reader = try EditionReader(edition: edition.folder)
    var filter = EventFilter()
    for places in [[], ["library"]] {
      filter.places = places
      let names = try reader.occurrences(filter).map { "\($0.event) \($0.placeName ?? "")" }
      let (one, two) = ("lectures Léopold \"Leo\" Library", "dale-lectures Dale Library")
      #expect(names.sorted() == [two, two, one, one])
    }
    filter.places = ["dale library"]
    #expect(try reader.occurrences(filter).count == 2)
    for event in ["dale-lectures", "lectures"] {
      let values = try reader.explanations(of: event).map { $0.placeName }
      #expect(values == [event == "lectures" ? "Léopold \"Leo\" Library" : "Dale Library"])
    }
  }
}
