import AlmanacModel
import AlmanacTime
import Foundation
import GRDB
import Testing

@testable import AlmanacPublish

/// Compares the views with a test of each event and occurrence. No time in the fixture is within
/// minutes of now, because time passes during the test.
@Suite struct ViewTests {
  private static let hour = 3_600
  private static let day = 86_400

  private let output: TemporaryOutput
  private let now: Instant
  private let contents: EditionContents
  private let edition: PublishedEdition
  private let events: [PublishedEvent]

  init() throws {
    output = try TemporaryOutput()
    now = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
    contents = try Self.contents(now)
    edition = try output.publish(contents)
    let index = EditionIndex(contents, zones: .system)
    events = contents.events.sorted { $0.id.precedes($1.id) }.map { index.published($0) }
  }

  @Test("The view upcoming contains current and future occurrences, sorted by start")
  func containsUpcoming() throws {
    let now = now
    let expected = rows { _, occurrence in occurrence.lastInstant >= now }
    #expect(try rows(of: "upcoming").sorted() == expected.sorted())
    #expect(try starts(of: "upcoming") == starts(of: "upcoming").sorted())
    #expect(expected.count > 60)
  }

  @Test("The view today contains the occurrences on the campus's current day")
  func containsToday() throws {
    let now = now
    let expected = rows { event, occurrence in
      let date = event.zone.civil(at: now).date
      return occurrence.startsAt < event.zone.startOfDay(date.adding(days: 1))
        && occurrence.lastInstant >= event.zone.startOfDay(date)
    }
    #expect(try rows(of: "today").sorted() == expected.sorted())
    #expect(try starts(of: "today") == starts(of: "today").sorted())
    #expect(expected.count > 60)
  }

  @Test("The view event_full has an event's names, lists and next date")
  func containsEvents() throws {
    let names = Dictionary(uniqueKeysWithValues: contents.campuses.map { ($0.id, $0.name) })
    let expected = events.map { published in
      let event = published.event
      var sources: [String] = []
      for source in event.listings.map(\.source) where !sources.contains(source) {
        sources.append(source)
      }
      return Self.text([
        event.id, published.status.rawValue, names[event.campus], published.categories.first?.name,
        published.location.place?.name,
        Self.json(published.categories.map(\.id)), Self.json(event.tags), Self.json(sources),
        "\(event.occurrences.count)",
        published.next(after: now).map { "\($0.startsAt.secondsSinceEpoch)" },
      ])
    }
    let rows = try edition.read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM event_full ORDER BY id").map { row in
        Self.text([
          row["id"], row["status"], row["campus_name"], row["category_name"], row["place_name"],
          row["categories"], row["tags"], row["sources"], "\(row["occurrences"] as Int)",
          (row["next"] as Int64?).map { "\($0)" },
        ])
      }
    }
    #expect(rows == expected)
    let nexts = Set(events.map { $0.next(after: now)?.ordinal ?? -1 })
    #expect(nexts == [-1, 0, 1, 2])
  }

  // MARK: - Expected rows

  private static func text(_ values: [String?]) -> String {
    values.map { $0 ?? "–" }.joined(separator: " | ")
  }

  private static func json(_ values: some Sequence<String>) -> String {
    "[\(values.map { "\"\($0)\"" }.joined(separator: ","))]"
  }

  private func rows(of view: String) throws -> [String] {
    try edition.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT event, title, start, end, start_text, end_text, status, campus, timezone, place,
            place_name, venue, category, weather FROM \(view)
          """
      ).map { row in
        Self.text(
          row.databaseValues.map { value in
            Int64.fromDatabaseValue(value).map { "\($0)" } ?? String.fromDatabaseValue(value)
          })
      }
    }
  }

  private func starts(of view: String) throws -> [Int64] {
    try edition.read { try Int64.fetchAll($0, sql: "SELECT start / 60 FROM \(view)") }
  }

  /// Occurrences that take place and satisfy a condition, sorted by start.
  private func rows(_ holds: (PublishedEvent, PublishedOccurrence) -> Bool) -> [String] {
    let found = events.flatMap { event in
      event.occurrences.filter { $0.takesPlace && holds(event, $0) }.map { (event, $0) }
    }
    return found.sorted { one, other in
      if one.1.startsAt != other.1.startsAt { return one.1.startsAt < other.1.startsAt }
      if one.0.id != other.0.id { return one.0.id.precedes(other.0.id) }
      return one.1.ordinal < other.1.ordinal
    }.map { event, occurrence in
      Self.text([
        event.id, occurrence.title ?? event.event.title,
        "\(occurrence.startsAt.secondsSinceEpoch)",
        occurrence.endsAt.map { "\($0.secondsSinceEpoch)" }, occurrence.start.publicText,
        occurrence.end?.publicText, occurrence.status.rawValue, event.event.campus,
        event.zone.identifier,
        occurrence.location.place.map { "\(event.event.campus)/\($0.id)" },
        occurrence.location.place?.name,
        occurrence.location.venue ?? event.event.venue, event.categories.first?.id,
        occurrence.weather?.text,
      ])
    }
  }

  // MARK: - Fixture

  /// Two campuses on opposite sides of the earth, both at least an hour away from midnight.
  private static func campuses(_ now: Instant) throws -> [Campus] {
    let zones = ["Asia/Singapore", "America/New_York", "Asia/Kolkata", "Pacific/Honolulu"]
    let quiet = try zones.filter { name in
      let zone = try #require(ZoneDatabase.system.zone(named: name))
      let today = zone.civil(at: now).date
      return zone.civil(at: now - hour).date == today && zone.civil(at: now + hour).date == today
    }
    return zip(["hill", "harbor"], quiet).map { Campus(id: $0, name: "The \($0)", timezone: $1) }
  }

  private static func contents(_ now: Instant) throws -> EditionContents {
    let campuses = try campuses(now)
    let events = try campuses.flatMap { campus in
      let zone = try #require(ZoneDatabase.system.zone(named: campus.timezone))
      let dates = dates(now, zone) + days(now, zone)
      return dates.enumerated().map { event(campus, $0, [$1]) }
        + series(now).enumerated().map { event(campus, dates.count + $0, $1) }
    }
    var contents = EditionFixture.contents(now: now, events: events, campuses: campuses)
    // Places of both campuses have the same ids.
    contents.gazetteers["harbor"] = Gazetteer(
      name: "harbor",
      places: EditionFixture.gazetteer.places.map { Place(id: $0.id, name: "Harbor \($0.name)") })
    return contents
  }

  private static func event(_ campus: Campus, _ number: Int, _ dates: [Occurrence]) -> Event {
    var event = Event(
      id: "\(campus.id)-\(number)", campus: campus.id, title: "Event \(number)",
      tags: [[], ["b", "a"], ["c"]][number % 3],
      venue: number.isMultiple(of: 2) ? "Foyer" : nil,
      placement: [nil, EditionFixture.inFoyer, EditionFixture.inLibrary][number % 3],
      occurrences: dates,
      listings: [["hall", "clubs", "hall"], ["clubs"]][number % 2].enumerated().map {
        ListingReference(id: "\($1)/\(campus.id)-\(number)-\($0)", source: $1)
      })
    if !number.isMultiple(of: 4) {
      event.categorization = Categorization(
        category: "health-wellness", others: number % 4 == 1 ? ["others", "arts"] : [],
        confidence: 1, method: .table, reason: "")
    }
    for date in dates.indices {
      if (number + date) % 5 == 1 { event.occurrences[date].title = "Another \(date)" }
      if (number + date) % 5 == 2 { event.occurrences[date].venue = "Elsewhere" }
      if (number + date) % 5 == 3 { event.occurrences[date].weather = EditionFixture.weather }
    }
    return event
  }

  private static func date(
    _ from: Instant, _ to: Instant?, _ status: EventStatus = .confirmed
  ) -> Occurrence {
    Occurrence(
      start: .zoned(ZonedTime(from, in: .utc)), end: to.map { .zoned(ZonedTime($0, in: .utc)) },
      status: status)
  }

  /// Past, current and future dates of every length, some of which begin or end with a day.
  private static func dates(_ now: Instant, _ zone: Zone) -> [Occurrence] {
    let long = Facet.longSeconds
    var spans: [(Instant, Instant?)] = []
    for from in [-30 * day, -long - 600, -long + 600, -hour, 600, 2 * hour, 3 * day] {
      spans.append((now + from, nil))
      for to in [-600, 600, 5 * hour, 4 * day] { spans.append((now + from, now + to)) }
    }
    let today = zone.civil(at: now).date
    for midnight in [today, today.adding(days: 1)].map(zone.startOfDay) {
      for from in [-3 * day, -2 * hour, -1, 0, 1_800] {
        spans.append((midnight + from, nil))
        for to in [-1, 0, 1_800, 2 * day] { spans.append((midnight + from, midnight + to)) }
      }
    }
    let far = spans.filter { from, to in
      [from, to ?? from].allSatisfy { abs($0.seconds(since: now)) >= 300 } && to ?? from >= from
    }
    let statuses: [EventStatus] = [.cancelled, .postponed, .tentative]
    return far.map { date($0, $1) }
      + statuses.flatMap { status in
        [(-600, 600), (600, hour), (-3 * day, hour)].map { date(now + $0, now + $1, status) }
      }
  }

  private static func days(_ now: Instant, _ zone: Zone) -> [Occurrence] {
    let today = zone.civil(at: now).date
    return (-3...1).flatMap { from in
      [nil, 1, 3].map { length in
        let first = today.adding(days: from)
        return Occurrence(start: .day(first), end: length.map { .day(first.adding(days: $0)) })
      }
    }
  }

  /// Several dates of one event.
  private static func series(_ now: Instant) -> [[Occurrence]] {
    let over = date(now - 2 * day, now - 2 * day + hour)
    let cancelled = date(now + 600, now + hour, .cancelled)
    let postponed = date(now + 1_200, nil, .postponed)
    let later = date(now + 3 * hour, nil)
    let running = date(now - hour, now + 600)
    let weeks = date(now - 20 * day, now + 4 * day)
    return [
      [over], [over, cancelled, postponed], [over, later], [cancelled, later, over],
      [postponed, later], [over, running, later], [weeks, over, running], [postponed, over, later],
    ]
  }
}
