import AlmanacModel
import AlmanacTime
import Foundation
import GRDB
import Testing

@testable import AlmanacPublish

/// Compares queries with a test of each occurrence, including the order of results.
@Suite struct QueryOracleTests {
  private static let start = EditionFixture.instant("2026-03-02T12:00:00Z")

  @Test(
    "All filters, alone and combined, find exactly the matching occurrences",
    arguments: [1, 2, 3], [300, 2, 0])
  func findsAll(seed: UInt64, maxTokens: Int) throws {
    var random = SeededRandom(state: seed)
    let contents = Self.contents(&random)
    let output = try TemporaryOutput()
    let reader = try EditionReader(
      edition: try output.publish(contents).folder, maxTokens: maxTokens)
    let oracle = QueryOracle(contents)
    var found = 0
    for round in 0..<120 {
      var filter = Self.filter(&random)
      filter.limit = 1 + Int.random(in: 0..<40, using: &random)
      filter.page = 1 + Int.random(in: 0..<3, using: &random)
      let all = oracle.occurrences(filter)
      let expected = all.dropFirst((filter.page - 1) * filter.limit).prefix(filter.limit)
      let answer = try reader.occurrences(filter).map { "\($0.event) \($0.startText)" }
      #expect(answer == Array(expected), "round \(round): \(filter)")
      filter.page = 1
      filter.limit = .max
      #expect(try reader.occurrences(filter).count == all.count)
      found += expected.count
    }
    #expect(found > 300)
  }

  @Test("Filters find exactly the matching occurrences if words are common")
  func findsCommonWords() throws {
    var random = SeededRandom(state: 4)
    let contents = Self.contents(&random, events: 40, dates: 120)
    let output = try TemporaryOutput()
    let reader = try EditionReader(edition: try output.publish(contents).folder)
    let oracle = QueryOracle(contents)
    for round in 0..<40 {
      var filter = Self.filter(&random)
      if filter.text == nil { filter.text = Self.words.randomElement(using: &random) }
      filter.page = [1, 3, 30].randomElement(using: &random) ?? 1
      let expected = oracle.occurrences(filter)
        .dropFirst((filter.page - 1) * filter.limit).prefix(filter.limit)
      let answer = try reader.occurrences(filter).map { "\($0.event) \($0.startText)" }
      #expect(answer == Array(expected), "round \(round): \(filter)")
    }
  }

  @Test("The days with events are those of all matching occurrences")
  func findsDays() throws {
    var random = SeededRandom(state: 9)
    let contents = Self.contents(&random)
    let output = try TemporaryOutput()
    let reader = try EditionReader(edition: try output.publish(contents).folder)
    let oracle = QueryOracle(contents)
    let zone = try #require(ZoneDatabase.system.zone(named: "America/New_York"))
    for _ in 0..<60 {
      var filter = Self.filter(&random)
      filter.limit = .max
      #expect(try reader.days(filter, in: zone) == oracle.days(filter, in: zone), "\(filter)")
    }
  }

  // MARK: - Fixture

  private static let words = ["jazz", "jazzy", "talk", "Büro", "open", "day", "music", "quiz"]
  private static let tags = ["École", "ecole", "free food", "МУЗЫКА", "rare"]

  /// Four rooms in two halls of one area, and a separate place.
  private static let gazetteer = Gazetteer(
    name: "hill",
    places: [
      ("ground", nil), ("hall", "ground"), ("barn", "ground"), ("a", "hall"), ("b", "hall"),
      ("c", "barn"), ("island", nil),
    ].enumerated().map { number, place in
      Place(
        id: place.0, name: "The \(place.0)", within: place.1,
        coordinate: Coordinate(latitude: 1.29 + 0.003 * Double(number), longitude: 103.77))
    })

  private static func contents(
    _ random: inout SeededRandom, events: Int = 250, dates: Int? = nil
  ) -> EditionContents {
    var contents = EditionFixture.contents(
      now: start, events: (0..<events).map { event($0, dates: dates, &random) })
    contents.gazetteers = ["hill": gazetteer]
    contents.listings = PublishedListings([])
    return contents
  }

  private static func event(_ number: Int, dates: Int?, _ random: inout SeededRandom) -> Event {
    func maybe<Value>(_ values: [Value], _ random: inout SeededRandom) -> Value? {
      Bool.random(using: &random) ? values.randomElement(using: &random) : nil
    }
    let place = maybe(gazetteer.places, &random)
    var event = Event(
      id: "event-\(number)", campus: "hill",
      title: (0..<3).compactMap { _ in words.randomElement(using: &random) }
        .joined(separator: " "),
      text: maybe(words, &random), kind: .random(in: [.official, .community], using: &random),
      tags: Array(Set((0..<2).compactMap { _ in maybe(tags, &random) })).sorted(),
      price: maybe(["Free", "$5", "$20", "ask"], &random),
      organizer: maybe(["Büro", "Club"], &random),
      placement: place.map {
        Placement(
          place: $0.id, name: $0.name, coordinate: $0.coordinate, confidence: 1, method: .alias)
      },
      occurrences: [],
      listings: Set(["clubs", "hall"].filter { _ in Bool.random(using: &random) } + ["clubs"])
        .sorted().map { ListingReference(id: "\($0)/\(number)", source: $0) },
      categorization: maybe(["arts", "others", "health-wellness"], &random).map {
        Categorization(category: $0, confidence: 1, method: .table, reason: "")
      })
    let first = start + Int.random(in: -20 * 86_400..<60 * 86_400, using: &random) / 900 * 900
    // Many dates are in the same 60 days.
    let step = dates.map { 60 * 86_400 / $0 / 900 * 900 } ?? 7 * 86_400
    let count = dates ?? [1, 1, 1, 2, 5].randomElement(using: &random) ?? 1
    event.occurrences = (0..<count).map { date in
      let from = first + date * step
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return Occurrence(start: .day(day(from)))
      case 1:
        let length = [1, 3, 8, 9, 30, 64, 65, 100].randomElement(using: &random) ?? 1
        return Occurrence(start: .day(day(from)), end: .day(day(from).adding(days: length)))
      case 2: return Occurrence(start: time(from))
      default:
        return Occurrence(
          start: time(from), end: time(from + Int.random(in: 0..<100_000, using: &random)))
      }
    }
    for date in event.occurrences.indices where Int.random(in: 0..<3, using: &random) == 0 {
      setWords(&event.occurrences[date], &random)
    }
    return event
  }

  /// Words that only this date has, or also its event.
  private static func setWords(_ date: inout Occurrence, _ random: inout SeededRandom) {
    let own = (words + ["guest", "open-air", "jamboree"]).randomElement(using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: date.title = own
    case 1: date.text = own
    case 2: date.venue = own
    default: (date.title, date.text) = (own, words.randomElement(using: &random))
    }
  }

  private static func time(_ instant: Instant) -> CalendarTime {
    .zoned(ZonedTime(instant, in: .utc))
  }

  private static func day(_ instant: Instant) -> CivilDate { Zone.utc.civil(at: instant).date }

  // MARK: - Queries

  private static func filter(_ random: inout SeededRandom) -> EventFilter {
    var filter = EventFilter()
    for _ in 0..<Int.random(in: 0..<4, using: &random) { set(&filter, &random) }
    return filter
  }

  private static func set(_ filter: inout EventFilter, _ random: inout SeededRandom) {
    func some(_ values: [String], _ random: inout SeededRandom) -> [String] {
      (0..<Int.random(in: 1..<3, using: &random)).compactMap { _ in
        values.randomElement(using: &random)
      }
    }
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1:
      let from = start + Int.random(in: -30 * 86_400..<80 * 86_400, using: &random)
      filter.from = from
      if Bool.random(using: &random) {
        // Includes ranges that end before they begin.
        filter.to = from + Int.random(in: -4 * 86_400..<20 * 86_400, using: &random)
      }
    case 2: filter.to = start + Int.random(in: -30 * 86_400..<80 * 86_400, using: &random)
    case 3: filter.categories = some(["Arts", "others", "Health"], &random)
    case 4: filter.kind = .random(in: [.official, .community], using: &random)
    case 5: filter.places = some(gazetteer.places.map(\.id), &random)
    case 6:
      filter.near = gazetteer.places.compactMap(\.coordinate).randomElement(using: &random)
      filter.radius = Double.random(in: 1..<900, using: &random)
    case 7:
      filter.text = some(words + ["ja", "o", "buro", "guest", "open-air"], &random).joined(
        separator: " ")
    case 8: filter.tags = some(tags + ["none"], &random)
    case 9: filter.maxPrice = Double.random(in: 0..<30, using: &random)
    case 10: filter.isFree = true
    default:
      filter.sources = some(["clubs", "hall"], &random)
      if Bool.random(using: &random) { filter.organizers = some(["BURO", "club"], &random) }
    }
  }
}

/// Tests each occurrence against a filter.
private struct QueryOracle {
  let contents: EditionContents
  let events: [PublishedEvent]
  /// Ids of occurrences.
  private var order: [Key: Int64] = [:]

  private struct Key: Hashable {
    let event: String
    let ordinal: Int
  }

  init(_ contents: EditionContents) {
    self.contents = contents
    let index = EditionIndex(contents, zones: .system)
    var ids = OccurrenceIDs()
    events = contents.events.sorted { $0.id.precedes($1.id) }.map { index.published($0) }
    for event in events {
      for occurrence in event.occurrences {
        order[Key(event: event.id, ordinal: occurrence.ordinal)] = ids.id(
          of: occurrence, event: event.id)
      }
    }
  }

  /// Of all pages.
  func occurrences(_ filter: EventFilter) -> [String] {
    matches(filter).map { "\($0.0.id) \($0.1.start.publicText)" }
  }

  func days(_ filter: EventFilter, in zone: Zone) -> [CivilDate] {
    let from = filter.from ?? contents.window.from
    let to = filter.to ?? contents.window.to
    var days: Set<CivilDate> = []
    for (_, occurrence) in matches(filter) {
      var day = zone.civil(at: max(occurrence.startsAt, from)).date
      let last = zone.civil(at: min(occurrence.lastInstant, to - 1)).date
      while day <= last {
        days.insert(day)
        day = day.adding(days: 1)
      }
    }
    return days.sorted()
  }

  private func matches(_ filter: EventFilter) -> [(PublishedEvent, PublishedOccurrence)] {
    events.filter { matches($0, filter) }
      .flatMap { event in
        event.occurrences
          .filter { matches($0, filter) && matches($0, of: event, text: filter.text) }
          .map { (event, $0) }
      }
      .sorted { one, other in id(one.0, one.1) < id(other.0, other.1) }
  }

  private func id(_ event: PublishedEvent, _ occurrence: PublishedOccurrence) -> Int64 {
    order[Key(event: event.id, ordinal: occurrence.ordinal)] ?? 0
  }

  private func matches(_ event: PublishedEvent, _ filter: EventFilter) -> Bool {
    let names = ["arts": "Arts", "others": "others", "health-wellness": "Health"]
    func any(_ wanted: [String], _ values: [String]) -> Bool {
      guard !wanted.isEmpty else { return true }
      let values = Set(values.map(TextFolding.fold))
      return wanted.contains { values.contains(TextFolding.fold($0)) }
    }
    guard any(filter.categories, event.categories.compactMap { names[$0.id] }) else { return false }
    guard filter.kind == nil || filter.kind == event.event.kind else { return false }
    guard any(filter.tags, event.event.tags) else { return false }
    guard any(filter.sources, event.event.listings.map(\.source)) else { return false }
    guard any(filter.organizers, event.event.organizer.map { [$0] } ?? []) else { return false }
    if filter.isFree, event.event.price != "Free" { return false }
    if let most = filter.maxPrice {
      let prices: [String: Double] = ["Free": 0, "$5": 5, "$20": 20]
      guard let price = prices[event.event.price ?? ""], price <= most else { return false }
    }
    return true
  }

  private func matches(
    _ occurrence: PublishedOccurrence, of event: PublishedEvent, text: String?
  ) -> Bool {
    guard let text else { return true }
    let wanted = TextFolding.fold(text).split(separator: " ")
    let all =
      [
        event.event.title, event.event.text ?? "", event.event.venue ?? "", occurrence.title ?? "",
        occurrence.text ?? "", occurrence.location.venue ?? "", event.event.organizer ?? "",
        occurrence.location.place?.name ?? "",
      ] + event.event.tags
    let words = TextFolding.fold(all.joined(separator: " ")).split(separator: " ")
    return wanted.enumerated().allSatisfy { number, word in
      words.contains {
        let parts = [$0] + $0.split(separator: "-")
        return parts.contains { number == wanted.count - 1 ? $0.hasPrefix(word) : $0 == word }
      }
    }
  }

  private func matches(_ occurrence: PublishedOccurrence, _ filter: EventFilter) -> Bool {
    if let to = filter.to, occurrence.startsAt >= to { return false }
    if let from = filter.from, occurrence.lastInstant < from { return false }
    if let near = filter.near {
      guard let point = occurrence.location.coordinate, point.distance(to: near) <= filter.radius
      else { return false }
    }
    guard !filter.places.isEmpty else { return true }
    var place = occurrence.location.place
    while let one = place {
      if filter.places.contains(one.id) { return true }
      place = contents.gazetteers["hill"]?.places.first { $0.id == one.within }
    }
    return false
  }
}

/// SplitMix64.
struct SeededRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

extension EventKind {
  fileprivate static func random(in kinds: [EventKind], using random: inout SeededRandom)
    -> EventKind
  {
    kinds.randomElement(using: &random) ?? .official
  }
}
