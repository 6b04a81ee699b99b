import AlmanacModel
import AlmanacTime

/// The days of a campus that the page shows, from the run's day on, in the campus's zone.
///
/// Depends only on the day of the run time, so that runs on one day give the same bytes.
struct UpcomingDays {
  static let count = 60

  let zone: Zone
  let first: CivilDate

  init(zone: Zone, now: Instant) {
    self.zone = zone
    first = zone.civil(at: now).date
  }

  /// The first shown instant.
  var begin: Instant { zone.startOfDay(first) }

  /// The first day that is not shown.
  var end: CivilDate { first.adding(days: Self.count) }

  /// Whether any day of an occurrence is shown.
  func hold(_ occurrence: PublishedOccurrence) -> Bool {
    lastDay(of: occurrence) >= first && firstDay(of: occurrence) < end
  }

  /// Whether any day of a period is shown. `start` and `last` are its first and last second; a whole
  /// day begins at midnight.
  func hold(from start: Instant, to last: Instant) -> Bool {
    let begins = zone.civil(at: start).date
    return max(begins, zone.civil(at: last).date) >= first && begins < end
  }

  func firstDay(of occurrence: PublishedOccurrence) -> CivilDate {
    occurrence.start.isDay ? occurrence.start.date : zone.civil(at: occurrence.startsAt).date
  }

  func lastDay(of occurrence: PublishedOccurrence) -> CivilDate {
    max(firstDay(of: occurrence), zone.civil(at: occurrence.lastInstant).date)
  }
}
