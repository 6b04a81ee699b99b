import AlmanacModel
import AlmanacTime

/// The date properties of one event, and their conversion to the entry's times.
struct EventTimes {
  private let start: ContentLine?
  private let end: ContentLine?
  private let duration: ContentLine?
  private let recurrenceID: ContentLine?
  /// Whether a vendor's property marks times at midnight as whole days.
  private let isAllDay: Bool
  private let rules: [ContentLine]
  private let exclusionRules: [ContentLine]
  private let additions: [ContentLine]
  private let exclusions: [ContentLine]

  init(_ lines: [ContentLine]) {
    start = lines.last(of: .start)
    end = lines.last(of: .finish)
    duration = lines.last(of: .duration)
    recurrenceID = lines.last(of: .recurrenceID)
    isAllDay =
      lines.last(of: .vendorAllDay).map { ["TRUE", "1"].contains($0.text.uppercased()) }
      ?? false
    rules = lines.all(of: .rule).filter { $0.value.contains { !$0.isSpace } }
    exclusionRules = lines.all(of: .exclusionRule)
    additions = lines.all(of: .additions)
    exclusions = lines.all(of: .exclusions)
  }

  func apply(to entry: inout Entry, _ reader: inout EventTimeReader) {
    reader.startZone = start?.wholeParameter("TZID") ?? end?.wholeParameter("TZID")
    readStart(&entry, &reader)
    readEnd(&entry, &reader)
    readRules(&entry, reader.zones)
    readDates(&entry, &reader)
    readRecurrenceID(&entry, &reader)
    materialize(&entry, &reader)
  }

  private func readStart(_ entry: inout Entry, _ reader: inout EventTimeReader) {
    guard let start else {
      // A cancelled instance needs no DTSTART (RFC 5546, section 3.2.5).
      entry.start = recurrenceID.flatMap { reader.read($0).time }
      if entry.start == nil { entry.note("Q_DATE_PARSE", "there is no DTSTART") }
      return
    }
    let reading = reader.read(start)
    entry.start = reading.time
    entry.zoneConflict = reader.conflict
    if reader.wasFloating, case .zoned(let time) = reading.time {
      entry.zoneConflict = conflict(of: time, &reader)
    }
    if isAllDay, let date = reading.time.flatMap({ Self.midnight($0, reader.zones) }) {
      entry.start = .day(date)
    }
    switch reading {
    case .time: break
    case .unreadable(let text):
      entry.unreadable["start"] = text
      entry.note(
        "Q_DATE_PARSE", "the start '\(FieldText.excerpt(text, 60))' is no date", line: start.number)
    case .unknownZone(let zone):
      entry.unreadable["start"] = start.text
      entry.unreadable["timezone"] = zone
      entry.problems.append(Self.unknownZone(zone, start))
    // `materialize` handles a series after its dates are read.
    case .offsetOnly: break
    }
  }

  /// What contradicts the zone of a start without one: the offset of its end, or all VTIMEZONEs.
  private func conflict(of time: ZonedTime, _ reader: inout EventTimeReader) -> ZoneConflict? {
    if let zone = reader.zones.floatingZone, let end = end.flatMap({ DateTimeText($0.value) }),
      end.offset != nil, zone.disagrees(with: end.universal)
    {
      return ZoneConflict(readIn: time.zone, but: "its end is at \(end.universal)")
    }
    return reader.zones.conflict(with: time)
  }

  /// Lists the instances of a series in a zone that only the document defines. Readers without the
  /// document could not expand its rule.
  private func materialize(_ entry: inout Entry, _ reader: inout EventTimeReader) {
    guard !rules.isEmpty, let start, entry.unreadable["rrule"] == nil,
      case .offsetOnly(let first, let clocks) = reader.read(start)
    else { return }
    let series = VTimezoneObservances(entry.recurrence, from: first, on: clocks, reader.zones.zones)
    entry.recurrence.rules = []
    entry.recurrence.exclusionRules = []
    entry.recurrence.additions = series.starts
    if series.passesOverStart { entry.recurrence.exclusions.append(first) }
    guard series.isCut else { return }
    entry.note(
      "W_SERIES_CUT", severity: .warning,
      "the zone '\(clocks.identifier.prefix(60))' is known by its VTIMEZONE only: the "
        + "series is read for \(VTimezoneObservances.years) years; ask the publisher for an IANA name",
      line: start.number)
  }

  /// Reads DTEND, else DURATION. A date without either lasts one day (RFC 5545, section 3.6.1).
  private func readEnd(_ entry: inout Entry, _ reader: inout EventTimeReader) {
    guard let from = entry.start else { return }
    if let end {
      let reading = reader.read(end)
      if let time = reading.time {
        entry.end = Self.reconciled(time, with: from, reader.zones)
      } else {
        Self.noteUnreadable(end: end, &entry)
      }
    } else if let duration {
      if let length = CalendarDuration(duration.text.filter { !$0.isWhitespace }) {
        // Hours beside a date are no DURATION by the standard; they cover each day that they touch.
        let days = (length.nominalSeconds + 86_399) / 86_400
        entry.end = from.adding(
          from.isDay ? CalendarDuration(days: days) : length, zones: reader.zones.zones)
      } else {
        Self.noteUnreadable(end: duration, &entry)
      }
    }
    guard case .day(let date) = from else { return }
    // Some programs write the first day as DTEND, though RFC 5545 requires the day after.
    if entry.end == nil, entry.unreadable["end"] == nil { entry.end = .day(date.adding(days: 1)) }
    if entry.end == from { entry.end = .day(date.adding(days: 1)) }
  }

  private static func noteUnreadable(end line: ContentLine, _ entry: inout Entry) {
    entry.unreadable["end"] = line.text
    entry.note(
      "W_END_UNREADABLE", "\(line.name) cannot be read; the end is unknown", line: line.number)
  }

  /// Converts an end to the kind of its start (RFC 5545, section 3.8.2.2): a date becomes its
  /// midnight, a time becomes an exclusive date. The date of a start with a time is no end: nil.
  private static func reconciled(
    _ end: CalendarTime, with start: CalendarTime, _ zones: CalendarZones
  ) -> CalendarTime? {
    switch (start, end) {
    case (.day, .day): return end
    case (_, .day(let date)) where date == start.date: return nil
    case (.day, _): return .day(midnight(end, zones) ?? end.date.adding(days: 1))
    case (.floating, .day(let date)): return .floating(CivilDateTime(startOf: date))
    case (.zoned, .day(let date)):
      return anchored(.floating(CivilDateTime(startOf: date)), like: start, zones)
    default: return anchored(end, like: start, zones)
    }
  }

  /// The date of a midnight in the time's own zone or in the calendar's; nil for other times. Outlook
  /// writes whole days as the UTC times of local midnights.
  private static func midnight(_ time: CalendarTime, _ zones: CalendarZones) -> CivilDate? {
    if time.isMidnight { return time.date }
    let local = zones.dayZone.zone.civil(at: time.instant(in: zones.dayZone.zone))
    return local == CivilDateTime(startOf: local.date) ? local.date : nil
  }

  private func readRules(_ entry: inout Entry, _ zones: CalendarZones) {
    entry.recurrence.rules = parse(rules, "RRULE", &entry, zones)
    entry.recurrence.exclusionRules = parse(exclusionRules, "EXRULE", &entry, zones)
  }

  private func parse(
    _ lines: [ContentLine], _ name: String, _ entry: inout Entry, _ zones: CalendarZones
  ) -> [RecurrenceRule] {
    lines.compactMap { line in
      do throws(RecurrenceRuleError) {
        let rule = try RecurrenceRule(
          parsing: VCalendarRule.text(line.text) ?? line.text)
        if rule.frequency < .monthly, rule.byDay.contains(where: { $0.ordinal != nil }) {
          // The numbers are forbidden (RFC 5545, section 3.3.10); the rule may be meant as a monthly one.
          entry.note(
            "W_RRULE_ORDINAL", severity: .warning,
            "\(name) counts weekdays, but is neither monthly nor yearly; the numbers were ignored",
            line: line.number)
        }
        guard entry.start?.isDay == true else { return rule }
        // UNTIL of a whole-day series is a day in the calendar's zone.
        return rule.endingOnDay(in: zones.dayZone.zone, isCertain: zones.dayZone.isCertain)
      } catch {
        entry.unreadable["rrule"] = line.text
        entry.note("Q_RRULE_INVALID", "\(name): \(error)", line: line.number)
        return nil
      }
    }
  }

  /// The maximum number of dates in one series.
  static let dateLimit = 20_000

  private func readDates(_ entry: inout Entry, _ reader: inout EventTimeReader) {
    guard !additions.isEmpty || !exclusions.isEmpty else { return }
    for line in additions {
      let left = Self.dateLimit + 1 - entry.recurrence.additions.count
      for (reading, end) in reader.readList(line, limit: left) {
        guard let time = noted(reading, line, &entry) else { continue }
        var start = Self.anchored(time, like: entry.start, reader.zones)
        if start.isDay, let first = entry.start, !first.isDay {
          // RDATE has the type of DTSTART (RFC 5545, section 3.8.5.2); a date means the hour of the start.
          let days = start.date.dayNumber - first.date.dayNumber
          start = first.adding(CalendarDuration(days: days), zones: reader.zones.zones)
        }
        entry.recurrence.additions.append(start)
        if let end { entry.recurrence.additionEnds[start] = end }
      }
    }
    for line in exclusions {
      let left = Self.dateLimit + 1 - entry.recurrence.exclusions.count
      for (reading, _) in reader.readList(line, limit: left) {
        guard let time = noted(reading, line, &entry) else { continue }
        entry.recurrence.exclusions.append(named(time, in: entry, reader.zones))
      }
    }
    let most = max(entry.recurrence.additions.count, entry.recurrence.exclusions.count)
    guard most > Self.dateLimit else { return }
    entry.unreadable["dates"] = "more than \(Self.dateLimit)"
    entry.note(
      "Q_EXDATE_LIMIT", "EXDATE or RDATE lists more than \(Self.dateLimit) dates",
      line: (exclusions.last ?? additions.last)?.number)
  }

  private func readRecurrenceID(_ entry: inout Entry, _ reader: inout EventTimeReader) {
    guard let recurrenceID else { return }
    let reading = reader.read(recurrenceID)
    guard let time = reading.time else {
      entry.unreadable["recurrenceID"] = recurrenceID.text
      return
    }
    entry.recurrence.recurrenceID = named(time, in: entry, reader.zones)
    entry.recurrence.thisAndFuture =
      recurrenceID.parameter("RANGE")?.uppercased() == "THISANDFUTURE"
  }

  /// The time of a reading. An unreadable value is reported.
  private func noted(
    _ reading: EventTimeReader.Reading, _ line: ContentLine, _ entry: inout Entry
  ) -> CalendarTime? {
    if let time = reading.time { return time }
    // 100 findings suffice to see the problem.
    guard entry.problems.count < 100 else { return nil }
    let what =
      switch reading {
      case .unknownZone(let zone): "the zone '\(zone.prefix(60))' is unknown"
      case .unreadable(let text): "'\(text.prefix(60))' is no date"
      default: ""
      }
    entry.note(
      FindingCode(rawValue: "W_\(line.name)_UNREADABLE"), "\(line.name): \(what)",
      line: line.number)
    return nil
  }

  /// The time of the instance that an exclusion or an override names. A midnight that is not at
  /// the hour of the start is a whole day: some programs write dates so.
  private func named(
    _ time: CalendarTime, in entry: Entry, _ zones: CalendarZones
  ) -> CalendarTime {
    let time = Self.anchored(time, like: entry.start, zones)
    guard !time.isDay, time.isMidnight, !rules.contains(where: Self.setsHours),
      let start = entry.start, !start.isDay, !start.isMidnight
    else { return time }
    if case .zoned(let from) = start, case .zoned(let moment) = time {
      let zone = from.zone.flatMap(zones.zones.zone(named:)) ?? .fixed(offset: from.offset)
      let local = zone.civil(at: moment.instant)
      // A midnight in UTC may be the hour of the start in its zone.
      if local.hour == from.local.hour, local.minute == from.local.minute { return time }
    }
    return .day(time.date)
  }

  private static func setsHours(_ line: ContentLine) -> Bool {
    line.text.uppercased().contains("BYHOUR")
  }

  /// Converts a time to the kind of the start: a floating time takes the start's zone; beside a
  /// whole-day start, a time becomes its day.
  private static func anchored(
    _ time: CalendarTime, like start: CalendarTime?, _ zones: CalendarZones
  ) -> CalendarTime {
    if case .day = start, case .zoned = time {
      return .day(time.day(in: zones.dayZone.zone, isCertain: zones.dayZone.isCertain))
    }
    guard case .floating(let local) = time, case .zoned(let from) = start else { return time }
    return .zoned(ZonedTime(local: local, like: from, zones: zones.zones))
  }

  private static func unknownZone(_ zone: String, _ line: ContentLine) -> Finding {
    Finding(
      "Q_TZ",
      message:
        "the zone '\(zone.prefix(60))' of \(line.name) is unknown and the document does not define it",
      line: line.number)
  }
}
