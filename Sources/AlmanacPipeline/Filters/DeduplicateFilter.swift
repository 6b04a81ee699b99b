public import AlmanacModel
import AlmanacRefine
import AlmanacTime

/// `almanac deduplicate` on NDJSON.
public struct DeduplicateFilter: RecordFilter {
  public static let stage = StageName.deduplicate

  private let zones: ZoneDatabase

  public init() { zones = .system }

  public func additions(to records: [JSONValue], tally: WorkTally) async throws
    -> FilterAdditions
  {
    let keys = Self.keys(of: records)
    var members = keys.map(Self.alone)
    var findings: [Finding] = []
    let stated = records.indices.compactMap { index in
      Self.listing(records[index], key: keys[index]).map { (index: index, listing: $0) }
    }
    let campuses = Dictionary(grouping: stated) { $0.listing.campus }
    for campus in campuses.keys.sorted() {
      let entries = campuses[campus] ?? []
      let indices = Dictionary(uniqueKeysWithValues: entries.map { ($0.listing.id, $0.index) })
      let batch = try await deduplicate(entries.map { ($0.listing, records[$0.index]) }, campus)
      findings += batch.findings
      tally.count(entries.count)
      for event in batch.records.flatMap(\.events) {
        for (id, addition) in Self.additions(of: event) {
          if let index = indices[id] { members[index] = addition }
        }
      }
    }
    return FilterAdditions(members: members, findings: findings)
  }

  /// The records' own ids; one that comes again gets a number, so that both are told apart.
  private static func keys(of records: [JSONValue]) -> [String] {
    var seen: [String: Int] = [:]
    return records.enumerated().map { index, record in
      let source = record.text("source") ?? ""
      let id = record.text("id") ?? "#\(index)"
      seen["\(source)/\(id)", default: 0] += 1
      let count = seen["\(source)/\(id)"] ?? 1
      return count == 1 ? id : "\(id)#\(count)"
    }
  }

  private func deduplicate(_ entries: [(listing: Listing, record: JSONValue)], _ campus: String)
    async throws -> Batch<DeduplicateOutput>
  {
    var placements: [VenueQuery: Placement] = [:]
    let queries = VenueQueries(strategies: [:])
    for (listing, record) in entries {
      guard let place = record.text("place"), let query = queries.queries(of: listing).first
      else { continue }
      placements[query] = Placement(place: place, name: place, confidence: 1, method: .decision)
    }
    let all = Window(
      from: Instant(secondsSinceEpoch: -62_000_000_000),
      to: Instant(secondsSinceEpoch: 250_000_000_000))
    let input = DeduplicateInput(
      campus: Campus(id: campus, name: campus, timezone: "UTC"),
      listings: entries.map(\.listing), placements: placements, window: all, zone: .utc,
      now: Instant(secondsSinceEpoch: 0))
    return try await Deduplicator(zones: zones).run([input])
  }

  /// nil for a record without a readable start: it is no happening that others could state.
  private static func listing(_ record: JSONValue, key: String) -> Listing? {
    guard let start = record.text("start").flatMap({ time($0, record) }) else { return nil }
    return Listing(
      source: record.text("source") ?? "", campus: record.campus ?? "", key: key,
      uid: record.text("uid"), link: record.text("url"), title: record.text("title") ?? "",
      text: record.text("description"), start: start,
      end: record.text("end").flatMap { time($0, record) }, venue: record.text("venue"))
  }

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

  /// A record that is an event of its own.
  private static func alone(_ id: String) -> [(name: String, value: JSONValue)] {
    [("occurrence", .string(id)), ("event", .string(id)), ("match", .null)]
  }
}
