import AlmanacModel
import AlmanacTime

/// Parses dates written by people: `Friday, 3 March 2026, 7–9pm`, `March 3-5, 2026`, `5/8/2019
/// 12:00 pm`, `Tue Mar  3 19:00:00 2026`.
///
/// Names of months and weekdays may be in English or another European language. One unknown word
/// rejects the whole text, because half a date is a guess. Only the year may be missing.
struct NaturalLanguageDateParser {
  /// Whether the text is a date or only a time of day.
  enum Subject { case date, time }

  var cursor: DateCursor
  private let order: NumericDateOrder
  let subject: Subject
  var days: [PartialDate] = [PartialDate()]
  var parts = DateParts()
  /// The weekday of the first day.
  var weekday: Weekday?
  /// Whether a dash or `to` was read, so that a second day or time may follow.
  var isRange = false
  /// Whether the second day follows `&` or "and", so that it must be the next one.
  var isPair = false
  /// The number of colons in the last time of day: two in `19:00:00`, none in `1900`.
  private var colons = 0
  /// Whether the first number has four digits, so that it may be a year or a time.
  var beginsWithYear = false
  /// The last word before times, such as `at` or `klo`.
  var timeWord: String?
  /// When doors open, and whether the next time is that one.
  var doors: ClockTime?
  var isOfDoors = false

  static func read(
    _ cursor: DateCursor, order: NumericDateOrder, subject: Subject = .date
  ) -> DateParts? {
    var reader = NaturalLanguageDateParser(cursor: cursor, order: order, subject: subject)
    return reader.read()
  }

  private init(cursor: DateCursor, order: NumericDateOrder, subject: Subject) {
    self.cursor = cursor
    self.order = order
    self.subject = subject
  }

  private mutating func read() -> DateParts? {
    while !cursor.isAtEnd {
      let start = cursor.index
      let isWord = cursor.peek.isLetter || cursor.peek >= 0x80
      guard cursor.peek.isDigit ? number() : isWord ? word() : punctuation(),
        cursor.index > start
      else { return nil }
    }
    guard !isRange, !isOfDoors, !isPair || isNextDay else { return nil }
    if parts.times.isEmpty, let doors { parts.times = [doors] }
    if subject == .time, days == [PartialDate()] { return parts }
    if let dates = PartialDate.complete(days) {
      parts.dates = dates
      parts.weekday = weekday
      return parts
    }
    guard subject == .date, let dates = YearlessDates(days, weekday: weekday) else { return nil }
    parts.yearless = dates
    return parts
  }

  // MARK: Punctuation and words

  private mutating func punctuation() -> Bool {
    switch cursor.peek {
    case UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: ";"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "|"), UInt8(ascii: "@"),
      UInt8(ascii: "/") where cursor[-1].isSpace && cursor[1].isSpace:
      cursor.index += 1
      return true
    case UInt8(ascii: "'"):
      cursor.index += 1
      // `12 Mar '26`, but not `7 o'clock`.
      guard cursor.peek.isDigit else { return true }
      return cursor.number().map { $0.count == 2 && setYear($0.value) } ?? false
    case UInt8(ascii: "+"): return zone()
    case UInt8(ascii: "&"),
      UInt8(ascii: "/") where weekday != nil && cursor[1].isLetter:
      cursor.index += 1
      return beginPair()
    // `7 PM - ?` has no known end.
    case UInt8(ascii: "?"):
      cursor.index += 1
      return endOpenRange()
    // `Date: 3 March 2026, time: 7 PM`
    case UInt8(ascii: ":") where cursor[-1].isLetter:
      cursor.index += 1
      return parts.times.isEmpty
    case UInt8(ascii: "~"):
      cursor.index += 1
      return beginRange()
    case UInt8(ascii: "-"):
      if isOffset { return zone() }
      let isNoRange = isInsideDate || isBeforeTime
      cursor.index += 1
      return isNoRange || beginRange()
    default: return false
    }
  }

  /// Whether a dash starts an offset: `-05:00` after a time with seconds, `-0500` after any time
  /// with a colon. Otherwise it is the dash of a range.
  private var isOffset: Bool {
    guard parts.times.count == 1, parts.zone == nil, !isRange else { return false }
    let digits = (1...5).prefix { cursor[$0].isDigit }.count
    return digits == 4 ? colons > 0 : digits == 2 && colons == 2
  }

  /// Whether a dash is inside a date such as `3-Mar-2026`.
  private var isInsideDate: Bool {
    let date = days[days.count - 1]
    guard date.year == nil, parts.times.isEmpty else { return false }
    // `Mar-3-2026`
    if date.month != nil, cursor[1].isDigit {
      if date.day == nil { return cursor[-1].isLetter }
      if cursor[-1].isDigit, (1...4).allSatisfy({ cursor[$0].isDigit }) { return true }
    }
    guard date.day != nil else { return false }
    if date.month == nil {
      var rest = cursor
      rest.index += 1
      return cursor[-1].isDigit && DateWords.month(rest.word()) != nil
    }
    return cursor[-1].isLetter && cursor[1].isDigit && cursor[2].isDigit
  }

  /// Whether a dash separates a date with a year from its time: `December 1, 2026 - 10:00am`.
  private var isBeforeTime: Bool {
    guard days.count == 1, days[0].hasDay, days[0].year != nil, parts.times.isEmpty, !isRange
    else { return false }
    var rest = cursor
    rest.index += 1
    rest.skipSpace()
    return rest.clockTime(dots: false) != nil
  }

  mutating func beginRange() -> Bool {
    guard !isRange, days != [PartialDate()] || !parts.times.isEmpty else { return false }
    isRange = true
    return true
  }

  private mutating func word() -> Bool {
    let start = cursor.index
    let word = cursor.word()
    // `mar., 1 dic` begins with a Tuesday, not with a month.
    if days == [PartialDate()], DateWords.isWeekday(word), isBeforeMonth {
      return note(DateWords.weekday(word))
    }
    if let month = DateWords.month(word) { return set(\.month, month) }
    // Polish and Czech for "to": `od 3 do 5 marca`; else a Thursday in German and Dutch.
    if word == "do", isBeforeNumber, !isRange,
      subject == .time || days[0].day != nil && days[0].month == nil || parts.times.count == 1
    {
      return beginRange()
    }
    if DateWords.isWeekday(word) {
      // Portuguese: `quinta-feira`.
      var rest = cursor
      if rest.take("-"), rest.word() == "feira" { cursor = rest }
      return note(DateWords.weekday(word))
    }
    if Self.timeWords.contains(word) { timeWord = word }
    switch word {
    // Finnish weekdays; some mean other things in other languages.
    case "ti", "ke", "to", "pe", "la", "su":
      if days == [PartialDate()], parts.times.isEmpty, isBeforeFinnishTime {
        return note(Self.finnishWeekdays[word])
      }
      return word == "to" ? beginRange() : zone(from: start)
    case "at", "on", "from", "the", "of", "between", "date", "time", "when", "starts", "start",
      "ab",
      "beginn", "begins", "open", "opens", "show":
      return true
    case "doors", "einlass": return noteDoors()
    // `7:30pm - late` has no known end.
    case "late", "close", "closing": return endOpenRange()
    // British: doors at the first, begin at the second time of `7 for 7.30pm`.
    case "for" where parts.times.count == 1 && isBeforeNumber:
      doors = parts.times.popLast()
      return true
    // Articles and prepositions between the parts of a date in other languages.
    case "de", "del", "den", "der", "le", "el", "il", "am", "um", "om", "kl", "em", "ore",
      "las", "les", "godz", "klo", "kello", "г", "в", "р", "о", "du", "dal", "vom", "von", "das",
      "dalle",
      "van", "od", "uur", "d", "pukul", "roku", "года", "ora":
      return true
    // Polish for "year". `R8.3.12` is of a Japanese era.
    case "r": return !cursor.peek.isDigit
    // `à 19h` is a time, `19h à 21h` a range.
    case "à", "às", "alle": return parts.times.count != 1 || beginRange()
    case "a" where parts.times.count == 1 && isBeforeNumber: return beginRange()
    // After a time, a Latin letter is a military zone.
    case "a", "o", "v": return parts.times.isEmpty || zone(from: start)
    case "until", "till", "til", "through", "thru", "au", "al", "bis", "tot":
      return beginRange()
    case "and": return parts.times.count == 1 ? beginRange() : beginPair()
    // `7 pm ET` is in the Eastern zone.
    case "und", "et", "y", "en", "i":
      return parts.times.isEmpty ? beginPair() : zone(from: start)
    case "noon", "midday": return name(.noon)
    case "midnight": return name(.midnight)
    case "hrs", "hr", "hours", "h", "hs", "hod", "uhr", "onwards", "oclock", "sharp":
      return !parts.times.isEmpty
    case "t" where cursor.peek == UInt8(ascii: "/") && cursor[1].lowercased == UInt8(ascii: "m"):
      cursor.index += 2
      return beginRange()
    case "t": return days[0].day != nil && parts.times.isEmpty && cursor.peek.isDigit
    case "all": return wholeDay()
    case "allday": return true
    case "tba", "tbc", "tbd":
      parts.isTimeOpen = true
      return true
    default: return zone(from: start)
    }
  }

  /// Words before times whose number may be an hour without minutes.
  private static let timeWords: Set = [
    "at", "um", "às", "alle", "kl", "klo", "kello", "godz", "ora", "ore",
  ]

  /// Notes a weekday. One that follows a dash is of the second day.
  private mutating func note(_ weekday: Weekday?) -> Bool {
    if days.count == 1, !isRange { self.weekday = self.weekday ?? weekday }
    return true
  }

  private var isBeforeNumber: Bool {
    var rest = cursor
    rest.skipSpace()
    return rest.peek.isDigit
  }

  private mutating func zone(from start: Int) -> Bool {
    cursor.index = start
    return zone()
  }

  /// Reads a zone, which may only follow a time. Both ends of a range may name the same one.
  private mutating func zone() -> Bool {
    guard !parts.times.isEmpty, let zone = cursor.zoneDesignator(),
      parts.zone == nil || parts.zone == zone
    else { return false }
    parts.zone = zone
    return true
  }

  // MARK: Numbers

  private mutating func number() -> Bool {
    let start = cursor.index
    if let time = cursor.clockTime(
      dots: subject == .time || days[0].hasDay, dottedSeconds: subject == .time)
    {
      colons = cursor.text(from: start).utf8.count { $0 == UInt8(ascii: ":") }
      return add(time)
    }
    if let date = numericDate() { return date.isEmpty ? false : setWhole(date[0]) }
    if subject == .date, let isRead = dayOfPair() ?? dayAndMonth() { return isRead }
    if let time = hourBeforeRange() ?? hourAfterRange() ?? twelve() { return add(time) }
    if let isRead = hourAfterWord() { return isRead }
    if let isRead = bareHours() { return isRead }
    guard let number = cursor.number() else { return false }
    if isMilitary(number), let time = military(number.value) { return add(time) }
    if subject == .time { return false }
    if ordinalSuffix() { return number.count <= 2 && set(\.day, number.value) }
    if number.count == 4 {
      beginsWithYear = days == [PartialDate()]
      return set(\.year, number.value)
    }
    guard number.count <= 2 else { return false }
    let last = days[days.count - 1]
    if last.day != nil, last.month != nil, last.year == nil, !isRange, number.count == 2 {
      return setYear(number.value)
    }
    return set(\.day, number.value)
  }

  private mutating func ordinalSuffix() -> Bool {
    var rest = cursor
    guard ["st", "nd", "rd", "th", "er", "º", "°"].contains(rest.word()) else { return false }
    cursor = rest
    return true
  }

  /// Reads three numbers with two equal separators; an empty array if their order is unknown.
  private mutating func numericDate() -> [CivilDate]? {
    let start = cursor.index
    guard let first = cursor.number(atMost: 4),
      let separator = [UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: ".")].first(where: {
        $0 == cursor.peek
      })
    else { return reset(to: start) }
    // Korean: `2026. 3. 5.`; Czech: `5. 3. 2026`.
    let isSpaced = separator == UInt8(ascii: ".")
    cursor.index += 1
    if isSpaced { cursor.skipSpace() }
    guard let second = cursor.number(atMost: 2), cursor.peek == separator else {
      return reset(to: start)
    }
    cursor.index += 1
    if isSpaced { cursor.skipSpace() }
    // `12. 10.30. …` is a day and a time.
    guard let third = cursor.number(atMost: 4),
      first.count == 4 || third.count == 4
        || cursor.text(from: start).utf8.allSatisfy({ !$0.isSpace })
    else { return reset(to: start) }
    let numbers = NumericDate(
      first: first, second: second, third: third, isDotted: separator == UInt8(ascii: "."))
    return order.date(of: numbers).map { [$0] } ?? []
  }

  private mutating func reset<Value>(to start: Int) -> Value? {
    cursor.index = start
    return nil
  }

  /// Reads a day and a month in numbers, `12.3.` or `12/25`; false if their order is unknown.
  private mutating func dayAndMonth() -> Bool? {
    let start = cursor.index
    guard let first = cursor.number(atMost: 2) else { return reset(to: start) }
    let isDotted = cursor.take(".")
    guard isDotted || cursor.take("/"), let second = cursor.number(atMost: 2),
      !isDotted || cursor.take("."), !cursor.peek.isDigit, cursor.peek != UInt8(ascii: "/")
    else { return reset(to: start) }
    // In a leap year every day exists.
    let year: NumericDate.Number = (2000, 4)
    let numbers = NumericDate(first: first, second: second, third: year, isDotted: isDotted)
    guard let date = order.date(of: numbers) else { return false }
    return set(\.day, date.day) && set(\.month, date.month)
  }

  // MARK: Results

  /// Adds the first time, or the second one of a range.
  mutating func add(_ time: ClockTime) -> Bool {
    if isOfDoors {
      isOfDoors = false
      doors = time
      return true
    }
    let isFirst = parts.times.isEmpty
    guard isFirst || (parts.times.count == 1 && (isRange || days.count == 2)) else { return false }
    if !isFirst { isRange = false }
    parts.times.append(time)
    return true
  }

  /// Adds noon or midnight, or names the 12:00 before it: `12:00 noon`.
  private mutating func name(_ time: ClockTime) -> Bool {
    guard !isRange, let last = parts.times.last, last.secondOfDay == 43_200, last.meridiem == nil
    else { return add(time) }
    parts.times[parts.times.count - 1] = time
    return true
  }

  /// Sets a part of the current day. After a dash, the part starts a second day.
  mutating func set(_ field: WritableKeyPath<PartialDate, Int?>, _ value: Int) -> Bool {
    if isRange, days.count == 1, field != \.year || days[0].year != nil {
      days.append(PartialDate())
      isRange = false
    }
    guard days[days.count - 1][keyPath: field] == nil else { return false }
    days[days.count - 1][keyPath: field] = value
    return true
  }

  /// Sets a year of two digits.
  private mutating func setYear(_ value: Int) -> Bool {
    set(\.year, RFC822DateParser.year(value, digits: 2))
  }

  private mutating func setWhole(_ date: CivilDate) -> Bool {
    set(\.day, date.day) && set(\.month, date.month) && set(\.year, date.year)
  }
}
