import AlmanacTime

/// What a text says of when: one or two days, one or two times of day, a zone.
struct DateParts: Equatable, Sendable {
  /// The first day, and the last one of a range.
  var dates: [CivilDate] = []
  /// The time of day, and where it ends.
  var times: [ClockTime] = []
  var zone: TimeZoneDesignator?
  /// Only a year, or a year and a month, was given; the day is the first of it.
  var isPartial = false
  /// The text says that the time is yet to be announced.
  var isTimeOpen = false
}

/// A text read as a time.
struct DateReading: Equatable, Sendable {
  /// Without a zone of its own it is floating.
  var start: CalendarTime
  /// Exclusive: of a range of days the day after the last.
  var end: CalendarTime?
  /// The name of a zone that is not known; `start` and `end` are then floating and must not be
  /// taken for times of another zone.
  var unknownZone: String?
  /// Only a year or a month was given.
  var isPartial = false
  /// The text says that the time of day is yet to be announced.
  var isTimeOpen = false

  /// The day of the end as written, before it became exclusive.
  var lastDay: CivilDate? {
    guard case .day(let day) = end else { return nil }
    return day.adding(days: -1)
  }
}
