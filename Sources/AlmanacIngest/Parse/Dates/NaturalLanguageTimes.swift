/// Times of day that are only an hour, and are times by what is beside them.
extension NaturalLanguageDateParser {
  /// Reads the `7` of `7–9pm`, `7 to 9 pm` and `7 for 7.30pm`, and the `20` of `20–22 Uhr`.
  mutating func hourBeforeRange() -> ClockTime? {
    var ahead = cursor
    guard parts.times.isEmpty, let hour = ahead.number(atMost: 2), hour.value < 24 else {
      return nil
    }
    let end = ahead.index
    ahead.skipSpace()
    if !ahead.take("-") {
      guard ["to", "bis", "tot", "à", "a", "for"].contains(ahead.word()) else { return nil }
    }
    ahead.skipSpace()
    guard let last = ahead.clockTime(dots: false) else { return nil }
    // Without AM or PM the end needs the word for "hour": `3 - 19:30` may start with a day.
    guard last.meridiem == nil ? ahead[-1].isLetter : 1...12 ~= hour.value else { return nil }
    cursor.index = end
    return ClockTime(hour: hour.value)
  }

  /// Reads the `1` of `noon–1` and the `9` of `12 Mar, 7pm–9`.
  mutating func hourAfterRange() -> ClockTime? {
    var rest = cursor
    guard isRange, parts.times.count == 1, parts.times[0].meridiem != nil,
      subject == .time || days[0].hasDay, let hour = rest.number(atMost: 2), 1...12 ~= hour.value
    else { return nil }
    var next = rest
    next.skipSpace()
    guard !"./:-".utf8.contains(next.peek), !next.peek.isLetter, next.peek < 0x80 else {
      return nil
    }
    cursor = rest
    return ClockTime(hour: hour.value)
  }

  /// Reads the `19-21` of `12 Mar 19-21`: the hours of a 24-hour clock, no year and day.
  ///
  /// - Returns: false if AM or PM is unknown, as in `12 Mar 9-11`, or if the numbers are no hours; nil for
  ///   other text, such as `12 Mar 26 - 14 Mar 26`.
  mutating func bareHours() -> Bool? {
    var rest = cursor
    guard parts.times.isEmpty, !isRange, subject == .time || days[days.count - 1].hasDay,
      let first = rest.number(atMost: 2)
    else { return nil }
    rest.skipSpace()
    guard
      rest.take("-") || rest.take("~")
        || ["to", "bis", "tot", "à", "alle", "do"].contains(rest.word())
    else { return nil }
    rest.skipSpace()
    guard let last = rest.number(atMost: 2) else { return nil }
    var next = rest
    let isDotted = next.take(".")
    next.skipSpace()
    let isDate = next.peek.isLetter || next.peek >= 0x80 || isDotted && next.peek.isDigit
    guard !isDate, !"/:-".utf8.contains(rest.peek) else { return nil }
    guard first.value < last.value, (13...24).contains(last.value) else { return false }
    cursor = rest
    parts.times = [first.value, last.value].map { ClockTime(hour: $0, isCertain: true) }
    return true
  }

  /// Reads the `18` of `klo 18` and `at 18`, and the `16` of `klo 12-16`. It is no day and no year.
  ///
  /// - Returns: false if AM or PM is unknown, as in `at 7`; nil for other text.
  mutating func hourAfterWord() -> Bool? {
    var rest = cursor
    guard let timeWord, parts.times.count == (isRange ? 1 : 0), let hour = rest.number(atMost: 2)
    else { return nil }
    var next = rest
    _ = next.take(".")
    next.skipSpace()
    guard DateWords.month(next.word()) == nil else { return nil }
    let isOf24Hours = !["at", "um", "às", "alle"].contains(timeWord) || hour.value > 12
    guard isOf24Hours, hour.value <= 24 else { return false }
    cursor = rest
    return add(ClockTime(hour: hour.value, isCertain: true))
  }

  /// Reads `12 noon`.
  mutating func twelve() -> ClockTime? {
    var rest = cursor
    guard rest.number(atMost: 2)?.value == 12 else { return nil }
    rest.skipSpace()
    let word = rest.word()
    guard ["noon", "midday", "midnight"].contains(word) else { return nil }
    cursor = rest
    return word == "midnight" ? .midnight : .noon
  }

  /// Notes the time beside a word for doors: the next one in `doors 7pm, show 8pm`, the last one in `7pm
  /// doors, 8pm show`. In `7pm doors 8pm` it is unknown.
  mutating func noteDoors() -> Bool {
    var before = cursor
    repeat {
      before.index -= 1
    } while before.peek.isLetter || before.peek >= 0x80 || before.peek.isSpace
    let isApart = parts.times.isEmpty || ",;(|".utf8.contains(before.peek)
    var rest = cursor
    while !rest.isAtEnd,
      rest.take(":") || ["open", "opens", "at", "ab", "um"].contains(rest.word())
    {}
    if rest.peek.isDigit {
      cursor = rest
      isOfDoors = true
      return isApart
    }
    doors = parts.times.popLast()
    return doors != nil
  }

  /// Whether a number is a time such as `1900`: if it is alone, precedes `hrs`, or follows the
  /// year.
  func isMilitary(_ number: (value: Int, count: Int)) -> Bool {
    guard number.count == 4 else { return false }
    var rest = cursor
    rest.skipSpace()
    // `2030 20 June 2026` has a time and a year in unknown order.
    let isYear = beginsWithYear && 1970...2100 ~= number.value
    return subject == .time || days[days.count - 1].year != nil && !isYear
      || ["hrs", "hr", "hours", "h"].contains(rest.word())
  }

  func military(_ value: Int) -> ClockTime? {
    guard value / 100 <= 23, value % 100 <= 59 else { return nil }
    return ClockTime(hour: value / 100, minute: value % 100, isCertain: true)
  }

  mutating func wholeDay() -> Bool {
    cursor.skipSpace()
    _ = cursor.take("-")
    return cursor.word() == "day"
  }
}
