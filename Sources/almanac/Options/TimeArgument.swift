import AlmanacTime
import ArgumentParser

/// A day or a time, as every option takes it: `2026-03-06`, `2026-03-06T19:00` or RFC 3339.
struct TimeArgument {
  private let time: CalendarTime

  /// - Throws: for a text of another form, with what is expected.
  init(parsing text: String) throws {
    guard let time = CalendarTime(text) else {
      throw ValidationError(
        "'\(text)' is no day or time such as 2026-03-06 or 2026-03-06T19:00:00+08:00")
    }
    self.time = time
  }

  /// The time, in this zone if it has no offset; the midnight at which a day begins.
  func start(in zone: Zone) -> Instant { time.instant(in: zone) }

  /// The time; of a day the midnight at its end.
  func end(in zone: Zone) -> Instant {
    if case .day(let day) = time { return zone.startOfDay(day.adding(days: 1)) }
    return time.instant(in: zone)
  }

  /// The day that it is, or is on.
  func day(in zone: Zone) -> CivilDate {
    if case .day(let day) = time { return day }
    return zone.civil(at: time.instant(in: zone)).date
  }
}
