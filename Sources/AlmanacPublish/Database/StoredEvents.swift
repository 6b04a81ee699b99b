import AlmanacModel
import AlmanacTime
import Foundation
import GRDB

/// Reads events of an edition from its database, as every exporter shows them.
struct StoredEvents {
  /// Which events are read.
  enum Selection {
    /// Those whose ids are from the first through the last.
    case range(first: String, last: String)
    case ids([String])

    fileprivate var condition: String {
      switch self {
      case .range: "BETWEEN ?1 AND ?2"
      case .ids: "IN (SELECT value FROM json_each(?1))"
      }
    }

    fileprivate var arguments: StatementArguments {
      switch self {
      case .range(let first, let last): [first, last]
      case .ids(let ids): [ReferenceRows.json(ids)]
      }
    }
  }

  private let database: Database
  private let index: EditionIndex

  init(_ database: Database, _ index: EditionIndex) {
    self.database = database
    self.index = index
  }

  /// In the order of their ids.
  func events(_ selection: Selection) throws -> [StoredEvent] {
    let rows = try fetch(
      """
      SELECT e.id, e.campus, e.title, e.description, e.description_html, e.url, e.kind, e.status,
        e.transparency, e.organizer, e.contact, e.audience, e.price, e.is_free, e.image,
        e.language, e.online_url, e.venue, e.place, e.room, e.floor, e.latitude, e.longitude,
        e.timezone, e.withdrawn, e.category, r.sequence, r.created, r.modified, r.dated_uids,
        p.price_reason, p.category_confidence, p.category_reason, p.placement_confidence,
        p.placement_method, p.placement_reason, p.placement_candidate, p.placement_against
      FROM event e JOIN event_revision r ON r.event = e.id
        JOIN event_provenance p ON p.event = e.id
      WHERE e.id \(selection.condition) ORDER BY e.id
      """, selection)
    guard !rows.isEmpty else { return [] }
    let categories = try grouped(
      "SELECT event, category FROM event_category WHERE event", "event, position", selection)
    let tags = try grouped(
      "SELECT event, tag, reason FROM event_tag WHERE event", "event, position", selection)
    let aliases = try grouped(
      "SELECT event, alias FROM event_alias WHERE event", "event, alias", selection)
    let listings = try grouped(
      """
      SELECT el.event, l.id, l.source, l.uid, l.url, el.score, el.evidence
      FROM event_listing el JOIN listing l ON l.id = el.listing WHERE el.event
      """, "el.event, el.position", selection)
    let series = try grouped(
      """
      SELECT event, start_text, end_text, rules, exclusion_rules, additions, exclusions FROM series
      WHERE event
      """, "event", selection)
    let occurrences = try grouped(
      """
      SELECT o.event, o.id, o.recurrence_id, o.start, o.end, o.start_text, o.end_text, o.status,
        o.title, o.venue, o.place, o.room, o.floor, o.latitude, o.longitude, d.description,
        w.source, w.provider, w.condition, w.text, w.temperature_min, w.temperature_max,
        w.precipitation, w.precipitation_probability, w.wind_speed, w.issued, w.distance,
        w.attribution, w.sunrise, w.sunset, w.is_day
      FROM occurrence o LEFT JOIN occurrence_description d ON d.occurrence = o.id
        LEFT JOIN occurrence_weather w ON w.occurrence = o.id
      WHERE o.event
      """, "o.event, o.id", selection)
    return try rows.map { row in
      let id: String = row[0]
      return try event(
        row, categories: categories[id] ?? [], tags: tags[id] ?? [], aliases: aliases[id] ?? [],
        listings: listings[id] ?? [], series: series[id]?.first,
        occurrences: occurrences[id] ?? [])
    }
  }

  private func fetch(_ sql: String, _ selection: Selection) throws -> [Row] {
    try Row.fetchAll(database.cachedStatement(sql: sql), arguments: selection.arguments)
  }

  /// Rows by the event's id, which is their first column.
  private func grouped(
    _ sql: String, _ order: String, _ selection: Selection
  ) throws -> [String: [Row]] {
    let rows = try fetch("\(sql) \(selection.condition) ORDER BY \(order)", selection)
    return Dictionary(grouping: rows) { $0[0] }
  }

  private func event(
    _ row: Row, categories: [Row], tags: [Row], aliases: [Row], listings: [Row], series: Row?,
    occurrences: [Row]
  ) throws -> StoredEvent {
    let campus: String = row[1]
    var event = Event(
      id: row[0], campus: campus, title: row[2], text: row[3], html: row[4], url: row[5],
      kind: Self.word(row[6]) ?? .official, status: Self.word(row[7]) ?? .confirmed,
      transparency: Self.word(row[8]), tags: tags.map { $0[1] }, audience: row[11], price: row[12],
      organizer: row[9], contact: row[10], image: row[14], language: row[15], onlineURL: row[16],
      venue: row[17], occurrences: [], listings: try listings.map(Self.listing),
      aliases: aliases.map { $0[1] })
    event.series = series.flatMap(self.series)
    event.provenance["price"] = row[30]
    for tag in tags { event.provenance["tag \(tag[1] as String)"] = tag[2] }
    let ids = categories.map { $0[1] as String }
    if let confidence: Double = row[31] {
      event.categorization = Categorization(
        category: row[25] ?? "", others: Array(ids.dropFirst()), confidence: confidence,
        method: .table, reason: row[32] ?? "")
    }
    let location = location(row, from: 17, campus: campus)
    event.placement = placement(row, location)
    let zone = index.zone(ofCampus: campus)
    let own = (row[23] as String?).flatMap { index.zones.zone(named: $0) } ?? zone
    var dates = try occurrences.compactMap {
      try occurrence($0, event: location, campus: campus, zone: zone, own: own)
    }.sorted { ($0.startsAt, $0.key) < ($1.startsAt, $1.key) }
    for index in dates.indices { dates[index].ordinal = index }
    let published = PublishedEvent(
      event: event, zone: zone, status: event.status,
      categories: ids.compactMap { index.category($0) }, location: location,
      occurrences: dates, isFree: row[13],
      priceFrom: nil, withdrawn: (row[24] as Int64?).map { Instant(secondsSinceEpoch: $0) })
    return StoredEvent(
      published: published,
      revision: EventRevision(
        sequence: row[26], created: Instant(secondsSinceEpoch: row[27]),
        modified: Instant(secondsSinceEpoch: row[28]), hasDatedUIDs: row[29]))
  }

  /// Venue, place, room, floor, latitude and longitude, from a column on.
  private func location(_ row: Row, from column: Int, campus: String) -> PublishedLocation {
    let place: String? = row[column + 1]
    return PublishedLocation(
      venue: row[column],
      entry: place.flatMap { index.place(PlaceID.place(in: $0, campus: campus), campus: campus) },
      room: row[column + 2], floor: row[column + 3],
      coordinate: Self.coordinate(row[column + 4], row[column + 5]))
  }

  private func occurrence(
    _ row: Row, event: PublishedLocation, campus: String, zone: Zone, own: Zone
  ) throws -> PublishedOccurrence? {
    guard let start = time(row[5], in: own) else { return nil }
    let location = location(row, from: 9, campus: campus)
    return PublishedOccurrence(
      id: row[1], recurrenceID: time(row[2], in: own), start: start,
      end: time(row[6], in: own), startsAt: Instant(secondsSinceEpoch: row[3]),
      endsAt: (row[4] as Int64?).map { Instant(secondsSinceEpoch: $0) },
      status: Self.word(row[7]) ?? .confirmed, title: row[8], text: row[15],
      location: location == event ? event : location, weather: try weather(row, from: 16))
  }

  /// A text has its offset only; the zone is the event's where that fits.
  private func time(_ text: String?, in zone: Zone) -> CalendarTime? {
    guard let time = text.flatMap({ CalendarTime($0, zones: index.zones) }) else { return nil }
    guard case .zoned(let zoned) = time, zoned.zone == nil, zone.identifier != "UTC",
      zone.offset(at: zoned.instant) == zoned.offset
    else { return time }
    return .zoned(ZonedTime(zoned.instant, in: zone))
  }

  private func weather(_ row: Row, from column: Int) throws -> OccurrenceWeather? {
    guard let source: String = row[column] else { return nil }
    let occurrence: Int64 = row[1]
    var weather = OccurrenceWeather(
      source: source, provider: Self.word(row[column + 1]) ?? .openMeteo,
      condition: Self.word(row[column + 2]) ?? .unknown, temperatureMin: row[column + 4],
      temperatureMax: row[column + 5], precipitation: row[column + 6],
      precipitationProbability: row[column + 7], windSpeed: row[column + 8],
      text: row[column + 3], issuedAt: Self.instant(row[column + 9]),
      fetchedAt: Instant(secondsSinceEpoch: 0), distance: row[column + 10],
      attribution: row[column + 11], sunrise: Self.instant(row[column + 12]),
      sunset: Self.instant(row[column + 13]))
    weather.isDay = row[column + 14]
    let supplements = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT field, source, provider FROM occurrence_weather_supplement WHERE occurrence = ?
          ORDER BY field
          """), arguments: [occurrence])
    if !supplements.isEmpty {
      weather.supplements = supplements.compactMap { row in
        guard let field: OccurrenceWeather.Supplement.Field = Self.word(row[0]) else { return nil }
        return .init(
          field: field, source: row[1], provider: Self.word(row[2]) ?? weather.provider)
      }
    }
    let advisories = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT advisory, text FROM occurrence_advisory WHERE occurrence = ? ORDER BY position
          """), arguments: [occurrence])
    if !advisories.isEmpty {
      weather.advisories = advisories.map { WeatherAdvisory(id: $0[0], text: $0[1]) }
    }
    return weather
  }

  private static func listing(_ row: Row) throws -> ListingReference {
    ListingReference(
      id: row[1], source: row[2], uid: row[3], url: row[4], score: row[5],
      evidence: try list(row[6]))
  }

  private func series(_ row: Row) -> Series? {
    guard let start = seriesTime(row[1]) else { return nil }
    do {
      return Series(
        start: start, end: seriesTime(row[2]),
        recurrence: Recurrence(
          rules: try Self.list(row[3]).map { try RecurrenceRule(parsing: $0) },
          exclusionRules: try Self.list(row[4]).map { try RecurrenceRule(parsing: $0) },
          additions: try Self.list(row[5]).compactMap(seriesTime),
          exclusions: try Self.list(row[6]).compactMap(seriesTime)))
    } catch {
      // Its dates are there without it.
      return nil
    }
  }

  private func seriesTime(_ text: String?) -> CalendarTime? {
    text.flatMap { CalendarTime($0, zones: index.zones) }
  }

  /// nil where the event went unplaced through all stages; an abstention has a confidence of 0.
  private func placement(_ row: Row, _ location: PublishedLocation) -> Placement? {
    guard let confidence: Double = row[33] else { return nil }
    var placement = Placement(abstaining: .none)
    placement.place = location.place?.id
    placement.room = location.room
    placement.floor = location.floor
    placement.coordinate = location.coordinate
    placement.confidence = confidence
    placement.method = Self.word(row[34])
    placement.reason = Self.word(row[35])
    let against: String? = row[37]
    let candidate = (row[36] as String?).map { PlaceID.place(in: $0, campus: row[1]) }
    if let place = candidate ?? (against == nil ? nil : placement.place) {
      placement.candidates = [
        Placement.Candidate(place: place, score: confidence, against: against)
      ]
    }
    return placement
  }

  private static func word<Word: RawRepresentable<String>>(_ text: String?) -> Word? {
    text.flatMap { Word(rawValue: $0) }
  }

  private static func instant(_ seconds: Int64?) -> Instant? {
    seconds.map { Instant(secondsSinceEpoch: $0) }
  }

  private static func coordinate(_ latitude: Double?, _ longitude: Double?) -> Coordinate? {
    guard let latitude, let longitude else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private static func list(_ text: String?) throws -> [String] {
    guard let text, text != "[]" else { return [] }
    return try JSONDecoder().decode([String].self, from: Data(text.utf8))
  }
}

/// An event of an edition with its revision.
struct StoredEvent: Sendable {
  let published: PublishedEvent
  let revision: EventRevision

  var id: String { published.id }
}

/// How often an event has changed since it was first published, and when.
struct EventRevision: Hashable, Sendable {
  /// 0 at first; one more for every edition in which the content differs (RFC 5545 section 3.8.7.4).
  var sequence: Int
  /// The run time of the first edition that had it.
  var created: Instant
  /// The run time of the edition that changed it last.
  var modified: Instant
  /// Whether its calendar entries are told apart by their dates. Once so, always so, because a
  /// subscriber's entry must keep its UID when the others have passed.
  var hasDatedUIDs: Bool
}
