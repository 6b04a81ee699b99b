import AlmanacModel
import AlmanacTime
import GRDB

/// The rows of one event in all tables, except values that depend on other events. Can be built on
/// any thread.
struct EventRows: Sendable {
  let event: PublishedEvent
  let digest: String
  let datesDigest: String
  let eventRow: RowValues
  let provenance: RowValues
  let categories: [RowValues]
  let tags: [RowValues]
  let aliases: [RowValues]
  let listings: [RowValues]
  let references: [RowValues]
  let series: RowValues?
  /// In the order of the event's occurrences, without ids.
  let occurrences: [RowValues]

  init(_ published: PublishedEvent, listings: PublishedListings) {
    event = published
    digest = EventContent.digest(of: published)
    datesDigest = EventContent.datesDigest(of: published)
    eventRow = Self.row(of: published)
    provenance = Self.provenance(of: published)
    let id = published.id
    let event = published.event
    categories = published.categories.enumerated().map { RowValues([id, $1.id, $0]) }
    tags = event.tags.enumerated().map { RowValues([id, $1, $0, event.provenance["tag \($1)"]]) }
    aliases = event.aliases.map { RowValues([$0, id]) }
    self.listings = event.listings.map { listings.row(of: $0) }
    references = event.listings.enumerated().map { position, listing in
      let evidence = listing.evidence.isEmpty ? "[]" : ReferenceRows.json(listing.evidence)
      return RowValues([id, listing.id, position, listing.score, evidence])
    }
    series = event.series.map { Self.row(of: $0, event: id) }
    occurrences = published.occurrences.map { Self.row(of: $0, in: published) }
  }

  private static func row(of published: PublishedEvent) -> RowValues {
    let (event, place) = (published.event, published.location)
    let first = published.occurrences.first
    let ends = published.occurrences.map { ($0.endsAt ?? $0.startsAt).secondsSinceEpoch }
    return RowValues([
      event.id, event.campus, event.title, event.text, event.html, event.url,
      event.kind.rawValue, published.status.rawValue, event.transparency?.rawValue,
      published.categories.first?.id, event.organizer, event.contact, event.audience,
      event.price, published.isFree, event.image, event.language, event.onlineURL, place.venue,
      PlaceID.text(of: place, campus: event.campus), place.room, place.floor,
      place.coordinate?.latitude, place.coordinate?.longitude,
      first?.startsAt.secondsSinceEpoch, ends.max(), first?.start.isDay ?? false,
      timezone(of: published), event.series.flatMap(EventContent.ruleText),
      published.withdrawn?.secondsSinceEpoch,
    ])
  }

  /// The zone of the first occurrence; the campus's for whole days and times with an offset only.
  private static func timezone(of published: PublishedEvent) -> String {
    if case .zoned(let time) = published.occurrences.first?.start, let zone = time.zone {
      return zone
    }
    return published.zone.identifier
  }

  /// The source of each value, and the confidence of derived ones.
  private static func provenance(of published: PublishedEvent) -> RowValues {
    let event = published.event
    let sources = Dictionary(
      event.listings.map { ($0.id, $0.source) }, uniquingKeysWith: { first, _ in first })
    // A provenance value is a listing's id, `decision`, or the text from which a value was
    // derived.
    func source(_ names: String...) -> String? {
      for name in names {
        guard let noted = event.provenance[name] else { continue }
        return sources[noted] ?? (noted == "decision" ? noted : nil)
      }
      return nil
    }
    let leading = source("title")
    let time = event.occurrences.first?.listings.first.flatMap { sources[$0] }
    let priceReason = event.provenance["price"].flatMap { sources[$0] == nil ? $0 : nil }
    let placement = event.placement
    // The gazetteer no longer contains the place, so the alternative is obsolete too.
    let isGone = placement?.place != nil && published.location.place == nil
    return RowValues([
      event.id, leading, source("start", "series", "time") ?? time ?? leading,
      event.occurrences.first.map { $0.start.isDay ? "day" : "hour" },
      event.provenance[YearGuess.provenance], source("placement", "venue"),
      source("url"), source("text", "html"), source("price"), priceReason,
      event.categorization?.confidence, event.categorization?.reason, placement?.confidence,
      placement?.method?.rawValue, placement?.reason?.rawValue,
      placement?.likeliest.map { PlaceID.text(campus: event.campus, place: $0) },
      isGone ? nil : placement?.against,
    ])
  }

  /// Times include zone names: a recurrence rule follows a zone's local time, not an offset.
  private static func row(of series: Series, event: String) -> RowValues {
    let recurrence = series.recurrence
    return RowValues([
      event, series.start.description, series.end?.description,
      ReferenceRows.json(recurrence.rules.map(\.description)),
      ReferenceRows.json(recurrence.exclusionRules.map(\.description)),
      ReferenceRows.json(recurrence.additions.map(\.description)),
      ReferenceRows.json(recurrence.exclusions.map(\.description)),
    ])
  }

  private static func row(
    of date: PublishedOccurrence, in published: PublishedEvent
  ) -> RowValues {
    let (place, campus) = (date.location, published.event.campus)
    return RowValues([
      published.id, date.recurrenceID?.publicText, date.startsAt.secondsSinceEpoch,
      date.endsAt?.secondsSinceEpoch, date.start.publicText, date.end?.publicText,
      date.start.isDay, date.status.rawValue, date.title, place.venue, campus,
      PlaceID.text(of: place, campus: campus), place.room, place.floor,
      place.coordinate?.latitude, place.coordinate?.longitude, published.priceFrom,
      GeoPackage.blob(place.coordinate),
    ])
  }
}

/// Ids of places in the database: `campus/place`, from the campus's id and the gazetteer's.
enum PlaceID {
  static func text(campus: String, place: String) -> String { "\(campus)/\(place)" }

  static func text(of location: PublishedLocation, campus: String) -> String? {
    location.place.map { text(campus: campus, place: $0.id) }
  }

  /// The place id in the gazetteer.
  static func place(in id: String, campus: String) -> String {
    id.hasPrefix(campus + "/") ? String(id.dropFirst(campus.count + 1)) : id
  }
}
