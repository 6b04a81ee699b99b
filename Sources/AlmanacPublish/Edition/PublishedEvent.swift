import AlmanacModel
import AlmanacTime

/// An event as every artifact shows it: inherited values filled in, places looked up, times bound
/// to a zone.
struct PublishedEvent {
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
  var venue: String?
  var place: Place?
  var room: String?
  var coordinate: Coordinate?

  /// `Room, Place` where the geocoder knows the place, else the source's text.
  var text: String? {
    guard let place else { return venue }
    return room.map { "\($0), \(place.name)" } ?? place.name
  }
}

/// One dated happening as every artifact shows it.
struct PublishedOccurrence {
  /// Zero-based, in order of start.
  var ordinal: Int
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
  let location: PublishedLocation
  let weather: OccurrenceWeather?

  var takesPlace: Bool { status != .cancelled && status != .postponed }

  /// The last second that belongs to it.
  var lastInstant: Instant {
    guard let endsAt, endsAt > startsAt else { return startsAt }
    return endsAt - 1
  }

  /// What tells it from the event's other occurrences, also when it is moved.
  var key: String { (recurrenceID ?? start).publicText }
}
