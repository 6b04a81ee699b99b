public import AlmanacModel
public import AlmanacTime

/// Writes one person's private calendars. Their entries and tasks are in no edition.
///
/// The bytes depend only on the entries: adding or removing one doesn't change the others.
public struct PersonalCalendar: Sendable {
  /// A VEVENT (RFC 5545 section 3.6.1).
  public struct Entry: Sendable {
    /// The values of STATUS.
    public enum Status: String, Sendable {
      case confirmed = "CONFIRMED"
      case tentative = "TENTATIVE"
      case cancelled = "CANCELLED"
    }

    public var uid: String
    /// The last change of the entry.
    public var modified: Instant
    public var sequence = 0
    public var title: String
    public var start: CalendarTime
    public var end: CalendarTime?
    public var location: String?
    public var coordinate: Coordinate?
    public var text: String?
    public var link: String?
    public var picture: String?
    public var status = Status.confirmed
    /// Whether the person counts as free during the entry (TRANSP).
    public var isTransparent = false
    public var travel: Travel?
    public var alarm: Alarm?

    public init(uid: String, modified: Instant, title: String, start: CalendarTime) {
      self.uid = uid
      self.modified = modified
      self.title = title
      self.start = start
    }
  }

  /// The journey to an entry, in Apple's properties.
  public struct Travel: Sendable {
    /// Duration in seconds.
    public var duration: Int
    /// Apple's travel mode, such as `WALKING`.
    public var routing: String?
    public var name: String
    public var from: Coordinate

    public init(duration: Int, routing: String?, name: String, from: Coordinate) {
      self.duration = duration
      self.routing = routing
      self.name = name
      self.from = from
    }
  }

  /// A VALARM (RFC 5545 section 3.6.6).
  public struct Alarm: Sendable {
    /// Seconds before the start of an entry, or before a task is due.
    public var lead: Int
    /// The URL of a sound.
    public var tone: String?

    public init(lead: Int, tone: String? = nil) {
      self.lead = lead
      self.tone = tone
    }
  }

  /// A VTODO (RFC 5545 section 3.6.2).
  public struct Task: Sendable {
    public var uid: String
    public var modified: Instant
    public var title: String
    public var due: CalendarTime
    public var text: String?
    public var picture: String?
    public var isDone = false
    /// `active`, `done` or `overdue`.
    public var state: String
    /// The remaining time, exact and in days.
    public var remaining: (exact: String, days: String)?
    public var alarm: Alarm?

    public init(uid: String, modified: Instant, title: String, due: CalendarTime, state: String) {
      self.uid = uid
      self.modified = modified
      self.title = title
      self.due = due
      self.state = state
    }
  }

  private let title: String
  private let zone: Zone
  /// The parameter of local times, such as `;TZID=Asia/Singapore`; nil: times are written in UTC.
  private let parameter: String?

  /// - Parameter zone: The person's time zone. All times are written in it.
  public init(title: String, zone: Zone) {
    self.title = title
    self.zone = zone
    parameter = zone == .utc || zone.isFixedOffset ? nil : ";TZID=\(zone.identifier)"
  }

  /// `agenda.ics`: the entries in the given order.
  public func calendar(of entries: [Entry], now: Instant) -> [UInt8] {
    var lines = head(entries.map(\.start), now: now)
    // The approximate size in bytes of an entry with its journey.
    lines.reserve(800 * (entries.count + 1))
    // Iterate by position, because a loop over the entries copies each.
    for position in entries.indices { write(entries[position], to: &lines) }
    lines.line("END", "VCALENDAR")
    return lines.bytes
  }

  /// `tasks.ics`: the tasks in the given order.
  public func calendar(of tasks: [Task], now: Instant) -> [UInt8] {
    var lines = head(tasks.map(\.due), now: now)
    for task in tasks { write(task, to: &lines) }
    lines.line("END", "VCALENDAR")
    return lines.bytes
  }

  private func head(_ times: [CalendarTime], now: Instant) -> ICalendarLines {
    var lines = ICalendarLines()
    lines.line("BEGIN", "VCALENDAR")
    lines.line("VERSION", "2.0")
    lines.line("PRODID", "-//Almanac//Almanac//EN")
    lines.line("CALSCALE", "GREGORIAN")
    lines.text("NAME", title)
    lines.text("X-WR-CALNAME", title)
    lines.line("REFRESH-INTERVAL;VALUE=DURATION", "PT1H")
    lines.line("X-PUBLISHED-TTL", "PT1H")
    // RFC 5545 section 3.6 requires a component even without entries.
    if parameter != nil, times.isEmpty || !times.allSatisfy(\.isDay) {
      let instants = times.map { $0.instant(in: zone) }
      func year(_ instant: Instant?) -> Int { zone.civil(at: instant ?? now).date.year }
      TimeZoneComponent(zone: zone, years: year(instants.min())...year(instants.max()))
        .write(to: &lines)
    }
    return lines
  }

  private func write(_ entry: Entry, to lines: inout ICalendarLines) {
    lines.line("BEGIN", "VEVENT")
    lines.text("UID", entry.uid)
    stamp(entry.modified, to: &lines)
    lines.line("SEQUENCE", String(entry.sequence))
    time("DTSTART", entry.start, to: &lines)
    if let end = entry.end, end.isDay == entry.start.isDay,
      end.instant(in: zone) > entry.start.instant(in: zone)
    {
      time("DTEND", end, to: &lines)
    }
    lines.text("SUMMARY", entry.title)
    lines.text("DESCRIPTION", entry.text)
    lines.text("LOCATION", entry.location)
    if let point = entry.coordinate {
      lines.location(point, title: entry.location ?? entry.title)
    }
    lines.uri("URL", WebLink.safe(entry.link))
    lines.uri("IMAGE;VALUE=URI;DISPLAY=BADGE", WebLink.safe(entry.picture))
    lines.line("STATUS", entry.status.rawValue)
    lines.line("TRANSP", entry.isTransparent ? "TRANSPARENT" : "OPAQUE")
    lines.line("CLASS", "PRIVATE")
    if let travel = entry.travel { write(travel, to: &lines) }
    if let alarm = entry.alarm { write(alarm, of: entry.title, related: "START", to: &lines) }
    lines.line("END", "VEVENT")
  }

  private func write(_ travel: Travel, to lines: inout ICalendarLines) {
    let routing = travel.routing.map { ";ROUTING=\($0)" } ?? ""
    lines.geo("X-APPLE-TRAVEL-START\(routing)", DegreeTexts(travel.from), title: travel.name)
    // Clients read whole minutes.
    let minutes = (max(0, travel.duration) + 59) / 60
    lines.line("X-APPLE-TRAVEL-DURATION;VALUE=DURATION", "PT\(minutes)M")
    lines.line("X-APPLE-TRAVEL-ADVISORY-BEHAVIOR", "AUTOMATIC")
  }

  /// - Parameter related: The time that the trigger is relative to: `START` or `END`.
  private func write(
    _ alarm: Alarm, of title: String, related: String, to lines: inout ICalendarLines
  ) {
    let trigger = CalendarDuration(seconds: -max(0, alarm.lead)).description
    let name = related == "START" ? "TRIGGER" : "TRIGGER;RELATED=\(related)"
    lines.line("BEGIN", "VALARM")
    lines.line("ACTION", "DISPLAY")
    lines.line(name, trigger)
    lines.text("DESCRIPTION", title.isEmpty ? "Reminder" : title)
    lines.line("END", "VALARM")
    guard let tone = WebLink.safe(alarm.tone) else { return }
    lines.line("BEGIN", "VALARM")
    lines.line("ACTION", "AUDIO")
    lines.line(name, trigger)
    lines.uri("ATTACH", tone)
    lines.line("END", "VALARM")
  }

  private func write(_ task: Task, to lines: inout ICalendarLines) {
    lines.line("BEGIN", "VTODO")
    lines.text("UID", task.uid)
    stamp(task.modified, to: &lines)
    time("DUE", task.due, to: &lines)
    lines.text("SUMMARY", task.title)
    lines.text("DESCRIPTION", task.text)
    lines.uri("IMAGE;VALUE=URI;DISPLAY=BADGE", WebLink.safe(task.picture))
    lines.line("STATUS", task.isDone ? "COMPLETED" : "NEEDS-ACTION")
    if task.isDone { lines.line("PERCENT-COMPLETE", "100") }
    lines.line("CLASS", "PRIVATE")
    lines.text("X-ALMANAC-STATE", task.state)
    if let remaining = task.remaining {
      lines.text("X-ALMANAC-REMAINING", remaining.exact)
      lines.text("X-ALMANAC-REMAINING-DAYS", remaining.days)
    }
    if !task.isDone, let alarm = task.alarm {
      write(alarm, of: task.title, related: "END", to: &lines)
    }
    lines.line("END", "VTODO")
  }

  private func stamp(_ modified: Instant, to lines: inout ICalendarLines) {
    let text = ICalendarTime.utc(modified)
    lines.line("DTSTAMP", text)
    lines.line("LAST-MODIFIED", text)
  }

  /// Writes a time in the person's zone, the only one that the calendar declares.
  private func time(_ name: String, _ time: CalendarTime, to lines: inout ICalendarLines) {
    if case .day(let date) = time {
      lines.line(name, ICalendarTime(parameter: ";VALUE=DATE", value: ICalendarTime.basic(date)))
      return
    }
    let instant = time.instant(in: zone)
    let local =
      parameter.map {
        ICalendarTime(parameter: $0, value: ICalendarTime.basic(zone.civil(at: instant)))
      } ?? ICalendarTime(parameter: "", value: ICalendarTime.utc(instant))
    lines.line(name, local)
  }
}
