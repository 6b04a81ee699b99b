import AlmanacModel
import AlmanacTime

@testable import AlmanacIngest

/// Reads JSON-LD written in tests.
enum LinkedData {
  static func read(_ text: String, zone: String? = nil) -> ParsedFeed {
    var context = ReadingContext(baseURL: "https://example.org/events/")
    context.zone = zone.flatMap { ZoneDatabase.system.zone(named: $0) }
    return FeedReading.read(text, context)
  }

  /// An event of 3 March 2026, 19:00 in Singapore, with further members.
  static func event(_ members: String, zone: String? = nil) -> Entry {
    read(
      """
      {"@context": "https://schema.org", "@type": "Event", "name": "Tea",
      "startDate": "2026-03-03T19:00:00+08:00"\(members.isEmpty ? "" : ", ")\(members)}
      """, zone: zone
    ).first
  }

  /// An event without times of its own.
  static func undated(_ members: String, zone: String? = nil) -> ParsedFeed {
    read(
      "{\"@context\": \"https://schema.org\", \"@type\": \"Event\", \"name\": \"Tea\", \(members)}",
      zone: zone)
  }
}
