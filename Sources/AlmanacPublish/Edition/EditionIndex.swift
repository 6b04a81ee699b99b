import AlmanacModel
import AlmanacTime

/// Indexes the contents by id, and converts events into their published form.
final class EditionIndex: Sendable {
  let contents: EditionContents
  let zones: ZoneDatabase
  private let campusZones: [String: Zone]
  private let places: [String: [String: PlaceEntry]]
  /// Positions in `contents.sources`, by id.
  private let sources: [String: Int]
  /// Ids of the sources with submitted events.
  let submissionSources: Set<String>
  private let categories: [String: Taxonomy.Category]
  /// The provider of each weather source in the forecasts.
  private let providers: [String: WeatherProvider]
  /// The attribution line of each source in calendar entries.
  private let lines: [String: String]

  /// - Parameter providers: Providers by weather source, if the contents have no forecasts.
  init(
    _ contents: EditionContents, providers: [String: WeatherProvider] = [:], zones: ZoneDatabase
  ) {
    self.contents = contents
    self.zones = zones
    campusZones = Dictionary(
      contents.campuses.map { ($0.id, zones.zone(named: $0.timezone) ?? .utc) },
      uniquingKeysWith: { first, _ in first })
    places = contents.gazetteers.mapValues { gazetteer in
      Dictionary(
        gazetteer.places.map { ($0.id, PlaceEntry($0)) }, uniquingKeysWith: { first, _ in first })
    }
    sources = Dictionary(
      zip(contents.sources.lazy.map(\.id), contents.sources.indices),
      uniquingKeysWith: { first, _ in first })
    submissionSources = Set(
      contents.sources.lazy.filter { $0.kind == .submissions }.map(\.id))
    lines = sources.mapValues { position in
      let source = contents.sources[position]
      return source.attribution ?? "Source: \(source.name)"
    }
    self.providers = providers.merging(
      contents.forecasts.map { ($0.source, $0.provider) }, uniquingKeysWith: { first, _ in first })
    categories = Dictionary(
      contents.taxonomy.categories.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func zone(ofCampus id: String) -> Zone { campusZones[id] ?? .utc }

  func source(_ id: String) -> Source? { sources[id].map { contents.sources[$0] } }

  /// The listing by the id that its source has since it was renamed.
  func current(_ listing: ListingReference) -> ListingReference {
    guard source(listing.source) == nil,
      let source = contents.sources.first(where: { $0.formerly == listing.source })
    else { return listing }
    var current = listing
    current.source = source.id
    current.id = source.id + listing.id.dropFirst(listing.source.count)
    return current
  }

  func category(_ id: String) -> Taxonomy.Category? { categories[id] }

  /// - Parameter id: The place's id in the gazetteer.
  func place(_ id: String, campus: String) -> PlaceEntry? { places[campus]?[id] }

  /// The ids of a place and of all places that contain it, the innermost first.
  func placesAround(_ id: String, campus: String) -> [String] {
    var found: [String] = []
    var next: String? = id
    // The gazetteer may contain a cycle.
    while let id = next, !found.contains(id) {
      found.append(id)
      next = place(id, campus: campus)?.place.within
    }
    return found
  }

  /// The provider of a weather source.
  func provider(of source: String) -> WeatherProvider? {
    self.source(source)?.weather?.provider ?? providers[source]
  }

  /// The attribution of a source: from its definition, else the one that the weather provider's
  /// license requires.
  func attributionText(ofSource source: String) -> String? {
    self.source(source)?.attribution ?? provider(of: source)?.attribution
  }

  /// The sources that list an event, the most trusted first, without duplicates.
  func sources(of event: Event) -> [Source] {
    var seen: Set<String> = []
    return event.listings.filter { seen.insert($0.source).inserted }.compactMap {
      source($0.source)
    }
  }

  /// The attribution lines of an event's calendar entry, without duplicates.
  func sourceLines(of event: Event) -> [String] {
    let listings = event.listings
    return listings.indices.compactMap { index in
      let source = listings[index].source
      return listings[..<index].contains { $0.source == source } ? nil : lines[source]
    }
  }

  /// The published form of an event: sorts occurrences, resolves places and derives values.
  ///
  /// - Parameter withdrawn: Since when no source lists the event; nil if one does.
  func published(_ event: Event, withdrawn: Instant? = nil) -> PublishedEvent {
    let zone = zone(ofCampus: event.campus)
    let location = location(
      venue: event.venue, placement: event.placement, campus: event.campus)
    var occurrences = event.occurrences.map { occurrence in
      published(occurrence, of: event, at: location, zone: zone)
    }
    if occurrences.count > 1 {
      occurrences.sort { one, other in
        one.startsAt != other.startsAt ? one.startsAt < other.startsAt : one.key < other.key
      }
      for index in occurrences.indices { occurrences[index].ordinal = index }
    }
    let ids = event.categorization.map { [$0.category] + $0.others } ?? []
    let price = event.price.map(PriceText.init)
    return PublishedEvent(
      event: event, zone: zone, status: Self.status(of: event, occurrences),
      categories: ids.compactMap { categories[$0] }, location: location,
      occurrences: occurrences, isFree: price?.isFree, priceFrom: price?.lowest,
      withdrawn: withdrawn)
  }

  private func published(
    _ occurrence: Occurrence, of event: Event, at location: PublishedLocation, zone: Zone
  ) -> PublishedOccurrence {
    let start = occurrence.start.anchored(in: zone)
    let end = occurrence.end?.anchored(in: zone)
    var nextMidnight: Instant?
    if case .day(let date) = start { nextMidnight = zone.startOfDay(date.adding(days: 1)) }
    return PublishedOccurrence(
      recurrenceID: occurrence.recurrenceID?.anchored(in: zone), start: start,
      end: end, startsAt: start.instant(in: zone),
      endsAt: end?.instant(in: zone) ?? nextMidnight,
      status: event.status == .confirmed || occurrence.status == .cancelled
        ? occurrence.status : event.status,
      title: occurrence.title == event.title ? nil : occurrence.title,
      text: occurrence.text == event.text ? nil : occurrence.text,
      location: self.location(of: occurrence, in: event) ?? location,
      weather: occurrence.weather)
  }

  /// The occurrence's own location; nil if it has the event's. An own venue without a placement is
  /// not at the event's place.
  private func location(of occurrence: Occurrence, in event: Event) -> PublishedLocation? {
    if let placement = occurrence.placement {
      return location(
        venue: occurrence.venue ?? event.venue, placement: placement, campus: event.campus)
    }
    guard let venue = occurrence.venue, venue != event.venue else { return nil }
    return location(venue: venue, placement: nil, campus: event.campus)
  }

  /// Resolves a location. If the gazetteer no longer contains the place, only text and coordinates
  /// remain.
  private func location(venue: String?, placement: Placement?, campus: String)
    -> PublishedLocation
  {
    PublishedLocation(
      venue: venue, entry: placement?.place.flatMap { places[campus]?[$0] },
      room: placement?.room, floor: placement?.floor, coordinate: placement?.coordinate)
  }

  /// The event's own status. If it is confirmed and all occurrences share another status, that one.
  private static func status(of event: Event, _ occurrences: [PublishedOccurrence])
    -> EventStatus
  {
    guard event.status == .confirmed, let first = occurrences.first?.status,
      occurrences.allSatisfy({ $0.status == first })
    else { return event.status }
    return first
  }
}
