import AlmanacModel
import AlmanacTime
import Foundation
import GRDB
import Testing

@testable import AlmanacPublish

/// Tests that the contents of an edition equal those read from its database.
@Suite struct RoundTripTests {
  private static let zone = RandomEvents.campus

  private static func contents(_ events: [Event], now: Instant = EditionFixture.firstRun)
    -> EditionContents
  {
    EditionContents(
      now: now, window: Window(from: now - 30 * 86_400, to: now + 400 * 86_400),
      tzdataVersion: "2025b", campuses: [EditionFixture.campus],
      gazetteers: ["hill": EditionFixture.gazetteer], taxonomy: EditionFixture.taxonomy,
      sources: EditionFixture.sources, events: events, listings: PublishedListings([]),
      forecasts: [],
      options: PublishingOptions(calendarName: "Hill Events", uidDomain: "hill.example"), inputs: []
    )
  }

  @Test("Every published member has a column or a reason for its absence")
  func knowsMembers() throws {
    var random = RandomEvents(seed: 1)
    let event = random.fullEvent()
    let occurrence = try #require(event.occurrences.first)
    let zone = Self.zone
    #expect(PublishedMembers.event(in: zone).strangers(in: event) == [])
    #expect(
      PublishedMembers.occurrence(of: event, in: zone).strangers(in: occurrence) == [])
    let placement = try #require(event.placement)
    #expect(PublishedMembers.placement.strangers(in: placement) == [])
    let categorization = try #require(event.categorization)
    #expect(PublishedMembers.categorization.strangers(in: categorization) == [])
    let series = try #require(event.series)
    #expect(PublishedMembers.series.strangers(in: series) == [])
    let recurrence = Mirror(reflecting: series.recurrence).children.compactMap(\.label)
    #expect(Set(recurrence) == PublishedMembers.recurrence)
    #expect(PublishedMembers.listing.strangers(in: event.listings[0]) == [])
    let weather = try #require(occurrence.weather)
    #expect(PublishedMembers.weather.strangers(in: weather) == [])
  }

  @Test("Every column of an event and of an occurrence is that of a member or derived")
  func knowsColumns() throws {
    let output = try TemporaryOutput()
    let edition = try output.publish(Self.contents([]))
    let columns = try edition.read { database in
      try ["event", "occurrence", "series", "occurrence_description", "event_provenance"].map {
        table in
        Set(try database.columns(in: table).map(\.name))
      }
    }
    let event = PublishedMembers.event(in: Self.zone).columns
      .union(PublishedMembers.placement.columns).union(PublishedMembers.categorization.columns)
      .subtracting(["tags", "aliases"])
    #expect(
      columns[0].union(columns[4]) == event.union(PublishedMembers.derivedEventColumns))
    let some = EditionFixture.jazz
    #expect(
      columns[1].union(columns[3]).subtracting(["occurrence"])
        == PublishedMembers.occurrence(of: some, in: Self.zone).columns
        .union(PublishedMembers.derivedOccurrenceColumns))
    #expect(columns[2] == PublishedMembers.series.columns.union(["event"]))
  }

  @Test(
    "Complete and random events are stored unchanged",
    arguments: [nil, 1, 2, 3] as [UInt64?])
  func readsRows(seed: UInt64?) throws {
    var random = RandomEvents(seed: seed ?? 7)
    let events = seed == nil ? [random.fullEvent()] : random.events(40)
    let output = try TemporaryOutput()
    let edition = try output.publish(Self.contents(events))
    try edition.read { database in
      for event in events {
        let found = try Self.differences(of: event, in: database)
        #expect(found == [], "\(event.id)")
      }
      let orphans = try String.fetchAll(database, sql: "PRAGMA foreign_key_check")
      #expect(orphans == [])
    }
  }

  @Test(
    "Publishing the events read from an edition gives the same rows", arguments: [11, 12])
  func publishesAgain(seed: UInt64) throws {
    var random = RandomEvents(seed: seed)
    var events = random.events(40)
    // The run's own data is not read from the edition.
    for index in events.indices {
      for date in events[index].occurrences.indices {
        events[index].occurrences[date].weather = nil
      }
    }
    let (first, second) = (try TemporaryOutput(), try TemporaryOutput())
    let edition = try first.publish(Self.contents(events))
    let again = try edition.read { database in
      let index = EditionIndex(Self.contents([]), zones: .system)
      return try StoredEvents(database, index).events(.ids(events.map(\.id)))
        .map { Self.event($0.published) }
    }
    #expect(again.count == events.count)
    let other = try second.publish(Self.contents(again))
    for table in [
      "event", "occurrence", "series", "event_tag", "event_category", "event_alias",
      "event_listing", "listing", "facet_count",
    ] {
      func rows(_ edition: PublishedEdition) throws -> [String] {
        try edition.read { database in
          try Row.fetchAll(database, sql: "SELECT * FROM \(table) ORDER BY 1, 2").map { "\($0)" }
        }
      }
      let (one, two) = (try rows(edition), try rows(other))
      #expect(one.count == two.count, "\(table)")
      for (one, two) in zip(one, two) { #expect(one == two, "\(table)") }
    }
  }

  @Test("The next edition contains no change of unchanged events", arguments: [21, 22])
  func comparesEqual(seed: UInt64) throws {
    var random = RandomEvents(seed: seed)
    let events = random.events(60)
    let output = try TemporaryOutput()
    try output.publish(Self.contents(events))
    let later = EditionFixture.firstRun + 3_600
    let next = try output.publish(Self.contents(events, now: later))
    #expect(try next.text("changes.ndjson") == "")
    let sequences = try next.read { database in
      try String.fetchAll(database, sql: "SELECT DISTINCT sequence FROM event_revision")
    }
    #expect(sequences == ["0"])
  }

  /// An event of the database in the form that stages use.
  private static func event(_ published: PublishedEvent) -> Event {
    var event = published.event
    event.occurrences = published.occurrences.map { date in
      var occurrence = Occurrence(
        recurrenceID: date.recurrenceID, start: date.start, end: date.end, status: date.status,
        title: date.title, text: date.text)
      guard date.location != published.location else { return occurrence }
      occurrence.venue = date.location.venue
      var placement = Placement(abstaining: .unknown)
      placement.place = date.location.place?.id
      placement.room = date.location.room
      placement.floor = date.location.floor
      placement.coordinate = date.location.coordinate
      occurrence.placement = placement
      return occurrence
    }
    return event
  }

  @Test("A query returns the stored values of each occurrence", arguments: [31, 32])
  func answersQueries(seed: UInt64) throws {
    var random = RandomEvents(seed: seed)
    let events = random.events(40)
    let output = try TemporaryOutput()
    let reader = try EditionReader(edition: try output.publish(Self.contents(events)).folder)
    var filter = EventFilter()
    filter.limit = 1_000
    let found = Dictionary(grouping: try reader.occurrences(filter), by: \.event)
    #expect(found.count == events.count)
    for event in events {
      let dates = event.occurrences.sorted {
        $0.start.instant(in: Self.zone) < $1.start.instant(in: Self.zone)
      }
      let answers = found[event.id] ?? []
      #expect(answers.count == dates.count)
      for (answer, date) in zip(answers, dates) {
        #expect(answer.title == date.title ?? event.title)
        #expect(answer.startText == date.start.anchored(in: Self.zone).publicText)
        #expect(answer.endText == date.end?.anchored(in: Self.zone).publicText)
        #expect(answer.venue == date.venue ?? event.venue)
        #expect(answer.kind == event.kind.rawValue && answer.price == event.price)
        #expect(answer.organizer == event.organizer && answer.url == event.url)
        #expect(answer.weather == date.weather?.text)
      }
    }
  }

  /// Differences between the tables and the event.
  private static func differences(of event: Event, in database: Database) throws -> [String] {
    let row = try #require(
      try Row.fetchOne(
        database,
        sql: """
          SELECT *, (SELECT json_group_array(tag) FROM
              (SELECT tag FROM event_tag WHERE event = e.id ORDER BY tag)) AS tags,
            (SELECT json_group_array(alias) FROM
              (SELECT alias FROM event_alias WHERE event = e.id ORDER BY alias)) AS aliases
          FROM event e JOIN event_provenance v ON v.event = e.id WHERE id = ?
          """, arguments: [event.id]))
    var found = PublishedMembers.event(in: zone).differences(of: event, from: row)
    if let placement = event.placement {
      found += PublishedMembers.placement.differences(of: placement, from: row)
    } else if PublishedMembers.placement.columns.contains(where: { !isNull(row, $0) }) {
      found.append("a placement of none")
    }
    found += try categories(of: event, row, in: database)
    found += try series(of: event, in: database)
    found += try listings(of: event, in: database)
    return try found + occurrences(of: event, in: database)
  }

  private static func isNull(_ row: Row, _ column: String) -> Bool {
    (row[column] as DatabaseValue).isNull
  }

  private static func categories(of event: Event, _ row: Row, in database: Database) throws
    -> [String]
  {
    let rows = try String.fetchAll(
      database,
      sql: "SELECT category FROM event_category WHERE event = ? ORDER BY position",
      arguments: [event.id])
    guard let categorization = event.categorization else {
      return rows.isEmpty && isNull(row, "category") ? [] : ["a category of none"]
    }
    let known = ([categorization.category] + categorization.others).filter { $0 != "gone" }
    guard categorization.category == "gone" else {
      return PublishedMembers.categorization.differences(of: categorization, from: row)
        + (rows == known ? [] : ["categories: \(rows), not \(known)"])
    }
    // If a category no longer exists, the next one counts.
    return rows == known ? [] : ["categories: \(rows), not \(known)"]
  }

  private static func series(of event: Event, in database: Database) throws -> [String] {
    let row = try Row.fetchOne(
      database, sql: "SELECT * FROM series WHERE event = ?", arguments: [event.id])
    guard let series = event.series else { return row == nil ? [] : ["a series of none"] }
    return PublishedMembers.series.differences(of: series, from: try #require(row))
  }

  private static func listings(of event: Event, in database: Database) throws -> [String] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT l.*, el.score, el.evidence FROM event_listing el JOIN listing l ON l.id = el.listing
        WHERE el.event = ? ORDER BY el.position
        """, arguments: [event.id])
    guard rows.count == event.listings.count else { return ["\(rows.count) listings"] }
    return zip(event.listings, rows).flatMap {
      PublishedMembers.listing.differences(of: $0, from: $1)
    }
  }

  private static func occurrences(of event: Event, in database: Database) throws -> [String] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT o.*, d.description FROM occurrence o
          LEFT JOIN occurrence_description d ON d.occurrence = o.id
        WHERE o.event = ? ORDER BY o.start, coalesce(o.recurrence_id, o.start_text)
        """, arguments: [event.id])
    let dates = event.occurrences.sorted {
      let (one, other) = ($0.start.instant(in: zone), $1.start.instant(in: zone))
      let keys = [$0, $1].map { ($0.recurrenceID ?? $0.start).anchored(in: zone).publicText }
      return one != other ? one < other : keys[0] < keys[1]
    }
    guard rows.count == dates.count else { return ["\(rows.count) occurrences"] }
    return try zip(dates, rows).flatMap { date, row in
      try PublishedMembers.occurrence(of: event, in: zone).differences(of: date, from: row)
        + weather(of: date, occurrence: row["id"], in: database)
    }
  }

  private static func weather(of date: Occurrence, occurrence id: Int, in database: Database) throws
    -> [String]
  {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT *, (SELECT json_group_array(field || ' ' || source || ' ' || provider) FROM
            (SELECT * FROM occurrence_weather_supplement WHERE occurrence = w.occurrence
              ORDER BY field)) AS supplements,
          (SELECT json_group_array(advisory || ' ' || text) FROM
            (SELECT * FROM occurrence_advisory WHERE occurrence = w.occurrence
              ORDER BY advisory)) AS advisories
        FROM occurrence_weather w WHERE occurrence = ?
        """, arguments: [id])
    guard let weather = date.weather else { return row == nil ? [] : ["weather of none"] }
    return PublishedMembers.weather.differences(of: weather, from: try #require(row))
  }
}
