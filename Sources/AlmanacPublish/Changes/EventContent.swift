import AlmanacModel
import AlmanacTime
import Crypto

/// What of an event is content, so that a difference is a change that subscribers are told of:
/// neither the weather, nor how sure we are, nor who else states it.
enum EventContent {
  /// In the order in which changes are told; named as the columns of `event`.
  static let fieldNames = [
    "title", "status", "description", "html", "url", "kind", "category", "categories",
    "organizer", "contact", "price", "image", "audience", "language", "online_url", "venue",
    "place", "room", "latitude", "longitude", "tags", "rrule", "transparency",
  ]

  /// The values of `fieldNames`; what is unknown is left out.
  static func fields(of published: PublishedEvent) -> [String: String] {
    let event = published.event
    var fields: [String: String] = [:]
    fields["title"] = event.title
    fields["status"] = published.status.rawValue
    fields["description"] = event.text
    fields["html"] = event.html
    fields["url"] = event.url
    fields["kind"] = event.kind.rawValue
    fields["category"] = published.categories.first?.id
    fields["categories"] = list(published.categories.dropFirst().map(\.id))
    fields["organizer"] = event.organizer
    fields["contact"] = event.contact
    fields["price"] = event.price
    fields["image"] = event.image
    fields["audience"] = event.audience
    fields["language"] = event.language
    fields["online_url"] = event.onlineURL
    fields["venue"] = published.location.venue
    fields["place"] = published.location.place?.id
    fields["room"] = published.location.room
    fields["latitude"] = published.location.coordinate.map { "\($0.latitude)" }
    fields["longitude"] = published.location.coordinate.map { "\($0.longitude)" }
    fields["tags"] = list(event.tags)
    fields["transparency"] = event.transparency?.rawValue
    fields["rrule"] = event.series.flatMap(ruleText)
    return fields
  }

  /// The hex SHA-256 of all content but the occurrences.
  static func digest(of published: PublishedEvent) -> String {
    let fields = fields(of: published)
    var hasher = SHA256()
    func add(_ text: String?) {
      // A mark before and an end behind, so that "", nil and shifted values all differ.
      hasher.update(data: text == nil ? [0] : [1])
      if let text { hasher.update(data: Array(text.utf8)) }
      hasher.update(data: [0xff])
    }
    for name in fieldNames { add(fields[name]) }
    add(published.location.place?.name)
    if let series = published.event.series {
      add(series.start.description)
      add(series.end?.description)
      for time in series.recurrence.additions { add(time.description) }
      add(nil)
      for time in series.recurrence.exclusions { add(time.description) }
      add(nil)
      for rule in series.recurrence.exclusionRules { add(rule.description) }
    }
    // 128 bits are plenty against chance, and half the bytes of a million rows.
    return String(hasher.finalize().hex.prefix(32))
  }

  /// The rules of a series as RFC 5545 writes them, one a line.
  static func ruleText(of series: Series) -> String? {
    let rules = series.recurrence.rules.map(\.description)
    return rules.isEmpty ? nil : rules.joined(separator: "\n")
  }

  private static func list(_ values: [String]) -> String? {
    values.isEmpty
      ? nil
      : Set(values).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: ", ")
  }
}
