import AlmanacModel
import AlmanacTime

/// Puts the times of an entry where they belong: bound to the source's zone, the end exclusive,
/// and what cannot be read noted.
struct TimeFields {
  private(set) var reader: DateReader
  /// The zone of times that state none.
  private var zone: Zone?

  /// Where dates of another form are noted.
  private let state: FeedState?

  init(
    _ context: ReadingContext, order: FeedMapping.DateOrder? = nil, allowsEpoch: Bool = false,
    state: FeedState? = nil
  ) {
    self.state = state
    zone = context.zone
    reader = DateReader(
      zone: context.zone, zones: context.zones, order: order,
      orders: context.dateOrders ?? DateOrders(),
      allowsEpoch: allowsEpoch, evidence: context.dateEvidence)
  }

  /// The same for an item that names its own zone; nil, and noted, where nobody knows it.
  func zoned(_ name: String, in entry: inout Entry) -> TimeFields? {
    let name = FieldText.clean(name).text
    guard let zone = reader.zones.zone(named: name) else {
      entry.unreadable["timezone"] = String(name.prefix(200))
      note("Q_TZ", "the time zone '\(name.prefix(80))' of the item is unknown", &entry)
      return nil
    }
    var fields = self
    fields.zone = zone
    fields.reader.zone = zone
    return fields
  }

  /// Start and end from two texts.
  ///
  /// - Parameter endsWithDay: whether an end that is a day means that this day is the last one, as
  ///   people write it, or the one after, as RFC 5545 does.
  func set(
    start: String?, end: String?, endsWithDay: Bool, in entry: inout Entry
  ) {
    guard let start = Self.stated(start) else { return }
    let end = Self.stated(end)
    let ends = end.flatMap { reader.read($0, of: .end) }
    set(reader.read(start), from: start, end: ends, from: end, endsWithDay: endsWithDay, in: &entry)
  }

  /// Start and end that were read already; nil for a text that could not be.
  func set(
    _ start: DateReading?, from text: String, end: DateReading?, from endText: String?,
    endsWithDay: Bool, in entry: inout Entry
  ) {
    guard let start, !start.isPartial else {
      entry.unreadable["start"] = String(text.prefix(200))
      return
    }
    guard accept(start, in: &entry) else {
      entry.unreadable["start"] = String(text.prefix(200))
      return
    }
    entry.start = anchored(start.start)
    entry.end = start.end.flatMap { fitted($0, to: start.start, isExclusive: true) }
    if start.isTimeOpen {
      note("W_TIME_OPEN", "the time of day is yet to be announced; shown as a whole day", &entry)
    }
    guard let endText else { return }
    guard let end, !end.isPartial, end.unknownZone == nil else {
      entry.unreadable["end"] = String(endText.prefix(200))
      note(
        "W_END_UNREADABLE", "the end \(Self.quoted(endText)) cannot be read and is unknown", &entry)
      return
    }
    entry.end = fitted(end.start, to: start.start, isExclusive: !endsWithDay)
  }

  /// When an item was published or changed; unreadable ones are noted, as nothing depends on them.
  ///
  /// - Parameter form: what the element's date must look like; other dates are read, and noted.
  func moment(
    _ text: String?, of field: String, as form: DateForm? = nil, in entry: inout Entry
  ) -> CalendarTime? {
    guard let text = Self.stated(text) else { return nil }
    let reading = reader.read(text, of: DateColumn(name: field))
    check(text, form, isDate: reading != nil, line: entry.line)
    guard let reading, reading.unknownZone == nil else {
      entry.unreadable[field] = String(text.prefix(200))
      let message = "the \(field) date \(Self.quoted(text)) cannot be read and is unknown"
      note("W_DATE_UNREADABLE", message, &entry)
      return nil
    }
    return anchored(reading.start)
  }

  /// Text of a feed that may stand in a finding: one short line without controls.
  private static func quoted(_ text: String) -> String {
    "'" + FieldText.clean(String(text.prefix(80))).text + "'"
  }

  /// The same for a document as a whole.
  func moment(_ text: String?, as form: DateForm? = nil, line: Int? = nil) -> CalendarTime? {
    guard let text = Self.stated(text) else { return nil }
    let reading = reader.read(text, of: .document)
    check(text, form, isDate: reading != nil, line: line)
    return reading.flatMap { $0.unknownZone == nil ? anchored($0.start) : nil }
  }

  private func check(_ text: String, _ form: DateForm?, isDate: Bool, line: Int?) {
    guard let state, let form, !isDate || !form.matches(text) else { return }
    state.note(.dateForm, line: line)
  }

  func anchored(_ time: CalendarTime) -> CalendarTime {
    zone.map { time.anchored(in: $0) } ?? time
  }

  private func accept(_ reading: DateReading, in entry: inout Entry) -> Bool {
    guard let name = reading.unknownZone else { return true }
    entry.unreadable["timezone"] = name
    let message = "the time zone '\(FieldText.clean(name).text)' of the start is unknown"
    note("Q_TZ", message, &entry)
    return false
  }

  /// An end of the same kind as its start: a day where that is a day, else a time.
  private func fitted(
    _ end: CalendarTime, to start: CalendarTime, isExclusive: Bool
  ) -> CalendarTime? {
    switch (start, end) {
    case (.day, .day(let day)): return .day(isExclusive ? day : day.adding(days: 1))
    case (.day, _): return .day(end.date.adding(days: 1))
    case (_, .day(let day)):
      // The day of the start says nothing more than the start does.
      if day == start.date { return nil }
      let last = isExclusive ? day : day.adding(days: 1)
      return placed(CivilDateTime(startOf: last), beside: start)
    case (_, .floating(let local)): return placed(local, beside: start)
    default: return anchored(end)
    }
  }

  /// An end without a zone of its own, on the clocks of its start (microformats2 and RFC 5545 mean
  /// it so, and all others who write one of the two): in its zone, or at its offset.
  private func placed(_ local: CivilDateTime, beside start: CalendarTime) -> CalendarTime {
    guard case .zoned(let start) = start else { return anchored(.floating(local)) }
    if let zone = start.zone.flatMap(reader.zones.zone(named:)) {
      return .zoned(ZonedTime(local: local, in: zone))
    }
    return .zoned(ZonedTime(local: local, offset: start.offset, zone: start.zone))
  }

  private func note(_ code: FindingCode, _ message: String, _ entry: inout Entry) {
    entry.problems.append(Finding(code, message: message, line: entry.line))
  }

  private static func stated(_ text: String?) -> String? {
    guard let text, text.isStated else { return nil }
    return text
  }
}
