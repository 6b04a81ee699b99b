import AlmanacModel

/// Turns the properties of a VEVENT or VTODO (RFC 5545 sections 3.6.1 and 3.6.2) into an entry, one
/// component after the other.
struct EventReader {
  private(set) var times: EventTimeReader
  private let limits: ReadingLimits
  private var draft: EventDraft

  init(zones: CalendarZones, context: ReadingContext) {
    times = EventTimeReader(zones: zones)
    limits = context.limits
    draft = EventDraft(context: context)
  }

  /// - Parameter number: the line on which the component begins.
  mutating func begin(at number: Int) {
    draft.entry.line = number
    times.zones.enter(line: number)
  }

  mutating func take(_ line: ContentLine) {
    guard line.value.count > limits.fieldBytes else { return draft.take(line) }
    draft.take(capped(line))
  }

  /// A line that is no property goes on with the text before it: LiveWhale leaves raw line ends in
  /// X-ALT-DESC.
  mutating func takeStray(_ line: LogicalLines.Line) {
    draft.takeStray(line, limit: limits.fieldBytes)
  }

  mutating func beginAlarm(at number: Int) { draft.alarm = AlarmDraft(number: number) }

  mutating func takeAlarm(_ line: ContentLine) { draft.alarm?.take(line, &draft.entry) }

  mutating func endAlarm() { draft.endAlarm() }

  /// A property of a VLOCATION (RFC 9073 section 7.2).
  mutating func takePlace(_ line: ContentLine) { draft.takePlace(line) }

  mutating func end() -> Entry {
    draft.finish(&times)
  }

  /// Cuts a value that is longer than any field may be; lists of dates may be long, they are no text.
  private mutating func capped(_ line: ContentLine) -> ContentLine {
    switch line.property {
    case .exclusions, .additions, .rule, .exclusionRule, .attachment: return line
    default: break
    }
    draft.entry.problems.append(
      Finding(
        "Q_FIELD_LEN",
        message: "\(line.name) has \(line.value.count) bytes; it was cut at \(limits.fieldBytes)",
        line: line.number))
    var line = line
    line.cut(at: limits.fieldBytes)
    return line
  }
}
