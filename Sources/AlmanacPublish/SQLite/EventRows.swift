import AlmanacModel
import AlmanacTime
import GRDB

/// Writes events with all that belongs to them, in the order of their ids.
struct EventRows {
  private let event: Statement
  private let search: Statement
  private let occurrence: Statement
  private let box: Statement
  private let weather: Statement
  private let supplement: Statement
  private let advisory: Statement
  private let category: Statement
  private let tag: Statement
  private let listing: Statement
  private let alias: Statement
  private var aliases: Set<String> = []
  private var eventNumber = 0
  private(set) var occurrenceNumber = 0

  init(_ database: Database) throws {
    event = try database.insertion(into: "event", columns: 39)
    search = try database.makeStatement(
      sql: "INSERT INTO event_search (rowid, title, description, venue) VALUES (?, ?, ?, ?)")
    occurrence = try database.insertion(into: "occurrence", columns: 17)
    box = try database.insertion(into: "occurrence_rtree", columns: 5)
    weather = try database.insertion(into: "occurrence_weather", columns: 16)
    supplement = try database.insertion(into: "occurrence_weather_supplement", columns: 4)
    advisory = try database.insertion(into: "occurrence_advisory", columns: 3)
    category = try database.insertion(into: "event_category", columns: 3)
    tag = try database.insertion(into: "tag", columns: 2)
    listing = try database.insertion(into: "event_listing", columns: 5)
    alias = try database.insertion(into: "event_alias", columns: 2)
  }

  mutating func write(_ published: PublishedEvent, _ revision: EventRevision) throws {
    eventNumber += 1
    try writeEvent(published, revision)
    let id = published.id
    try search.execute(
      arguments: [
        eventNumber, published.event.title, published.event.text, published.location.venue,
      ])
    for (position, entry) in published.categories.enumerated() {
      try category.execute(arguments: [id, entry.id, position == 0])
    }
    for text in Set(published.event.tags).sorted() { try tag.execute(arguments: [id, text]) }
    for former in published.event.aliases where aliases.insert(former).inserted {
      try alias.execute(arguments: [former, id])
    }
    var seen: Set<String> = []
    for (position, entry) in published.event.listings.enumerated()
    where seen.insert(entry.id).inserted {
      try listing.execute(
        arguments: [id, entry.id, position, entry.score, ReferenceRows.json(entry.evidence)])
    }
    for occurrence in published.occurrences { try write(occurrence, of: published.event) }
  }

  private func writeEvent(_ published: PublishedEvent, _ revision: EventRevision) throws {
    let source = published.event
    let first = published.occurrences.first
    let placement = source.placement
    let values: [(any DatabaseValueConvertible)?] = [
      eventNumber, source.id, source.campus, source.title, source.text, source.html, source.url,
      source.kind.rawValue, published.status.rawValue, source.transparency?.rawValue,
      published.categories.first?.id, source.categorization?.confidence,
      source.categorization?.reason, source.organizer,
      source.contact, source.price, Price.isFree(source.price), source.image, source.audience,
      source.language, source.onlineURL, source.venue, published.location.place?.id,
      published.location.room, published.location.coordinate?.latitude,
      published.location.coordinate?.longitude, placement?.confidence,
      placement?.method?.rawValue, placement?.reason?.rawValue,
      first?.startsAt.secondsSinceEpoch, first?.endsAt?.secondsSinceEpoch,
      first?.start.isDay ?? false, Self.timezone(of: published),
      source.series.flatMap(EventContent.ruleText), revision.hasDatedUIDs, revision.sequence,
      revision.created.secondsSinceEpoch, revision.modified.secondsSinceEpoch, revision.digest,
    ]
    try event.execute(arguments: StatementArguments(values))
  }

  private mutating func write(_ entry: PublishedOccurrence, of event: Event) throws {
    occurrenceNumber += 1
    let point = entry.location.coordinate
    let values: [(any DatabaseValueConvertible)?] = [
      occurrenceNumber, event.id, entry.ordinal, entry.recurrenceID?.publicText,
      entry.startsAt.secondsSinceEpoch, entry.endsAt?.secondsSinceEpoch, entry.start.publicText,
      entry.end?.publicText, entry.start.isDay, entry.status.rawValue, entry.title,
      entry.location.venue, event.campus, entry.location.place?.id, entry.location.room,
      point?.latitude, point?.longitude,
    ]
    try occurrence.execute(arguments: StatementArguments(values))
    if let point {
      try box.execute(
        arguments: [
          occurrenceNumber, point.latitude, point.latitude, point.longitude, point.longitude,
        ])
    }
    if let conditions = entry.weather { try write(conditions) }
  }

  private func write(_ entry: OccurrenceWeather) throws {
    let values: [(any DatabaseValueConvertible)?] = [
      occurrenceNumber, entry.source, entry.provider.rawValue, entry.condition.rawValue,
      entry.text, entry.temperatureMin, entry.temperatureMax, entry.precipitation,
      entry.precipitationProbability, entry.windSpeed, entry.issuedAt?.secondsSinceEpoch,
      entry.distance, entry.attribution, entry.sunrise?.secondsSinceEpoch,
      entry.sunset?.secondsSinceEpoch, entry.isDay,
    ]
    try weather.execute(arguments: StatementArguments(values))
    for other in entry.supplements ?? [] {
      try supplement.execute(
        arguments: [
          occurrenceNumber, other.field.rawValue, other.source, other.provider.rawValue,
        ])
    }
    for told in entry.advisories ?? [] {
      try advisory.execute(arguments: [occurrenceNumber, told.id, told.text])
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
