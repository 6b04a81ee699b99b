import AlmanacModel
import AlmanacTime

/// The lines of one event that say when it is, and the entry's times made from them.
struct EventTimes {
  var start: ContentLine?
  var end: ContentLine?
  var duration: ContentLine?
  var recurrenceID: ContentLine?
  var rules: [ContentLine] = []
  var exclusionRules: [ContentLine] = []
  var additions: [ContentLine] = []
  var exclusions: [ContentLine] = []

  func apply(to entry: inout Entry, _ reader: inout EventTimeReader) {
    readStart(&entry, &reader)
    readEnd(&entry, &reader)
    readRules(&entry, reader.zones)
    readDates(&entry, &reader)
    readRecurrenceID(&entry, &reader)
    materialize(&entry, &reader)
  }

  private func readStart(_ entry: inout Entry, _ reader: inout EventTimeReader) {
    guard let start else {
      entry.problems.append(
        Finding("Q_DATE_PARSE", message: "there is no DTSTART", line: entry.line))
      return
    }
    let reading = reader.read(start)
    entry.start = reading.time
    switch reading {
    case .time: break
    case .unreadable(let text):
      entry.unreadable["start"] = text
      entry.problems.append(
        Finding(
          "Q_DATE_PARSE",
          message: "the start '\(FieldText.clean(String(text.prefix(60))).text)' is no date",
          line: start.number))
    case .unknownZone(let zone):
      entry.unreadable["start"] = start.text
      entry.unreadable["timezone"] = zone
      entry.problems.append(Self.unknownZone(zone, start))
    // Where it is a series, the rest follows when its dates are known.
    case .offsetOnly: break
    }
  }

  /// A series on clocks that only the document knows cannot be told by its rule to those who do not
  /// have the document: its instances are listed instead, each with its offset.
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
    entry.problems.append(
      Finding(
        "W_SERIES_CUT", severity: .warning,
        message: "the zone '\(clocks.identifier.prefix(60))' is known by its VTIMEZONE only: the "
          + "series is read for \(VTimezoneObservances.years) years; ask the publisher for an IANA name",
        line: start.number))
  }

  /// DTEND, else DTSTART and DURATION; a day without either is one day (RFC 5545 section 3.6.1).
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
        entry.end = from.adding(length, zones: reader.zones.zones)
      } else {
        Self.noteUnreadable(end: duration, &entry)
      }
    }
    guard case .day(let date) = from else { return }
    // An end on the first day means that day, though RFC 5545 wants the day after.
    if entry.end == nil, entry.unreadable["end"] == nil { entry.end = .day(date.adding(days: 1)) }
    if entry.end == from { entry.end = .day(date.adding(days: 1)) }
  }

  private static func noteUnreadable(end line: ContentLine, _ entry: inout Entry) {
    entry.unreadable["end"] = line.text
    entry.problems.append(
      Finding(
        "W_END_UNREADABLE", message: "\(line.name) cannot be read; the end is unknown",
        line: line.number))
  }

  /// A day and a time do not end each other (RFC 5545 section 3.8.2.2): the end takes the start's
  /// kind. The day after the last becomes its midnight; a time within a day, the day after.
  private static func reconciled(
    _ end: CalendarTime, with start: CalendarTime, _ zones: CalendarZones
  ) -> CalendarTime {
    switch (start, end) {
    case (.day, .day): return end
    case (.day, _):
      if end.civil == CivilDateTime(startOf: end.date) { return .day(end.date) }
      let local = zones.dayZone.zone.civil(at: end.instant(in: zones.dayZone.zone))
      let isMidnight = local == CivilDateTime(startOf: local.date)
      return .day(isMidnight ? local.date : end.date.adding(days: 1))
    case (.floating, .day(let date)): return .floating(CivilDateTime(startOf: date))
    case (.zoned, .day(let date)):
      return anchored(.floating(CivilDateTime(startOf: date)), like: start, zones)
    default: return anchored(end, like: start, zones)
    }
  }

  private func readRules(_ entry: inout Entry, _ zones: CalendarZones) {
    // A series of days ends on a day of its own calendar, wherever it is read later.
    func parsed(_ line: ContentLine) throws(RecurrenceRuleError) -> RecurrenceRule {
      let rule = try RecurrenceRule(parsing: line.text)
      guard entry.start?.isDay == true else { return rule }
      return rule.endingOnDay(in: zones.dayZone.zone, isCertain: zones.dayZone.isCertain)
    }
    for line in rules {
      do {
        entry.recurrence.rules.append(try parsed(line))
      } catch {
        entry.unreadable["rrule"] = line.text
        entry.problems.append(
          Finding("Q_RRULE_INVALID", message: "RRULE: \(error)", line: line.number))
      }
    }
    for line in exclusionRules {
      do {
        entry.recurrence.exclusionRules.append(try parsed(line))
      } catch {
        entry.unreadable["rrule"] = line.text
        entry.problems.append(
          Finding("Q_RRULE_INVALID", message: "EXRULE: \(error)", line: line.number))
      }
    }
  }

  /// How many dates a series may list; nobody writes so many by hand.
  static let dateLimit = 20_000

  private func readDates(_ entry: inout Entry, _ reader: inout EventTimeReader) {
    guard !additions.isEmpty || !exclusions.isEmpty else { return }
    for line in additions {
      let left = Self.dateLimit + 1 - entry.recurrence.additions.count
      for (reading, end) in reader.readList(line, limit: left) {
        guard let time = noted(reading, line, &entry) else { continue }
        let start = Self.anchored(time, like: entry.start, reader.zones)
        entry.recurrence.additions.append(start)
        if let end { entry.recurrence.additionEnds[start] = end }
      }
    }
    for line in exclusions {
      let left = Self.dateLimit + 1 - entry.recurrence.exclusions.count
      for (reading, _) in reader.readList(line, limit: left) {
        guard let time = noted(reading, line, &entry) else { continue }
        entry.recurrence.exclusions.append(
          Self.anchored(time, like: entry.start, reader.zones))
      }
    }
    let most = max(entry.recurrence.additions.count, entry.recurrence.exclusions.count)
    guard most > Self.dateLimit else { return }
    entry.unreadable["dates"] = "more than \(Self.dateLimit)"
    entry.problems.append(
      Finding(
        "Q_EXDATE_LIMIT", message: "EXDATE or RDATE lists more than \(Self.dateLimit) dates",
        line: (exclusions.last ?? additions.last)?.number))
  }

  private func readRecurrenceID(_ entry: inout Entry, _ reader: inout EventTimeReader) {
    guard let recurrenceID else { return }
    let reading = reader.read(recurrenceID)
    guard let time = reading.time else {
      entry.unreadable["recurrenceID"] = recurrenceID.text
      return
    }
    entry.recurrence.recurrenceID = Self.anchored(time, like: entry.start, reader.zones)
    entry.recurrence.thisAndFuture =
      recurrenceID.parameter("RANGE")?.uppercased() == "THISANDFUTURE"
  }

  private func noted(
    _ reading: EventTimeReader.Reading, _ line: ContentLine, _ entry: inout Entry
  ) -> CalendarTime? {
    if let time = reading.time { return time }
    // Who reads that a hundred dates are none does not need the rest of them.
    guard entry.problems.count < 100 else { return nil }
    let what =
      switch reading {
      case .unknownZone(let zone): "the zone '\(zone.prefix(60))' is unknown"
      case .unreadable(let text): "'\(text.prefix(60))' is no date"
      default: ""
      }
    entry.problems.append(
      Finding(
        FindingCode(rawValue: "W_\(line.name)_UNREADABLE"), message: "\(line.name): \(what)",
        line: line.number))
    return nil
  }

  /// A time without a zone beside a start that has one is meant on the start's clocks; a time
  /// beside a start that is a day means a day.
  private static func anchored(
    _ time: CalendarTime, like start: CalendarTime?, _ zones: CalendarZones
  ) -> CalendarTime {
    if case .day = start, case .zoned = time {
      return .day(time.day(in: zones.dayZone.zone, isCertain: zones.dayZone.isCertain))
    }
    guard case .floating(let local) = time, case .zoned(let from) = start else { return time }
    guard let zone = from.zone.flatMap(zones.zones.zone(named:)) else {
      return .zoned(ZonedTime(local: local, offset: from.offset, zone: from.zone))
    }
    return .zoned(ZonedTime(local: local, in: zone))
  }

  private static func unknownZone(_ zone: String, _ line: ContentLine) -> Finding {
    Finding(
      "Q_TZ",
      message:
        "the zone '\(zone.prefix(60))' of \(line.name) is unknown and the document does not define it",
      line: line.number)
  }
}
