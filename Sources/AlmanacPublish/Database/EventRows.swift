import AlmanacModel
import AlmanacTime
import GRDB

/// The rows of one event in all tables, except values that depend on other events. Can be built on
/// any thread.
struct EventRows: Sendable {
  /// The tables of events, in the order of their rows.
  enum Table: String, CaseIterable {
    case event, series, listing
    case revision = "event_revision"
    case provenance = "event_provenance"
    case category = "event_category"
    case tag = "event_tag"
    case alias = "event_alias"
    case reference = "event_listing"
    /// Without ids, in the order of the event's occurrences.
    case occurrence
  }

  let event: PublishedEvent
  private var values = RowValues()
  private var rows: [(table: Table, end: Int)] = []

  /// - Parameter revised: The time of the event's revision. The comparison with the previous
  ///   edition replaces it.
  /// - Throws: `FileError` if the listings can't be read.
  init(_ published: PublishedEvent, listings: PublishedListings, revised: Instant) throws {
    event = published
    let id = published.id
    let event = published.event
    add(Self.row(of: published), to: .event)
    add(
      [
        id, 0, revised.secondsSinceEpoch, revised.secondsSinceEpoch,
        EventContent.digest(of: published), EventContent.datesDigest(of: published),
        published.needsDatedUIDs,
      ], to: .revision)
    add(Self.provenance(of: published), to: .provenance)
    for (position, category) in published.categories.enumerated() {
      add([id, category.id, position], to: .category)
    }
    for (position, tag) in event.tags.enumerated() {
      add([id, tag, position, event.provenance["tag \(tag)"]], to: .tag)
    }
    for alias in event.aliases { add([alias, id], to: .alias) }
    for (position, listing) in event.listings.enumerated() {
      let evidence = listing.evidence.isEmpty ? "[]" : ReferenceRows.json(listing.evidence)
      add(try listings.row(of: listing), to: .listing)
      add([id, listing.id, position, listing.score, evidence], to: .reference)
    }
    if let series = event.series { add(Self.row(of: series, event: id), to: .series) }
    for date in published.occurrences { add(Self.row(of: date, in: published), to: .occurrence) }
  }

  private mutating func add(_ row: [(any ColumnValue)?], to table: Table) {
    values.append(row)
    rows.append((table, values.count))
  }

  /// Calls a closure for each row, with its position in `values`.
  func forEachRow(
    _ body: (_ table: Table, _ values: RowValues, _ range: Range<Int>) throws -> Void
  ) rethrows {
    var start = 0
    for (table, end) in rows {
      try body(table, values, start..<end)
      start = end
    }
  }

  private static func row(of published: PublishedEvent) -> [(any ColumnValue)?] {
    let (event, place) = (published.event, published.location)
    let first = published.occurrences.first
    let ends = published.occurrences.map { ($0.endsAt ?? $0.startsAt).secondsSinceEpoch }
    return [
      event.id, event.campus, event.title, event.text, event.html, event.url,
      event.kind.rawValue, published.status.rawValue, event.transparency?.rawValue,
      published.categories.first?.id, event.organizer, event.contact, event.audience,
      event.price, published.isFree, event.image, event.language, event.onlineURL, place.venue,
      PlaceID.text(of: place, campus: event.campus), place.room, place.floor,
      place.coordinate?.latitude, place.coordinate?.longitude,
      first?.startsAt.secondsSinceEpoch, ends.max(), first?.start.isDay ?? false,
      timezone(of: published), event.series.flatMap(EventContent.ruleText),
      published.withdrawn?.secondsSinceEpoch,
    ]
  }

  /// The zone of the first occurrence; the campus's for whole days and times with an offset only.
  private static func timezone(of published: PublishedEvent) -> String {
    if case .zoned(let time) = published.occurrences.first?.start, let zone = time.zone {
      return zone
    }
    return published.zone.identifier
  }

  /// The source of each value, and the confidence of derived ones.
  private static func provenance(of published: PublishedEvent) -> [(any ColumnValue)?] {
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
    return [
      event.id, leading, source("start", "series", "time") ?? time ?? leading,
      event.occurrences.first.map { $0.start.isDay ? "day" : "hour" },
      event.provenance[YearGuess.provenance], source("placement", "venue"),
      source("url"), source("text", "html"), source("price"), priceReason,
      event.categorization?.confidence, event.categorization?.reason, placement?.confidence,
      placement?.method?.rawValue, placement?.reason?.rawValue,
      placement?.likeliest.map { PlaceID.text(campus: event.campus, place: $0) },
      isGone ? nil : placement?.against,
    ]
  }

  /// Times include zone names: a recurrence rule follows a zone's local time, not an offset.
  private static func row(of series: Series, event: String) -> [(any ColumnValue)?] {
    let recurrence = series.recurrence
    return [
      event, series.start.description, series.end?.description,
      ReferenceRows.json(recurrence.rules.map(\.description)),
      ReferenceRows.json(recurrence.exclusionRules.map(\.description)),
      ReferenceRows.json(recurrence.additions.map(\.description)),
      ReferenceRows.json(recurrence.exclusions.map(\.description)),
    ]
  }

  private static func row(
    of date: PublishedOccurrence, in published: PublishedEvent
  ) -> [(any ColumnValue)?] {
    let (place, campus) = (date.location, published.event.campus)
    return [
      published.id, date.recurrenceID?.publicText, date.startsAt.secondsSinceEpoch,
      date.endsAt?.secondsSinceEpoch, date.start.publicText, date.end?.publicText,
      date.start.isDay, date.status.rawValue, date.title, place.venue, campus,
      PlaceID.text(of: place, campus: campus), place.room, place.floor,
      place.coordinate?.latitude, place.coordinate?.longitude, published.priceFrom,
      GeoPackage.blob(place.coordinate),
    ]
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
