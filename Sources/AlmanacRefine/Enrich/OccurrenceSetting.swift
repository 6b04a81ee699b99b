import AlmanacModel
import AlmanacTime

/// When and where an occurrence is in the weather.
struct OccurrenceSetting {
  /// Seconds; what lasts longer has no one weather.
  private static let longest = 3 * 86_400

  /// The campus's, in which whole days and floating times are read.
  let zone: Zone
  /// Stands for places on the campus without coordinates.
  let defaultPoint: Coordinate?

  /// nil for what is too long to have one weather. Whole days are asked about from 8 to 20 o'clock,
  /// and what has no end is taken to last an hour.
  func interval(of occurrence: Occurrence) -> Range<Instant>? {
    let start: Instant
    let end: Instant
    if case .day(let first) = occurrence.start {
      var last = first
      if let stated = occurrence.end?.date, stated > first { last = stated.adding(days: -1) }
      start = zone.instant(of: CivilDateTime(startOf: first).adding(seconds: 8 * 3_600))
      end = zone.instant(of: CivilDateTime(startOf: last).adding(seconds: 20 * 3_600))
    } else {
      start = occurrence.start.instant(in: zone)
      let stated = occurrence.end?.instant(in: zone) ?? start
      end = stated > start ? stated : start + 3_600
    }
    guard start < end, end.seconds(since: start) <= Self.longest else { return nil }
    return start..<end
  }

  func coordinate(of occurrence: Occurrence, in event: Event) -> Coordinate? {
    let placement = event.placement(of: occurrence)
    if let coordinate = placement?.coordinate { return coordinate }
    // A known place without a point is on the campus; what is not placed may be anywhere.
    return placement?.place == nil ? nil : defaultPoint
  }
}

extension Event {
  /// An occurrence with a venue of its own is not at the event's.
  func placement(of occurrence: Occurrence) -> Placement? {
    let isElsewhere = occurrence.venue != nil || occurrence.placement != nil
    return isElsewhere ? occurrence.placement : placement
  }
}
