import AlmanacModel
import AlmanacTime
import Foundation
import GRDB

@testable import AlmanacPublish

/// How the database stores each member of each record.
///
/// A test fails for a new member without an entry here: it needs a column or a reason.
enum PublishedMembers {
  /// An event and its campus's zone.
  static func event(in zone: Zone) -> MemberMappings<Event> {
    MemberMappings([
      "id": .column("id", \.id),
      "campus": .column("campus", \.campus),
      "title": .column("title", \.title),
      "text": .column("description", \.text),
      "html": .column("description_html", \.html),
      "url": .column("url", \.url),
      "kind": .column("kind", \.kind.rawValue),
      "status": .column("status") { status(of: $0, in: zone).rawValue },
      "transparency": .column("transparency") { $0.transparency?.rawValue },
      "tags": .column("tags") { json(Set($0.tags).sorted { $0.precedes($1) }) },
      "audience": .column("audience", \.audience),
      "price": .column("price", \.price),
      "organizer": .column("organizer", \.organizer),
      "contact": .column("contact", \.contact),
      "image": .column("image", \.image),
      "language": .column("language", \.language),
      "onlineURL": .column("online_url", \.onlineURL),
      "venue": .column("venue", \.venue),
      "placement": .parts,
      "sourceCategories": .withheld("the category derived from them is published"),
      "series": .parts,
      "occurrences": .parts,
      "listings": .parts,
      "provenance": .withheld("the columns with sources and reasons are made of it"),
      "aliases": .column("aliases") { json($0.aliases.sorted { $0.precedes($1) }) },
      "formerNames": .withheld("names that decisions use; the workspace keeps them"),
      "categorization": .parts,
    ])
  }

  /// Columns of `event` that are derived from several members or earlier editions.
  static let derivedEventColumns: Set = [
    "is_free", "first_start", "last_end", "all_day", "timezone", "rrule", "withdrawn", "event",
    "title_source", "time_source", "place_source", "link_source", "text_source", "price_source",
    "price_reason", "time_precision", "year_guess",
  ]

  /// Members in the row of an event.
  static var placement: MemberMappings<Placement> {
    MemberMappings<Placement>([
      "place": .column("place") { known($0.place).map { "hill/\($0)" } },
      "name": .withheld("the gazetteer's; `place` has it"),
      "room": .column("room", \.room),
      "floor": .column("floor", \.floor),
      "coordinate": .columns([
        ("latitude", { $0.coordinate?.latitude }), ("longitude", { $0.coordinate?.longitude }),
      ]),
      "confidence": .column("placement_confidence", \.confidence),
      "method": .column("placement_method") { $0.method?.rawValue },
      "reason": .column("placement_reason") { $0.reason?.rawValue },
      // All candidates are for the operator; 'review --places' lists them.
      "candidates": .columns([
        ("placement_candidate", { $0.likeliest.map { "hill/\($0)" } }),
        (
          "placement_against",
          { $0.place != nil && known($0.place) == nil ? nil : $0.against }
        ),
      ]),
    ])
  }

  /// Members in the row of an occurrence, without the inherited ones.
  static var categorization: MemberMappings<Categorization> {
    MemberMappings<Categorization>([
      "category": .column("category") { $0.category == "gone" ? nil : $0.category },
      "others": .parts,
      "confidence": .column("category_confidence", \.confidence),
      "method": .withheld("the reason contains it"),
      "reason": .column("category_reason", \.reason),
      "facets": .withheld("the event has their values; 'explain' prints their evidence"),
      "basis": .withheld("a hash for the next run; the workspace keeps it"),
    ])
  }

  static var series: MemberMappings<Series> {
    MemberMappings<Series>([
      "start": .column("start_text", \.start.description),
      "end": .column("end_text") { $0.end?.description },
      "recurrence": .columns([
        ("rules", { json($0.recurrence.rules.map(\.description)) }),
        ("exclusion_rules", { json($0.recurrence.exclusionRules.map(\.description)) }),
        ("additions", { json($0.recurrence.additions.map(\.description)) }),
        ("exclusions", { json($0.recurrence.exclusions.map(\.description)) }),
      ]),
    ])
  }

  /// Members in the columns of the series' recurrence.
  static let recurrence: Set = ["rules", "exclusionRules", "additions", "exclusions"]

  static func occurrence(of event: Event, in zone: Zone) -> MemberMappings<Occurrence> {
    MemberMappings([
      "recurrenceID": .column("recurrence_id") {
        $0.recurrenceID?.anchored(in: zone).publicText
      },
      "start": .columns([
        ("start", { $0.start.instant(in: zone).secondsSinceEpoch }),
        ("start_text", { $0.start.anchored(in: zone).publicText }),
        ("all_day", { $0.start.isDay }),
      ]),
      "end": .columns([
        ("end", { end(of: $0, in: zone)?.secondsSinceEpoch }),
        ("end_text", { $0.end?.anchored(in: zone).publicText }),
      ]),
      "status": .column("status") { status(of: $0, of: event).rawValue },
      "title": .column("title") { $0.title == event.title ? nil : $0.title },
      "text": .column("description") { $0.text == event.text ? nil : $0.text },
      "venue": .column("venue") { $0.venue ?? event.venue },
      "placement": .columns([
        ("place", { known(placement(of: $0, of: event)?.place).map { "hill/\($0)" } }),
        ("room", { placement(of: $0, of: event)?.room }),
        ("floor", { placement(of: $0, of: event)?.floor }),
        ("latitude", { placement(of: $0, of: event)?.coordinate?.latitude }),
        ("longitude", { placement(of: $0, of: event)?.coordinate?.longitude }),
      ]),
      "listings": .withheld("those of the event are published, without a relation to its dates"),
      "weather": .parts,
    ])
  }

  static let derivedOccurrenceColumns: Set = [
    "id", "event", "campus", "price_from", "geom",
  ]

  static var listing: MemberMappings<ListingReference> {
    MemberMappings<ListingReference>([
      "id": .column("id", \.id),
      "source": .column("source", \.source),
      "uid": .column("uid", \.uid),
      "url": .column("url", \.url),
      "score": .column("score", \.score),
      "evidence": .column("evidence") { json($0.evidence) },
    ])
  }

  static var weather: MemberMappings<OccurrenceWeather> {
    MemberMappings<OccurrenceWeather>([
      "source": .column("source", \.source),
      "provider": .column("provider", \.provider.rawValue),
      "condition": .column("condition", \.condition.rawValue),
      "temperatureMin": .column("temperature_min", \.temperatureMin),
      "temperatureMax": .column("temperature_max", \.temperatureMax),
      "precipitation": .column("precipitation", \.precipitation),
      "precipitationProbability": .column("precipitation_probability", \.precipitationProbability),
      "windSpeed": .column("wind_speed", \.windSpeed),
      "text": .column("text", \.text),
      "issuedAt": .column("issued") { $0.issuedAt?.secondsSinceEpoch },
      "fetchedAt": .withheld("an edition holds no times of its making; `issued` is the provider's"),
      "distance": .column("distance", \.distance),
      "attribution": .column("attribution", \.attribution),
      "supplements": .column("supplements") { weather in
        json(
          (weather.supplements ?? []).map {
            "\($0.field.rawValue) \($0.source) \($0.provider.rawValue)"
          }.sorted { $0.precedes($1) })
      },
      "advisories": .column("advisories") { weather in
        json((weather.advisories ?? []).map { "\($0.id) \($0.text)" }.sorted { $0.precedes($1) })
      },
      "sunrise": .column("sunrise") { $0.sunrise?.secondsSinceEpoch },
      "sunset": .column("sunset") { $0.sunset?.secondsSinceEpoch },
      "isDay": .column("is_day", \.isDay),
    ])
  }

  // MARK: - Rules of the contract

  /// The event's own status. If it is confirmed, the status that all its occurrences share.
  private static func status(of event: Event, in zone: Zone) -> EventStatus {
    let all = Set(event.occurrences.map(\.status))
    guard event.status == .confirmed, all.count == 1, let only = all.first else {
      return event.status
    }
    return only
  }

  private static func status(of occurrence: Occurrence, of event: Event) -> EventStatus {
    if event.status == .confirmed || occurrence.status == .cancelled { return occurrence.status }
    return event.status
  }

  /// The exclusive end; of a whole day, the next midnight.
  private static func end(of occurrence: Occurrence, in zone: Zone) -> Instant? {
    if let end = occurrence.end { return end.instant(in: zone) }
    guard case .day(let date) = occurrence.start else { return nil }
    return zone.startOfDay(date.adding(days: 1))
  }

  /// The occurrence's own placement; none if only its venue differs; else the event's.
  private static func placement(of occurrence: Occurrence, of event: Event) -> Placement? {
    if let own = occurrence.placement { return own }
    return occurrence.venue == nil || occurrence.venue == event.venue ? event.placement : nil
  }

  /// Whether the gazetteer contains the place.
  private static func known(_ place: String?) -> String? {
    EditionFixture.gazetteer.places.contains { $0.id == place } ? place : nil
  }

  private static func json(_ values: [String]) -> String { ReferenceRows.json(values) }
}
