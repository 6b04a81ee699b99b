import AlmanacModel
import AlmanacTime

/// Sets the times of an entry: in the source's zone, with an exclusive end. Reports times that
/// cannot be read.
struct TimeFields {
  private(set) var reader: DateReader
  /// The zone of times without one.
  var zone: Zone? { didSet { reader.zone = zone } }
  /// The day on which the document was retrieved.
  private let retrieved: CivilDate?

  /// Records dates with another syntax than their element requires.
  private let state: FeedState?

  init(
    _ context: ReadingContext, order: FeedMapping.DateOrder? = nil, allowsEpoch: Bool = false,
    state: FeedState? = nil
  ) {
    self.state = state
    zone = context.zone
    retrieved = context.retrieved.map { (context.zone ?? .utc).civil(at: $0).date }
    reader = DateReader(
      zone: context.zone, zones: context.zones, order: order,
      orders: context.dateOrders ?? DateOrders(),
      allowsEpoch: allowsEpoch, evidence: context.dateEvidence)
  }

  /// The same in an item's own zone; nil, and reported, if that zone is unknown.
  func zoned(_ name: String, in entry: inout Entry) -> TimeFields? {
    let name = FieldText.clean(name).text
    guard let zone = TimeZoneName(name).zone(in: reader.zones) else {
      entry.markUnreadable("timezone", name)
      entry.note("Q_TZ", "the time zone '\(name.prefix(80))' of the item is unknown")
      return nil
    }
    var fields = self
    fields.zone = zone
    return fields
  }

  /// Sets start and end from two texts.
  ///
  /// - Parameter endsWithDay: Whether an end without time of day is the last day, as people write
  ///   it, or the day after, as in RFC 5545.
  func set(
    start: String?, end: String?, endsWithDay: Bool, in entry: inout Entry
  ) {
    guard let start = start?.nonBlank else { return }
    let end = end?.nonBlank
    let begin = reader.read(start, near: reference(of: entry))
    let finish = end.flatMap { self.end($0, after: begin) }
    set(begin, from: start, end: finish, from: end, endsWithDay: endsWithDay, in: &entry)
  }

  /// What the missing year of an item's start is guessed from: its publication, or else the
  /// retrieval of its document.
  func reference(of entry: Entry) -> YearlessDates.Reference? {
    entry.published.map { .publication($0.date) } ?? retrieved.map { .retrieval($0) }
  }

  /// Reads an end, which may lack a year, or be a time of day on the start's date.
  func end(_ text: String, after start: DateReading?) -> DateReading? {
    reader.read(text, of: .end, near: start.map { .start($0.start.date) })
      ?? clock(text, after: start)
  }

  /// Reads a time of day on the start's date.
  func clock(_ text: String, after start: DateReading?) -> DateReading? {
    guard let start,
      let end = reader.read(date: start.start.date.description, time: text), !end.start.isDay
    else { return nil }
    return end.afterMidnight(of: start, zones: reader.zones)
  }

  /// Sets start and end from parsed texts; nil for a text that could not be read.
  func set(
    _ start: DateReading?, from text: String, end: DateReading?, from endText: String?,
    endsWithDay: Bool, in entry: inout Entry
  ) {
    guard let start, !start.isPartial, accept(start, in: &entry) else {
      entry.markUnreadable("start", text)
      return
    }
    entry.start = anchored(start.start)
    entry.yearGuess = start.yearGuess
    entry.end = start.end.flatMap { fitted($0, to: start.start, isExclusive: true) }
    if start.contradictsWeekday {
      entry.note(
        "W_WEEKDAY", "the start \(Self.quoted(text)) is on another weekday; its date was used")
    }
    if start.isTimeOpen {
      entry.note("W_TIME_OPEN", "the time of day is yet to be announced; shown as a whole day")
    }
    entry.zoneConflict =
      start.otherSeason.map { ZoneConflict(inOtherSeason: $0, of: zone) }
      ?? conflict(of: start, end)
    guard let endText else { return }
    guard let end, !end.isPartial, end.unknownZone == nil else {
      entry.markUnreadable("end", endText)
      entry.note(
        "W_END_UNREADABLE", "the end \(Self.quoted(endText)) cannot be read and is unknown")
      return
    }
    entry.end = fitted(end.start, to: start.start, isExclusive: !endsWithDay)
  }

  /// The contradiction between a start without a zone and an end at another offset.
  private func conflict(of start: DateReading, _ end: DateReading?) -> ZoneConflict? {
    guard let zone, case .floating = start.start, case .zoned(let last) = end?.start,
      zone.disagrees(with: last)
    else { return nil }
    return ZoneConflict(readIn: zone.identifier, but: "its end is at \(last)")
  }

  /// Reads the time of publication or change of an item; an unreadable one is reported.
  ///
  /// - Parameter form: The syntax that the element requires; other dates are read and reported.
  func moment(
    _ text: String?, of field: String, as form: DateForm? = nil, in entry: inout Entry
  ) -> CalendarTime? {
    guard let text = text?.nonBlank else { return nil }
    let reading = reader.read(text, of: DateColumn(name: field))
    check(text, form, isDate: reading != nil, line: entry.line)
    guard let reading, reading.unknownZone == nil else {
      entry.markUnreadable(field, text)
      entry.note(
        "W_DATE_UNREADABLE", "the \(field) date \(Self.quoted(text)) cannot be read and is unknown")
      return nil
    }
    return anchored(reading.start)
  }

  /// An excerpt of feed text in quotes.
  private static func quoted(_ text: String) -> String {
    "'" + FieldText.excerpt(text, 80) + "'"
  }

  /// Reads a time of the document as a whole.
  func moment(_ text: String?, as form: DateForm? = nil, line: Int? = nil) -> CalendarTime? {
    guard let text = text?.nonBlank else { return nil }
    let reading = reader.read(text, of: .document)
    check(text, form, isDate: reading != nil, line: line)
    return reading.flatMap { $0.unknownZone == nil ? anchored($0.start) : nil }
  }

  private func check(_ text: String, _ form: DateForm?, isDate: Bool, line: Int?) {
    guard let state, let form, !isDate || !form.matches(text) else { return }
    state.note(.dateForm, line: line)
  }

  /// The end by an ISO 8601 duration of one second to one year; nil for any other text.
  func end(of start: CalendarTime?, lasting text: String?) -> CalendarTime? {
    guard let start, let duration = text.flatMap({ CalendarDuration(FieldText.clean($0).text) }),
      (1...366 * 86_400).contains(duration.nominalSeconds)
    else { return nil }
    return start.adding(duration, zones: reader.zones)
  }

  /// The rule that ends with a date, which is a day in a series of days.
  func ending(_ rule: RecurrenceRule, with last: DateReading, of entry: Entry) -> RecurrenceRule {
    var rule = rule
    rule.until = anchored(last.start)
    return entry.start?.isDay == true
      ? rule.endingOnDay(in: zone ?? .utc, isCertain: false) : rule
  }

  func anchored(_ time: CalendarTime) -> CalendarTime {
    zone.map { time.anchored(in: $0) } ?? time
  }

  private func accept(_ reading: DateReading, in entry: inout Entry) -> Bool {
    guard let name = reading.unknownZone else { return true }
    entry.unreadable["timezone"] = name
    let zone = FieldText.clean(name).text
    entry.note("Q_TZ", "the time zone '\(zone)' of the start is unknown")
    return false
  }

  /// The end in the kind of its start: a day if the start is a day, else a time.
  private func fitted(
    _ end: CalendarTime, to start: CalendarTime, isExclusive: Bool
  ) -> CalendarTime? {
    switch (start, end) {
    case (.day, .day(let day)): return .day(isExclusive ? day : day.adding(days: 1))
    case (.day, _): return .day(end.date.adding(days: 1))
    case (_, .day(let day)):
      // A day equal to the start's adds no information.
      if day == start.date { return nil }
      let last = isExclusive ? day : day.adding(days: 1)
      return placed(CivilDateTime(startOf: last), beside: start)
    case (_, .floating(let local)): return placed(local, beside: start)
    default: return anchored(end)
    }
  }

  /// An end without a zone is on the clocks of its start, as in microformats2 and RFC 5545.
  private func placed(_ local: CivilDateTime, beside start: CalendarTime) -> CalendarTime {
    guard case .zoned(let start) = start else { return anchored(.floating(local)) }
    return .zoned(ZonedTime(local: local, like: start, zones: reader.zones))
  }
}
