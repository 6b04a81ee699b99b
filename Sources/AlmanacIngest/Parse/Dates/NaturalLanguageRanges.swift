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

  /// Reads the `20.` of `20./21. Juni`, `20./21.6.` and `20/21 June`.
  mutating func dayOfPair() -> Bool? {
    var rest = cursor
    guard days == [PartialDate()], !isRange, let day = rest.number(atMost: 2) else { return nil }
    let isDotted = rest.take(".")
    guard rest.take("/") else { return nil }
    let next = rest.index
    guard rest.number(atMost: 2) != nil else { return nil }
    let hasMonth = rest.take(".") && isDotted && rest.peek.isDigit
    rest.skipSpace()
    guard hasMonth || DateWords.month(rest.word()) != nil else { return nil }
    cursor.index = next
    isPair = true
    return set(\.day, day.value) && beginRange()
  }

  /// Whether a day and a month follow.
  var isBeforeMonth: Bool {
    var rest = cursor
    while !rest.isAtEnd, rest.take(".") || rest.take(",") {}
    // `mar 5 - mar 7` begins with a month.
    guard rest.number(atMost: 2) != nil else { return false }
    _ = rest.take(".") || rest.take("-")
    rest.skipSpace()
    var word = rest.word()
    if word == "de" {
      rest.skipSpace()
      word = rest.word()
    }
    return DateWords.month(word) != nil
  }
}
