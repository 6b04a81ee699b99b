/// A time of day as it was written: which half of the day is meant may still be open.
struct ClockTime: Equatable, Sendable {
  enum Meridiem: Sendable { case am, pm }

  /// 0 to 24; with a half of the day as written.
  var hour: Int
  var minute = 0
  var second = 0
  var half: Meridiem?
  /// Written so that only the 24-hour clock can be meant: `09:00`, `19:00`.
  var isCertain = false

  static let noon = ClockTime(hour: 12, half: .pm)
  static let midnight = ClockTime(hour: 0, isCertain: true)

  /// 0 to 86,400, reading the hour on the clock it was written for.
  var secondOfDay: Int { secondOfDay(as: half) }

  private func secondOfDay(as half: Meridiem?) -> Int {
    var hour = hour
    if half == .pm, hour < 12 { hour += 12 }
    if half == .am, hour == 12 { hour = 0 }
    return hour * 3600 + minute * 60 + second
  }

  /// Whether the other side of a range may lend its half of the day.
  private var isOpen: Bool { half == nil && !isCertain && 1...12 ~= hour }

  /// The seconds of day of both sides of a range: `7–9pm` is 19 to 21 h, `11–1pm` begins before
  /// noon, `7pm–9` ends at 21 h.
  static func range(_ first: ClockTime, _ second: ClockTime) -> (start: Int, end: Int) {
    if first.isOpen, let half = second.half {
      let same = first.secondOfDay(as: half)
      let end = second.secondOfDay
      return (same < end ? same : first.secondOfDay(as: half.other), end)
    }
    if second.isOpen, let half = first.half {
      let start = first.secondOfDay
      let same = second.secondOfDay(as: half)
      return (start, same > start ? same : second.secondOfDay(as: half.other))
    }
    return (first.secondOfDay, second.secondOfDay)
  }
}

extension ClockTime.Meridiem {
  var other: ClockTime.Meridiem { self == .am ? .pm : .am }
}

extension DateCursor {
  /// `7pm`, `7:00 PM`, `19:00[:00[.0]]`, `7.30 p.m.`, `19h30`, `19 h`, `20 Uhr`, `20.00 uur`.
  ///
  /// - Parameter dots: whether `19.30` is a time, which it is only where no date can be meant.
  mutating func clockTime(dots: Bool) -> ClockTime? {
    let start = index
    if let time = readClockTime(dots: dots), time.isPossible { return time }
    index = start
    return nil
  }

  private mutating func readClockTime(dots: Bool) -> ClockTime? {
    guard let hour = number(atMost: 2) else { return nil }
    var time = ClockTime(hour: hour.value)
    var hasMinutes = false
    if peek == UInt8(ascii: ":"), self[1].isDigit {
      index += 1
      guard let minute = digits(2), !peek.isDigit else { return nil }
      time.minute = minute
      hasMinutes = true
      guard seconds(&time) else { return nil }
    } else if peek == UInt8(ascii: "."), self[1].isDigit, self[2].isDigit, !self[3].isDigit,
      !(self[3] == UInt8(ascii: ".") && self[4].isDigit)
    {
      index += 1
      time.minute = digits(2) ?? 0
      hasMinutes = dots
    }
    if takeHourWord() {
      if !hasMinutes, time.minute == 0 { time.minute = minuteBehindWord() ?? 0 }
      hasMinutes = true
    }
    time.isCertain = hasMinutes && (hour.value > 12 || (hour.count == 2 && hour.value < 10))
    time.half = half()
    return hasMinutes || time.half != nil ? time : nil
  }

  /// The words behind an hour, or an hour with its minutes, in languages with the 24-hour clock.
  private mutating func takeHourWord() -> Bool {
    var rest = self
    rest.skipSpace()
    guard ["h", "uhr", "uur", "heures", "horas"].contains(rest.word()) else { return false }
    self = rest
    return true
  }

  /// The minutes of `19h30`, `19 h 30` and `19 Uhr 30`: two digits that begin no date.
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

  /// A leap second reads as second 59; fractions are dropped.
  private mutating func seconds(_ time: inout ClockTime) -> Bool {
    guard peek == UInt8(ascii: ":"), self[1].isDigit else { return true }
    index += 1
    guard let second = digits(2), second <= 60, !peek.isDigit else { return false }
    time.second = min(second, 59)
    if peek == UInt8(ascii: ".") || peek == UInt8(ascii: ","), self[1].isDigit {
      index += 1
      while peek.isDigit { index += 1 }
    }
    return true
  }

  /// `am`, `p.m.`, `PM`, after any space.
  ///
  /// - Parameter endsWord: whether no letter may follow.
  mutating func half(endsWord: Bool = true) -> ClockTime.Meridiem? {
    let start = index
    skipSpace()
    let letter = peek | 0x20
    guard letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p") else {
      index = start
      return nil
    }
    index += 1
    let isDotted = take(".")
    guard peek | 0x20 == UInt8(ascii: "m"), !(endsWord && self[1].isLetter) else {
      index = start
      return nil
    }
    index += 1
    if isDotted { _ = take(".") }
    return letter == UInt8(ascii: "a") ? .am : .pm
  }
}

extension ClockTime {
  /// `19:00 pm` is odd but clear; `13 am` is not.
  fileprivate var isPossible: Bool {
    guard minute <= 59 else { return false }
    if hour == 24 { return minute == 0 && second == 0 && half == nil }
    return hour <= 23 && !(half == .am && hour > 12)
  }
}
