import AlmanacModel
import AlmanacTime

/// Reads start and end of an item by its mapping.
struct MappedTimes {
  private let times: TimeFields
  private let mapping: FeedMapping
  private let start: Side?
  private let end: Side?
  private let until: Side?
  private let others: UnmappedTimeMembers
  private let startMembers: UnmappedTimeMembers.Start

  /// The mapping of start, end or repetition end, with its patterns.
  private struct Side {
    let mapping: TimeMapping
    let patterns: [DatePattern]
    let epoch: EpochUnit?
    let column: DateColumn

    init(_ mapping: TimeMapping) {
      self.mapping = mapping
      patterns = mapping.formats.compactMap { DatePattern($0) }
      epoch = mapping.formats.lazy.compactMap { EpochUnit(rawValue: $0) }.first
      column = DateColumn(name: mapping.date.paths.joined(separator: "\n"), isOfEvent: true)
    }
  }

  init(_ mapping: FeedMapping, _ context: ReadingContext) {
    self.mapping = mapping
    others = context.timeMembers
    startMembers = UnmappedTimeMembers.Start(path: mapping.start?.date.paths.first ?? "")
    times = TimeFields(context, order: mapping.dateOrder, allowsEpoch: true)
    start = mapping.start.map { Side($0) }
    end = mapping.end.map { Side($0) }
    until = mapping.repetition?.until.map { Side($0) }
  }

  func fill(_ entry: inout Entry, from item: some MappedItem) {
    let published = mapping.fields[.published]?.text(of: item)
    entry.published = times.moment(published, of: "published", in: &entry) ?? entry.published
    let updated = mapping.fields[.updated]?.text(of: item)
    entry.updated = times.moment(updated, of: "updated", in: &entry) ?? entry.updated
    var times = times
    if let zone = mapping.fields[.timezone]?.text(of: item) {
      guard let zoned = times.zoned(zone, in: &entry) else { return }
      times = zoned
    } else if let zone = others.zone(beside: startMembers, of: item, times.reader.zones) {
      times.zone = zone
    }
    defer {
      if others.makeDay(of: startMembers, in: item) { entry.makeWholeDay(in: times.zone) }
    }
    let dates = dates(of: item)
    guard dates.isEmpty else { return fill(&entry, with: dates, times) }
    guard let start, let text = text(of: start, item) else { return }
    let begin = read(start, item, near: times.reference(of: entry)).map(chosen)
    let (finish, finishText) = finish(of: item, begin)
    times.set(
      begin, from: text, end: finish, from: finishText, endsWithDay: endsWithDay, in: &entry)
    if let zone = mapping.fields[.timezone]?.text(of: item), case .zoned(let time) = entry.start {
      let own = self.times.zone
      if ZoneNames.isOfOtherSeason(zone, at: time.instant, in: own) {
        entry.zoneConflict = ZoneConflict(inOtherSeason: zone, of: own)
      }
    } else if mapping.fields[.timezone] == nil {
      entry.zoneConflict =
        entry.zoneConflict ?? others.conflict(of: begin, at: startMembers, in: item, times)
    }
    if let repetition = mapping.repetition { fill(&entry, with: repetition, from: item, times) }
  }

  /// Adds the recurrence rule. If the mapping has a field for the end of the series and the item
  /// none, only the first date is listed, and `W_REPEAT_OPEN` reported.
  private func fill(
    _ entry: inout Entry, with repetition: RepetitionMapping, from item: some MappedItem,
    _ times: TimeFields
  ) {
    guard entry.start != nil else { return }
    let frequency = repetition.frequency.text(of: item)
    let count = repetition.count?.text(of: item)
    switch MappedRule.read(frequency, unit: repetition.unit, count: count) {
    case .once: return
    case .unreadable:
      entry.markUnreadable("rrule", "\(frequency ?? "") \(count ?? "")")
    case .rule(var rule):
      if let until, let text = text(of: until, item) {
        // The last date of a series may be years after its start.
        guard let last = read(until, item, near: nil), !last.isPartial, last.unknownZone == nil
        else {
          entry.markUnreadable("rrule", text)
          return
        }
        rule = times.ending(rule, with: last, of: entry)
      } else if rule.count == nil, repetition.until != nil || repetition.count != nil {
        entry.note(
          "W_REPEAT_OPEN",
          "the item repeats without an end; only its first date is listed")
        return
      }
      entry.recurrence.rules = [rule]
    }
  }

  /// The texts of start and end of several dates.
  private typealias Dates = [(start: String, end: String?)]

  /// The dates of a path with several values, which belong to one event (Localist's
  /// `event_instances`); empty for a single date. Ends are paired with starts in order.
  private func dates(of item: some MappedItem) -> Dates {
    guard let start, start.mapping.time == nil, start.mapping.date.paths.count == 1 else {
      return []
    }
    let starts = start.mapping.date.values(of: item).prefix(1_000)
    guard starts.count > 1 else { return [] }
    // Two columns of one name may be a date and its time (Outlook in French).
    if starts.count == 2, let first = starts.first, let second = starts.last,
      times.reader.read(second) == nil,
      times.reader.read(date: first, time: second)?.start.isDay == false
    {
      return []
    }
    let ends = end?.mapping.date.values(of: item) ?? []
    let arePaired = ends.count == starts.count && end?.mapping.time == nil
    return starts.enumerated().map { ($1, arePaired ? ends[$0] : nil) }
  }

  /// Sets the earliest date as start and adds the others as RDATE.
  private func fill(_ entry: inout Entry, with dates: Dates, _ times: TimeFields) {
    var found: [(start: CalendarTime, end: CalendarTime?)] = []
    let reference = times.reference(of: entry)
    for date in dates {
      var one = Entry()
      let begin = start.flatMap { read($0, date: date.start, time: nil, near: reference) }
      let finish = end.flatMap { side in
        date.end.flatMap { read(side, date: $0, time: nil, near: Self.reference(begin)) }
      }
      times.set(
        begin.map(chosen), from: date.start, end: finish, from: date.end,
        endsWithDay: endsWithDay, in: &one)
      entry.yearGuess = entry.yearGuess ?? one.yearGuess
      entry.zoneConflict = entry.zoneConflict ?? one.zoneConflict
      entry.unreadable.merge(one.unreadable) { first, _ in first }
      entry.problems += one.problems
      if let start = one.start { found.append((start, one.end)) }
    }
    found.sort { $0.start.civil < $1.start.civil }
    guard let first = found.first else { return }
    if entry.unreadable["start"] != nil {
      entry.note("W_DATE_UNREADABLE", "one of several dates cannot be read and is left out")
    }
    entry.start = first.start
    entry.end = first.end
    entry.recurrence.additions = found.dropFirst().map(\.start)
    for date in found.dropFirst() { entry.recurrence.additionEnds[date.start] = date.end }
  }

  /// The mapped end with its text; both nil if the item has none.
  private func finish(
    of item: some MappedItem, _ begin: DateReading?
  ) -> (DateReading?, String?) {
    guard let end, let text = text(of: end, item) else { return (nil, nil) }
    let read = read(end, item, near: Self.reference(begin)) ?? times.clock(text, after: begin)
    guard var reading = read else { return (nil, text) }
    if end.mapping.part == .end {
      if let last = reading.end {
        reading.start = reading.lastDay.map { .day($0) } ?? last
      } else if isOfStart(end) {
        // A single value such as `7pm` has no end.
        return (nil, nil)
      }
    }
    if let begin, sharesDay {
      // Equal times on one day give no duration.
      if !begin.start.isDay, reading.start.civil == begin.start.civil { return (nil, nil) }
      reading = reading.afterMidnight(of: begin, zones: times.reader.zones)
    }
    return (reading, text)
  }

  /// Drops the end of a start text if the mapping has an end of its own.
  private func chosen(_ reading: DateReading) -> DateReading {
    var reading = reading
    if end != nil { reading.end = nil }
    return reading
  }

  private func text(of side: Side, _ item: some MappedItem) -> String? {
    let date = side.mapping.date.text(of: item)
    guard let time = side.mapping.time?.text(of: item) else { return date }
    return date.map { $0 + " " + time }
  }

  /// What the missing year of an end is guessed from.
  private static func reference(_ begin: DateReading?) -> YearlessDates.Reference? {
    begin.map { .start($0.start.date) }
  }

  private func read(
    _ side: Side, _ item: some MappedItem, near reference: YearlessDates.Reference?
  ) -> DateReading? {
    guard let date = side.mapping.date.text(of: item) else { return nil }
    return read(side, date: date, time: side.mapping.time?.text(of: item), near: reference)
  }

  private func read(
    _ side: Side, date: String, time: String?, near reference: YearlessDates.Reference?
  ) -> DateReading? {
    if let moment = side.epoch?.time(date) { return DateReading(start: moment) }
    let serial = SpreadsheetDate.text(date)
    func plain(_ text: String) -> String {
      SpreadsheetDate.text(text, besideSerial: serial != nil) ?? HTMLMarkup.plainText(text)
    }
    return times.reader.read(
      date: serial ?? plain(date), time: time.map(plain), patterns: side.patterns, of: side.column,
      near: reference)
  }

  private var endsWithDay: Bool { end?.mapping.isExclusive != true }

  /// Whether start and end have the same text.
  private func isOfStart(_ end: Side) -> Bool {
    start?.mapping.date == end.mapping.date && start?.mapping.time == end.mapping.time
  }

  /// Whether start and end take their date from the same field.
  private var sharesDay: Bool {
    guard let start, let end else { return false }
    return start.mapping.date == end.mapping.date && end.mapping.time != nil
  }
}
