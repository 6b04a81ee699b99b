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
    Dictionary(
      zip(fieldNames, values(of: published)).compactMap { name, value in value.map { (name, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// In the order of `fieldNames`.
  private static func values(of published: PublishedEvent) -> [String?] {
    let event = published.event
    let location = published.location
    return [
      event.title, published.status.rawValue, event.text, event.html, event.url,
      event.kind.rawValue, published.categories.first?.id,
      list(published.categories.dropFirst().map(\.id)), event.organizer, event.contact,
      event.price, event.image, event.audience, event.language, event.onlineURL, location.venue,
      location.place?.id, location.room, location.coordinate?.latitude.description,
      location.coordinate?.longitude.description, list(event.tags),
      event.series.flatMap(ruleText), event.transparency?.rawValue,
    ]
  }

  /// The hex SHA-256 of all content but the occurrences.
  static func digest(of published: PublishedEvent) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1_024)
    func add(_ text: String?) {
      // A mark before and an end behind, so that "", nil and shifted values all differ.
      bytes.append(text == nil ? 0 : 1)
      // Copied at once: an array takes the view of a text byte by byte.
      text?.withUTF8Bytes { bytes.append(contentsOf: $0) }
      bytes.append(0xff)
    }
    for value in values(of: published) { add(value) }
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
    return String(SHA256.hash(data: bytes).hex.prefix(32))
  }

  /// The rules of a series as RFC 5545 writes them, one a line.
  static func ruleText(of series: Series) -> String? {
    let rules = series.recurrence.rules.map(\.description)
    return rules.isEmpty ? nil : rules.joined(separator: "\n")
  }

  private static func list(_ values: [String]) -> String? {
    values.count <= 1
      ? values.first
      : Set(values).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: ", ")
  }
}
