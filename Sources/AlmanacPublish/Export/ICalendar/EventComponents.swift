import AlmanacModel
import AlmanacTime
import Foundation

/// The VEVENTs of one event: one for a series and one for each exception; else one for each
/// occurrence.
struct EventComponents: Sendable {
  let index: EditionIndex
  var travel: TravelDates?

  private var contents: EditionContents { index.contents }

  func write(
    _ event: PublishedEvent, _ revision: EventRevision, to lines: inout ICalendarLines
  ) {
    let shown = contents.options.cancelled == .omit ? event.withoutCancelled : event
    guard !shown.occurrences.isEmpty else { return }
    let component = EventComponent(
      index: index, event: shown, revision: revision, travel: travel)
    let series = EventSeries(shown, window: contents.window, zones: index.zones)
    // Use all dates, so that UIDs do not depend on omitted ones.
    let names = Self.names(
      of: event, revision,
      shown.occurrences.count == event.occurrences.count
        ? series : EventSeries(event, window: contents.window, zones: index.zones))
    func uid(_ occurrence: PublishedOccurrence) -> String {
      "\(names[occurrence.ordinal])@\(contents.options.uidDomain)"
    }
    guard let series else {
      for occurrence in shown.occurrences {
        component.write(occurrence, uid: uid(occurrence), to: &lines)
      }
      return
    }
    component.write(series, uid: "\(event.id)@\(contents.options.uidDomain)", to: &lines)
    for occurrence in series.overrides {
      component.write(occurrence, uid: uid(occurrence), isOverride: true, to: &lines)
    }
    for occurrence in series.detached {
      component.write(occurrence, uid: uid(occurrence), to: &lines)
    }
  }

  /// The local parts of the UIDs of an event's occurrences, in their order: the event id, plus a
  /// date if several components have no common rule.
  static func names(
    of event: PublishedEvent, _ revision: EventRevision, _ series: EventSeries?
  ) -> [String] {
    var names = event.occurrences.map { _ in event.id }
    let hasDates = revision.hasDatedUIDs || event.occurrences.count > 1
    let apart = series?.detached ?? (hasDates ? event.occurrences : [])
    for (occurrence, date) in zip(apart, dates(of: apart)) {
      names[occurrence.ordinal] = "\(event.id)-\(date)"
    }
    return names
  }

  /// Suffixes that distinguish occurrences: dates, or times if two are on one day.
  private static func dates(of occurrences: [PublishedOccurrence]) -> [String] {
    var users: [CivilDate: Int] = [:]
    let times = occurrences.map { $0.recurrenceID ?? $0.start }
    for time in times { users[time.date, default: 0] += 1 }
    return times.map { time in
      let isAlone = users[time.date] == 1
      return isAlone ? ICalendarTime.basic(time.date) : ICalendarTime.basic(time.civil)
    }
  }
}

/// One VEVENT (RFC 5545 section 3.6.1).
private struct EventComponent {
  let index: EditionIndex
  let event: PublishedEvent
  let revision: EventRevision
  let travel: TravelDates?

  func write(_ series: EventSeries, uid: String, to lines: inout ICalendarLines) {
    begin(uid: uid, to: &lines)
    time("DTSTART", series.start, to: &lines)
    if let end = series.end { writeEnd(end, after: series.start, to: &lines) }
    if let rule = series.rule { lines.line("RRULE", rule.description) }
    times("RDATE", series.additions, to: &lines)
    times("EXDATE", series.exclusions, to: &lines)
    // A calendar program shows one text on all dates, so it contains the date of each forecast. A
    // date with its own entry has its own forecast.
    let apart = Set((series.overrides + series.detached).map(\.ordinal))
    let dates = event.occurrences.filter { !apart.contains($0.ordinal) }
    travelDuration(travel?.duration(toAll: dates), to: &lines)
    let text = EventText(index: index).description(of: event, weather: dates, isDated: true)
    body(title: nil, status: event.status, location: event.location, text: text, to: &lines)
  }

  func write(
    _ occurrence: PublishedOccurrence, uid: String, isOverride: Bool = false,
    to lines: inout ICalendarLines
  ) {
    begin(uid: uid, to: &lines)
    if isOverride {
      time("RECURRENCE-ID", occurrence.recurrenceID ?? occurrence.start, to: &lines)
    }
    time("DTSTART", occurrence.start, to: &lines)
    if let end = occurrence.end { writeEnd(end, after: occurrence.start, to: &lines) }
    travelDuration(travel?.duration(to: occurrence), to: &lines)
    let text = EventText(index: index).description(
      of: event, text: occurrence.text, weather: [occurrence], isDated: false)
    body(
      title: occurrence.title, status: occurrence.status, location: occurrence.location,
      text: text, to: &lines)
  }

  private func travelDuration(_ minutes: Int?, to lines: inout ICalendarLines) {
    guard let minutes else { return }
    lines.line("X-APPLE-TRAVEL-DURATION;VALUE=DURATION", "PT\(minutes)M")
  }

  private func begin(uid: String, to lines: inout ICalendarLines) {
    lines.line("BEGIN", "VEVENT")
    lines.text("UID", uid)
    let modified = ICalendarTime.utc(revision.modified)
    lines.line("DTSTAMP", modified)
    lines.line("CREATED", ICalendarTime.utc(revision.created))
    lines.line("LAST-MODIFIED", modified)
    lines.line("SEQUENCE", "\(revision.sequence)")
  }

  private func time(_ name: String, _ time: CalendarTime, to lines: inout ICalendarLines) {
    lines.line(name, calendarTime(time))
  }

  private func calendarTime(_ time: CalendarTime) -> ICalendarTime {
    ICalendarTime(
      time, zones: index.zones, campus: event.zone, isSeries: event.event.series != nil)
  }

  /// Writes DTEND with the value type of DTSTART, as RFC 5545 section 3.8.2.2 requires; omits it
  /// unless it is after the start.
  private func writeEnd(
    _ end: CalendarTime, after start: CalendarTime, to lines: inout ICalendarLines
  ) {
    var end = end
    if start.isDay, !end.isDay {
      let local = event.zone.civil(at: end.instant(in: event.zone))
      let isMidnight = local == CivilDateTime(startOf: local.date)
      end = .day(isMidnight ? local.date : local.date.adding(days: 1))
    } else if !start.isDay, end.isDay {
      end = .zoned(ZonedTime(end.instant(in: event.zone), in: event.zone))
    }
    guard end.instant(in: event.zone) > start.instant(in: event.zone) else { return }
    time("DTEND", end, to: &lines)
  }

  private func times(_ name: String, _ times: [CalendarTime], to lines: inout ICalendarLines) {
    let written = times.map(calendarTime)
    guard let parameter = written.first?.parameter else { return }
    let values = Set(written.map(\.value)).sorted()
    lines.line(name + parameter, values.joined(separator: ","))
  }

  private func body(
    title: String?, status: EventStatus, location: PublishedLocation, text: String,
    to lines: inout ICalendarLines
  ) {
    let source = event.event
    let isMarked =
      index.contents.options.cancelled == .title && [.cancelled, .postponed].contains(status)
    lines.text(
      "SUMMARY", (isMarked ? "\(status.rawValue.capitalized): " : "") + (title ?? source.title))
    lines.text("DESCRIPTION", text)
    write(location, to: &lines)
    lines.texts("CATEGORIES", event.categories.map(\.name) + source.tags)
    lines.uri("URL", event.link)
    lines.line("STATUS", Self.status(status))
    if let transparency = source.transparency {
      lines.line("TRANSP", transparency.rawValue.uppercased())
    }
    lines.text("CONTACT", Self.contact(source))
    lines.uri("IMAGE;VALUE=URI;DISPLAY=BADGE", WebLink.safe(source.image))
    lines.uri("CONFERENCE;VALUE=URI;FEATURE=VIDEO", WebLink.safe(source.onlineURL))
    lines.line("END", "VEVENT")
  }

  private func write(_ location: PublishedLocation, to lines: inout ICalendarLines) {
    lines.text("LOCATION", location.text)
    guard let point = location.coordinate else { return }
    lines.location(point, title: location.place?.name ?? location.venue ?? event.event.title)
  }

  /// The STATUS value. RFC 5545 section 3.8.1.11 has none for postponed, but the event doesn't take
  /// place at that time.
  private static func status(_ status: EventStatus) -> String {
    switch status {
    case .confirmed: "CONFIRMED"
    case .tentative: "TENTATIVE"
    case .cancelled, .postponed: "CANCELLED"
    }
  }

  private static func contact(_ event: Event) -> String? {
    let parts = [event.organizer, event.contact].compactMap { $0 }.filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
