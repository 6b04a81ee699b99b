import AlmanacModel
import AlmanacTime

/// One VALARM being read (RFC 5545 section 3.6.6, with the properties of RFC 9074).
struct AlarmDraft {
  /// The line on which it begins.
  let number: Int
  private var action: String?
  private var trigger: EntryAlarm.Trigger?
  private var repetitions = 0
  private var interval: CalendarDuration?
  private var text: String?

  init(number: Int) { self.number = number }

  mutating func take(_ line: ContentLine, _ entry: inout Entry) {
    switch line.property {
    case .action: action = EventText.line(line, in: &entry)?.uppercased()
    case .trigger: trigger = Self.trigger(line)
    case .repetitions: repetitions = EventValues.sequence(line) ?? 0
    case .duration: interval = CalendarDuration(line.text)
    case .description: text = EventText.lines(line, in: &entry) ?? text
    case .summary: text = text ?? EventText.line(line, in: &entry)
    default: break
    }
  }

  /// nil without a trigger that can be read.
  var finished: EntryAlarm? {
    trigger.map {
      EntryAlarm(
        action: action, trigger: $0, repetitions: repetitions, interval: interval, text: text)
    }
  }

  /// A moment has to be stated in UTC (RFC 5545 section 3.8.6.3).
  private static func trigger(_ line: ContentLine) -> EntryAlarm.Trigger? {
    if let duration = CalendarDuration(line.text.filter { !$0.isWhitespace }) {
      return line.parameter("RELATED")?.uppercased() == "END" ? .end(duration) : .start(duration)
    }
    guard let time = DateTimeText(line.value), !time.isDay else { return nil }
    return .at(time.universal.instant)
  }
}
