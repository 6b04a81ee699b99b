import AlmanacModel
import AlmanacTime

/// An event as every artifact shows it: inherited values filled in, places looked up, times bound
/// to a zone. It goes through many hands, so that they share it.
final class PublishedEvent: Sendable {
  let event: Event
  /// The campus's.
  let zone: Zone
  /// The event's own status; where it says nothing, the one that all its occurrences share.
  let status: EventStatus
  /// The primary category first; only those of the taxonomy.
  let categories: [Taxonomy.Category]
  let location: PublishedLocation
  /// In order of start.
  let occurrences: [PublishedOccurrence]
  /// nil where the price does not say so beyond doubt.
  let isFree: Bool?
  /// The lowest amount of the price, in whatever currency; 0 where it is free.
  let priceFrom: Double?
  /// The clock of the edition from which on no source states it any more; nil where one does.
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

  /// The first occurrence that is not over and takes place; the weather and the next date of an
  /// event are this one's.
  func next(after now: Instant) -> PublishedOccurrence? {
    occurrences.first { $0.takesPlace && $0.lastInstant >= now }
  }
}

/// Where something is.
struct PublishedLocation: Hashable {
  /// The source's text.
  let venue: String?
  private let entry: PlaceEntry?
  let room: String?
  let coordinate: Coordinate?

  init(venue: String?, place: PlaceEntry?, room: String?, coordinate: Coordinate?) {
    self.venue = venue
    entry = place
    self.room = room
    self.coordinate = coordinate
  }

  var place: Place? { entry?.place }

  /// `Room, Place` where the geocoder knows the place, else the source's text.
  var text: String? {
    guard let entry else { return venue }
    return room.map { "\($0), \(entry.place.name)" } ?? entry.place.name
  }
}

/// A place of a gazetteer, held once however many happenings are there.
final class PlaceEntry: Hashable, Sendable {
  let place: Place

  init(_ place: Place) { self.place = place }

  static func == (one: PlaceEntry, other: PlaceEntry) -> Bool {
    one === other || one.place == other.place
  }

  func hash(into hasher: inout Hasher) { hasher.combine(place.id) }
}

/// One dated happening as every artifact shows it.
final class PublishedOccurrence: Sendable {
  /// Zero-based, in order of start.
  let ordinal: Int
  /// Bound to a zone, as are `start` and `end`.
  let recurrenceID: CalendarTime?
  let start: CalendarTime
  let end: CalendarTime?
  /// Of a whole day, the campus's midnight.
  let startsAt: Instant
  /// Exclusive; of a whole day without an end, the next midnight; else nil where none is stated.
  let endsAt: Instant?
  let status: EventStatus
  /// nil: as the event.
  let title: String?
  /// nil: as the event.
  let text: String?
  let location: PublishedLocation
  let weather: OccurrenceWeather?

  init(
    ordinal: Int, recurrenceID: CalendarTime?, start: CalendarTime, end: CalendarTime?,
    startsAt: Instant, endsAt: Instant?, status: EventStatus, title: String?, text: String?,
    location: PublishedLocation, weather: OccurrenceWeather?
  ) {
    self.ordinal = ordinal
    self.recurrenceID = recurrenceID
    self.start = start
    self.end = end
    self.startsAt = startsAt
    self.endsAt = endsAt
    self.status = status
    self.title = title
    self.text = text
    self.location = location
    self.weather = weather
  }

  /// The same, at its place among the event's.
  func numbered(_ ordinal: Int) -> PublishedOccurrence {
    PublishedOccurrence(
      ordinal: ordinal, recurrenceID: recurrenceID, start: start, end: end, startsAt: startsAt,
      endsAt: endsAt, status: status, title: title, text: text, location: location,
      weather: weather)
  }

  var takesPlace: Bool { status != .cancelled && status != .postponed }

  /// The last second that belongs to it.
  var lastInstant: Instant { Self.lastInstant(from: startsAt, to: endsAt) }

  /// The same of something that begins and, where that is known, ends.
  static func lastInstant(from start: Instant, to end: Instant?) -> Instant {
    guard let end, end > start else { return start }
    return end - 1
  }

  /// What tells it from the event's other occurrences, also when it is moved.
  var key: String { (recurrenceID ?? start).publicText }
}
