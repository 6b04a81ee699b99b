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

  private func reader(_ events: [Event] = EditionFixture.events) throws -> EditionReader {
    let edition = try output.publish(EditionFixture.contents(events: events))
    return try EditionReader(edition: edition.folder)
  }

  private func found(_ reader: EditionReader, _ change: (inout EventFilter) -> Void) throws
    -> [String]
  {
    var filter = EventFilter()
    change(&filter)
    return Set(try reader.occurrences(filter).map(\.event)).sorted()
  }

  @Test(
    "days are those that were asked for, of what lasts longer too",
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

  @Test("what never ends has no more days than the edition covers")
  func boundsDays() throws {
    var event = EditionFixture.exhibition
    event.occurrences[0].end = EditionFixture.time("9999-12-31")
    let days = try reader([event]).days(EventFilter(), in: zone)
    #expect(days.count < 410)
    #expect(days.first?.description == "2026-03-01")
  }

  @Test(
    "a page beyond all is empty, however large its number",
    arguments: [(2, 100), (.max, .max), (.max, 50)])
  func pagesFar(page: Int, limit: Int) throws {
    let none = try found(try reader()) { ($0.page, $0.limit) = (page, limit) }
    #expect(none.isEmpty)
  }

  @Test("a page before the first is the first", arguments: [0, -1, .min])
  func pagesBack(page: Int) throws {
    let all = try found(try reader()) { ($0.page, $0.limit) = (page, 100) }
    #expect(all.count == EditionFixture.events.count)
  }

  @Test(
    "names match whatever their case and accents, in any script",
    arguments: [
      { $0.tags = ["ecole"] }, { $0.tags = ["ÉCOLE"] }, { $0.organizers = ["büro für kunst"] },
      { $0.organizers = ["BURO FUR KUNST"] }, { $0.places = ["leopold \"LEO\" library"] },
      { $0.categories = ["ÜBUNG"] }, { $0.categories = ["sante"] }, { $0.tags = ["МУЗЫКА"] },
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

  @Test("a city has the weather of its point, by any spelling of its name, while a step holds")
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
  }

  @Test("what is stated for now goes before the series for two hours")
  func currentWeather() throws {
    var contents = EditionFixture.contents(events: EditionFixture.events)
    var current = try #require(contents.forecasts.first)
    current.at = current.at - 1_800
    current.isCurrent = true
    current.condition = .thunder
    current.rawText = "Storms about"
    contents.forecasts.append(current)
    let reader = try EditionReader(edition: try output.publish(contents).folder)
    let start = EditionFixture.instant("2026-03-03T11:00:00Z")
    #expect(try reader.weather(of: "Hill Städtchen", at: start)?.text == "Storms about")
    let later = try reader.weather(of: "Hill Städtchen", at: start - 1_800 + 7_200)
    #expect(later == nil || later?.condition == .rainLight)
  }

  @Test(
    "text is found in scripts without spaces, anywhere and however short; signs too",
    arguments: [
      ("長い一行", 1), ("東京", 1), ("の", 1), ("🎷", 1), ("&", 1), ("jazz 東京の夜", 1), ("京都", 0),
      ("京東", 0), ("%", 0), ("jazz &", 1), ("tri 東京", 0), ("東京 tri", 1), ("schon", 1), ("_", 0),
    ])
  func findsText(text: String, count: Int) throws {
    var filter = EventFilter()
    filter.text = text
    #expect(try reader().occurrences(filter).count == count)
  }

  @Test(
    "one date's title, description and venue find it, no other date of its series",
    arguments: [
      ("candlelight", 1), ("evening", 1), ("even", 1), ("morning evening", 1), ("yoga", 5),
      ("library yoga", 1), ("candlelight foyer", 1), ("candlelight jazz", 0), ("mat.", 1),
      ("by-candle", 1), ("東京 candle", 0), (";", 2),
    ])
  func findsDates(text: String, count: Int) throws {
    var filter = EventFilter()
    filter.text = text
    #expect(try reader().occurrences(filter).count == count)
  }

  @Test(
    "scripts without spaces find one date too", arguments: [("講堂", 1), ("大講堂 夜", 1), ("の夜", 1)])
  func findsUnspacedDates(text: String, count: Int) throws {
    var event = EditionFixture.yoga
    event.occurrences[1].title = "東京の夜"
    event.occurrences[1].venue = "大講堂"
    event.occurrences[4].title = "Quiet"
    var filter = EventFilter()
    filter.text = text
    #expect(try reader([event]).occurrences(filter).count == count)
  }

  @Test("words that stand together find the dates on which they do, also where each is common")
  func findsCommonPhrasesOfDates() throws {
    let events = [("here", "Open-Air Cinema"), ("there", "Air in the Open")].map { id, title in
      var event = EditionFixture.moved
      event.id = id
      event.occurrences = (0..<WordLists.least).map { number in
        let start = EditionFixture.firstNight + 3_600 * number
        return Occurrence(start: .zoned(ZonedTime(start, in: .utc)), title: title)
      }
      return event
    }
    let reader = try reader(events)
    let words = ["open", "air"]
    let lists = try reader.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM word WHERE text IN ('open', 'air')")
    }
    #expect(lists == words.count)
    var filter = EventFilter()
    filter.limit = .max
    for (text, count) in [("open-air", 1), ("air open", 2), ("open-air cinema", 1), ("open-a", 1)] {
      filter.text = text
      #expect(try reader.occurrences(filter).count == count * WordLists.least, "\(text)")
    }
  }

  @Test("an edition without texts of dates is searched by its events")
  func searchesOlderEditions() throws {
    let edition = try output.publish(EditionFixture.contents())
    try edition.change { database in
      try database.execute(
        sql: """
          DROP VIEW occurrence_text; DROP TABLE occurrence_search; DROP TABLE occurrence_trigram;
          """)
    }
    var filter = EventFilter()
    let reader = try EditionReader(edition: edition.folder)
    for (text, count) in [("yoga", 5), ("candlelight", 0), ("の", 1), ("東京の", 1)] {
      filter.text = text
      #expect(try reader.occurrences(filter).count == count, "\(text)")
    }
  }

  @Test("a day is one of the zone that is asked for")
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

  @Test("an edition of an earlier Almanac is told from a damaged one")
  func refusesOlder() throws {
    let edition = try output.publish(EditionFixture.contents())
    let path = edition.folder.appending(path: "almanac.sqlite").path
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: "DROP TABLE occurrence_list") }
    let reader = try EditionReader(edition: edition.folder)
    let errors = [
      #expect(throws: QueryError.self) { try reader.occurrences(EventFilter()) },
      #expect(throws: QueryError.self) { try reader.days(EventFilter(), in: .utc) },
    ]
    #expect(errors.allSatisfy { $0?.description.contains("earlier Almanac") == true })
    // What it published is still known.
    #expect(try !reader.identities(campus: "hill").isEmpty)
  }

  @Test("a place that there is not is told with those that come near")
  func suggestsPlaces() throws {
    let error = #expect(throws: QueryError.self) {
      try found(try reader()) { $0.places = ["LÉOPOLD"] }
    }
    #expect(error == .unknownPlace("LÉOPOLD", similar: ["library"]))
  }
}
