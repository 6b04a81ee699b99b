import AlmanacModel
import AlmanacTime

/// Reads a time out of a feed's text, strictly: what is not certain is not read.
///
/// A time without a zone is floating; whoever knows the source's zone anchors it.
struct DateReader: Sendable {
  /// The source's own zone, which settles abbreviations that several zones use.
  var zone: Zone?
  var zones: ZoneDatabase = .system
  /// The declared order of `5/8/2019`; nil: that of its column, or read only if one order gives a day.
  var order: FeedMapping.DateOrder?
  /// The orders that the document's columns show.
  var orders = DateOrders()
  /// Whether a number may be seconds or milliseconds since 1970.
  var allowsEpoch = false
  /// Where numeric dates without a declared order are noted.
  var evidence: DateOrderEvidence?

  /// RFC 3339 and ISO 8601, RFC 822 and 2822, RFC 9557, asctime, and dates as people write them.
  ///
  /// - Parameter column: Where the text comes from; it gives numeric dates their order.
  func read(_ text: String, of column: DateColumn = .start) -> DateReading? {
    if allowsEpoch, let time = Self.epoch(text) { return DateReading(start: time) }
    if Self.isNumber(text) {
      return Self.isRecentEpoch(text) ? Self.epoch(text).map { DateReading(start: $0) } : nil
    }
    if let parts = parts(text, of: column) { return reading(parts) }
    // A zone in brackets, as our own records have it.
    if text.utf8.contains(UInt8(ascii: "[")), let time = CalendarTime(text, zones: zones) {
      return DateReading(start: time)
    }
    return MailComments.removed(from: text).flatMap { parts($0, of: column) }.map {
      reading($0)
    }
  }

  /// A day and a time of day from two texts. A blank time, or one yet to be announced, leaves the
  /// whole day.
  ///
  /// - Parameter patterns: tried on both texts before the general reader.
  func read(
    date: String, time: String?, patterns: [DatePattern] = [], of column: DateColumn = .start
  ) -> DateReading? {
    let whole = patterns.lazy.compactMap { $0.read(date) }.first { !$0.dates.isEmpty }
    guard let time = time.map({ FieldText.clean($0).text }), !time.isEmpty else {
      return whole.map { reading($0) } ?? read(date, of: column)
    }
    let clock =
      patterns.lazy.compactMap { $0.read(time) }.first { $0.dates.isEmpty }
      ?? NaturalLanguageDateParser.read(DateCursor(time), order: order(of: column), subject: .time)
    guard var parts = whole ?? parts(date, of: column), let clock else { return nil }
    // The midnight of `2026-03-03T00:00:00` is no time where another field tells it.
    parts.times = clock.times
    parts.zone = clock.zone ?? (clock.times.isEmpty ? nil : parts.zone)
    parts.isTimeOpen = clock.isTimeOpen
    return reading(parts)
  }

  /// What a text says, before zones are looked up.
  func parts(_ text: String, of column: DateColumn = .start) -> DateParts? {
    let cursor = DateCursor(text)
    return RFC822DateParser.read(cursor) ?? ISO8601DateParser.read(cursor)
      ?? NaturalLanguageDateParser.read(cursor, order: order(of: column))
  }

  private func order(of column: DateColumn) -> NumericDateOrder {
    NumericDateOrder(
      declared: order, found: orders.order(of: column), column: column, evidence: evidence)
  }

  /// Seconds since 1970 in 9 or 10 digits, or milliseconds in 13; in UTC. Of 8, 12 and 14 digits are
  /// the basic forms of ISO 8601.
  static func epoch(_ text: String) -> CalendarTime? {
    let digits = FieldText.clean(text).text
    guard [9, 10, 13].contains(digits.utf8.count), digits.utf8.allSatisfy(\.isDigit),
      let number = Int64(digits)
    else { return nil }
    let seconds = digits.utf8.count == 13 ? number / 1000 : number
    return .zoned(ZonedTime(Instant(secondsSinceEpoch: seconds), in: .utc))
  }

  /// Whether a text is ten digits that are no `YYYYMMDDHH` of the years 1970 to 2100, or thirteen: a
  /// count of seconds or milliseconds, if anything.
  private static func isNumber(_ text: String) -> Bool {
    guard text.utf8.allSatisfy({ $0.isDigit || $0.isSpace }) else { return false }
    let digits = FieldText.clean(text).text
    guard [10, 13].contains(digits.utf8.count), digits.utf8.allSatisfy(\.isDigit) else {
      return false
    }
    let date =
      digits.utf8.count == 10 ? ISO8601DateParser.read(DateCursor(digits))?.dates.first : nil
    return date.map { !(1970...2100).contains($0.year) } ?? true
  }

  /// Whether seconds or milliseconds since 1970 are of the years 2010 to 2100, in which feeds write.
  private static func isRecentEpoch(_ text: String) -> Bool {
    let digits = FieldText.clean(text).text
    guard let number = Int64(digits) else { return false }
    return (1_262_304_000..<4_133_980_800).contains(
      digits.utf8.count == 13 ? number / 1_000 : number)
  }

  // MARK: From parts to times

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
      // A last day without a time of day lasts to its end.
      let end = parts.dates.count > 1 ? local(last, 86_400) : nil
      return reading(begin, end, parts.zone)
    }
    let range = ClockTime.range(start, parts.times[1])
    let begin = local(first, range.start)
    var end = local(last, range.end)
    // `10pm – 2am` ends on the next day; a longer night is more likely a mistake.
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
    return DateReading(start: from, end: end.flatMap { time($0, mark) })
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
