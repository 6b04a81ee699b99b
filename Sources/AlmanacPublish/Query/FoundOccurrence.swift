public import AlmanacTime

/// An occurrence in the result of a query.
public struct FoundOccurrence: Hashable, Sendable, Encodable {
  public var event: String
  public var title: String
  public var start: Instant
  public var end: Instant?
  /// As published: a date, or a time with its offset.
  public var startText: String
  public var endText: String?
  public var isAllDay: Bool
  public var status: String
  public var venue: String?
  public var place: String?
  public var placeName: String?
  public var room: String?
  public var latitude: Double?
  public var longitude: Double?
  public var category: String?
  public var kind: String
  public var price: String?
  public var organizer: String?
  public var url: String?
  public var weather: String?

  private enum CodingKeys: String, CodingKey {
    case event, title, status, venue, place, placeName, room, latitude, longitude, category, kind
    case price, organizer, url, weather
    case startText = "start"
    case endText = "end"
    case isAllDay = "allDay"
  }
}
