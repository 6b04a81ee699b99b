import AlmanacModel
import AlmanacTime

/// An event as every file of an edition shows it: inherited values filled in, places looked up, times
/// bound to a zone.
struct PublishedEvent: Sendable {
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
  /// The run time of the edition since which no source lists it; nil where one does.
  let withdrawn: Instant?

  var id: String { event.id }

  /// The event with the dates alone that take place; none if it is cancelled as a whole.
  var withoutCancelled: PublishedEvent {
    let isOff = status == .cancelled || status == .postponed
    return PublishedEvent(
      event: event, zone: zone, status: status, categories: categories, location: location,
      occurrences: isOff ? [] : occurrences.filter(\.takesPlace), isFree: isFree,
      priceFrom: priceFrom, withdrawn: withdrawn)
  }

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
  let entry: PlaceEntry?
  let room: String?
  let floor: Int?
  let coordinate: Coordinate?

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

/// One dated happening as every file of an edition shows it.
struct PublishedOccurrence: Sendable {
  /// Of its row; 0 before it has one.
  var id: Int64 = 0
  /// Zero-based, in order of start.
  var ordinal = 0
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
