import AlmanacModel
import AlmanacTime

/// An event in the form that all files of an edition show: inherited values are filled in, places
/// are resolved, and times have a zone. A class, because exporters pass each event to many functions
/// and its values are hundreds of bytes.
final class PublishedEvent: Sendable {
  let event: Event
  /// The campus's zone.
  let zone: Zone
  /// The event's own status. If it is confirmed, the status that all occurrences share.
  let status: EventStatus
  /// Categories of the taxonomy, the primary one first.
  let categories: [Taxonomy.Category]
  let location: PublishedLocation
  /// Sorted by start.
  let occurrences: [PublishedOccurrence]
  /// nil if the price text is ambiguous.
  let isFree: Bool?
  /// The lowest amount in the price, in any currency; 0 if it is free.
  let priceFrom: Double?
  /// The run time since which no source lists the event; nil if one does.
  let withdrawn: Instant?

  init(
    event: Event, zone: Zone, status: EventStatus, categories: [Taxonomy.Category],
    location: PublishedLocation, occurrences: [PublishedOccurrence], isFree: Bool?,
    priceFrom: Double?, withdrawn: Instant?
  ) {
    self.event = event
    self.zone = zone
    self.status = status
    self.categories = categories
    self.location = location
    self.occurrences = occurrences
    self.isFree = isFree
    self.priceFrom = priceFrom
    self.withdrawn = withdrawn
  }

  var id: String { event.id }

  /// The event with only the dates that take place; none if the whole event is cancelled.
  var withoutCancelled: PublishedEvent {
    let isOff = status == .cancelled || status == .postponed
    return PublishedEvent(
      event: event, zone: zone, status: status, categories: categories, location: location,
      occurrences: isOff ? [] : occurrences.filter(\.takesPlace), isFree: isFree,
      priceFrom: priceFrom, withdrawn: withdrawn)
  }

  /// The first occurrence that takes place and is not over. Its weather and date are the event's
  /// weather and next date.
  func next(after now: Instant) -> PublishedOccurrence? {
    occurrences.first { $0.takesPlace && $0.lastInstant >= now }
  }
}

/// The location of an event or an occurrence.
struct PublishedLocation: Hashable {
  /// The venue text of the source.
  let venue: String?
  let entry: PlaceEntry?
  let room: String?
  let floor: Int?
  let coordinate: Coordinate?

  var place: Place? { entry?.place }

  /// `Room, Place` if the place is known, else the venue text.
  var text: String? {
    guard let entry else { return venue }
    return room.map { "\($0), \(entry.place.name)" } ?? entry.place.name
  }
}

/// A place of a gazetteer. A class, so that all events at a place share one instance.
final class PlaceEntry: Hashable, Sendable {
  let place: Place

  init(_ place: Place) { self.place = place }

  static func == (one: PlaceEntry, other: PlaceEntry) -> Bool {
    one === other || one.place == other.place
  }

  func hash(into hasher: inout Hasher) { hasher.combine(place.id) }
}

/// One occurrence in the form that all files of an edition show.
struct PublishedOccurrence: Sendable {
  /// The id of its row; 0 if it isn't stored yet.
  var id: Int64 = 0
  /// The position in order of start, from 0.
  var ordinal = 0
  /// With a zone, like `start` and `end`.
  let recurrenceID: CalendarTime?
  let start: CalendarTime
  let end: CalendarTime?
  /// The start; for a whole day, the campus's midnight.
  let startsAt: Instant
  /// The exclusive end. For a whole day without an end, the next midnight; else nil if the end is
  /// unknown.
  let endsAt: Instant?
  let status: EventStatus
  /// nil if it equals the event's.
  let title: String?
  /// nil if it equals the event's.
  let text: String?
  let location: PublishedLocation
  let weather: OccurrenceWeather?

  var takesPlace: Bool { status != .cancelled && status != .postponed }

  /// The last second of the occurrence.
  var lastInstant: Instant { Self.lastInstant(from: startsAt, to: endsAt) }

  /// The last second of a range with an optional end.
  static func lastInstant(from start: Instant, to end: Instant?) -> Instant {
    guard let end, end > start else { return start }
    return end - 1
  }

  /// Identifies the occurrence within the event, also if it is moved.
  var key: String { (recurrenceID ?? start).publicText }
}
