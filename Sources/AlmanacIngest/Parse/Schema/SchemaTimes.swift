import AlmanacModel
import AlmanacTime

/// Reads the times of a schema.org event from `startDate` and `endDate`, or from an
/// `eventSchedule`.
struct SchemaTimes {
  private let context: ReadingContext
  private let times: TimeFields

  init(_ context: ReadingContext) {
    self.context = context
    times = TimeFields(context)
  }

  /// Reads the event's own times. An `endDate` without time of day is the last day (ISO 8601).
  func fill(_ entry: inout Entry, from event: SchemaNode) {
    // Some publishers escape the values for HTML, which a script does not decode.
    let starts = event.texts("startDate").map { HTMLEntities.decode($0) }
    let end = event.text("endDate").map { HTMLEntities.decode($0) }
    guard let start = starts.first else {
      // Without a start, the door time is used and reported.
      guard let doors = event.text("doorTime") else { return }
      times.set(start: doors, end: end, endsWithDay: true, in: &entry)
      if entry.start != nil {
        entry.note(
          "W_START_FROM_DOORS", "has only the time when doors open, which was taken as the start")
      }
      return
    }
    times.set(start: start, end: end, endsWithDay: true, in: &entry)
    if entry.end == nil, entry.unreadable["end"] == nil {
      entry.end = times.end(of: entry.start, lasting: event.text("duration"))
    }
    makeWholeDays(&entry)
    add(starts.dropFirst(), to: &entry)
  }

  /// Adds further starts as dates of the event. Two starts on one day are one start in two forms.
  private func add(_ starts: ArraySlice<String>, to entry: inout Entry) {
    guard let first = entry.start else { return }
    var days: Set = [first.date]
    for text in starts.prefix(1_000) {
      if let reading = times.reader.read(text), !reading.isPartial, reading.unknownZone == nil {
        let start = first.isDay ? .day(reading.start.date) : times.anchored(reading.start)
        if start.isDay == first.isDay, days.insert(start.date).inserted {
          entry.recurrence.additions.append(start)
        }
      } else {
        entry.note(
          "W_DATE_UNREADABLE", "one of several dates cannot be read and is left out")
      }
    }
  }

  /// Reads the times of a schedule; sets nothing without the start of the series.
  func fill(_ entry: inout Entry, from schedule: SchemaNode, of event: SchemaNode) {
    guard let date = schedule.text("startDate") ?? event.text("startDate"),
      let times = self.times(of: schedule, &entry)
    else { return }
    let from = schedule.text("startTime")
    let start = times.reader.read(date: date, time: from)
    let startText = from.map { date + " " + $0 } ?? date
    // Without repetition, the end of the schedule is the end of the event.
    let repeats = schedule.text("repeatFrequency") != nil
    let lastDay = repeats ? nil : schedule.text("endDate")
    let until = schedule.text("endTime") ?? lastDay
    var end = schedule.text("endTime").flatMap {
      times.reader.read(date: lastDay ?? date, time: $0)
    }
    if end == nil, let lastDay { end = times.reader.read(lastDay, of: .end) }
    if let start { end = end?.afterMidnight(of: start, zones: context.zones) }
    times.set(start, from: startText, end: end, from: until, endsWithDay: true, in: &entry)
    guard entry.start != nil else { return }
    if entry.end == nil, until == nil {
      let duration = schedule.text("duration") ?? event.text("duration")
      entry.end = times.end(of: entry.start, lasting: duration)
    }
    repeatEntry(&entry, by: schedule, times)
  }

  /// The time fields in the schedule's zone; nil if that zone is unknown.
  private func times(of schedule: SchemaNode, _ entry: inout Entry) -> TimeFields? {
    guard let name = schedule.text("scheduleTimezone") else { return times }
    guard let zone = context.zones.zone(named: name) else {
      entry.unreadable["timezone"] = name
      return nil
    }
    var context = context
    context.zone = zone
    return TimeFields(context)
  }

  private func repeatEntry(_ entry: inout Entry, by schedule: SchemaNode, _ times: TimeFields) {
    do throws(SchemaRule.Failure) {
      guard var rule = try SchemaRule.rule(of: schedule) else { return }
      if let last = schedule.text("endDate") {
        guard let reading = times.reader.read(last, of: .end), !reading.isPartial else {
          entry.unreadable["rrule"] = last
          return
        }
        rule = times.ending(rule, with: reading, of: entry)
      }
      entry.recurrence.rules = [rule]
    } catch {
      guard case .part(let text) = error else { return }
      entry.unreadable["rrule"] = text
      return
    }
    for text in schedule.texts("exceptDate").prefix(1_000) {
      if let reading = times.reader.read(text), !reading.isPartial {
        entry.recurrence.exclusions.append(times.anchored(reading.start))
      } else {
        entry.note("W_DATE_UNREADABLE", "the exceptDate cannot be read and excludes nothing")
      }
    }
    moveToFirstInstance(&entry)
  }

  /// Moves start and end to the first instance: a schedule's startDate is only a lower bound
  /// (schema.org Schedule), but a series starts with an instance.
  private func moveToFirstInstance(_ entry: inout Entry) {
    guard let start = entry.start else { return }
    let zone = context.zone ?? .utc
    let from = start.instant(in: zone)
    let first = RecurrenceSet(start: start, rules: entry.recurrence.rules).occurrences(
      from: from, to: from + 10 * 366 * 86_400, zone: zone, zones: context.zones, limit: 1
    ).starts.first
    guard let first, first != start else { return }
    let days = first.date.dayNumber - start.date.dayNumber
    entry.end = entry.end?.adding(CalendarDuration(days: days), zones: context.zones)
    entry.start = first
  }

  /// Turns midnight to 23:59 into whole days. Calendars without whole days, such as The Events
  /// Calendar, write them so.
  private func makeWholeDays(_ entry: inout Entry) {
    guard let start = entry.start, let end = entry.end, !start.isDay, !end.isDay,
      start.isMidnight, end.civil.hour == 23, end.civil.minute == 59
    else { return }
    entry.start = .day(start.date)
    entry.end = .day(end.date.adding(days: 1))
  }
}
