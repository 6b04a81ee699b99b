public import AlmanacModel
import AlmanacRefine
import AlmanacTime

/// `almanac deduplicate` on NDJSON.
public struct DeduplicateFilter: RecordFilter {
  private let zones: ZoneDatabase

  public init() { zones = .system }

  public func additions(to records: [JSONValue]) async throws
    -> [[(name: String, value: JSONValue)]]
  {
    var additions = records.enumerated().map { Self.alone(Self.listing($1, at: $0).id) }
    let campuses = Dictionary(grouping: records.indices) { records[$0].campus ?? "" }
    for campus in campuses.keys.sorted() {
      let members = campuses[campus] ?? []
      let listings = members.map { Self.listing(records[$0], at: $0) }
      let byID = Dictionary(
        zip(listings.map(\.id), members), uniquingKeysWith: { first, _ in first })
      for event in try await events(of: listings, records: records, campus: campus) {
        for (id, addition) in Self.additions(of: event) {
          if let index = byID[id] { additions[index] = addition }
        }
      }
    }
    return additions
  }

  private func events(of listings: [Listing], records: [JSONValue], campus: String) async throws
    -> [Event]
  {
    var placements: [VenueQuery: Placement] = [:]
    let queries = VenueQueries(strategies: [:])
    for (listing, record) in zip(listings, records) {
      guard let place = record.text("place"), let query = queries.queries(of: listing).first
      else { continue }
      placements[query] = Placement(place: place, name: place, confidence: 1, method: .decision)
    }
    let all = Window(
      from: Instant(secondsSinceEpoch: -62_000_000_000),
      to: Instant(secondsSinceEpoch: 250_000_000_000))
    let input = DeduplicateInput(
      campus: Campus(id: campus, name: campus, timezone: "UTC"), listings: listings,
      placements: placements, window: all, zone: .utc,
      now: Instant(secondsSinceEpoch: 0))
    return try await Deduplicator(zones: zones).run([input]).records.flatMap(\.events)
  }

  private static func listing(_ record: JSONValue, at index: Int) -> Listing {
    Listing(
      source: record.text("source") ?? "", campus: record.campus ?? "",
      key: record.text("id") ?? String(index), uid: record.text("uid"),
      link: record.text("url"), title: record.text("title") ?? "",
      text: record.text("description"),
      start: record.text("start").flatMap { time($0, record) } ?? .day(.init(dayNumber: 0)),
      end: record.text("end").flatMap { time($0, record) }, venue: record.text("venue"))
  }

  /// Records of whole days may state midnights.
  private static func time(_ text: String, _ record: JSONValue) -> CalendarTime? {
    guard let time = CalendarTime(text) else { return nil }
    let isDay = record["allDay"]?.bool ?? record["allday"]?.bool ?? false
    return isDay ? .day(time.date) : time
  }

  private static func additions(of event: Event)
    -> [(listing: String, [(name: String, value: JSONValue)])]
  {
    let leader = event.listings.first?.id ?? event.id
    return event.listings.map { reference in
      let occurrence = event.occurrences.first { $0.listings.contains(reference.id) }
      let start = occurrence.map { ($0.recurrenceID ?? $0.start).publicText } ?? ""
      return (
        reference.id,
        [
          ("occurrence", .string("\(event.id)@\(start)")), ("event", .string(event.id)),
          (
            "match",
            .object([
              "score": .number(reference.score), "with": .string(leader),
              "evidence": .array(reference.evidence.map(JSONValue.string)),
            ])
          ),
        ]
      )
    }
  }

  /// A record that states no event of its own, such as one without a readable start.
  private static func alone(_ id: String) -> [(name: String, value: JSONValue)] {
    [("occurrence", .string(id)), ("event", .string(id)), ("match", .null)]
  }
}
