import AlmanacModel
import AlmanacTime

/// The parts of a date text: one or two days, one or two times of day, a zone.
struct DateParts: Equatable, Sendable {
  /// The first day, and the last day of a range.
  var dates: [CivilDate] = []
  /// The days of a text that gives no year; `dates` is then empty.
  var yearless: YearlessDates?
  /// The weekday of the first day, if the text has one.
  var weekday: Weekday?
  /// The start time, and the end time of a range.
  var times: [ClockTime] = []
  var zone: TimeZoneDesignator?
  /// Whether the text has only a year, or a year and a month; the day is then the first.
  var isPartial = false
  /// Whether the text says that the time of day is to be announced.
  var isTimeOpen = false

  /// Whether the text has a day, also one without a year.
  var hasDate: Bool { !dates.isEmpty || yearless != nil }
}

/// The start and the end read from a date text.
struct DateReading: Equatable, Sendable {
  /// Floating if the text has no zone.
  var start: CalendarTime
  /// Exclusive: for a range of days, the day after the last one.
  var end: CalendarTime?
  /// The name of an unknown zone. `start` and `end` are then floating and must not be read in
  /// another zone.
  var unknownZone: String?
  /// How the year was guessed; nil if the text gives it.
  var yearGuess: YearGuess?
  /// Whether the text has only a year, or a year and a month.
  var isPartial = false
  /// Whether the text says that the time of day is to be announced.
  var isTimeOpen = false
  /// The zone in the text if the source's zone has that name in the other half of the year only.
  var otherSeason: String?
  /// Whether the start is on another weekday than the one in the text.
  var contradictsWeekday = false

  /// Moves an end such as 02:00 after a start at 22:00 to the next day, if the event then lasts at
  /// most 12 hours. A later end stays before its start.
  func afterMidnight(of begin: DateReading, zones: ZoneDatabase) -> DateReading {
    guard !begin.start.isDay, !start.isDay else { return self }
    let seconds = start.civil.localSeconds - begin.start.civil.localSeconds
    guard seconds < 0, seconds + 86_400 <= 12 * 3600 else { return self }
    var moved = self
    moved.start = start.adding(CalendarDuration(days: 1), zones: zones)
    return moved
  }

  /// The last day as written, before it was made exclusive.
  var lastDay: CivilDate? {
    guard case .day(let day) = end else { return nil }
    return day.adding(days: -1)
  }
}
