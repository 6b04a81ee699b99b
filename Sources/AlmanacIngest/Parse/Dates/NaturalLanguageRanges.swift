import AlmanacTime

/// Second days, open ends, and weekdays that are words of other languages.
extension NaturalLanguageDateParser {
  /// Whether the text has two successive days and no time of day.
  var isNextDay: Bool {
    let dates = PartialDate.complete(
      days.map { PartialDate(day: $0.day, month: $0.month, year: days.last?.year ?? 2001) })
    guard parts.times.isEmpty, let dates, dates.count == 2 else { return false }
    return dates[1].dayNumber - dates[0].dayNumber == 1
  }

  /// Begins the second of two days: `June 20 & 21`, `Sat & Sun, June 20 & 21`.
  mutating func beginPair() -> Bool {
    isPair = true
    if weekday != nil, days == [PartialDate()] { return true }
    return parts.times.isEmpty && beginRange()
  }

  mutating func endOpenRange() -> Bool {
    guard isRange, parts.times.count == 1 else { return false }
    isRange = false
    return true
  }

  static let finnishWeekdays: [String: Weekday] = [
    "ti": .tuesday, "ke": .wednesday, "to": .thursday, "pe": .friday, "la": .saturday,
    "su": .sunday,
  ]

  /// Whether `klo`, which is no word of another language, follows.
  var isBeforeFinnishTime: Bool {
    var rest = cursor
    while !rest.isAtEnd {
      if rest.word() == "klo" { return true }
      rest.index += 1
    }
    return false
  }
}
