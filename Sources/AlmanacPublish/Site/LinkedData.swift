import AlmanacModel
import AlmanacTime

/// The first events of the page as schema.org/Event in JSON-LD, for search engines and assistants.
struct LinkedData {
  private static let limit = 200
  /// Characters of a description.
  private static let textLimit = 300

  private var json = JSONWriter()
  private var count = 0

  init() {
    json.beginObject()
    json.member("@context", "https://schema.org")
    json.key("@graph")
    json.beginArray()
  }

  mutating func add(_ event: PublishedEvent, _ date: PublishedOccurrence) {
    guard count < Self.limit else { return }
    count += 1
    let source = event.event
    json.newline()
    json.beginObject()
    json.member("@type", "Event")
    json.member("name", date.title ?? source.title)
    json.member("startDate", date.start)
    json.member("endDate", Self.lastDay(of: date) ?? date.end)
    json.member("eventStatus", Self.address(of: date.status))
    json.member(
      "description", (date.text ?? source.text).map { String($0.prefix(Self.textLimit)) })
    json.member("url", WebLink.safe(source.url))
    json.member("image", WebLink.safe(source.image))
    if event.isFree == true { json.member("isAccessibleForFree", true) }
    if let organizer = source.organizer {
      json.object("organizer") {
        $0.member("@type", "Organization")
        $0.member("name", organizer)
      }
    }
    writeLocation(of: date, online: WebLink.safe(source.onlineURL))
    json.endObject()
  }

  /// The JSON-LD, escaped for a script element.
  consuming func text() -> String {
    json.endArray()
    json.endObject()
    return String(decoding: ScriptText.escaped(json.bytes), as: UTF8.self)
  }

  private mutating func writeLocation(of date: PublishedOccurrence, online: String?) {
    guard let name = date.location.text else {
      guard let online else { return }
      json.object("location") {
        $0.member("@type", "VirtualLocation")
        $0.member("url", online)
      }
      return
    }
    json.object("location") { json in
      json.member("@type", "Place")
      json.member("name", name)
      json.member("address", date.location.place?.address ?? name)
      guard let point = date.location.coordinate else { return }
      json.object("geo") {
        $0.member("@type", "GeoCoordinates")
        $0.member("latitude", point.latitude)
        $0.member("longitude", point.longitude)
      }
    }
  }

  /// The last day of whole days: schema.org's `endDate` is inclusive.
  private static func lastDay(of date: PublishedOccurrence) -> CalendarTime? {
    guard case .day(let end)? = date.end, case .day(let start) = date.start else { return nil }
    return .day(max(start, end.adding(days: -1)))
  }

  /// The member of schema.org/EventStatusType.
  static func address(of status: EventStatus) -> String {
    switch status {
    case .cancelled: "https://schema.org/EventCancelled"
    case .postponed: "https://schema.org/EventPostponed"
    case .confirmed, .tentative: "https://schema.org/EventScheduled"
    }
  }
}
