/// A time of day as written; AM or PM may be unknown.
struct ClockTime: Equatable, Sendable {
  enum Meridiem: Sendable { case am, pm }

  /// 0 to 24, as written, before `meridiem` is applied.
  var hour: Int
  var minute = 0
  var second = 0
  var meridiem: Meridiem?
  /// Whether the text can only be a 24-hour time: `09:00`, `19:00`.
  var isCertain = false

  static let noon = ClockTime(hour: 12, meridiem: .pm)
  static let midnight = ClockTime(hour: 0, isCertain: true)

  /// Seconds since midnight, 0 to 86,400.
  var secondOfDay: Int { secondOfDay(as: meridiem) }

  private func secondOfDay(as meridiem: Meridiem?) -> Int {
    var hour = hour
    if meridiem == .pm, hour < 12 { hour += 12 }
    if meridiem == .am, hour == 12 { hour = 0 }
    return hour * 3600 + minute * 60 + second
  }

  /// Whether the other end of a range may supply AM or PM.
  private var isOpen: Bool { meridiem == nil && !isCertain && 1...12 ~= hour }

  /// The seconds since midnight of both ends of a range.
  ///
  /// An end without AM or PM takes that of the other end: `7–9pm` is 19:00 to 21:00, `11–1pm` is
  /// 11:00 to 13:00, `7pm–9` ends at 21:00.
  static func range(_ first: ClockTime, _ second: ClockTime) -> (start: Int, end: Int) {
    if first.isOpen, let meridiem = second.meridiem {
      // Use the meridiem of the other end, or the opposite one if the range would run backward.
      let same = first.secondOfDay(as: meridiem)
      let end = second.secondOfDay
      return (same < end ? same : first.secondOfDay(as: meridiem.other), end)
    }
    if second.isOpen, let meridiem = first.meridiem {
      let start = first.secondOfDay
      let same = second.secondOfDay(as: meridiem)
      return (start, same > start ? same : second.secondOfDay(as: meridiem.other))
    }
    return (first.secondOfDay, second.secondOfDay)
  }
}

extension ClockTime.Meridiem {
  var other: ClockTime.Meridiem { self == .am ? .pm : .am }
}

extension DateCursor {
  /// Reads `7pm`, `7:00 PM`, `19:00[:00[.0]]`, `7.30 p.m.`, `19h30`, `19 h`, `20 Uhr` or `20.00
  /// uur`.
  ///
  /// - Parameters:
  ///   - dots: Whether `19.30` is a time. It is not if it can be part of a date.
  ///   - dottedSeconds: Whether `19.30.00` is a time, too, as in Italian and Danish spreadsheets.
  mutating func clockTime(dots: Bool, dottedSeconds: Bool = false) -> ClockTime? {
    let start = index
    if let time = readClockTime(dots: dots, dottedSeconds: dottedSeconds), time.isPossible {
      return time
    }
    index = start
    return nil
  }

  private mutating func readClockTime(dots: Bool, dottedSeconds: Bool) -> ClockTime? {
    guard let hour = number(atMost: 2) else { return nil }
    var time = ClockTime(hour: hour.value)
    var hasMinutes = false
    if peek == UInt8(ascii: ":"), self[1].isDigit {
      index += 1
      // Some programs write `20:0:0`.
      let isShort = self[1] == UInt8(ascii: ":") && self[2].isDigit
      guard let minute = digits(isShort ? 1 : 2), !peek.isDigit else { return nil }
      time.minute = minute
      hasMinutes = true
      guard seconds(&time, after: ":") else { return nil }
    } else if peek == UInt8(ascii: "."), self[1].isDigit, self[2].isDigit, !self[3].isDigit,
      dottedSeconds || !(self[3] == UInt8(ascii: ".") && self[4].isDigit)
    {
      index += 1
      time.minute = digits(2) ?? 0
      hasMinutes = dots
      if dottedSeconds { guard seconds(&time, after: ".") else { return nil } }
    }
    if takeHourWord() || !hasMinutes && takeClockWord(after: hour.value) {
      if !hasMinutes, time.minute == 0 { time.minute = minuteBehindWord() ?? 0 }
      hasMinutes = true
    }
    time.isCertain = hasMinutes && (hour.value > 12 || (hour.count == 2 && hour.value < 10))
    time.meridiem = meridiem()
    return hasMinutes || time.meridiem != nil ? time : nil
  }

  /// Reads the word for "hour" after a number, in languages with a 24-hour clock.
  private mutating func takeHourWord() -> Bool {
    var rest = self
    rest.skipSpace()
    guard ["h", "uhr", "uur", "heures", "horas", "óra"].contains(rest.word()) else { return false }
    self = rest
    return true
  }

  /// Reads `o'clock` after an hour whose AM or PM is known.
  private mutating func takeClockWord(after hour: Int) -> Bool {
    var rest = self
    rest.skipSpace()
    guard rest.word() == "o", rest.take("'"), rest.word() == "clock" else { return false }
    var next = rest
    guard hour > 12 || next.meridiem() != nil else { return false }
    self = rest
    return true
  }

  /// Reads the minutes of `19h30`, `19 h 30` and `19 Uhr 30`: two digits that do not start a date.
  private mutating func minuteBehindWord() -> Int? {
    var rest = self
    rest.skipSpace()
    guard let minute = rest.digits(2), minute < 60 else { return nil }
    var next = rest
    guard
      next.isAtEnd
        || !next.peek.isDigit && rest.peek != UInt8(ascii: ".")
          && rest.peek != UInt8(ascii: "/") && rest.peek != UInt8(ascii: "-")
          && DateWords.month(next.word()) == nil
    else { return nil }
    self = rest
    return minute
  }

  /// Reads optional seconds. A leap second becomes second 59; fractions are dropped.
  private mutating func seconds(
    _ time: inout ClockTime, after separator: Unicode.Scalar
  ) -> Bool {
    guard peek == UInt8(ascii: separator), self[1].isDigit else { return true }
    index += 1
    guard let second = digits(2) ?? digits(1), second <= 60, !peek.isDigit else { return false }
    time.second = min(second, 59)
    if peek == UInt8(ascii: ".") || peek == UInt8(ascii: ","), self[1].isDigit {
      index += 1
      while peek.isDigit { index += 1 }
    }
    return true
  }

  /// Reads `am`, `p.m.` or `PM` after optional space, or the `p` of `7:30p`.
  ///
  /// - Parameter endsWord: Whether a following letter rejects the match.
  mutating func meridiem(endsWord: Bool = true) -> ClockTime.Meridiem? {
    let start = index
    skipSpace()
    let letter = peek | 0x20
    guard letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p") else {
      index = start
      return nil
    }
    let meridiem = letter == UInt8(ascii: "a") ? ClockTime.Meridiem.am : .pm
    let isAttached = index == start && self[-1].isDigit
    index += 1
    if isAttached, endsWord, peek != UInt8(ascii: "."), !peek.isLetter { return meridiem }
    let isDotted = take(".")
    // Spanish: `7 p. m.`
    if isDotted { skipSpace() }
    guard peek | 0x20 == UInt8(ascii: "m"), !(endsWord && self[1].isLetter) else {
      index = start
      return nil
    }
    index += 1
    if isDotted { _ = take(".") }
    return meridiem
  }
}

extension ClockTime {
  /// Whether the time exists: `19:00 pm` is accepted, `13 am` is not.
  fileprivate var isPossible: Bool {
    guard minute <= 59 else { return false }
    if hour == 24 { return minute == 0 && second == 0 && meridiem == nil }
    return hour <= 23 && !(meridiem == .am && hour > 12)
  }
}
