import AlmanacModel
import AlmanacTime

/// The time and point of an occurrence for the weather join.
struct OccurrenceSetting {
  /// In seconds. A longer occurrence gets no forecast.
  private static let longest = 3 * 86_400

  /// The campus's zone, for whole days and floating times.
  let zone: Zone
  /// The point of places on the campus without coordinates.
  let defaultPoint: Coordinate?

  /// The interval to join; nil for occurrences that are too long. Whole days count from 08:00 to 20:00,
  /// and an occurrence without an end lasts an hour.
  func interval(of occurrence: Occurrence) -> Range<Instant>? {
    let start: Instant
    let end: Instant
    if case .day(let first) = occurrence.start {
      var last = first
      if let given = occurrence.end?.date, given > first { last = given.adding(days: -1) }
      start = zone.instant(of: CivilDateTime(startOf: first).adding(seconds: 8 * 3_600))
      end = zone.instant(of: CivilDateTime(startOf: last).adding(seconds: 20 * 3_600))
    } else {
      start = occurrence.start.instant(in: zone)
      let given = occurrence.end?.instant(in: zone) ?? start
      end = given > start ? given : start + 3_600
    }
    guard start < end, end.seconds(since: start) <= Self.longest else { return nil }
    return start..<end
  }

  func coordinate(of occurrence: Occurrence, in event: Event) -> Coordinate? {
    let placement = event.placement(of: occurrence)
    if let coordinate = placement?.coordinate { return coordinate }
    // A known place without a point is on the campus; an event without a place may be anywhere.
    return placement?.place == nil ? nil : defaultPoint
  }
}

extension Event {
  /// An occurrence with its own venue is not at the event's place.
  func placement(of occurrence: Occurrence) -> Placement? {
    let isElsewhere = occurrence.venue != nil || occurrence.placement != nil
    return isElsewhere ? occurrence.placement : placement
  }
}
