import AlmanacModel
import AlmanacTime
import GRDB

/// Reads an edition's events from its database, for exporters.
struct StoredEvents {
  /// Selects the events to read.
  enum Selection {
    /// Events whose id is in a closed range, in byte order.
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

  /// The selected events, sorted by id.
  ///
  /// Reads one query per table, all sorted by event, and merges them.
  ///
  /// - Complexity: O(*n*) in the number of rows of these events.
  func events(_ selection: Selection) throws -> [StoredEvent] {
    let events = try RowReader(
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
      """, selection.arguments, in: database)
    // These rows are sorted by event, so that each reader advances with the events.
    let categories = try rows(
      "SELECT event, category FROM event_category WHERE event", "event, position", selection)
    let tags = try rows(
      "SELECT event, tag, reason FROM event_tag WHERE event", "event, position", selection)
    let aliases = try rows(
      "SELECT event, alias FROM event_alias WHERE event", "event, alias", selection)
    let listings = try rows(
      """
      SELECT el.event, l.id, l.source, l.uid, l.url, el.score, el.evidence
      FROM event_listing el JOIN listing l ON l.id = el.listing WHERE el.event
      """, "el.event, el.position", selection)
    let series = try rows(
      """
      SELECT event, start_text, end_text, rules, exclusion_rules, additions, exclusions FROM series
      WHERE event
      """, "event", selection)
    let occurrences = try rows(
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
    var found: [StoredEvent] = []
    try events.eachRow { row in
      var event = Self.event(row)
      var ids: [String] = []
      try categories.eachRow(of: event.id) { row in row.text(1).map { ids.append($0) } }
      try tags.eachRow(of: event.id) { row in
        guard let tag = row.text(1) else { return }
        event.tags.append(tag)
        if let reason = row.text(2) { event.provenance["tag \(tag)"] = reason }
      }
      try aliases.eachRow(of: event.id) { row in row.text(1).map { event.aliases.append($0) } }
      try listings.eachRow(of: event.id) { try event.listings.append(listing($0)) }
      try series.eachRow(of: event.id) { event.series = self.series($0) }
      if let confidence = row.number(31) {
        event.categorization = Categorization(
          category: row.text(25) ?? "", others: Array(ids.dropFirst()), confidence: confidence,
          method: .table, reason: row.text(32) ?? "")
      }
      let location = location(row, from: 17, campus: event.campus)
      event.placement = placement(row, location, campus: event.campus)
      let zone = index.zone(ofCampus: event.campus)
      // `own` is the event's zone, which may differ from the campus's.
      let own = row.text(23).flatMap { index.zones.zone(named: $0) } ?? zone
      var dates: [PublishedOccurrence] = []
      try occurrences.eachRow(of: event.id) { row in
        try occurrence(row, event: location, campus: event.campus, own: own).map {
          dates.append($0)
        }
      }
      if dates.count > 1 { dates.sort { ($0.startsAt, $0.key) < ($1.startsAt, $1.key) } }
      for index in dates.indices { dates[index].ordinal = index }
      found.append(
        StoredEvent(
          published: PublishedEvent(
            event: event, zone: zone, status: event.status,
            categories: ids.compactMap { index.category($0) }, location: location,
            occurrences: dates, isFree: row.flag(13), priceFrom: nil,
            withdrawn: Self.instant(row, 24)),
          revision: EventRevision(
            sequence: Int(row.integer(26) ?? 0), created: Self.time(row, 27),
            modified: Self.time(row, 28), hasDatedUIDs: row.flag(29) ?? false)))
    }
    return found
  }

  private func rows(
    _ sql: String, _ order: String, _ selection: Selection
  ) throws -> RowReader {
    try RowReader(
      "\(sql) \(selection.condition) ORDER BY \(order)", selection.arguments, in: database)
  }

  /// The columns of table `event`.
  private static func event(_ row: RowReader) -> Event {
    var event = Event(
      id: row.text(0) ?? "", campus: row.text(1) ?? "", title: row.text(2) ?? "",
      text: row.text(3), html: row.text(4), url: row.text(5), kind: word(row.text(6)) ?? .official,
      status: word(row.text(7)) ?? .confirmed, transparency: word(row.text(8)),
      audience: row.text(11), price: row.text(12), organizer: row.text(9), contact: row.text(10),
      image: row.text(14), language: row.text(15), onlineURL: row.text(16), venue: row.text(17),
      occurrences: [], listings: [])
    event.provenance["price"] = row.text(30)
    return event
  }

  /// Venue, place, room, floor, latitude and longitude from six columns.
  private func location(
    _ row: RowReader, from column: Int32, campus: String
  ) -> PublishedLocation {
    PublishedLocation(
      venue: row.text(column),
      entry: row.text(column + 1).flatMap {
        index.place(PlaceID.place(in: $0, campus: campus), campus: campus)
      },
      room: row.text(column + 2), floor: row.integer(column + 3).map { Int($0) },
      coordinate: Self.coordinate(row.number(column + 4), row.number(column + 5)))
  }

  private func occurrence(
    _ row: RowReader, event: PublishedLocation, campus: String, own: Zone
  ) throws -> PublishedOccurrence? {
    guard let start = time(row.text(5), in: own) else { return nil }
    let location = location(row, from: 9, campus: campus)
    return PublishedOccurrence(
      id: row.integer(1) ?? 0, recurrenceID: time(row.text(2), in: own), start: start,
      end: time(row.text(6), in: own), startsAt: Self.time(row, 3), endsAt: Self.instant(row, 4),
      status: Self.word(row.text(7)) ?? .confirmed, title: row.text(8), text: row.text(15),
      location: location == event ? event : location, weather: try weather(row, from: 16))
  }

  /// Parses a time. Its text contains only an offset; adds the event's zone if that has the same
  /// offset then.
  private func time(_ text: String?, in zone: Zone) -> CalendarTime? {
    guard let time = text.flatMap({ CalendarTime($0, zones: index.zones) }) else { return nil }
    guard case .zoned(let zoned) = time, zoned.zone == nil, zone.identifier != "UTC",
      zone.offset(at: zoned.instant) == zoned.offset
    else { return time }
    return .zoned(ZonedTime(zoned.instant, in: zone))
  }

  private func weather(_ row: RowReader, from column: Int32) throws -> OccurrenceWeather? {
    guard let source = row.text(column) else { return nil }
    let occurrence = row.integer(1)
    var weather = OccurrenceWeather(
      source: source, provider: Self.word(row.text(column + 1)) ?? .openMeteo,
      condition: Self.word(row.text(column + 2)) ?? .unknown,
      temperatureMin: row.number(column + 4), temperatureMax: row.number(column + 5),
      precipitation: row.number(column + 6), precipitationProbability: row.number(column + 7),
      windSpeed: row.number(column + 8), text: row.text(column + 3) ?? "",
      issuedAt: Self.instant(row, column + 9), fetchedAt: Instant(secondsSinceEpoch: 0),
      distance: row.number(column + 10) ?? 0, attribution: row.text(column + 11),
      sunrise: Self.instant(row, column + 12), sunset: Self.instant(row, column + 13))
    weather.isDay = row.flag(column + 14)
    try RowReader(
      """
      SELECT field, source, provider FROM occurrence_weather_supplement WHERE occurrence = ?
      ORDER BY field
      """, [occurrence], in: database
    ).eachRow { row in
      guard let field: OccurrenceWeather.Supplement.Field = Self.word(row.text(0)),
        let source = row.text(1)
      else { return }
      weather.supplements =
        (weather.supplements ?? []) + [
          .init(
            field: field, source: source, provider: Self.word(row.text(2)) ?? weather.provider)
        ]
    }
    try RowReader(
      "SELECT advisory, text FROM occurrence_advisory WHERE occurrence = ? ORDER BY position",
      [occurrence], in: database
    ).eachRow { row in
      guard let id = row.text(0), let text = row.text(1) else { return }
      weather.advisories = (weather.advisories ?? []) + [WeatherAdvisory(id: id, text: text)]
    }
    return weather
  }

  private func listing(_ row: RowReader) throws -> ListingReference {
    ListingReference(
      id: row.text(1) ?? "", source: row.text(2) ?? "", uid: row.text(3), url: row.text(4),
      score: row.number(5) ?? 0, evidence: try ReferenceRows.list(row.text(6)))
  }

  private func series(_ row: RowReader) -> Series? {
    guard let start = seriesTime(row.text(1)) else { return nil }
    func list(_ column: Int32) throws -> [String] { try ReferenceRows.list(row.text(column)) }
    do {
      return Series(
        start: start, end: seriesTime(row.text(2)),
        recurrence: Recurrence(
          rules: try list(3).map { try RecurrenceRule(parsing: $0) },
          exclusionRules: try list(4).map { try RecurrenceRule(parsing: $0) },
          additions: try list(5).compactMap(seriesTime),
          exclusions: try list(6).compactMap(seriesTime)))
    } catch {
      // The event remains correct without its rule, because its dates are stored.
      return nil
    }
  }

  private func seriesTime(_ text: String?) -> CalendarTime? {
    text.flatMap { CalendarTime($0, zones: index.zones) }
  }

  /// The placement; nil if the geocoder never processed the event. An abstention has confidence 0.
  private func placement(
    _ row: RowReader, _ location: PublishedLocation, campus: String
  ) -> Placement? {
    guard let confidence = row.number(33) else { return nil }
    var placement = Placement(abstaining: .none)
    placement.place = location.place?.id
    placement.room = location.room
    placement.floor = location.floor
    placement.coordinate = location.coordinate
    placement.confidence = confidence
    placement.method = Self.word(row.text(34))
    placement.reason = Self.word(row.text(35))
    let against = row.text(37)
    let candidate = row.text(36).map { PlaceID.place(in: $0, campus: campus) }
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

  private static func instant(_ row: RowReader, _ column: Int32) -> Instant? {
    row.integer(column).map { Instant(secondsSinceEpoch: $0) }
  }

  private static func time(_ row: RowReader, _ column: Int32) -> Instant {
    Instant(secondsSinceEpoch: row.integer(column) ?? 0)
  }

  private static func coordinate(_ latitude: Double?, _ longitude: Double?) -> Coordinate? {
    guard let latitude, let longitude else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}

/// An event of an edition, with its revision.
struct StoredEvent: Sendable {
  let published: PublishedEvent
  let revision: EventRevision

  var id: String { published.id }
}

/// The number and times of an event's changes since its first publication.
struct EventRevision: Hashable, Sendable {
  /// 0 at first; incremented by every edition in which the content differs (RFC 5545 section
  /// 3.8.7.4).
  var sequence: Int
  /// The run time of the first edition with the event.
  var created: Instant
  /// The run time of the edition that last changed it.
  var modified: Instant
  /// Whether its calendar entries have separate UIDs with their dates. Never reset: a subscriber's
  /// entry must keep its UID after the other dates have passed.
  var hasDatedUIDs: Bool
}
