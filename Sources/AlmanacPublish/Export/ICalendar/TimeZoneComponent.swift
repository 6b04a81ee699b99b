import AlmanacTime

/// A minimal VTIMEZONE (RFC 5545 section 3.6.5): yearly rules if the zone's transitions follow
/// them, else the single transitions. Covers the years of a calendar's times.
///
/// Outlook shows an empty calendar if it can't parse the component.
struct TimeZoneComponent {
  let zone: Zone
  let years: ClosedRange<Int>

  private static let maxYears = 120

  func write(to lines: inout ICalendarLines) {
    lines.line("BEGIN", "VTIMEZONE")
    lines.line("TZID", zone.identifier)
    let first = max(years.lowerBound, years.upperBound - Self.maxYears) - 1
    let transitions = zone.transitions(
      from: Self.newYear(first), to: Self.newYear(years.upperBound + 3))
    if transitions.isEmpty {
      let offset = zone.offset(at: Self.newYear(first))
      let name = zone.abbreviation(at: Self.newYear(first))
      observance(
        "STANDARD", start: "19700101T000000", from: offset, to: offset, name: name, to: &lines)
    } else if let yearly = Self.yearly(transitions, from: first, through: years.upperBound + 2) {
      for change in yearly {
        observance(
          change.first.isDaylight ? "DAYLIGHT" : "STANDARD", start: Self.local(change.first),
          from: change.first.offsetBefore, to: change.first.offsetAfter,
          name: change.first.abbreviation, rule: change.rule, to: &lines)
      }
    } else {
      writeEach(transitions, from: first, to: &lines)
    }
    lines.line("END", "VTIMEZONE")
  }

  private func writeEach(
    _ transitions: [ZoneTransition], from first: Int, to lines: inout ICalendarLines
  ) {
    let before = Self.newYear(first)
    let offset = transitions.first?.offsetBefore ?? zone.offset(at: before)
    observance(
      zone.isDaylight(at: before) ? "DAYLIGHT" : "STANDARD",
      start: "\(Self.padded(first))0101T000000",
      from: offset, to: offset, name: zone.abbreviation(at: before), to: &lines)
    for transition in transitions {
      observance(
        transition.isDaylight ? "DAYLIGHT" : "STANDARD", start: Self.local(transition),
        from: transition.offsetBefore, to: transition.offsetAfter,
        name: transition.abbreviation, to: &lines)
    }
  }

  private func observance(
    _ kind: String, start: String, from: Int, to: Int, name: String, rule: String? = nil,
    to lines: inout ICalendarLines
  ) {
    lines.line("BEGIN", kind)
    lines.line("DTSTART", start)
    if let rule { lines.line("RRULE", rule) }
    lines.line("TZOFFSETFROM", Self.offset(from))
    lines.line("TZOFFSETTO", Self.offset(to))
    lines.text("TZNAME", name)
    lines.line("END", kind)
  }

  /// Rules for two transitions a year, each on the same weekday of the same month at the same local
  /// time; nil if there are none.
  private static func yearly(
    _ transitions: [ZoneTransition], from first: Int, through last: Int
  ) -> [(first: ZoneTransition, rule: String)]? {
    // Even and odd transitions must each follow one rule.
    guard transitions.count == 2 * (last - first + 1) else { return nil }
    let halves = [0, 1].map { half in
      transitions.indices.filter { $0 % 2 == half }.map { transitions[$0] }
    }
    var found: [(first: ZoneTransition, rule: String)] = []
    for half in halves {
      guard let start = half.first, let rule = rule(half) else { return nil }
      found.append((start, rule))
    }
    return found
  }

  /// The RRULE of yearly transitions: on the n-th or on the last weekday of a month.
  private static func rule(_ transitions: [ZoneTransition]) -> String? {
    guard let first = transitions.first else { return nil }
    let start = localTime(first)
    // Both may apply at first, such as for a fourth Sunday that is also the last one. Later years
    // decide.
    var isLast = true
    var isNth = true
    let nth = (start.date.day - 1) / 7 + 1
    for (number, transition) in transitions.enumerated() {
      let time = localTime(transition)
      guard time.date.year == start.date.year + number, time.date.month == start.date.month,
        time.date.weekday == start.date.weekday, time.hour == start.hour,
        time.minute == start.minute, time.second == start.second,
        transition.offsetBefore == first.offsetBefore,
        transition.offsetAfter == first.offsetAfter
      else { return nil }
      let days = CivilDate.daysInMonth(year: time.date.year, month: time.date.month)
      isLast = isLast && time.date.day + 7 > days
      isNth = isNth && (time.date.day - 1) / 7 + 1 == nth
    }
    guard isLast || isNth else { return nil }
    let day = (isLast ? "-1" : "\(nth)") + start.date.weekday.icalendarCode
    return "FREQ=YEARLY;BYMONTH=\(start.date.month);BYDAY=\(day)"
  }

  /// The local time just before the transition.
  private static func localTime(_ transition: ZoneTransition) -> CivilDateTime {
    CivilDateTime(
      localSeconds: (transition.instant + transition.offsetBefore).secondsSinceEpoch)
  }

  private static func local(_ transition: ZoneTransition) -> String {
    ICalendarTime.basic(localTime(transition))
  }

  private static func newYear(_ year: Int) -> Instant {
    let date = CivilDate(year: min(max(year, 1), 9_999), month: 1, day: 1) ?? .min
    return Instant(secondsSinceEpoch: CivilDateTime(startOf: date).localSeconds)
  }

  /// An offset such as `+0800`, with seconds if they aren't 0 (RFC 5545 section 3.3.14).
  private static func offset(_ seconds: Int) -> String {
    let size = seconds.magnitude
    let text = [size / 3600, size / 60 % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
    let rest = size % 60
    return (seconds < 0 ? "-" : "+") + text + (rest == 0 ? "" : rest < 10 ? "0\(rest)" : "\(rest)")
  }

  private static func padded(_ year: Int) -> String {
    let text = "\(min(max(year, 1), 9_999))"
    return String(repeating: "0", count: 4 - text.count) + text
  }
}
