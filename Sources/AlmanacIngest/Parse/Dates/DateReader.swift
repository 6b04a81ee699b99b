import AlmanacModel
import AlmanacTime

/// Reads dates and times from feed text. Ambiguous text is rejected, not guessed; only a missing
/// year is, if the caller gives a reference for it.
///
/// A time without a zone is returned as floating; the caller applies the source's zone.
struct DateReader: Sendable {
  /// The source's zone, which decides what an ambiguous zone abbreviation means.
  var zone: Zone?
  var zones: ZoneDatabase = .system
  /// The declared order of `5/8/2019`. If nil, the order of the column is used; without one, the
  /// text is read only if a single order gives a date.
  var order: FeedMapping.DateOrder?
  /// The orders found in the document's columns.
  var orders = DateOrders()
  /// Whether a number may be a count of seconds or milliseconds since 1970.
  var allowsEpoch = false
  /// Collects numeric dates without a declared order.
  var evidence: DateOrderEvidence?

  /// Reads RFC 3339, ISO 8601, RFC 822, RFC 2822, RFC 9557, `asctime` and natural-language dates.
  ///
  /// - Parameters:
  ///   - column: The field of the text; it determines the order of numeric dates.
  ///   - reference: What a missing year is guessed from; nil rejects a text without a year.
  func read(
    _ text: String, of column: DateColumn = .start, near reference: YearlessDates.Reference? = nil
  ) -> DateReading? {
    if let (time, isCertain) = Self.epoch(text), allowsEpoch || isCertain {
      let isRecent = (2010...2100).contains(time.date.year)
      return allowsEpoch || isRecent ? DateReading(start: time) : nil
    }
    if let parts = parts(text, of: column) { return reading(parts, near: reference) }
    // RFC 9557: the zone name follows in brackets. Java omits the offset.
    if let bracket = text.firstIndex(of: "[") {
      if let time = CalendarTime(text, zones: zones) { return DateReading(start: time) }
      let name = text[text.index(after: bracket)...].prefix { $0 != "]" }
      if name.contains("/"), var parts = parts(String(text[..<bracket]), of: column),
        !parts.times.isEmpty, parts.zone == nil
      {
        parts.zone = .name(String(name))
        return reading(parts, near: reference)
      }
    }
    return MailComments.removed(from: text).flatMap { parts($0, of: column) }.flatMap {
      reading($0, near: reference)
    }
  }

  /// Reads a date and a time of day from two texts.
  ///
  /// A blank time, or one that is to be announced, makes a whole day.
  ///
  /// - Parameters:
  ///   - patterns: Tried on both texts before the general parsers.
  ///   - reference: What a missing year is guessed from; nil rejects a date without a year.
  func read(
    date: String, time: String?, patterns: [DatePattern] = [], of column: DateColumn = .start,
    near reference: YearlessDates.Reference? = nil
  ) -> DateReading? {
    let whole = patterns.lazy.compactMap { $0.read(date) }.first(where: \.hasDate)
    guard let time = time.map({ FieldText.clean($0).text }), !time.isEmpty else {
      return whole.map { reading($0, near: reference) } ?? read(date, of: column, near: reference)
    }
    let clock =
      patterns.lazy.compactMap { $0.read(time) }.first { !$0.hasDate }
      ?? NaturalLanguageDateParser.read(
        DateCursor(EastAsianDate.plain(time) ?? time), order: order(of: column), subject: .time)
    guard var parts = whole ?? parts(date, of: column), let clock else { return nil }
    // The midnight of `2026-03-03T00:00:00` is no time of day if another field has the time.
    parts.times = clock.times
    parts.zone = clock.zone ?? (clock.times.isEmpty ? nil : parts.zone)
    parts.isTimeOpen = clock.isTimeOpen
    return reading(parts, near: reference)
  }

  /// Parses a text without looking up its zone.
  func parts(_ text: String, of column: DateColumn = .start) -> DateParts? {
    let cursor = DateCursor(
      EastAsianDate.plain(text) ?? ThaiDate.plain(text, zone: zone) ?? text)
    return RFC822DateParser.read(cursor) ?? ISO8601DateParser.read(cursor)
      ?? NaturalLanguageDateParser.read(cursor, order: order(of: column))
  }

  private func order(of column: DateColumn) -> NumericDateOrder {
    NumericDateOrder(
      declared: order, orders: orders, column: column, evidence: evidence)
  }

  /// Reads 9 or 10 digits as seconds since 1970 and 13 digits as milliseconds, in UTC. Texts of 8,
  /// 12 or 14 digits are ISO 8601 basic forms.
  ///
  /// A text of 13 digits, or of 10 that are not a `YYYYMMDDHH` between 1970 and 2100, can only be
  /// such a count. .NET writes `/Date(1790098200000+0200)/`, whose offset is for display only.
  private static func epoch(_ text: String) -> (time: CalendarTime, isCertain: Bool)? {
    let text =
      text.hasPrefix("/Date(") ? String(text.dropFirst(6).prefix(while: \.isNumber)) : text
    guard text.bytes(allSatisfy: { $0.isDigit || $0.isSpace }) else { return nil }
    let digits = FieldText.clean(text).text
    let unit: EpochUnit
    switch digits.utf8.count {
    case 9, 10: unit = .seconds
    case 13: unit = .milliseconds
    default: return nil
    }
    guard let time = unit.time(digits) else { return nil }
    let date =
      digits.utf8.count == 10 ? ISO8601DateParser.read(DateCursor(digits))?.dates.first : nil
    let isDate = date.map { (1970...2100).contains($0.year) } ?? false
    return (time, digits.utf8.count > 9 && !isDate)
  }

  // MARK: Conversion to times

  /// Returns nil if the year is missing and cannot be guessed.
  private func reading(
    _ parts: DateParts, near reference: YearlessDates.Reference?
  ) -> DateReading? {
    guard let yearless = parts.yearless else {
      var reading = reading(parts)
      if let weekday = parts.weekday, !parts.isPartial {
        reading.contradictsWeekday = parts.dates.first?.weekday != weekday
      }
      return reading
    }
    guard let (dates, guess) = reference.flatMap(yearless.dates) else { return nil }
    var parts = parts
    parts.dates = dates
    var reading = reading(parts)
    reading.yearGuess = guess
    return reading
  }

  private func reading(_ parts: DateParts) -> DateReading {
    let first = parts.dates.first ?? .min
    let last = parts.dates.count > 1 ? parts.dates[1] : first
    guard let start = parts.times.first else {
      return DateReading(
        start: .day(first), end: parts.dates.count > 1 ? .day(last.adding(days: 1)) : nil,
        isPartial: parts.isPartial, isTimeOpen: parts.isTimeOpen)
    }
    guard parts.times.count > 1 else {
      let begin = local(first, start.secondOfDay)
      // A range of days with a start time ends at the end of its last day.
      let end = parts.dates.count > 1 ? local(last, 86_400) : nil
      return reading(begin, end, parts.zone)
    }
    let range = ClockTime.range(start, parts.times[1])
    let begin = local(first, range.start)
    var end = local(last, range.end)
    // `10pm – 2am` ends on the next day. A range over 12 hours is more likely an error.
    if end < begin, last == first, range.end + 86_400 - range.start <= 12 * 3600 {
      end = end.adding(days: 1)
    }
    return reading(begin, end, parts.zone)
  }

  private func local(_ date: CivilDate, _ seconds: Int) -> CivilDateTime {
    CivilDateTime(startOf: date).adding(seconds: seconds)
  }

  private func reading(
    _ start: CivilDateTime, _ end: CivilDateTime?, _ mark: TimeZoneDesignator?
  ) -> DateReading {
    guard let from = time(start, mark) else {
      let name = if case .name(let name) = mark { name } else { "" }
      return DateReading(
        start: .floating(start), end: end.map { .floating($0) }, unknownZone: name)
    }
    var reading = DateReading(start: from, end: end.flatMap { time($0, mark) })
    if case .name(let name) = mark, case .zoned(let time) = from,
      ZoneNames.isOfOtherSeason(name, at: time.instant, in: zone)
    {
      reading.otherSeason = name
    }
    return reading
  }

  private func time(_ local: CivilDateTime, _ mark: TimeZoneDesignator?) -> CalendarTime? {
    switch mark {
    case nil: .floating(local)
    case .utc: .zoned(ZonedTime(local: local, offset: 0, zone: "UTC"))
    case .offset(let seconds): .zoned(ZonedTime(local: local, offset: seconds, zone: nil))
    case .name(let name):
      ZoneNames.time(local, named: name, own: zone, zones: zones).map { .zoned($0) }
    }
  }
}
