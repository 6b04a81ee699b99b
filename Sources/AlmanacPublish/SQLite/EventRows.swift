import AlmanacModel
import AlmanacTime
import GRDB

/// Writes events with their occurrences, in the order of their numbers.
struct EventRows {
  private let order: EditionOrder
  private let event: Statement
  private let trigrams: Statement
  private let occurrence: Statement
  private let box: Statement
  private let span: Statement
  private let weather: Statement
  private let supplement: Statement
  private let advisory: Statement
  private var facets: FacetRows
  private var count = 0

  /// Writes all events of the contents.
  ///
  /// - Parameter revisions: By the event's position in the contents.
  /// - Returns: The number of occurrences.
  static func write(
    _ index: EditionIndex, _ revisions: [EventRevision], in order: EditionOrder,
    to database: Database
  ) throws -> Int {
    var rows = try EventRows(database, contents: index.contents, order: order)
    for position in order.sequence.lazy.map(Int.init) {
      try rows.write(
        index.published(index.contents.events[position]), revisions[position], at: position)
    }
    try rows.finish(database)
    return rows.count
  }

  private init(_ database: Database, contents: EditionContents, order: EditionOrder) throws {
    self.order = order
<<<<<<< HEAD
    event = try database.insertion(into: "event", columns: 41)
=======
    event = try database.insertion(into: "event", columns: 40)
>>>>>>> work/consumers
    trigrams = try database.makeStatement(
      sql: "INSERT INTO event_trigram (rowid, title, description, venue) VALUES (?, ?, ?, ?)")
    occurrence = try database.insertion(into: "occurrence", columns: 19)
    box = try database.insertion(into: "occurrence_rtree", columns: 5)
    span = try database.insertion(into: "occurrence_span", columns: 3)
    weather = try database.insertion(into: "occurrence_weather", columns: 16)
    supplement = try database.insertion(into: "occurrence_weather_supplement", columns: 4)
    advisory = try database.insertion(into: "occurrence_advisory", columns: 3)
    facets = FacetRows(contents)
  }

  /// - Parameter position: The event's, in the contents.
  private mutating func write(
    _ published: PublishedEvent, _ revision: EventRevision, at position: Int
  )
    throws
  {
    let number = order.number(ofEvent: position)
    try writeEvent(published, revision, number: number)
    let texts = [published.event.title, published.event.text, published.event.venue]
    if texts.contains(where: { $0.map(SearchText.hasUnspacedScript) ?? false }) {
      try trigrams.execute(arguments: [number, texts[0], texts[1], texts[2]])
    }
    let common = facets.facets(of: published)
    for entry in published.occurrences {
      let id = order.id(ofOccurrence: entry.ordinal, ofEvent: position)
      try write(entry, of: published, number: number, id: id)
      facets.add(entry, id: id, campus: published.event.campus, facets: common)
      count += 1
    }
  }

  /// Writes what all events together give.
  private func finish(_ database: Database) throws {
    try facets.write(to: database)
    try database.execute(
      sql: """
        INSERT INTO event_search (event_search) VALUES ('rebuild');
        INSERT INTO event_search (event_search) VALUES ('optimize');
        INSERT INTO event_trigram (event_trigram) VALUES ('optimize');
        """)
  }

  private func writeEvent(
    _ published: PublishedEvent, _ revision: EventRevision, number: Int
  ) throws {
    let source = published.event
    let first = published.occurrences.first
    let placement = source.placement
    let values: [(any DatabaseValueConvertible)?] = [
      number, source.id, source.campus, source.title, source.text, source.html, source.url,
      source.kind.rawValue, published.status.rawValue, source.transparency?.rawValue,
      published.categories.first?.id, source.categorization?.confidence,
      source.categorization?.reason, source.organizer,
      source.contact, source.price, published.isFree, source.image, source.audience,
      source.language, source.onlineURL, source.venue, published.location.place?.id,
      published.location.room, published.location.coordinate?.latitude,
      published.location.coordinate?.longitude, placement?.confidence,
      placement?.method?.rawValue, placement?.reason?.rawValue, placement?.likeliest,
      placement?.against,
      first?.startsAt.secondsSinceEpoch, first?.endsAt?.secondsSinceEpoch,
      first?.start.isDay ?? false, Self.timezone(of: published),
      source.series.flatMap(EventContent.ruleText), revision.hasDatedUIDs, revision.sequence,
      revision.created.secondsSinceEpoch, revision.modified.secondsSinceEpoch, revision.digest,
      published.withdrawn?.secondsSinceEpoch,
    ]
    try event.execute(arguments: StatementArguments(values))
  }

  private func write(
    _ entry: PublishedOccurrence, of published: PublishedEvent, number: Int, id: Int
  ) throws {
    let event = published.event
    let point = entry.location.coordinate
    let values: [(any DatabaseValueConvertible)?] = [
      id, event.id, entry.ordinal, entry.recurrenceID?.publicText,
      entry.startsAt.secondsSinceEpoch, entry.endsAt?.secondsSinceEpoch, entry.start.publicText,
      entry.end?.publicText, entry.start.isDay, entry.status.rawValue, entry.title,
      entry.location.venue, event.campus, entry.location.place?.id, entry.location.room,
      point?.latitude, point?.longitude, number, published.priceFrom,
    ]
    try occurrence.execute(arguments: StatementArguments(values))
    if let point {
      try box.execute(
        arguments: [id, point.latitude, point.latitude, point.longitude, point.longitude])
    }
    if entry.seconds > EditionOrder.shortSeconds {
      let last = entry.lastInstant.secondsSinceEpoch
      try span.execute(
        arguments: [id, Self.hour(entry.startsAt.secondsSinceEpoch), Self.hour(last)])
    }
    if let conditions = entry.weather { try write(conditions, occurrence: id) }
  }

  /// Whole hours since 1970 that fit into 32 bits.
  private static func hour(_ seconds: Int64) -> Int32 {
    Int32(clamping: seconds >= 0 ? seconds / 3_600 : (seconds - 3_599) / 3_600)
  }

  private func write(_ entry: OccurrenceWeather, occurrence id: Int) throws {
    let values: [(any DatabaseValueConvertible)?] = [
      id, entry.source, entry.provider.rawValue, entry.condition.rawValue,
      entry.text, entry.temperatureMin, entry.temperatureMax, entry.precipitation,
      entry.precipitationProbability, entry.windSpeed, entry.issuedAt?.secondsSinceEpoch,
      entry.distance, entry.attribution, entry.sunrise?.secondsSinceEpoch,
      entry.sunset?.secondsSinceEpoch, entry.isDay,
    ]
    try weather.execute(arguments: StatementArguments(values))
    for other in entry.supplements ?? [] {
      try supplement.execute(
        arguments: [
          id, other.field.rawValue, other.source, other.provider.rawValue,
        ])
    }
    for told in entry.advisories ?? [] {
      try advisory.execute(arguments: [id, told.id, told.text])
    }
  }

  /// The zone of the first occurrence; of whole days and bare offsets the campus's.
  private static func timezone(of published: PublishedEvent) -> String {
    if case .zoned(let time) = published.occurrences.first?.start, let zone = time.zone {
      return zone
    }
    return published.zone.identifier
  }
}
