import AlmanacTime

/// The field values that a date pattern matched.
struct PatternFields {
  var day = PartialDate()
  var weekday: Weekday?
  var hour: Int?
  var minute = 0
  var second = 0
  var meridiem: ClockTime.Meridiem?
  var isHour12 = false
  var zone: TimeZoneDesignator?

  /// The values as date parts; nil if the date or the time does not exist.
  var parts: DateParts? {
    var parts = DateParts(zone: zone)
    if day != PartialDate() {
      parts.dates = PartialDate.complete([day]) ?? []
      if parts.dates.isEmpty {
        guard let yearless = YearlessDates([day], weekday: weekday) else { return nil }
        parts.yearless = yearless
      }
    }
    if let hour {
      guard (isHour12 ? 0...12 : 0...24).contains(hour), minute <= 59, second <= 60 else {
        return nil
      }
      parts.times = [
        ClockTime(
          hour: hour, minute: minute, second: min(second, 59), meridiem: meridiem,
          isCertain: !isHour12)
      ]
    }
    return day == PartialDate() && parts.times.isEmpty ? nil : parts
  }

  /// Reads one field. If another field follows directly, it has exactly `width` digits.
  mutating func read(
    _ field: DatePattern.Field, width: Int, isAdjacent: Bool, _ cursor: inout DateCursor
  ) -> Bool {
    switch field {
    case .weekday:
      weekday = DateWords.weekday(cursor.word())
      return weekday != nil
    case .monthName:
      day.month = DateWords.month(cursor.word())
      _ = width == 3 && cursor.take(".")
      return day.month != nil
    case .meridiem:
      meridiem = cursor.meridiem(endsWord: false)
      return meridiem != nil
    case .zone:
      zone = cursor.zoneDesignator()
      return zone != nil
    default:
      guard let value = isAdjacent ? cursor.digits(width) : cursor.number()?.value else {
        return false
      }
      return set(field, value, width: width)
    }
  }

  private mutating func set(_ field: DatePattern.Field, _ value: Int, width: Int) -> Bool {
    switch field {
    case .year:
      day.year = width == 2 ? RFC822DateParser.year(value % 100, digits: 2) : value
      return width != 2 || value <= 99
    case .month: day.month = value
    case .day: day.day = value
    case .hour24: hour = value
    case .hour12:
      hour = value
      isHour12 = true
    case .minute: minute = value
    case .second: second = value
    default: break
    }
    return true
  }
}
